import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { numberIn } from '../language/amounts.ts';
import type { Intent } from '../language/intent.ts';
import { listOf } from '../language/read-choose.ts';
import { readDay, readTime } from '../language/read-date.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { isKind, kinship } from '../language/thesaurus.ts';
import { holdsPhrase, normalize, similarity } from '../language/words.ts';
import { controlBeside } from '../sight/beside.ts';
import { findField, isField } from '../sight/fields.ts';
import { seek } from '../sight/locate.ts';
import { allowedBy, type Match, matchTarget } from '../sight/match-target.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { cellNode } from '../sight/read-tables.ts';
import { inRowOf } from '../sight/row-of.ts';
import type { Scene } from '../sight/scene.ts';
import { actOn } from './act-on.ts';
import { choose, setSlider, setSpinner } from './choose.ts';
import { setDateLists } from './date-lists.ts';
import { dragTo, placeIn } from './drag.ts';
import { submitForm } from './fill-form.ts';
import { click, labelOf, tick } from './hands.ts';
import { moveCard } from './move-card.ts';
import { doubleClick } from './other-clicks.ts';
import { setField } from './set-field.ts';
import { moveByArrows } from './sort-by-arrows.ts';
import { stepTo } from './step-to.ts';
import { setTimeLists } from './time-lists.ts';
import { transfer } from './transfer.ts';
import { turnClock, turnWheels } from './turn-wheels.ts';
import { fieldFor, isSecretField } from './type-entries.ts';
import { untickOthers } from './untick-others.ts';

export async function tickBoxes(
  agent: Agent,
  { names, target, isAll, isOn, except, restrictions, source }: Extract<Intent, { kind: 'tick' }>,
): Promise<Outcome> {
  if (isAll) {
    const { model } = await see(agent);
    const kind = kindAsked(model, source);
    if (kind === 'unknown') return stuck(`nothing on the page is known to be what "${source}" means`);
    const count = model.elements.filter(isBox).length;
    for (let index = 0; index < count && !isSpent(agent); index += 1) {
      const scene = await see(agent);
      const boxes = scene.model.elements.filter(isBox);
      const box = boxes[index];
      if (box && !allowedBy(scene.model, boxes, restrictions).includes(box)) continue;
      if (box && kind !== null && kinship(box.name, kind) < OF_KIND) continue;
      if (box && except.some((name) => similarity(box.name, name) > 0.7)) continue;
      if (box && box.isChecked !== isOn && !(await tick(agent, scene, box, isOn)))
        return stuck(`"${labelOf(box)}" could not be ticked`);
    }
    return count > 0 ? DONE : stuck('there are no boxes to tick');
  }
  if (target) return tickDescribed(agent, target, isOn, source);
  if (isOn) await untickOthers(agent, source, names);
  for (const name of names) {
    const named: Target = { ...readTarget('', []), text: name };
    const found = await seek(agent, (model, isHidden) => {
      const boxes = model.elements.filter(
        (element) => (isBox(element) || element.role === 'radio') && (isHidden ? !element.isVisible : true),
      );
      const best = boxes
        .map((element) => ({
          element,
          score: Math.max(similarity(element.name, name), holdsPhrase(name, element.name) ? 0.7 : 0),
        }))
        .sort((one, other) => other.score - one.score)[0];
      return best && best.score >= 0.5
        ? { element: best.element, score: Math.max(0.66, best.score) }
        : (boxInRow(model, name, isHidden) ?? matchTarget(model, named, { isHidden })[0] ?? null);
    });
    if (!found) return stuck(`there is no box "${name}" (${source})`);
    if (!isBox(found.element) && found.element.role !== 'radio') {
      if (
        drawnState(found.scene.model, controlBeside(found.scene.model, found.element) ?? found.element) !==
        isOn
      )
        await click(agent, found.scene, found.element);
    } else if (!(await tick(agent, found.scene, found.element, isOn)))
      return stuck(`"${name}" could not be ticked`);
  }
  return DONE;
}

const OF_KIND = 0.8;

/** "Tick all the colours": only some of the boxes are of that kind. Null where the word is no kind of things, or the page's own. */
function kindAsked(model: PageModel, source: string): string | null {
  const word = source.match(/\b(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?(\p{Ll}+)$/u)?.[1] ?? '';
  const boxes = model.elements.filter(isBox);
  const own = boxes.filter(({ name }) => kinship(name, word) >= OF_KIND);
  if (own.length > 0) return own.length < boxes.length ? word : null;
  const isSaid = model.elements.some(({ text, group }) => holdsPhrase(`${text} ${group}`, word));
  return isKind(word) && !isSaid ? 'unknown' : null;
}

function isBox({ role, isDisabled }: UiElement): boolean {
  return ['checkbox', 'switch', 'menuitemcheckbox'].includes(role) && !isDisabled;
}

/** Whether a switch that is only drawn is on: its class says so, and those of its kind that are off lack the word. Null where nothing tells. */
function drawnState({ elements }: PageModel, { hints, tag, box }: UiElement): boolean | null {
  const isOn = (words: string) => words.split(' ').some((word) => STATES.has(word));
  if (isOn(hints)) return true;
  const isAlike = (other: UiElement) =>
    other.tag === tag &&
    Math.abs(other.box.width - box.width) < 2 &&
    Math.abs(other.box.height - box.height) < 2;
  return elements.some((other) => isAlike(other) && isOn(other.hints)) ? false : null;
}

const STATES = new Set(['on', 'checked', 'active', 'selected', 'enabled']);

/** "Tick the row whose city is Oslo": the box of what is described, else the thing itself. */
async function tickDescribed(agent: Agent, target: Target, isOn: boolean, source: string): Promise<Outcome> {
  const found = await seek(agent, (model, isHidden) => {
    const boxes = model.elements.filter((element) => isBox(element) && element.isVisible !== isHidden);
    const allowed = target.restrictions.length > 0 ? allowedBy(model, boxes, target.restrictions) : [];
    const meant = allowed.length === 1 ? allowed[0] : null;
    return meant ? { element: meant, score: 0.9 } : (matchTarget(model, target, { isHidden })[0] ?? null);
  });
  if (!found) return stuck(`there is no such box (${source})`);
  const isDone = isBox(found.element)
    ? await tick(agent, found.scene, found.element, isOn)
    : await click(agent, found.scene, found.element);
  return isDone ? DONE : stuck(`"${labelOf(found.element)}" could not be ticked`);
}

function boxInRow(model: PageModel, name: string, isHidden: boolean) {
  const boxes = isHidden ? [] : inRowOf(model, name, isBox);
  return boxes.length === 1 && boxes[0] ? { element: boxes[0], score: 0.8 } : null;
}

export async function setPairs(
  agent: Agent,
  { pairs, hint, source }: Extract<Intent, { kind: 'set' }>,
): Promise<Outcome> {
  for (const [index, { field, value }] of pairs.entries()) {
    const outcome = await setPair(agent, field, value, hint, index, source);
    if (!outcome.ok) return outcome;
  }
  return DONE;
}

async function setPair(
  agent: Agent,
  field: string,
  value: string,
  hint: string | null,
  index: number,
  source: string,
): Promise<Outcome> {
  if (isSecretField(field)) agent.journal.hide(value, '{{credential.password}}');
  const scene = await see(agent);
  if (hint === 'spinner' && field === '') return setSpinner(agent, field, value);
  if (field === '' || /^sliders?$/iu.test(field)) {
    return setSlider(agent, '', value, index);
  }
  const own = field.match(/^(.+?)\s+(?:of|for)\s/iu)?.[1] ?? '';
  const alike = scene.model.elements.filter(
    (candidate) => isField(candidate) && own !== '' && similarity(candidate.name, own) > 0.7,
  );
  const ofRow = alike.length > 1 ? await setInRow(agent, field, value) : null;
  if (ofRow) return ofRow;
  const turned = findField(scene.model, field, null) ? null : await turnWheels(agent, value);
  if (turned) return turned;
  const edited = agent.isEditing ? null : await editInRow(agent, field, value, source);
  if (edited) return edited;
  if (await openForEditing(agent, field))
    return setPair(agent, field.match(OF)?.[1] ?? field, value, hint, index, source);
  const goal = readTarget(value, []);
  const ranked = /^(?:move|put|bring|place)\b/iu.test(source)
    ? await moveByArrows(agent, field, (count) => placeIn(goal, count))
    : null;
  if (ranked) return ranked;
  const carried = /^(?:move|put|bring|drag)\b/iu.test(source)
    ? await moveCard(agent, goalless(field), value.replace(/\s+column$/iu, ''))
    : null;
  if (carried) return carried;
  const moved = /^(?:move|put|add|remove|take|transfer)\b/iu.test(source)
    ? await transfer(agent, listOf(field.replace(/\s+back$/iu, ''), []))
    : null;
  if (moved) return moved;
  const day = readDay(value);
  const time = readTime(value);
  const listed = day
    ? await setDateLists(agent, day)
    : time && ((await setTimeLists(agent, time)) ?? (await turnClock(agent, time)));
  if (listed) return listed;
  const element = findField(scene.model, field, null);
  const radio = scene.model.elements.find(
    (candidate) =>
      candidate.role === 'radio' &&
      similarity(candidate.group, field) > 0.6 &&
      similarity(candidate.name, value) > 0.8,
  );
  if (radio) return (await tick(agent, scene, radio, true)) ? DONE : stuck(`"${value}" could not be chosen`);
  if (element) return setField(agent, { scene, element }, value);
  const stepped =
    numberIn(value) === null
      ? null
      : scene.model.elements.find(
          (candidate) =>
            candidate.isVisible &&
            /^-?\d+$/u.test(candidate.text) &&
            similarity(candidate.hints, field) > 0.5,
        );
  if (stepped) return setNumber(agent, stepped, field, value);
  const owned = await setInRow(agent, field, value);
  if (owned) return owned;
  const isMove =
    /^(?:move|put|drag)\b/iu.test(source) &&
    scene.model.elements.some(
      ({ isDraggable, tag, isClickable }) => isDraggable || (tag === 'li' && isClickable),
    );
  if (isMove) return dragTo(agent, readTarget(field, []), readTarget(value.replace(/\s+column$/iu, ''), []));
  const hasFields = scene.model.elements.some(isField);
  const late = hasFields ? await fieldFor(agent, field, null) : null;
  if (late) return setField(agent, late, value);
  const isSite =
    scene.model.elements.filter(({ isFraming, role }) => isFraming && role === 'link').length > 2;
  const offering = isSite
    ? await seek(agent, (model, isHidden) => (isHidden ? null : listOffering(model, value)), 1)
    : null;
  if (offering) return setField(agent, offering, value);
  return choose(agent, {
    kind: 'choose',
    values: [value],
    target: { ...readTarget('', []), text: value },
    field,
    hint: hint === 'slider' ? 'slider' : null,
    source,
  });
}

/** "the card X from the left column": the thing alone. */
function goalless(field: string): string {
  return field
    .replace(/^(?:the\s+)?(?:card|task|item|ticket|note)\s+(?=\S)/iu, '')
    .replace(/\s+from\s+.*$/iu, '')
    .replace(/^["“](.*)["”]$/u, '$1');
}

/** The only list of the page that has such an option, whatever it is called. */
function listOffering({ elements }: PageModel, value: string): Match | null {
  const lists = elements.filter(
    (element) =>
      isField(element) &&
      element.tag === 'select' &&
      element.options.some(({ label }) => normalize(label) === normalize(value)),
  );
  const [list] = lists;
  return list && lists.length === 1 ? { element: list, score: 0.9 } : null;
}

/** "the quantity of ladder": the field, or the number with its buttons, in the row of the thing. */
async function setInRow(agent: Agent, field: string, value: string): Promise<Outcome | null> {
  const named = field.match(/^(.+?)\s+(?:of|for|in)\s+(?:the\s+)?(.+)$/iu);
  const owner = named?.[2] ?? field;
  const scene = await see(agent);
  const fields = named ? inRowOf(scene.model, owner, isField) : [];
  const counts = numberIn(value) === null ? [] : inRowOf(scene.model, owner, isCount);
  const column = named ? cellNode(scene.model, named[1] ?? '', owner) : null;
  const numbers = counts.toSorted(
    (one, other) => Number(other.node === column) - Number(one.node === column),
  );
  const best = fields.toSorted(
    (one, other) => similarity(other.name, named?.[1] ?? '') - similarity(one.name, named?.[1] ?? ''),
  )[0];
  if (numbers[0] && (!best || best.node > numbers[0].node)) return setNumber(agent, numbers[0], owner, value);
  return best ? setField(agent, { scene, element: best }, value) : null;
}

/** A number on show is changed by its buttons, by a slider, or in the field that it turns into when pressed. */
async function setNumber(agent: Agent, shown: UiElement, field: string, value: string): Promise<Outcome> {
  const stepped = await stepTo(agent, shown, value);
  if (stepped.ok) return stepped;
  const slid = await setSlider(agent, field, value);
  if (slid.ok) return slid;
  for (const times of [1, 2]) {
    const scene = await see(agent);
    const before = scene.model.elements.filter(isField).length;
    await (times === 1 ? click(agent, scene, shown) : doubleClick(agent, scene, shown));
    const open = await see(agent);
    const fields = open.model.elements.filter((element) => isField(element) && element.isEditable);
    const fresh = fields.find(({ value: now }) => now === shown.text) ?? fields[0];
    if (!fresh || open.model.elements.filter(isField).length <= before) continue;
    const typed = await setField(agent, { scene: open, element: fresh }, value);
    return typed.ok && !agent.isSendAhead ? submitForm(agent, 'save', '') : typed;
  }
  return stepped;
}

/** "Increase the volume by 3": from what it is now. */
export async function stepBy(
  agent: Agent,
  { field, by, source }: Extract<Intent, { kind: 'step' }>,
): Promise<Outcome> {
  const { model } = await see(agent);
  const counted = findField(model, field, null) ?? inRowOf(model, field, isCount)[0];
  const now = counted ? (numberIn(counted.value) ?? numberIn(counted.text)) : null;
  return now === null
    ? stuck(`"${field}" shows no number`)
    : setPair(agent, field, String(now + by), null, 0, source);
}

/** "Rename the folder A to B": the row of the thing has a control for just that. */
async function editInRow(
  agent: Agent,
  field: string,
  value: string,
  source: string,
): Promise<Outcome | null> {
  const verb = normalize(source.split(/\s/u)[0] ?? '');
  if (!/^(?:rename|edit|change|update|move)$/u.test(verb)) return null;
  const name = field.replace(/^(?:folder|file|item|entry|list|task|note|name\s+of(?:\s+the)?)\s+/iu, '');
  const scene = await see(agent);
  const controls = inRowOf(
    scene.model,
    name,
    (element) => element.isClickable && !isField(element) && similarity(element.name, verb) > 0.7,
  );
  const [control] = controls;
  if (!control || controls.length !== 1) return null;
  if (verb === 'edit') return editOpened(agent, scene, control, value);
  return actOn(agent, {
    kind: 'act',
    verb,
    object: readTarget(name, []),
    phrase: `${name} to ${value}`,
    source,
  });
}

/** The one field that the press has opened takes the value. */
async function editOpened(agent: Agent, scene: Scene, control: UiElement, value: string): Promise<Outcome> {
  const count = (model: PageModel) =>
    model.elements.filter((element) => isField(element) && element.isEditable);
  const before = count(scene.model).length;
  if (!(await click(agent, scene, control))) return stuck(`"${labelOf(control)}" could not be pressed`);
  const open = await see(agent);
  const fields = count(open.model);
  const [field] = fields.toSorted(
    (one, other) => Math.abs(one.node - control.node) - Math.abs(other.node - control.node),
  );
  if (!field || fields.length <= before) return stuck('nothing to edit was opened');
  const typed = await setField(agent, { scene: open, element: field }, value);
  return typed.ok && !agent.isSendAhead ? submitForm(agent, 'save', '') : typed;
}

const OF = /^(.+?)\s+(?:of|for)\s+(?:the\s+)?(.+)$/iu;

/** "the status of Ann's order": where no such field is open, the row of the thing has a control to edit it. */
async function openForEditing(agent: Agent, field: string): Promise<boolean> {
  const [, own = '', whole = ''] = field.match(OF) ?? [];
  const scene = await see(agent);
  if (own === '' || agent.isEditing || findField(scene.model, own, null)) return false;
  const owner = whole.replace(/['’]s\s+.*$/u, '').replace(/^\p{Ll}+\s+(?=[#\p{Lu}\p{N}])/u, '');
  const controls = inRowOf(
    scene.model,
    owner,
    ({ isClickable, name, hints }) =>
      isClickable && /\b(?:edit|change|modify|manage|update)\b/u.test(normalize(`${name} ${hints}`)),
  );
  const [control] = controls;
  if (!control || controls.length > 1) return false;
  agent.isEditing = await click(agent, scene, control);
  return agent.isEditing;
}

function isCount({ text }: UiElement): boolean {
  return /^-?\d{1,4}$/u.test(text);
}
