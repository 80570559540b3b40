import type { Change } from '../language/intent.ts';

/** A text as it reads after a change of part of it. */
export function rewrite(text: string, change: Change): string {
  switch (change.kind) {
    case 'letters':
      return change.to === 'upper' ? text.toUpperCase() : text.toLowerCase();
    case 'join':
      return change.end === 'end' ? joined(text.trimEnd(), change.text) : joined(change.text, text);
    case 'replace':
      return replaced(text, change);
  }
}

/** A space goes between two texts that bring none, unless the second goes on with a mark. */
function joined(first: string, second: string): string {
  return first === '' || /\s$/u.test(first) || /^[\s.,;:!?]/u.test(second)
    ? first + second
    : `${first} ${second}`;
}

function replaced(text: string, { was, now, isAll }: Extract<Change, { kind: 'replace' }>): string {
  let done = replacedOnce(text, was, now);
  // What is put in may hold what it stands for: as often as it was there, no more.
  const isRepeated = isAll && was !== '' && !now.includes(was);
  for (let count = 0; isRepeated && count < 500 && done.includes(was); count += 1)
    done = replacedOnce(done, was, now);
  return done;
}

/** A word that goes takes one of the spaces around it along. */
function replacedOnce(text: string, was: string, now: string): string {
  const whole = new RegExp(
    `(?<![\\p{L}\\p{N}])${was.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?![\\p{L}\\p{N}])`,
    'u',
  );
  const found = whole.exec(text);
  if (!found) return text.replace(was, now);
  if (now !== '') return text.slice(0, found.index) + now + text.slice(found.index + was.length);
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + was.length)];
  return before === '' ? after.trimStart() : before.replace(/[ \t]$/u, '') + after;
}
