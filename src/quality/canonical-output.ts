import { parseExact } from '../platform/exact-json.ts';

/** Deeper than any real result, shallow enough that walking it by recursion is safe. */
const DEPTH_LIMIT = 200;
/** Every layer of JSON encoding doubles its escapes, so a real string cannot hold many. */
const LAYER_LIMIT = 16;
/** Inside a result a short map from 0, 1, 2 to marks or choices may be meant; a map that spells a word never is. */
const NESTED_EXPLOSION = 3;
const MARKS = /^(?:[A-F]+|[a-f]+|[yn]+|[YN]+|[xo ]+|[XO ]+|\d+|[^\p{L}\d]+)$/u;
const LONGEST_MARKS = 7;
const SPELLED = 20;

/**
 * The one form a result is kept in: text as a plain string, anything else as real JSON. Strings that were exploded
 * into a map of characters are put together again, results that were JSON-encoded (even repeatedly, or in a code
 * fence) are unwrapped. A result already in this form comes back equal. Where no schema wants a number, an id that is too
 * long for one keeps its digits as text.
 */
export function canonicalOutput(output: unknown, hasSchema = true): unknown {
  let current = output;
  for (let layer = 0; layer < LAYER_LIMIT; layer += 1) {
    const unwrapped = typeof current === 'string' ? decoded(current, hasSchema) : assembled(current, 1);
    if (unwrapped === undefined) break;
    current = unwrapped;
  }
  return jsonValue(current, 0);
}

/** The result as text: strings as they are, structured results as indented JSON. Takes a canonical output. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  return output === null || output === undefined ? '' : JSON.stringify(output, null, 2);
}

/** A number or word stays the text it was: only objects, arrays and quoted strings are signs of encoding. */
function decoded(text: string, hasSchema: boolean): unknown {
  const body = unfenced(text.trim());
  if (!/^[[{"]/.test(body)) return undefined;
  try {
    const value = hasSchema ? JSON.parse(body) : parseExact(body).value;
    return typeof value === 'string' && body !== text.trim() ? undefined : value;
  } catch {
    return undefined;
  }
}

function unfenced(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 7) return text;
  const body = text.slice(3, -3).replace(/^(?:json[c5]?|javascript)?[ \t]*\r?\n/i, '');
  return body.includes('```') ? text : body.trim();
}

/** The string a map of characters was made from, or undefined when it is no such map. */
function assembled(value: unknown, least: number): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return isSpelled(value) ? value.join('') : undefined;
  // Integer keys come first and in order in every object, so one pass is enough.
  const characters: string[] = [];
  for (const [key, character] of Object.entries(value)) {
    if (key === String(characters.length) && isCharacter(character)) characters.push(character);
    else if (!RUN_METADATA.has(key) || characters.length < 2) return undefined;
  }
  return characters.length >= least ? characters.join('') : undefined;
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

function jsonValue(value: unknown, depth: number): unknown {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return null;
  // Adding zero turns -0, which JSON text does not keep, into 0.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (depth >= DEPTH_LIMIT) return '[nested too deep]';
  if (Array.isArray(value))
    return isSpelled(value) ? value.join('') : value.map((item) => jsonValue(item, depth + 1));
  const text = assembled(value, NESTED_EXPLOSION);
  if (text !== undefined && (text.length > LONGEST_MARKS || !MARKS.test(text))) return text;
  // fromEntries defines own properties, so a key named __proto__ is only a key.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, jsonValue(item, depth + 1)]),
  );
}
