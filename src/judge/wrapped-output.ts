import { parseModelJson } from '../platform/model-json.ts';
import { canonicalOutput, RUN_METADATA } from './canonical-output.ts';
import { isJsonObject } from './json-object.ts';

/** More than this around the data is a text that happens to hold some. */
const MOST_WORDS = 20_000;

/**
 * Unwraps data from a runner's output: among words, in a code fence with small faults of syntax, or under the one key it calls
 * its result. Maps and converts nothing. Undefined when there is nothing to unwrap.
 */
export function unwrappedOutput(raw: unknown): unknown {
  const output = canonicalOutput(raw);
  if (typeof output === 'string')
    return output.length > MOST_WORDS ? undefined : (canonicalOutput(parseModelJson(output)) ?? undefined);
  if (!isJsonObject(output)) return undefined;
  const entries = Object.entries(output).filter(([key]) => !RUN_METADATA.has(key));
  const [key = '', value] = entries[0] ?? [];
  if (entries.length !== 1 || !WRAPPER.test(key)) return undefined;
  const inner = typeof value === 'string' ? parseModelJson(value.slice(0, MOST_WORDS)) : value;
  return inner !== null && typeof inner === 'object' ? canonicalOutput(inner) : undefined;
}

const WRAPPER = /^(?:answer|result|output|data|json|response|content|final_?(?:answer|result))$/i;
