import type { Control } from './controls.ts';
import { isComing, isGoing, nearest } from './cues.ts';
import { detailFit } from './detail-fit.ts';
import type { Fact } from './facts.ts';
import { numberFit } from './number-fit.ts';
import type { Setting } from './setting.ts';
import type { Talk } from './talk.ts';
import { textFit } from './text-fit.ts';

/** Gives each field the fact that fits it best; a fact is used once. */
export function fillValues(
  controls: Control[],
  facts: Fact[],
  talk: Talk,
): { settings: Setting[]; taken: ReadonlySet<Fact> } {
  const pairs = controls.flatMap((control) =>
    facts.map((fact) => ({ control, fact, score: fitOf(control, fact, talk, { controls, facts }) })),
  );
  const settings: Setting[] = [];
  const taken = new Set<Fact>();
  const given = new Set<Control>();
  const placed = new Map<Control, Fact>();
  for (const { control, fact, score } of pairs.toSorted((one, other) => other.score - one.score)) {
    if (score < 0.3 || taken.has(fact) || given.has(control)) continue;
    const value = valueIn(control, fact);
    if (value === null) continue;
    taken.add(fact);
    given.add(control);
    placed.set(control, fact);
    settings.push({ control, value });
  }
  for (const [control, fact] of placed)
    for (const other of takesSeveral(control) ? listedWith(fact, facts, talk) : []) {
      if (taken.has(other)) continue;
      taken.add(other);
      settings.push({ control, value: other.value, isFurther: true });
    }
  return { settings, taken };
}

/** "Reviewers", "Tags", "To": a field for any number of names or addresses. */
function takesSeveral({ kind, label }: Control): boolean {
  const isWritten = kind === 'text' || kind === 'email';
  return isWritten && (/^(?:to|cc|bcc|people|invite|share with)\b/iu.test(label) || MANY.test(label));
}

const MANY =
  /\b(?!(?:address|notes|details|comments|remarks|wishes|instructions|requirements|requests|terms|status|business)\b)\p{L}{2,}[^s\W]s(?:\s+\([^)]*\))?[\s*:]*$/iu;

/** Those of its kind that are told in one breath with it: "A, B and C". */
function listedWith(fact: Fact, facts: Fact[], { words }: Talk): Fact[] {
  const isJoined = (one: Fact, other: Fact) =>
    words[one.end]?.sentence === words[other.start]?.sentence &&
    words.slice(one.end + 1, other.start).every(({ raw }) => /^(?:and|or|also)$/iu.test(raw));
  const alike = facts.filter(({ kind, isWanted }) => kind === fact.kind && isWanted);
  const at = alike.indexOf(fact);
  const before = alike.slice(0, at).toReversed();
  const after = alike.slice(at + 1);
  const stop = (list: Fact[], isNext: (one: Fact, last: Fact) => boolean) => {
    const run: Fact[] = [];
    for (const one of list) {
      if (!isNext(one, run.at(-1) ?? fact)) break;
      run.push(one);
    }
    return run;
  };
  return [
    ...stop(before, (one, last) => isJoined(one, last)).toReversed(),
    ...stop(after, (one, last) => isJoined(last, one)),
  ];
}

const FITTING: Readonly<Partial<Record<Control['kind'], Fact['kind']>>> = {
  email: 'email',
  phone: 'phone',
  date: 'date',
  time: 'time',
};

interface Around {
  controls: Control[];
  facts: Fact[];
}

function fitOf(control: Control, fact: Fact, talk: Talk, around: Around): number {
  if (!fact.isWanted) return 0;
  const special = detailFit(control, fact, talk, around.facts);
  if (special !== null) return valueIn(control, fact) === null ? 0 : special;
  const isNumber = control.kind === 'number' || control.kind === 'stepper' || control.kind === 'choice';
  if (isNumber) return fact.kind === 'number' ? numberFit(control, fact, talk, around) : 0;
  const kind = FITTING[control.kind];
  if (kind !== undefined) return fact.kind === kind ? 0.8 + spanFit(control, fact, talk, around) : 0;
  return textFit(control, fact, talk, around);
}

/** Of two days or times the one that is said with the words for this end; else in their order. */
function spanFit(control: Control, fact: Fact, talk: Talk, { controls, facts }: Around): number {
  const peers = controls.filter(({ kind }) => kind === control.kind);
  const values = facts.filter(({ kind }) => kind === fact.kind);
  if (peers.length < 2) return 0;
  const place = nearest(control, fact.start, talk);
  const isInOrder = peers.indexOf(control) === values.indexOf(fact);
  if (control.kind === 'date' && values.length === peers.length && (isComing(control) || isGoing(control)))
    return values.indexOf(fact) === (isComing(control) ? 0 : values.length - 1) ? 0.15 : 0;
  return (isInOrder ? 0.05 : 0) + (place && place.distance < 8 ? 0.1 / place.distance : 0);
}

function valueIn({ kind, options }: Control, { value }: Fact): string | null {
  if (kind === 'choice')
    return options.find(({ label }) => label.match(/\d+/u)?.[0] === value)?.label ?? null;
  if (kind === 'stepper' && !/^\d+$/u.test(value)) return null;
  return kind === 'time' ? (/^\d:/u.test(value) ? `0${value}` : value) : value;
}
