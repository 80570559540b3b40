import type { Intent } from './intent.ts';
import { readTarget } from './read-target.ts';
import type { Reading } from './reading.ts';
import { readCount } from './words.ts';

/** "Download the report", "download all reports", "the two newest statements", "the invoices for March and April". */
export function readDownload(phrase: string, at: Reading): Extract<Intent, { kind: 'download' }> {
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
