import { readTime } from '../language/read-date.ts';
import type { Control } from './controls.ts';
import { cueDistance, isCloser, nearest } from './cues.ts';
import { datedOption } from './dated-options.ts';
import type { Fact } from './facts.ts';
import { kinOf, type Mention, mentionsOf } from './mentions.ts';
import type { Placed } from './setting.ts';
import { rootsOf, type Talk } from './talk.ts';

export function chooseOptions(controls: Control[], talk: Talk): Placed[] {
  const choices = controls.filter(({ kind, options }) => kind === 'choice' && !isNumeric(options));
  const placed: Placed[] = [];
  for (const control of choices) {
    const labels = control.options.map(({ label }) => label);
    const kin = kinOf(labels);
    const heads = headsOf(labels);
    const spoken = control.options.flatMap(({ label }, at) =>
      [...mentionsOf(talk, label, kin), ...mentionsOf(talk, heads[at] ?? '', kinOf(heads))]
        .filter((mention) => mention.isWanted && mention.share >= 0.45 && !isLabelled(mention, talk))
        .map((at) => ({ value: label, at })),
    );
    const whole = spoken.filter(({ at }) => at.share >= 0.6);
    // "A dental appointment" may well mean "Dental care", where nothing else is spoken of.
    const isAlone =
      new Set(spoken.map(({ value }) => value)).size === 1 && spoken.every(({ at }) => !at.isReason);
    const named = whole.length > 0 || !isAlone ? whole : spoken;
    const mine = named.filter(({ at }) => isFor(control, at, talk, choices));
    const [best] = mine.toSorted(
      (one, other) =>
        Number(one.at.isReason) - Number(other.at.isReason) ||
        cueDistance(control, one.at, talk) - cueDistance(control, other.at, talk) ||
        other.at.share - one.at.share ||
        other.at.end - other.at.start - (one.at.end - one.at.start) ||
        other.value.length - one.value.length ||
        other.at.start - one.at.start,
    );
    // Said again in passing, it is still the first time that chose it.
    const first = mine
      .filter(({ value }) => value === best?.value)
      .toSorted((one, other) => one.at.start - other.at.start)[0];
    if (best && first) placed.push({ control, value: best.value, at: first.at });
    if (best && takesSeveral(control))
      for (const { value, at } of mine)
        if (!placed.some((one) => one.control === control && one.value === value))
          placed.push({ control, value, at });
  }
  return placed;
}

/** "Which languages do you speak?" may have several answers. */
function takesSeveral({ element, label }: Control): boolean {
  return (
    element.isMultiple ||
    (element.isChecked === null && /^(?:which|what)\s+(?:\p{L}+\s+)?\p{L}+s\b(?!\s+is\b)/iu.test(label))
  );
}

/** "Standard, 3-5 days, free" goes by "Standard", where no two are called alike; empty where they are. */
function headsOf(labels: string[]): string[] {
  const heads = labels.map((label) => label.split(/\s*[,:(]|\s+[–—-]\s/u)[0]?.trim() ?? '');
  const isEach = new Set(heads).size === labels.length && heads.some((head, at) => head !== labels[at]);
  return isEach && heads.every((head) => /^\p{L}[\p{L} ]{2,}$/u.test(head)) ? heads : [];
}

/** "My email is a@b.co" says what the address is, not that mail is preferred. */
function isLabelled({ end }: Mention, { text, words }: Talk): boolean {
  return /^(?:\s+(?:is|address|number|me at|to))*[\s:=(]+(?:[\w.+-]+@|\+?\d[\d\s()/-]{6,})/iu.test(
    text.slice(words[end]?.end ?? 0),
  );
}

/** Of amounts to choose from the one that is said; where it is not among them, the one for any other. */
export function chooseAmounts(controls: Control[], facts: Fact[]): Placed[] {
  const money = facts.find(({ isMoney, isWanted }) => isMoney && isWanted);
  if (!money) return [];
  return controls.flatMap((control): Placed[] => {
    const { kind, options } = control;
    const amounts = options.filter(
      ({ label }) => /[$€£]|\b(?:eur|euros?|usd|gbp)\b/iu.test(label) && /\d/u.test(label),
    );
    if (kind !== 'choice' || amounts.length < 2 || amounts.length < options.length - 1) return [];
    const own = amounts.find(({ label }) => label.match(/\d+/u)?.[0] === money.value);
    const other = options.find(({ label }) =>
      /\b(?:other|another|custom|different|own|else)\b/iu.test(label),
    );
    const at = { ...money, share: 1, isReason: false };
    if (own) return [{ control, value: own.label, at }];
    return other ? [{ control, value: other.label, at: null }] : [];
  });
}

export function chooseDays(controls: Control[], facts: Fact[]): Placed[] {
  return controls.flatMap((control): Placed[] => {
    const found = datedOption(control, facts);
    if (!found) return [];
    const start = Math.min(...found.facts.map((fact) => fact.start));
    const end = Math.max(...found.facts.map((fact) => fact.end));
    return [{ control, value: found.label, at: { start, end, share: 1, isWanted: true, isReason: false } }];
  });
}

/** Amounts, each said in the same way: "A1" and "B7" are names. */
function isNumeric(options: Control['options']): boolean {
  const signs = new Set(options.map(({ label }) => label.replace(/\d.*$/u, '')));
  return (
    options.length > 1 &&
    signs.size === 1 &&
    options.every(
      ({ label }) => /^\D{0,3}\d{1,4}\+?(?:\s+\p{L}+)?\D{0,3}$/u.test(label) && readTime(label) === null,
    )
  );
}

/** Where several controls offer the same, each takes what is said next to its own words. */
function isFor(control: Control, { start, end }: Mention, talk: Talk, all: Control[]): boolean {
  const value = talk.words.slice(start, end + 1).map(({ stem }) => stem);
  const rivals = all.filter((other) =>
    other.options.some(({ label }) => value.some((root) => rootsOf(label).includes(root))),
  );
  if (rivals.length < 2) return true;
  const place = (other: Control) => nearest(other, start, talk);
  const own = place(control);
  if (own === null) return false;
  return rivals.every((other) => other === control || isCloser(own, place(other)));
}
