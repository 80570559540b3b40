import { readTime } from '../language/read-date.ts';
import { normalize } from '../language/words.ts';
import type { PageModel } from '../sight/page-model.ts';
import { type Control, controlsOn } from './controls.ts';
import { type Fact, factsOf } from './facts.ts';
import { kinOf, type Mention, mentionsOf, wantedMention } from './mentions.ts';
import { numberFit } from './number-fit.ts';
import { rootsOf, type Talk } from './talk.ts';
import { textFit } from './text-fit.ts';

/** What the task says a control should hold. */
export interface Setting {
  control: Control;
  /** The words to enter, the label to choose, or the number to reach; for a box whether it is to be ticked. */
  value: string | boolean;
}

/** Looks from the page: finds for each of its controls what the task says of it. Controls it says nothing of are left out. */
export function reconcile(model: PageModel, talk: Talk, spent: ReadonlySet<number> = new Set()): Setting[] {
  const controls = controlsOn(model);
  const facts = factsOf(talk, spent);
  const chosen = [...chooseOptions(controls, talk), ...tickBoxes(controls, talk)];
  const used = new Set(chosen.flatMap(({ at }) => (at ? range(at) : [])));
  const free = facts.filter(({ start, kind }) => kind !== 'name' || !used.has(start));
  const set = new Set(chosen.map(({ control }) => control));
  const values = fillValues(
    controls.filter((control) => !set.has(control)),
    free,
    talk,
  );
  return [...chosen.map(({ control, value }) => ({ control, value })), ...values].toSorted(
    (one, other) => one.control.element.node - other.control.element.node,
  );
}

interface Placed extends Setting {
  at: Mention | null;
}

function range({ start, end }: Mention): number[] {
  return Array.from({ length: end - start + 1 }, (_, index) => start + index);
}

function chooseOptions(controls: Control[], talk: Talk): Placed[] {
  const choices = controls.filter(({ kind, options }) => kind === 'choice' && !isNumeric(options));
  const placed: Placed[] = [];
  for (const control of choices) {
    const kin = kinOf(control.options.map(({ label }) => label));
    const named = control.options.flatMap(({ label }) => {
      const mentions = mentionsOf(talk, label, kin);
      return mentions
        .filter((mention) => mention.isWanted && mention.share >= 0.6)
        .map((at) => ({ value: label, at }));
    });
    const mine = named.filter(({ at }) => isFor(control, at, talk, choices));
    const [best] = mine.toSorted(
      (one, other) =>
        Number(one.at.isReason) - Number(other.at.isReason) ||
        cueDistance(control, one.at, talk) - cueDistance(control, other.at, talk) ||
        other.at.share - one.at.share ||
        other.value.length - one.value.length ||
        other.at.start - one.at.start,
    );
    if (best) placed.push({ control, ...best });
  }
  return placed;
}

function isNumeric(options: Control['options']): boolean {
  return (
    options.length > 1 &&
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

interface Place {
  isBefore: boolean;
  distance: number;
}

function isCloser(one: Place, other: Place | null): boolean {
  return other === null || one.distance <= other.distance;
}

/** How far from a word the control is spoken of: what stands before counts as nearer, other sentences hardly. */
function nearest(control: Control, index: number, talk: Talk): Place | null {
  const own = new Set(cuesOf(control));
  const word = talk.words[index];
  const places = talk.words.flatMap(({ stem, part, sentence }, at) => {
    if (!own.has(stem) || at === index || !word) return [];
    const isBefore = at < index;
    const far = (sentence === word.sentence ? 0 : 30) + (part === word.part ? 0 : 4) + (isBefore ? 0 : 3);
    return [{ isBefore, distance: Math.abs(at - index) + far }];
  });
  return places.toSorted((one, other) => one.distance - other.distance)[0] ?? null;
}

const BEGIN =
  'from start begin leav depart departur first outward collect land out von ab depart desde'.split(' ');
const END = 'to until till return back last end destination arriv arrival bis retour home hasta friend'.split(
  ' ',
);

/** The words by which a task speaks of a control: its row, its label, and for the ends of a span the words for them. */
function cuesOf({ label, row }: Control): string[] {
  const roots = rootsOf(label);
  const side = isEnd(label) ? END : isBegin(label) ? BEGIN : [];
  return row !== '' && side.length === 0
    ? row.split(' ')
    : [...roots.filter((root) => root !== 'locat'), ...side];
}

function isBegin(label: string): boolean {
  return /^(?:from|start|begin|depart|first|check-?in|outward|leaving|von|anreise|départ|desde)/iu.test(
    label,
  );
}

function isEnd(label: string): boolean {
  return /^(?:to\b|return|end|last|until|till|destination|check-?out|bis|abreise|retour|hasta)/iu.test(label);
}

function cueDistance(control: Control, { start }: Mention, talk: Talk): number {
  const isShared = control.row !== '' || isBegin(control.label) || isEnd(control.label);
  return isShared ? (nearest(control, start, talk)?.distance ?? 99) : 0;
}

function tickBoxes(controls: Control[], talk: Talk): Placed[] {
  const boxes = controls.filter(({ kind }) => kind === 'box');
  const kin = kinOf(boxes.map(({ label }) => label));
  return boxes.flatMap((control) => {
    const said = mentionsOf(talk, control.label, kin).filter(
      ({ share, isReason }) => share >= 0.6 && !isReason,
    );
    const at = wantedMention(said) ?? said[0];
    if (!at) return [];
    const isOn = said.every((one) => one.isWanted || one.share < at.share);
    return [{ control, value: isOn || isShunned(control, at, talk), at }];
  });
}

/** What somebody cannot have is what a list of such things wants ticked. */
function isShunned({ element }: Control, { start }: Mention, { words }: Talk): boolean {
  const own = words.filter(({ part }, at) => part === words[start]?.part && at < start);
  return (
    /allerg|intoleran|avoid|exclude/iu.test(element.group) &&
    /\b(?:can't|cannot|mustn't|don't) (?:have|eat|drink|tolerate)\b/iu.test(
      own.map(({ raw }) => raw).join(' '),
    )
  );
}

const FITTING: Readonly<Partial<Record<Control['kind'], Fact['kind']>>> = {
  email: 'email',
  phone: 'phone',
  date: 'date',
  time: 'time',
};

/** Gives each field the fact that fits it best; a fact is used once. */
function fillValues(controls: Control[], facts: Fact[], talk: Talk): Setting[] {
  const pairs = controls.flatMap((control) =>
    facts.map((fact) => ({ control, fact, score: fitOf(control, fact, talk, { controls, facts }) })),
  );
  const settings: Setting[] = [];
  const taken = new Set<Fact>();
  const given = new Set<Control>();
  for (const { control, fact, score } of pairs.toSorted((one, other) => other.score - one.score)) {
    if (score < 0.3 || taken.has(fact) || given.has(control)) continue;
    const value = valueIn(control, fact);
    if (value === null) continue;
    taken.add(fact);
    given.add(control);
    settings.push({ control, value });
  }
  return [...settings, ...splitNames(controls, settings)];
}

interface Around {
  controls: Control[];
  facts: Fact[];
}

function fitOf(control: Control, fact: Fact, talk: Talk, around: Around): number {
  if (!fact.isWanted) return 0;
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
  return (isInOrder ? 0.05 : 0) + (place && place.distance < 8 ? 0.1 / place.distance : 0);
}

function valueIn({ kind, options }: Control, { value }: Fact): string | null {
  if (kind === 'choice')
    return options.find(({ label }) => label.match(/\d+/u)?.[0] === value)?.label ?? null;
  return kind === 'time' ? (/^\d:/u.test(value) ? `0${value}` : value) : value;
}

/** "First name" and "last name" share what the task says in one breath. */
function splitNames(controls: Control[], settings: Setting[]): Setting[] {
  const isFirst = ({ label }: Control) => /^(?:first|given)\s*name|^vorname|^prénom|^nombre$/iu.test(label);
  const isLast = ({ label }: Control) =>
    /^(?:last|family)\s*name|^surname|^nachname|^nom de famille|^apellidos?/iu.test(label);
  const whole = settings.find(({ control, value }) => isFirst(control) && String(value).includes(' '));
  const last = controls.find(isLast);
  if (!whole || !last || settings.some(({ control }) => control === last)) return [];
  const [first = '', ...rest] = String(whole.value).split(' ');
  whole.value = first;
  return [{ control: last, value: rest.join(' ') }];
}

export function isDone({ control, value }: Setting): boolean {
  const { element, kind, options } = control;
  if (kind === 'box') return element.isChecked === value;
  if (kind === 'choice' && element.tag === 'select')
    return element.options.find(({ isSelected }) => isSelected)?.label === value;
  if (kind === 'choice') return options.find(({ label }) => label === value)?.element?.isChecked === true;
  if (kind === 'stepper') return element.text.trim() === value;
  return normalize(element.value) === normalize(String(value));
}
