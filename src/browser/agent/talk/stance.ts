import type { Talk, Word } from './talk.ts';

const NOT =
  /^(?:no|not|non|without|never|neither|nor|except|excluding|skip|avoid|disable|untick|uncheck|deselect|omit|kein|keine|keinen|ohne|nicht|statt|sans|pas|sin|ni|\p{L}+n't)$/iu;
const LEAVING =
  /^(?:leave|take|leaving|taking)\s+(?:\p{L}+\s+)?out$|^(?:turn|switch|toggle|opt)(?:ing|ed)?\s+(?:off|out)/iu;
/** What is said of a thing after it that turns it down: "onions don't agree with me", "fish is no problem", "sound to be off". */
const REFUSED =
  /^(?:\p{L}+\s+){0,2}?(?:(?:is|are|was|must|should|need|do|does|did|may)\s+(?:not|no|never)\b|(?:is|are|must|should|need)n't\b|(?:do|does|did)n't\s+(?:agree|suit|fit|work|matter|need)\b|(?:can|should|must)\s+go\b|(?:to\s+be\s+|be\s+|is\s+|are\s+)?(?:turned\s+|switched\s+)?off\b|out\b(?!\s+of\s+\d))/iu;

/** Whether what the words at these places name is wanted. */
export function isWanted({ words }: Talk, start: number, end: number): boolean {
  const first = words[start];
  if (!first) return true;
  const own = words.filter(({ part }) => part === first.part);
  const said = (list: Word[]) => list.map(({ raw }) => raw).join(' ');
  const before = own.filter(({ at }) => at < first.at && !words[start]?.isQuoted);
  const after = said(own.filter((word) => word.at > (words[end]?.at ?? 0)));
  if (isSetAside(words, first, said(before))) return false;
  const within = own.filter((word) => word.at > first.at && word.at < (words[end]?.at ?? 0));
  const isDenied = [...before, ...within].some(({ raw }) => NOT.test(raw));
  if (isDenied && !/\bnot only\b/iu.test(said(before))) return false;
  if (LEAVING.test(said(before.slice(-3)).replace(/\s+the$/u, ''))) return false;
  if (/\b(?:leave|take) out\b|\b(?:turn|switch) off\b|\bopt out\b/iu.test(said(before))) return false;
  return !REFUSED.test(after.replace(/^(?:and|or)\b.*$/iu, ''));
}

/** "Instead of A", "rather than A", "rather B than A", "changed from A to B", "at first I wanted A". */
function isSetAside(words: Word[], { at, sentence, part }: Word, before: string): boolean {
  const near = before.split(' ').slice(-5).join(' ');
  if (/\b(?:instead of|rather than|statt|au lieu d\p{L}*|en vez de)\b/iu.test(near)) return true;
  const earlier = words
    .filter((word) => word.sentence === sentence && word.at < at)
    .map(({ raw }) => raw)
    .join(' ');
  if (/\bthan\b/iu.test(near) && /\b(?:rather|prefer\p{L}*|sooner|more|better|nicer)\b/iu.test(earlier))
    return true;
  if (/\b(?:chang\p{L}*|mov\p{L}*|switch\p{L}*|rename\p{L}*)\b.*\bfrom(?: \p{L}+)?$/iu.test(before))
    return true;
  const own = words
    .filter((word) => word.part === part)
    .map(({ raw }) => raw)
    .join(' ');
  return /\b(?:at first|originally|used to|so far|until now|previously|formerly)\b/iu.test(own);
}

/** Whether the part only says why. */
export function isReason({ words }: Talk, index: number): boolean {
  const own = words.filter(({ part }) => part === words[index]?.part);
  return /^(?:because|since|as|weil|denn|da|car|parce|porque)$/iu.test(own[0]?.raw ?? '') && own.length > 2;
}
