import { parseExact, pointerTo } from '../platform/exact-json.ts';

/** Deeper than any real result, shallow enough that walking it by recursion is safe. */
const DEPTH_LIMIT = 200;
/** Every layer of JSON encoding doubles its escapes, so a real string cannot hold many. */
const LAYER_LIMIT = 16;
const SPELLED = 20;

/** Parts that a schema wants as the runner sent them, and all parts that the rules changed, as JSON pointers. */
interface Changes {
  kept: Pick<ReadonlySet<string>, 'has'>;
  changed: Set<string>;
}

/**
 * The one form a result is kept in: text as a plain string, anything else as real JSON. Strings that were exploded
 * into a map of characters are put together again, results that were JSON-encoded (even repeatedly, or in a code
 * fence) are unwrapped, at every depth. A result already in this form comes back equal. A number that is too long for one keeps
 * its digits as text.
 */
export function canonicalOutput(output: unknown, changes: Changes = NO_CHANGES()): unknown {
  let current = output;
  for (let layer = 0; layer < LAYER_LIMIT && !changes.kept.has(''); layer += 1) {
    const unwrapped = typeof current === 'string' ? decoded(current) : assembled(current);
    if (unwrapped === undefined) break;
    changes.changed.add('');
    current = unwrapped;
  }
  return typeof current === 'string' ? current : jsonValue(current, 0, '', changes);
}

const NO_CHANGES = (): Changes => ({ kept: new Set(), changed: new Set() });

/** Real JSON and nothing else changed. */
export function plainJson(value: unknown): unknown {
  return jsonValue(value, 0, '', { kept: { has: () => true }, changed: new Set() });
}

/** The result as text: strings as they are, structured results as indented JSON. Takes a canonical output. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  return output === null || output === undefined ? '' : JSON.stringify(output, null, 2);
}

/** A number or word stays the text it was: only objects, arrays and quoted strings are signs of encoding. */
function decoded(text: string): unknown {
  const body = unfenced(text.trim());
  if (!/^[[{"]/.test(body)) return undefined;
  try {
    const value = parseExact(body);
    return typeof value === 'string' && body !== text.trim() ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The object or list that a field's text encodes; quotation marks alone may belong to the text. */
function encodedData(text: string): object | null {
  let current: unknown = text;
  for (let layer = 0; layer < LAYER_LIMIT && typeof current === 'string'; layer += 1)
    current = decoded(current);
  return typeof current === 'object' ? current : null;
}

function unfenced(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 7) return text;
  return text
    .slice(3, -3)
    .replace(/^(?:json[c5]?|javascript)?[ \t]*\r?\n/i, '')
    .trim();
}

/** The string a map of characters was made from, whatever else is in it; undefined when it is no such map. */
function assembled(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return isSpelled(value) ? value.join('') : undefined;
  // Integer keys come first and in order in every object, so one pass is enough.
  const characters: string[] = [];
  const entries = Object.entries(value);
  for (const [key, character] of entries) {
    if (key === String(characters.length) && isCharacter(character)) characters.push(character);
    else if (/^\d+$/.test(key)) return undefined;
  }
  // One letter beside other keys is a value like them.
  const isText = characters.length > 1 || (characters.length === 1 && entries.length === 1);
  return isText ? characters.join('') : undefined;
}

/** A list of letters may be meant; a long one with blanks between its words is a sentence. */
function isSpelled(value: unknown[]): boolean {
  return value.length >= SPELLED && value.includes(' ') && value.every(isCharacter);
}

/** Facts about the run that a runner may put beside its result; they are in the envelope already. */
export const RUN_METADATA: ReadonlySet<string> = new Set(['url', 'final_url', 'finalUrl']);

function isCharacter(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  return value.length === 1 || (value.length === 2 && (value.codePointAt(0) ?? 0) > 0xffff);
}

function jsonValue(value: unknown, depth: number, at: string, changes: Changes): unknown {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return null;
  // Adding zero turns -0, which JSON text does not keep, into 0.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value === 'boolean') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth >= DEPTH_LIMIT) return '[nested too deep]';
  if (!changes.kept.has(at)) {
    const text = typeof value === 'string' ? value : assembled(value);
    const data = text === undefined ? null : encodedData(text);
    if (data !== null || (text !== undefined && text !== value)) changes.changed.add(at);
    if (data !== null) return jsonValue(data, depth + 1, at, changes);
    if (text !== undefined) return text;
  }
  if (typeof value === 'string') return value;
  const inside = (key: string | number, item: unknown) =>
    jsonValue(item, depth + 1, pointerTo(at, key), changes);
  if (Array.isArray(value)) return value.map((item, index) => inside(index, item));
  // fromEntries defines own properties, so a key named __proto__ is only a key.
  return Object.fromEntries(
    Object.entries(value as object)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, inside(key, item)]),
  );
}
