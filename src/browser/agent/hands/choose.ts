import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { readDay, readSpan, readTime } from '../language/read-date.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { isPath, pathOf } from '../language/value-path.ts';
import { holdsPhrase, normalize, readOrdinal, similarity } from '../language/words.ts';
import { controlBeside, meantBy } from '../sight/beside.ts';
import { findField, isField } from '../sight/fields.ts';
import { keyOf, type Located, locate, seek } from '../sight/locate.ts';
import { type Match, matchTarget, SURE } from '../sight/match-target.ts';
import { offeredIn } from '../sight/offered.ts';
import { bestOption, optionFit } from '../sight/options.ts';
import { elementsIn, type PageModel, type UiElement } from '../sight/page-model.ts';
import { placeOf } from '../sight/place-of.ts';
import { popupNamed, popupsOf } from '../sight/popups.ts';
import { inRowOf } from '../sight/row-of.ts';
import type { Scene } from '../sight/scene.ts';
import { thingsOn } from '../sight/things.ts';
import { isUnavailable } from '../sight/unavailable.ts';
import { solve } from '../skills/solve.ts';
import { turnOver } from '../skills/turn-over.ts';
import { chooseColour } from './choose-colour.ts';
import { chooseEach } from './choose-each.ts';
import { followPath } from './follow-path.ts';
import { click, tick } from './hands.ts';
import { pickDay, pickSpan } from './pick-day.ts';
import { pickMonth } from './pick-month.ts';
import { chooseFromPopup, chooseNthFromPopup } from './popup-list.ts';
import { selectByLabel, setField } from './set-field.ts';
import { setSlider, setSpinner } from './set-level.ts';
import { takeByTyping } from './suggestions.ts';
import { setTimeLists } from './time-lists.ts';
import { untickOthers } from './untick-others.ts';

type Choose = Extract<Intent, { kind: 'choose' }>;

/** "Select X": what that means depends on what the page offers X in. */
export async function choose(agent: Agent, intent: Choose): Promise<Outcome> {
  const { field, hint, target } = intent;
  const values = await answered(agent, intent.values);
  await openMenuOf(agent, intent);
  await untickOthers(agent, intent.source, values);
  if (hint === 'menuitem') return followPath(agent, values);
  if (hint === 'slider') return setSlider(agent, field, values[0] ?? '');
  if (hint === 'spinner') return setSpinner(agent, field, values[0] ?? '');
  if (target.ordinal !== null && values.length <= 1) return chooseByOrdinal(agent, intent);
  const month = values.length === 1 ? await pickMonth(agent, values[0] ?? '') : null;
  if (month) return month;
  const span = readSpan(DATES.test(values.join(' ')) ? agent.instruction : intent.source);
  const spanned = span && (await pickSpan(agent, span));
  if (spanned) return spanned;
  const day = readDay(values.join(' '));
  if (day) return chooseDay(agent, field, values.join(' '), day);
  if (
    values.every((value) =>
      /^(?:it|them|one|(?:the\s+)?(?:suggestions?|(?:right|matching|first)\s+(?:suggestion|option|entry)))$/iu.test(
        value,
      ),
    )
  )
    return takeSuggestion(agent);
  const time = values.length === 1 ? readTime(values[0] ?? '') : null;
  const timed = time ? await setTimeLists(agent, time) : null;
  if (timed) return timed;
  const coloured = await chooseColour(agent, values, /\b(?:picker|wheel|mixer)\b/iu.test(intent.source));
  if (coloured) return coloured;
  const listed = await chooseInList(agent, values, field);
  if (listed) return listed;
  if (target.extreme || target.shape || target.place) {
    const found = await locate(agent, target);
    const taken = found ? await clicked(agent, found) : await turnOver(agent, target);
    if (taken) return taken;
  }
  return chooseEach(agent, values, (value) => chooseOne(agent, value, intent));
}

/** "Pick the dates": which they are is told elsewhere. */
const DATES = /^(?:the\s+|these\s+|those\s+)?(?:dates|days|nights)$/iu;

/** "Rename, from the menu of X": the sign in the row of the thing opens its menu. */
async function openMenuOf(agent: Agent, { source }: Choose): Promise<void> {
  const owner = source.match(
    /\bmenu\s+(?:of|for|beside|next\s+to|at)\s+(?:the\s+)?(?:file\s+|item\s+|entry\s+|row\s+|user\s+|post\s+(?:by|of)\s+)?"?([^"]+?)"?$/iu,
  )?.[1];
  const scene = await see(agent);
  const sign = owner === undefined ? undefined : inRowOf(scene.model, owner, isMenuSign)[0];
  if (sign) await click(agent, scene, sign);
}

export function isMenuSign({ isClickable, isHeard, name, hints }: UiElement): boolean {
  return (
    (isClickable || isHeard) &&
    (/^(?:⋮|…|⋯|☰|\.\.\.|▾|▼|menu|more|options|actions)$/iu.test(name.trim()) ||
      (name === '' && /\b(?:menu|more|dots|kebab|options)\b/u.test(hints)))
  );
}

/** "the right answer" is what was worked out, or can be. */
async function answered(agent: Agent, values: string[]): Promise<string[]> {
  const [value = ''] = values;
  if (
    values.length === 1 &&
    agent.remembered !== null &&
    /^(?:(?:number|count|amount|total|sum|result|answer)|(?:right|correct)\s+number)$/iu.test(value)
  )
    return [agent.remembered];
  if (
    values.length !== 1 ||
    !/^(?:right|correct)\s+(?:answer|option|result|one|solution|number|choice|value)$/iu.test(value)
  )
    return values;
  const { model, text } = await see(agent);
  return [agent.remembered ?? solve(model, text, agent.instruction) ?? value];
}

/** "Pick the suggestion": typing has taken it already, unless it is still on offer. */
async function takeSuggestion(agent: Agent): Promise<Outcome> {
  const scene = await see(agent);
  const option = scene.model.elements.find(
    (element) =>
      element.isVisible &&
      (element.role === 'option' || /suggest|auto ?complete/u.test(element.hints)) &&
      element.name !== '' &&
      !element.isEditable,
  );
  if (option) await click(agent, scene, option);
  return DONE;
}

/** A list of the browser's own that has all the values. */
async function chooseInList(agent: Agent, values: string[], field: string): Promise<Outcome | null> {
  const scene = await seeLists(agent, values);
  const lists = scene.model.elements.filter(
    (element) =>
      element.tag === 'select' &&
      !element.isDisabled &&
      isField(element) &&
      values.every((value) => bestOption(element, value) >= 0),
  );
  const all = scene.model.elements.filter((element) => element.tag === 'select' && isField(element));
  const counted = readOrdinal(field);
  const nth = counted === null ? undefined : all.at(counted > 0 ? counted - 1 : counted);
  if (nth && lists.includes(nth)) return selectByLabel(agent, scene, nth, values);
  const named = lists.toSorted(
    (one, other) =>
      similarity(other.name, field) - similarity(one.name, field) ||
      exactness(other, values) - exactness(one, values),
  );
  const list = named[0];
  if (!list || exactness(list, values) < 0.6 * values.length) return null;
  if (values.length > 1 && !list.isMultiple) return null;
  return selectByLabel(agent, scene, list, [...keptIn(agent, list), ...values]);
}

/** Of a list that takes several, what this task has chosen before stays chosen. */
function keptIn({ filled }: Agent, list: UiElement): string[] {
  const isAgain = list.isMultiple && filled.has(keyOf(list));
  filled.add(keyOf(list));
  return isAgain ? list.options.filter(({ isSelected }) => isSelected).map(({ label }) => label) : [];
}

/** A list that depends on another is closed until its choices have come. */
async function seeLists(agent: Agent, values: string[]): Promise<Scene> {
  const isClosed = (scene: Scene) => {
    const lists = scene.model.elements.filter((element) => element.tag === 'select' && isField(element));
    const isThere = lists.some((list) => values.every((value) => bestOption(list, value) >= 0));
    return !isThere && scene.model.elements.some(({ tag, isDisabled }) => tag === 'select' && isDisabled);
  };
  let scene = await see(agent);
  for (let look = 0; look < 10 && isClosed(scene); look += 1) {
    await agent.clock.sleep(200, agent.signal);
    scene = await see(agent);
  }
  return scene;
}

function exactness(list: UiElement, values: string[]): number {
  return values.reduce(
    (sum, value) => sum + Math.max(...list.options.map(({ label }) => optionFit(label, value))),
    0,
  );
}

async function chooseByOrdinal(agent: Agent, intent: Choose): Promise<Outcome> {
  const { target, hint, field } = intent;
  const scene = await see(agent);
  const lists = scene.model.elements.filter((element) => element.tag === 'select' && isField(element));
  const named = lists.find((element) => field !== '' && similarity(element.name, field) > 0.5);
  const number = target.ordinal ?? 1;
  const isOfList = hint === 'dropdown' || hint === 'list' || target.kind === 'option' || target.kind === null;
  const owner = named || field === '' ? null : popupNamed(scene.model, field);
  if (owner && isOfList) return chooseNthFromPopup(agent, owner, number);
  const list = named ?? lists[0];
  if (list && isOfList) {
    // "Please choose" is no entry of the list.
    const offered = list.options.filter(({ value }, index) => index > 0 || value !== '');
    const option = offered.at(number < 0 ? number : number - 1);
    if (!option) return stuck(`the list has no option number ${number}`);
    return selectByLabel(agent, scene, list, [...keptIn(agent, list), option.label]);
  }
  const offered = field === '' && !lists[0] && target.kind === null ? offeredIn(scene.model) : [];
  const value = offered.at(number < 0 ? number : number - 1);
  if (value !== undefined)
    return choose(agent, { ...intent, values: [value], target: { ...readTarget('', []), text: value } });
  const isBack = target.from === 'bottom' || target.from === 'right';
  const at = number < 0 || isBack ? -Math.abs(number) : number - 1;
  const thing = target.kind === 'item' && target.text === '' ? thingsOn(scene.model).at(at) : undefined;
  const found = thing
    ? { scene, element: thing }
    : await locate(agent, target.kind === null ? { ...target, kind: 'option' } : target);
  return found ? clicked(agent, found) : stuck(`there is no choice number ${number}`);
}

async function chooseOne(
  agent: Agent,
  asked: string,
  { field: told, hint, target }: Choose,
): Promise<Outcome> {
  const { value, field } =
    told === '' ? apart((await see(agent)).model, asked) : { value: asked, field: told };
  const wanted: Target = {
    ...readTarget('', []),
    text: value,
    isQuoted: target.isQuoted,
    kind:
      hint === 'radio' || hint === 'checkbox'
        ? hint
        : target.kind === 'tab' || target.kind === 'link'
          ? target.kind
          : null,
    near: target.near ?? (field || agent.about),
  };
  const scene = await see(agent);
  // "The file a.pdf" where the page has no word of files: the noun is the task's own.
  const isOwnNoun = /^\p{Ll}+$/u.test(field) && !holdsPhrase(`${scene.text} ${scene.model.title}`, field);
  if (wanted.near === field && isOwnNoun) wanted.near = null;
  const ready = bestChoice(scene.model, wanted, field);
  if (ready && ready.score >= 0.9) return pickElement(agent, { scene, element: ready.element });
  // A field that takes its value from a list of its own.
  const owner = field === '' ? null : (findField(scene.model, field, null) ?? popupNamed(scene.model, field));
  const isList = (element: UiElement) =>
    element.tag !== 'select' && (element.role === 'combobox' || !element.isEditable || element.isReadonly);
  for (const list of ready ? [] : owner ? [owner] : popupsOf(scene.model).slice(0, MOST_LISTS)) {
    const outcome = isList(list) ? await chooseFromPopup(agent, list, value) : null;
    if (outcome?.ok) return outcome;
  }
  if (isPath(value)) return followPath(agent, pathOf(value));
  if (owner && isField(owner) && field !== '' && ready === null) {
    const outcome = await setField(agent, { scene, element: owner }, value);
    if (outcome.ok) return outcome;
  }
  const found = await seek(agent, (model, isHidden) => bestChoice(model, wanted, field, isHidden));
  if (found) return pickElement(agent, found);
  const now = await see(agent);
  // What the task calls the question may stand nowhere on the page.
  const bare = bestChoice(now.model, { ...wanted, near: null }, '');
  const isExact = bare && bare.score >= SURE && normalize(bare.element.name) === normalize(value);
  if (bare && (bare.score >= 0.9 || isExact))
    return pickElement(agent, { scene: now, element: bare.element });
  const boxes = now.model.elements.filter(
    ({ isVisible, role }) => isVisible && (role === 'checkbox' || role === 'radio'),
  );
  const meant = meantBy(now.model, boxes, value);
  if (meant) return pickElement(agent, { scene: now, element: meant });
  const nth = /^\d{1,2}$/u.test(value) ? nthUnnamed(now.model, Number(value)) : null;
  if (nth) return clicked(agent, { scene: now, element: nth });
  const code = /\b[A-Z]\d{1,2}\b|\b\d{1,2}[A-Z]\b/u.exec(value)?.[0];
  const place = code ? placeOf(now.model, code) : null;
  if (place) return clicked(agent, { scene: now, element: place });
  const typed = await takeByTyping(agent, value);
  if (typed) return typed;
  // "the Plus plan" goes by Plus.
  const head = value.match(/^(\p{Lu}\S*)\s+\p{Ll}+$/u)?.[1];
  const list = now.model.elements.find(
    (element) =>
      isField(element) && element.options.some(({ label }) => normalize(label) === normalize(head ?? '')),
  );
  return head && list
    ? setField(agent, { scene: now, element: list }, head)
    : stuck(`there is no "${value}" to choose`);
}

const MOST_LISTS = 4;

/** "the photos 2 and 4": of things that have no names of their own, by their place. */
function nthUnnamed({ elements }: PageModel, number: number): UiElement | null {
  const unnamed = elements.filter(
    ({ isVisible, isHeard, isEditable, name, text }) =>
      isVisible && isHeard && !isEditable && name === '' && text === '',
  );
  const families = [
    ...Map.groupBy(unnamed, ({ signature }) =>
      signature.replace(/\.(?:sel|on|active|selected)\b/gu, ''),
    ).values(),
  ];
  const largest = families.reduce((most, family) => (family.length > most.length ? family : most), []);
  return largest.length > 2 ? (largest[number - 1] ?? null) : null;
}

/** "First class": what the page calls one of its choices may come after the value. */
function apart(model: PageModel, asked: string): { value: string; field: string } {
  const [, value = '', field = ''] = asked.match(/^(.+?)\s+(\p{Ll}+)$/u) ?? [];
  const isWhole = model.elements.some(({ name }) => normalize(name) === normalize(asked));
  const isLabel = model.elements.some(
    ({ text, isHeard, tag }) =>
      (!isHeard || tag === 'label') && normalize(text).replace(/[:?*]+$/u, '') === normalize(field),
  );
  return field !== '' && isLabel && !isWhole ? { value, field } : { value: asked, field: '' };
}

/** Ticks, radio buttons and options before plain text of the same name. */
function bestChoice(model: PageModel, wanted: Target, field: string, isHidden = false): Match | null {
  const matches = matchTarget(model, wanted.near && !field ? { ...wanted, near: wanted.near } : wanted, {
    isHidden,
  });
  const scored = matches
    .filter(({ element }) => mayBeChosen(model, element, wanted.text))
    .map((match) => ({
      ...match,
      score:
        match.score +
        (['radio', 'checkbox', 'option', 'switch', 'menuitem', 'menuitemradio'].includes(match.element.role)
          ? 0.12
          : 0) +
        (field !== '' && holdsPhrase(match.element.group, field) ? 0.08 : 0),
    }));
  return scored.sort((one, other) => other.score - one.score)[0] ?? null;
}

/** A text that answers no press and only holds the words among others is no choice. */
function mayBeChosen(model: PageModel, element: UiElement, value: string): boolean {
  return (
    element.isHeard ||
    element.isClickable ||
    element.inside !== null ||
    similarity(element.name, value) >= SAME_WORDS ||
    controlBeside(model, element) !== null
  );
}

const SAME_WORDS = 0.9;

async function pickElement(agent: Agent, found: Located): Promise<Outcome> {
  const { scene, element } = found;
  // A label's own box may be ticked already.
  const boxes = elementsIn(scene.model, element.node).filter(({ role }) =>
    ['radio', 'checkbox', 'switch'].includes(role),
  );
  const [box] = boxes;
  if (box && boxes.length === 1)
    return (await tick(agent, scene, box, true)) ? DONE : stuck(`"${element.name}" could not be chosen`);
  return clicked(agent, found);
}

async function clicked(agent: Agent, { scene, element }: Located): Promise<Outcome> {
  if (isUnavailable(scene.model, element)) return stuck(`"${element.name}" cannot be chosen`);
  return (await click(agent, scene, element)) ? DONE : stuck(`"${element.name}" could not be clicked`);
}

async function chooseDay(
  agent: Agent,
  field: string,
  value: string,
  day: NonNullable<ReturnType<typeof readDay>>,
): Promise<Outcome> {
  const scene = await see(agent);
  const isDated = (element: UiElement) =>
    isField(element) &&
    (element.type === 'date' ||
      /date|day|calendar/u.test(
        `${normalize(element.name)} ${element.hints} ${normalize(element.placeholder)}`,
      ));
  const named = field === '' || /^(?:date|day)$/iu.test(field) ? null : findField(scene.model, field, null);
  const element = named ?? scene.model.elements.find(isDated) ?? null;
  if (element) return setField(agent, { scene, element }, value);
  const opener =
    scene.model.elements.find(
      (candidate) =>
        candidate.isVisible &&
        candidate.isClickable &&
        /\b(?:date|day|calendar|when)\b/u.test(`${normalize(candidate.name)} ${candidate.hints}`),
    ) ?? scene.model.elements.find((candidate) => isField(candidate));
  return pickDay(agent, opener ? { scene, element: opener } : null, day);
}
