import type { Intent } from './intent.ts';
import { readTarget } from './read-target.ts';
import type { Reading } from './reading.ts';
import { readCount } from './words.ts';

type Download = Extract<Intent, { kind: 'download' }>;

/** One of each that is named, or all that a plural means: "the map and the price list", "the invoices for March and April". */
export function readDownload(phrase: string, at: Reading): Download[] {
  const [first = '', ...more] = phrase.replace(/^both\s+(?=the\s)/iu, '').split(NEXT_NAMED);
  // "The report on the mill and the dam" is one.
  const isOne = more.length === 0 || /\s(?:of|on|for|from|in|about|between|with)\s/iu.test(first);
  return (isOne ? [phrase] : [first, ...more]).map((part) => readOne(part, at));
}

/** "Get me the receipt for": what sites hand out as a file, and not what stands on it. */
export const GETTING_A_FILE =
  /^(?:get|fetch|give|send|grab)(?:\s+me)?\s+((?:(?:the|my|our)\s+)(?:[\p{L}\d-]+\s+){0,3}?(?:receipts?|invoices?|brochures?|leaflets?|manuals?|installers?|certificates?|pdf|(?:bank\s+)?statements?(?=[^,;]*\sas\s(?:an?\s)?(?:pdf|csv|excel|xlsx?|file|spreadsheet)\b))(?=\s+(?:for|of|from|on|as|to)\b|[.!]?$).*)$/iu;

const NEXT_NAMED = /\s*,\s*(?:and\s+)?(?=(?:the|my|our)\s)|\s+and\s+(?=(?:the|my|our)\s)/iu;

/** "Download the report", "download all reports", "the two newest statements". */
function readOne(phrase: string, at: Reading): Download {
  const all = /^(?:all|every|each)\b(?:\s+(?:one\s+)?of)?(?:\s+(?:the|these|those|my|our))?\s+/iu.exec(
    phrase,
  );
  const counted =
    /^(?:both|(?:the\s+)?(?:first\s+)?(?<count>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten))\b(?:\s+of)?(?:\s+(?:the|my|our))?\s+(?=\D+s\b)/iu.exec(
      phrase,
    );
  const rest = phrase.slice((all ?? counted)?.[0].length ?? 0);
  const target = readTarget(rest, at.tokens);
  const isListed = /^(?:the|my|our)?\s*\p{L}+s\b/iu.test(rest) && /(?:,|\band)\s/iu.test(target.near ?? '');
  const limit = all || isListed ? Infinity : counted ? readCount(counted.groups?.count ?? 'two') : 1;
  return { kind: 'download', target, limit: limit ?? 1, source: at.source };
}
