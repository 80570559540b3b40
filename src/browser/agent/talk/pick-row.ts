import { readBest } from '../language/read-best.ts';
import { readTime } from '../language/read-date.ts';
import { readTarget } from '../language/read-target.ts';
import type { Extreme } from '../language/target-words.ts';
import { canonical, normalize, readOrdinal } from '../language/words.ts';
import { meantRows } from '../sight/meant-rows.ts';
import { itemOf, type PageModel, type UiElement, wholeTextOf } from '../sight/page-model.ts';
import { pickExtreme } from '../sight/pick-extreme.ts';
import { headsOf } from '../sight/table-heads.ts';
import { drawnChoices } from './drawn-choices.ts';
import { couldBe } from './mentions.ts';
import { isWanted } from './stance.ts';
import { rootsOf, type Talk } from './talk.ts';

/** Something to press in a row, card or entry. */
export interface RowPress {
  element: UiElement;
  /** What the row says, by which it is found again. */
  text: string;
}

export interface PickedRows {
  presses: RowPress[];
  /** The words of the task that told which rows. */
  spent: number[];
}

/** Buttons of one kind, one in each row. */
interface Family {
  name: string;
  members: UiElement[];
}

/** The like buttons of rows that do what the task calls for, those it calls for most clearly first. */
export function calledFamilies(model: PageModel, talk: Talk): UiElement[][] {
  return familiesOn(model, isToggle)
    .filter(({ name }) => name !== SLOT && name !== ENTRY)
    .map(({ name, members }) => ({ members, call: callFor({ name, members }, talk) }))
    .filter(({ call }) => call.strength >= 0.5)
    .toSorted((one, other) => other.call.strength - one.call.strength)
    .map(({ members }) => members);
}

/** What to press in which rows, as the task speaks of them; null when it does not. */
export function pickRows(model: PageModel, talk: Talk): PickedRows | null {
  const families = familiesOn(model);
  const ranked = families
    .map((family) => ({ family, call: callFor(family, talk) }))
    .filter(({ call }) => call.strength >= 0.5)
    .toSorted((one, other) => other.call.strength - one.call.strength);
  for (const { family, call } of ranked) {
    const { elements, spent } = rowsMeant(model, family, talk, call);
    if (elements.length === 0) continue;
    const presses = elements.map((element) => ({ element, text: rowText(model, element, family.members) }));
    return { presses, spent };
  }
  return null;
}

export function rowText(model: PageModel, element: UiElement, members: UiElement[]): string {
  return wholeTextOf(model, itemOf(model, element, members));
}

function familiesOn(model: PageModel, isAlso: (element: UiElement) => boolean = () => false): Family[] {
  const { elements } = model;
  // The answers to a question are no entries of a list.
  const answers = drawnChoices(
    model,
    elements.filter(({ isVisible }) => isVisible),
  ).flatMap(({ options }) => options.map(({ element }) => element.node));
  const pressable = elements.filter(
    (element) => (isPressable(element) && !answers.includes(element.node)) || isAlso(element),
  );
  const slots = pressable.filter(({ name }) => readTime(name) !== null && name.length < 12);
  const others = pressable.filter((element) => !slots.includes(element));
  const named = [...Map.groupBy(others, ({ name }) => normalize(name))]
    .filter(([, members]) => members.length > 1)
    .map(([name, members]) => ({ name, members }));
  const alone = others.filter((element) => !named.some(({ members }) => members.includes(element)));
  const verbal = [
    ...Map.groupBy(alone, ({ name, signature }) => `${normalize(name).split(' ')[0]} ${signature}`),
  ]
    .filter(([, members]) => members.length > 1 && members.every(({ name }) => /^\p{L}+\s+\S/u.test(name)))
    .map(([key, members]) => ({ name: key.split(' ')[0] ?? '', members }));
  named.push(...verbal);
  const inRows = new Set(named.flatMap(({ members }) => members));
  const entries = [...Map.groupBy(others, ({ signature }) => signature).values()].filter(
    (members) =>
      members.length > 1 &&
      members.every((one) => !inRows.has(one) && one.tag !== 'button' && one.href === '' && !isStep(one)),
  );
  return [
    ...named,
    ...(slots.length > 2 ? [{ name: SLOT, members: slots }] : []),
    ...entries.map((members) => ({ name: ENTRY, members })),
  ];
}

/** "Save" in each row that stays pressed once it was, and is not yet. */
function isToggle(element: UiElement): boolean {
  return (
    element.role === 'button' && element.isChecked === false && isPressable({ ...element, isChecked: null })
  );
}

function isPressable(element: UiElement): boolean {
  const { isVisible, isDisabled, isClickable, isEditable, isFraming, role, tag, name, isChecked } = element;
  return (
    isVisible &&
    !isDisabled &&
    isClickable &&
    !isEditable &&
    !isFraming &&
    name !== '' &&
    isChecked === null &&
    tag !== 'label' &&
    tag !== 'select' &&
    !/^(?:checkbox|radio|switch|option|tab)$/u.test(role)
  );
}

/** Plus and minus. */
function isStep({ name }: UiElement): boolean {
  return !/\p{L}/u.test(name);
}

const SLOT = 'time slot';
/** The rows themselves can be pressed: what is done to them is found behind. */
const ENTRY = 'entry';
const DISCARDING = /^(?:delete|remove|cancel|discard|trash|archive)/u;
const TAKING = /^(?:choose|select|book|buy|add|order|take|reserve|get|pick)/u;
const CHANGING = /^(?:edit|change|modify|update|rename)/u;
const UNNEEDED =
  /\b(?:(?:don't|do not|no longer|not|won't) (?:need|want)|(?:isn't|aren't|not|no longer) (?:needed|wanted)|can go\b|get rid|throw|take \p{L}+(?: \p{L}+)? off|off the list|no(?: more)? \p{L}+)/iu;
const NEEDED =
  /\b(?:i'd like|i'd love|we'd love|i want|we'd like|we want|i need|prefer|rather|take|choose|pick|in my basket|into the basket|put)\b/iu;
const OUTDATED = /\b(?:moved|out of date|should be|chang\p{L}+|right|correct|wrong|update|now)\b/iu;
const IMPLIED: readonly (readonly [RegExp, RegExp])[] = [
  [DISCARDING, UNNEEDED],
  [TAKING, NEEDED],
  [CHANGING, OUTDATED],
];

interface Call {
  strength: number;
  /** The word that calls for it; -1 when it only follows from what is said. */
  at: number;
}

/** How clearly the task calls for what buttons of this name do. */
function callFor({ name }: Family, talk: Talk): Call {
  if (name === SLOT)
    return { strength: talk.words.some(({ raw }) => /^\d{1,2}:\d{2}$/u.test(raw)) ? 0.9 : 0, at: -1 };
  if (name === ENTRY) return { strength: 0.5, at: -1 };
  // "♡ Save" saves: the sign only adorns it.
  const plain = name.replace(/^[^\p{L}\p{N}]+(?=\p{L})/u, '');
  const verb = canonical(plain).split(' ')[0] ?? '';
  const roots = rootsOf(plain).slice(0, 1);
  const said = talk.words.flatMap((word, index) =>
    !word.isQuoted && (canonical(word.raw) === verb || roots.includes(word.stem)) ? [index] : [],
  );
  const at = said.findLast((index) => isWanted(talk, index, index));
  if (at !== undefined) return { strength: 1, at };
  const isMeant = IMPLIED.some(([names, needs]) => names.test(name) && needs.test(talk.text));
  return { strength: said.length > 0 ? 0 : isMeant ? 0.6 : 0, at: -1 };
}

interface Meant {
  elements: UiElement[];
  spent: number[];
}

function rowsMeant(model: PageModel, family: Family, talk: Talk, call: Call): Meant {
  const { name, members } = family;
  const extreme = name === SLOT ? null : extremeIn(talk);
  const compared = extreme ? comparedOnes(model, members, talk) : [];
  const far = extreme && pickExtreme(model, compared, extreme);
  if (far) return { elements: [far], spent: [] };
  const ordinal = name === SLOT ? null : ordinalIn(talk);
  const counted = ordinal === null ? undefined : members.at(ordinal > 0 ? ordinal - 1 : ordinal);
  if (counted) return { elements: [counted], spent: [] };
  const scored = scoreRows(model, family, talk, call);
  if (scored.length === 1 && name === SLOT)
    return { elements: scored.map(({ element }) => element), spent: [] };
  const isImplied = DISCARDING.test(name) && call.at < 0;
  const named = scored.filter(({ places }) => places.length > 0);
  const asked = named.filter(({ isAsked }) => isAsked === !isImplied);
  const open = asked.length > 0 ? asked : named;
  const isForked = /\b(?:otherwise|unless|or else|if not|isn't any|if there)\b/iu.test(talk.text);
  if (isForked && open.length > 1) return { elements: [preferred(open, talk)], spent: [] };
  const near = open.filter(({ isNear }) => isNear);
  const pool = near.length > 0 ? near : open;
  const whole = pool.filter(({ isWhole }) => isWhole);
  const most = Math.max(0, ...pool.map(({ places }) => places.length));
  const best = whole.length > 0 ? whole : pool.filter(({ places }) => places.length === most);
  const isMany =
    /\b(?:all|both|every|everything|each|them)\b/iu.test(talk.text) ||
    new Set(best.map(({ places }) => places.join())).size === best.length;
  const rows = isMany ? best : best.slice(0, 1);
  return { elements: rows.map(({ element }) => element), spent: rows.flatMap(({ places }) => places) };
}

/** Those that say all that the task tells of the one it means. */
function comparedOnes(model: PageModel, members: UiElement[], { goal }: Talk): UiElement[] {
  const best = readBest(goal);
  if (!best) return members;
  const texts = members.map((member) => rowText(model, member, members));
  const { rows } = meantRows(texts, best.description);
  return members.filter((_, at) => rows.includes(at));
}

interface Scored {
  element: UiElement;
  /** The words of the task that only some rows have. */
  places: number[];
  isAsked: boolean;
  /** Named in one breath with the verb: that is what it is done to. */
  isNear: boolean;
  /** Everything that tells the row from others is said. */
  isWhole: boolean;
}

function scoreRows(model: PageModel, { name, members }: Family, talk: Talk, call: Call): Scored[] {
  const fitting =
    name === SLOT
      ? members.filter((slot) =>
          talk.words.some(
            ({ raw }) => /^\d{1,2}:\d{2}$/u.test(raw) && couldBe(raw, readTime(slot.name) ?? ''),
          ),
        )
      : members;
  const rows = fitting.map((element) => {
    const around = `${rowText(model, element, members)} ${headsOf(model, element)} ${name === SLOT ? element.group : ''}`;
    return { element, roots: new Set(rootsOf(around)) };
  });
  const own = new Set(rootsOf(name));
  const isTelling = (root: string) =>
    !own.has(root) && (rows.length === 1 || rows.some(({ roots }) => !roots.has(root)));
  const verb = talk.words[call.at];
  return rows.map(({ element, roots }) => {
    const met = talk.words.flatMap(({ stem }, at) =>
      at !== call.at && roots.has(stem) && isTelling(stem) ? [at] : [],
    );
    const places = met.filter(
      (at, index) => met.findIndex((other) => talk.words[other]?.stem === talk.words[at]?.stem) === index,
    );
    const isNear = verb !== undefined && met.some((at) => talk.words[at]?.part === verb.part);
    const isAsked = isMeantBy(met, name, talk, call);
    const isWhole = places.length > 0 && places.length === [...roots].filter(isTelling).length;
    return { element, places, isAsked, isNear, isWhole };
  });
}

/** Who wants something gone speaks against it; only what is told to stay is not meant. */
function isMeantBy(places: number[], name: string, talk: Talk, call: Call): boolean {
  if (!DISCARDING.test(name)) return places.some((at) => isWanted(talk, at, at));
  return call.at < 0
    ? places.every((at) => isWanted(talk, at, at))
    : places.some((at) => !STAYING.test(partBefore(talk, at)));
}

const STAYING = /\b(?:not|keep|leave|except|spare)\b(?! (?:need|want))/iu;

function partBefore({ words }: Talk, index: number): string {
  const own = words.filter(({ part }, at) => part === words[index]?.part && at < index);
  return own.map(({ raw }) => raw).join(' ');
}

/** "A unless there is B" wants B; any other fork what it names first. */
function preferred(rows: Scored[], { words }: Talk): UiElement {
  const place = ({ places }: Scored) => Math.min(...places);
  const fork = words.findIndex(({ raw }) => /^unless$/iu.test(raw));
  const after = rows.filter((row) => place(row) > fork);
  const [first] = (fork >= 0 && after.length > 0 ? after : rows).toSorted(
    (one, other) => place(one) - place(other),
  );
  return (first ?? rows[0])?.element as UiElement;
}

function extremeIn({ text }: Talk): Extreme | null {
  const costs = text.match(/\bcosts? (?:the )?(least|less|most)\b/iu)?.[1];
  if (costs) return { of: 'price', end: /most/iu.test(costs) ? 'max' : 'min' };
  const phrase = text
    .match(/\b(?:the )?(?:\p{L}{3,}est|most \p{L}+|least \p{L}+)\b(?: \p{L}+)?/giu)
    ?.find((one) => readTarget(one, []).extreme !== null);
  return phrase ? readTarget(phrase, []).extreme : null;
}

function ordinalIn(talk: Talk): number | null {
  const at = talk.words.findIndex(
    ({ raw }, index) =>
      /^(?:the|that)$/iu.test(talk.words[index - 1]?.raw ?? '') &&
      readOrdinal(raw) !== null &&
      isWanted(talk, index, index),
  );
  const next = talk.words[at + 1]?.stem ?? '';
  return at < 0 || /^(?:nam|tim|day|step|month|week|year)/u.test(next)
    ? null
    : readOrdinal(talk.words[at]?.raw ?? '');
}
