import type { Intent } from './intent.ts';
import { restore } from './protect.ts';
import { strip } from './read-target.ts';
import type { Reading } from './reading.ts';

const MARK = '[\\ue000-\\uf8ff]';
/** `that says "…"`, `with the text "…"`. */
const TOLD = new RegExp(
  `\\s*(?:,\\s*)?(?:(?:that|which)\\s+(?:says|reads|contains)|saying|reading|containing|with\\s+(?:the\\s+|this\\s+)?(?:texts?|contents?|words?)|whose\\s+(?:text|content)\\s+is)\\s*:?\\s*(${MARK})`,
  'iu',
);
const FILE_NAME = /(?<![\w@./-])[\p{L}\p{N}_][\p{L}\p{N}_.-]*\.[a-z0-9]{2,5}(?![\w/-])/iu;
const PLACE = /\b(?:in|into|to|as|for)\s+(?:the\s+|my\s+|a\s+)?(.+)$/iu;
/** Words that tell nothing of which file it is. */
const ANY_FILE =
  /\b(?:an?|the|my|our|this|that|attached|text|files?|documents?|attachments?|named|called)\b/giu;

/** What is to be uploaded, and into which field: by its name, by what stands in it, or as the task calls it. */
export function readUpload(rest: string, at: Reading): Intent {
  const text = TOLD.exec(rest)?.[1];
  const told = rest.replace(TOLD, '');
  const name = fileName(told, at);
  const called = restore(told, at.tokens).replace(name, ' ');
  const field = PLACE.exec(called)?.[1] ?? '';
  return {
    kind: 'upload',
    name: name || strip(called.replace(PLACE, '').replaceAll(ANY_FILE, ' ').replaceAll(/\s+/gu, ' ')),
    text: text === undefined ? null : restore(text, at.tokens),
    field: strip(field),
    source: at.source,
  };
}

/** Quoted or not. */
function fileName(told: string, at: Reading): string {
  const quoted = [...told.matchAll(new RegExp(MARK, 'gu'))].map(([mark]) => restore(mark, at.tokens));
  return quoted.find(isFileName) ?? FILE_NAME.exec(restore(told, at.tokens))?.[0] ?? '';
}

/** Whether words are the name of a file, which may have spaces. */
export function isFileName(words: string): boolean {
  return FILE_NAME.exec(words.replaceAll(' ', '_'))?.[0].length === words.length;
}
