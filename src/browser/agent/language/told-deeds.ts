import { isSameDeed, meaningsOf } from './deeds.ts';
import { protect } from './protect.ts';
import { splitClauses } from './split-clauses.ts';
import { wordsOf } from './words.ts';

/** Deeds that whoever does them presses something for that is called so, or that the page tells of afterwards. */
const MARKED = new Set(
  'delete remove discard erase cancel withdraw revoke terminate archive unarchive approve reject decline subscribe unsubscribe follow unfollow block unblock ban mute unmute deactivate disable activate enable lock unlock duplicate clone merge reopen invite vote upvote downvote renew refund transfer redeem'.split(
    ' ',
  ),
);

/** What a task tells to be done that must show in what was pressed, or in what the page says then. */
export function toldDeeds(task: string): string[] {
  if (/\b(?:if|unless|until|instead)\b/iu.test(task)) return [];
  const firsts = splitClauses(protect(task).text).map(({ text }) => wordsOf(text)[0] ?? '');
  return [...new Set(firsts.filter((word) => MARKED.has(word)))];
}

/** Whether words speak of a deed in any form: "Cancel booking", "has been cancelled", "Unfollowing". */
export function speaksOfDeed(deed: string, said: string): boolean {
  return wordsOf(said).some((word) => basesOf(word).some((base) => isSameDeed(base, deed)));
}

/** Whether words tell that a deed has been done. */
export function tellsOfDeed(deed: string, said: string): boolean {
  return speaksOfDeed(deed, (said.match(/(?<!\p{L})\p{L}{3,}ed(?!\p{L})/giu) ?? []).join(' '));
}

function basesOf(word: string): string[] {
  const cut = ['', 's', 'd', 'ed', 'ing', 'led', 'ned', 'ling', 'ning']
    .filter((end) => word.endsWith(end))
    .flatMap((end) => [
      word.slice(0, word.length - end.length),
      `${word.slice(0, word.length - end.length)}e`,
    ]);
  return cut.filter((base) => meaningsOf(base).length > 0);
}
