import { RUN_METADATA } from './canonical-output.ts';

/** The runner's text, when its result is one text: bare, or under the one key a runner wraps its answer in. */
export function answerText(output: unknown): string | null {
  if (output === null) return '';
  if (typeof output === 'string') return output;
  if (typeof output !== 'object' || Array.isArray(output)) return null;
  const entries = Object.entries(output).filter(([key]) => !RUN_METADATA.has(key));
  const [key, value] = entries[0] ?? [];
  return entries.length === 1 && ANSWER_KEY.test(key ?? '') && typeof value === 'string' ? value : null;
}

const ANSWER_KEY =
  /^(?:answer|result|output|text|content|markdown|summary|response|message|data|final_?(?:answer|result))$/i;

/** A structured result without a single value. An empty list is a statement; empty fields are not. */
export function nothingIn(
  output: unknown,
  isContractMet: boolean,
): { confidence: number; reason: string } | null {
  if (output === null || typeof output !== 'object' || Array.isArray(output)) return null;
  const values = Object.values(output);
  if (isContractMet)
    return values.length > 0
      ? null
      : { confidence: 0.85, reason: 'The output holds none of the keys that were asked for.' };
  if (!values.every(isEmptyValue)) return null;
  const reason =
    values.length === 0 ? 'The result is an empty object.' : 'Every field of the result is empty.';
  return { confidence: values.length === 0 ? 0.85 : 0.55, reason };
}

export function isAllEmpty(output: unknown): boolean {
  return output !== null && typeof output === 'object' && Object.values(output).every(isEmptyValue);
}

/** Null, nothing, or the words that stand for it. */
function isEmptyValue(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'string' &&
      /^(?:|n\/?a|null|none|unknown|undefined|not (?:found|available|specified|provided|applicable|stated)|[-–—?.]+)$/i.test(
        value.trim(),
      ))
  );
}

/** The strings in a result, bounded: the part that a reader would see. */
export function textLeaves(output: unknown): string[] {
  const leaves: string[] = [];
  const open: unknown[] = [output];
  for (let seen = 0; open.length > 0 && seen < 500; seen += 1) {
    const value = open.pop();
    if (typeof value === 'string' && value.trim() !== '') leaves.push(value.slice(0, 64 * 1024));
    else if (value !== null && typeof value === 'object')
      open.push(...Object.values(value).slice(0, 500).reverse());
  }
  return leaves;
}

/** Whether there is a number or a yes beside the words: the title of a block page never has one. */
export function holdsFacts(output: unknown): boolean {
  if (output === null || typeof output !== 'object') return typeof output === 'number';
  return Object.values(output).some((value) => value === true || typeof value === 'number');
}
