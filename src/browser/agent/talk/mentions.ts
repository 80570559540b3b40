import { readTime } from '../language/read-date.ts';
import { isReason, isWanted } from './stance.ts';
import { rootsOf, type Talk } from './talk.ts';

/** Where a task speaks of something that the page names. */
export interface Mention {
  start: number;
  end: number;
  /** How much of the name is said, from 0 to 1. */
  share: number;
  isWanted: boolean;
  isReason: boolean;
}

/** Words of labels that say little about what they are for. */
const FAINT = new Set(
  'send receiv get add use want name email phone number show allow enabl i accept agre stay keep have read every everi each just only number choose select option pleas per by am um would lik subscrib yes'.split(
    ' ',
  ),
);

/** In how many of the labels that stand side by side each root occurs. */
export interface Kin {
  size: number;
  counts: ReadonlyMap<string, number>;
}

export function kinOf(labels: string[]): Kin {
  const counts = new Map<string, number>();
  for (const label of labels)
    for (const root of new Set(rootsOf(label))) counts.set(root, (counts.get(root) ?? 0) + 1);
  return { size: labels.length, counts };
}

const ALONE: Kin = { size: 1, counts: new Map() };

/** All the places where the task names a label, the fullest first. What all its kin share with it tells nothing. */
export function mentionsOf(talk: Talk, label: string, { size, counts }: Kin = ALONE): Mention[] {
  const clock = readTime(label);
  const roots = rootsOf(withoutPrice(label.replace(/\(.*?\)/gu, ' ')));
  if (clock !== null && roots.length <= 3) {
    const [from, to] = label.match(/\d{1,2}:\d{2}/gu) ?? [];
    return from !== undefined && to !== undefined ? spansIn(talk, clock, to) : timesIn(talk, clock);
  }
  if (!roots.some((root) => talk.roots.has(root))) return [];
  const names = label.split(/\s*\/\s*/u).filter((name) => /\p{L}{3}/u.test(name));
  if (names.length > 1)
    return names
      .flatMap((name) => mentionsOf(talk, name, { size, counts }))
      .toSorted((one, other) => other.share - one.share);
  const isShared = (root: string) => (counts.get(root) ?? 0) > 1;
  const common = new Set(roots.filter((root) => size > 1 && counts.get(root) === size));
  const telling = roots.filter((root) => !common.has(root));
  const own = telling.length > 0 ? telling : roots;
  const weigh = (root: string) =>
    (FAINT.has(root) && own.some((one) => !FAINT.has(one)) ? 0.3 : 1) * (isShared(root) ? 0.6 : 1);
  const whole = own.reduce((sum, root) => sum + weigh(root), 0);
  const found: Mention[] = [];
  talk.words.forEach((word, index) => {
    if (!own.includes(word.stem)) return;
    // The rest of the name stands close by, in whatever order.
    const met = new Set([word.stem]);
    let end = index;
    for (let at = index + 1; at < Math.min(index + own.length + 4, talk.words.length); at += 1) {
      const next = talk.words[at];
      if (!next || next.sentence !== word.sentence) break;
      if (own.includes(next.stem) && !met.has(next.stem)) {
        met.add(next.stem);
        end = at;
      }
    }
    const share = [...met].reduce((sum, root) => sum + weigh(root), 0) / whole;
    found.push({
      start: index,
      end,
      share,
      isWanted: isWanted(talk, index, end),
      isReason: isReason(talk, index),
    });
  });
  return found.toSorted((one, other) => other.share - one.share);
}

/** "Pro 12 EUR a month" is called Pro. */
function withoutPrice(label: string): string {
  const name = label.replace(
    /(?:[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£]|EUR|USD|GBP|CHF)(?!\p{L}))(?:\s*(?:\/|per|an?)\s*\p{L}+)?/gu,
    ' ',
  );
  return /\p{L}{2}/u.test(name) ? name : label;
}

/** "19:00 – 20:00" where the task says both, else where it says only the first. */
function spansIn(talk: Talk, from: string, to: string): Mention[] {
  const starts = timesIn(talk, from);
  const ends = timesIn(talk, to.padStart(5, '0'));
  return starts.map((one) => {
    const end = ends.find((other) => other.start > one.start && other.start - one.start < 5);
    return end ? { ...one, end: end.end } : { ...one, share: 0.7 * one.share };
  });
}

function timesIn(talk: Talk, clock: string): Mention[] {
  return talk.words.flatMap(({ raw }, index) =>
    /^\d{1,2}:\d{2}$/u.test(raw) && couldBe(raw, clock)
      ? [
          {
            start: index,
            end: index,
            share: raw.padStart(5, '0') === clock ? 1 : 0.9,
            isWanted: isWanted(talk, index, index),
            isReason: isReason(talk, index),
          },
        ]
      : [],
  );
}

/** "3:30" may be in the afternoon, "15:30" and "03:30" may not be otherwise. */
export function couldBe(said: string, clock: string): boolean {
  if (said.padStart(5, '0') === clock) return true;
  const [hour = 0, minute] = said.split(':').map(Number);
  return said.length === 4
    ? `${hour + 12}:${String(minute).padStart(2, '0')}` === clock
    : said.startsWith('12')
      ? false
      : `${hour + 12}:${String(minute).padStart(2, '0')}` === clock && !said.startsWith('0') && hour < 12;
}

/** The clearest mention that is wanted, else none. */
export function wantedMention(mentions: Mention[], least = 0.6): Mention | null {
  const fit = mentions.filter((mention) => mention.isWanted && mention.share >= least);
  return fit.find(({ isReason: why }) => !why) ?? fit[0] ?? null;
}
