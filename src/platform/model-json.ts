import { jsonrepair } from 'jsonrepair';
import { parseExact } from './exact-json.ts';

const MOST_MENDED = 32_000;

/**
 * The JSON in a model's answer: bare, in a code fence, behind its thoughts or among words; small faults of syntax are
 * mended, values never. Undefined when there is none.
 */
export function parseModelJson(text: string): unknown {
  const spoken = withoutThoughts(text).trim();
  const fenced = /```(?:json)?([^`]*(?:`(?!``)[^`]*)*)```/i.exec(spoken)?.[1]?.trim();
  const braced = /[[{][\s\S]*/.exec(spoken)?.[0];
  for (const candidate of new Set([spoken, fenced, braced && upToItsEnd(braced), braced])) {
    if (!candidate || !/^[[{]/.test(candidate)) continue;
    const value = parsed(candidate) ?? parsed(mended(candidate));
    if (value !== null && typeof value === 'object') return value;
  }
  return undefined;
}

/** Some endpoints leave the thoughts of a model before its words, and some of them without the mark that opens them. */
export function withoutThoughts(text: string): string {
  const opened = /^\s*<think>/i.test(text);
  const end = /<\/think>\s*/i.exec(text);
  if (end && (opened || !/<think>/i.test(text.slice(0, end.index))))
    return text.slice(end.index + end[0].length);
  return opened ? '' : text;
}

/** From the first bracket to the one that closes it. */
function upToItsEnd(text: string): string {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\\') at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '{' || sign === '[')) depth += 1;
    else if (!isQuoted && (sign === '}' || sign === ']')) depth -= 1;
    if (depth === 0) return text.slice(0, at + 1);
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return null;
  }
}

/** Mending takes time by the square of the length. */
function mended(text: string): string {
  if (text.length > MOST_MENDED) return '';
  try {
    return jsonrepair(text);
  } catch {
    return '';
  }
}
