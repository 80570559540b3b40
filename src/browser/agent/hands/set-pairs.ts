import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { levelIn, numberIn } from '../language/amounts.ts';
import type { Intent } from '../language/intent.ts';
import { type CellName, readCellName } from '../language/read-cell.ts';
import { listOf } from '../language/read-choose.ts';
import { readDay, readTime } from '../language/read-date.ts';
import { readTarget } from '../language/read-target.ts';
import { holdsPhrase, normalize, similarity } from '../language/words.ts';
import { outcome } from '../outcome.ts';
import { findField, isField } from '../sight/fields.ts';
import { cellNamed } from '../sight/grid-cell.ts';
import { seek } from '../sight/locate.ts';
import type { Match } from '../sight/match-target.ts';
import { menuPath } from '../sight/menu-path.ts';
import { isInside, type PageModel, type UiElement } from '../sight/page-model.ts';
import { cellNode } from '../sight/read-tables.ts';
import { inRowOf } from '../sight/row-of.ts';
import type { Scene } from '../sight/scene.ts';
import { soleCounter } from '../sight/stepper.ts';
import { actOn } from './act-on.ts';
import { choose } from './choose.ts';
import { setDateLists } from './date-lists.ts';
import { dragTo, placeIn } from './drag.ts';
import { submitForm } from './fill-form.ts';
import { followPath } from './follow-path.ts';
import { click, labelOf, tick } from './hands.ts';
import { entryOnShow } from './last-resort.ts';
import { moveCard } from './move-card.ts';
import { moveInto } from './move-into.ts';
import { OF_OWNER, openForEditing } from './open-for-editing.ts';
import { entryOfOwnMenu } from './own-menu.ts';
import { setField } from './set-field.ts';
import { setSlider, setSpinner } from './set-level.ts';
import { moveByArrows } from './sort-by-arrows.ts';
import { stepTo } from './step-to.ts';
import { setTimeLists } from './time-lists.ts';
import { transfer } from './transfer.ts';
import { turnClock, turnWheels } from './turn-wheels.ts';
import { fieldFor, isSecretField } from './type-entries.ts';
import { writeInPlace } from './write-in-place.ts';

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
  const ref = readCellName(field);
  if (ref !== null) return writeCell(agent, scene, ref, value);
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
    return setPair(agent, field.match(OF_OWNER)?.[1] ?? field, value, hint, index, source);
  const goal = readTarget(value, []);
  const ranked = /^(?:move|put|bring|place)\b/iu.test(source)
    ? await moveByArrows(agent, field, (count) => placeIn(goal, count))
    : null;
  if (ranked) return ranked;
  const carried = /^(?:move|put|bring|drag)\b/iu.test(source)
    ? await moveCard(agent, goalless(field), value.replace(/\s+column$/iu, ''))
    : null;
  if (carried) return carried;
  const isRank = placeIn(goal, 2) !== null;
  const kept = /^(?:move|put)\b/iu.test(source) && !isRank ? await moveInto(agent, field, value) : null;
  if (kept) return kept;
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
  // "The bass of the equalizer" is the one field called so.
  const [called, ...others] = scene.model.elements.filter(
    (candidate) => isField(candidate) && own !== '' && holdsPhrase(candidate.name, own),
  );
  const element = called && others.length === 0 ? called : findField(scene.model, field, null);
  const radio = scene.model.elements.find(
    (candidate) =>
      candidate.role === 'radio' &&
      similarity(candidate.group, field) > 0.6 &&
      similarity(candidate.name, value) > 0.8,
  );
  if (radio) return (await tick(agent, scene, radio, true)) ? DONE : stuck(`"${value}" could not be chosen`);
  // A field that only shows what is set by other means.
  if (element?.isReadonly && element.role !== 'combobox' && levelIn(value) !== null && !day && !time)
    return setNumber(agent, element, field, value);
  if (element) return setField(agent, { scene, element }, value);
  const stepped =
    levelIn(value) === null
      ? null
      : scene.model.elements.find(
          (candidate) =>
            candidate.isVisible &&
            /^-?\d+$/u.test(candidate.text) &&
            similarity(candidate.hints, field) > 0.5,
        );
  if (stepped) return setNumber(agent, stepped, field, value);
  const counter = numberIn(value) === null ? null : soleCounter(scene.model, field, value);
  if (counter) return stepTo(agent, counter, value);
  const owned = await setInRow(agent, field, value);
  if (owned) return owned;
  const isMove =
    /^(?:move|put|drag)\b/iu.test(source) &&
    scene.model.elements.some(
      ({ isDraggable, tag, isClickable }) => isDraggable || (tag === 'li' && isClickable),
    );
  if (isMove) return dragTo(agent, readTarget(field, []), readTarget(value.replace(/\s+column$/iu, ''), []));
  const way = menuPath(scene.model, field, value);
  if (way) return followPath(agent, way);
  const hasFields = scene.model.elements.some(isField);
  const late = hasFields ? await fieldFor(agent, field, null) : null;
  if (late) return setField(agent, late, value);
  const isSite =
    scene.model.elements.filter(({ isFraming, role }) => isFraming && role === 'link').length > 2;
  const offering = isSite
    ? await seek(agent, (model, isHidden) => (isHidden ? null : listOffering(model, value)), 1)
    : null;
  if (offering) return setField(agent, offering, value);
  const isLevel = levelIn(value) !== null && !day && !time && isSpokenOf(scene, field);
  const slid = isLevel ? await setSlider(agent, field, value) : null;
  if (slid?.ok) return slid;
  const written = /^(?:rename|retitle)\b/iu.test(source) ? await renameInPlace(agent, field, value) : null;
  if (written) return written;
  const verb = source.split(/\s/u)[0] ?? '';
  const entry = await entryOfOwnMenu(agent, field, normalize(verb), `to ${value}`);
  if (entry) return outcome(await click(agent, entry.scene, entry.element), entry.element);
  return choose(agent, {
    kind: 'choose',
    values: [value],
    target: { ...readTarget('', []), text: value },
    field,
    hint: hint === 'slider' ? 'slider' : null,
    source,
  });
}

/** A name on show that turns into a field when it is pressed twice. */
async function renameInPlace(agent: Agent, field: string, value: string): Promise<Outcome | null> {
  const scene = await see(agent);
  const name = shownName(scene, field);
  const [shown, ...more] = scene.model.elements.filter(
    ({ isVisible, text }) => isVisible && normalize(text) === normalize(name),
  );
  return shown && more.length === 0 ? writeInPlace(agent, shown, value) : null;
}

/** "Cell C4" of a sheet. */
async function writeCell(agent: Agent, { model }: Scene, ref: CellName, value: string): Promise<Outcome> {
  const cell = cellNamed(model, ref);
  if (!cell) return stuck(`there is no cell ${ref.column}${ref.row}`);
  agent.unheeded.delete(`${ref.column}${ref.row}`);
  return (await writeInPlace(agent, cell, value)) ?? stuck(`the cell ${ref.column}${ref.row} takes no value`);
}

/** "The volume of the radio" where the page shows a volume: what has no name of its own may be the means to set it. */
function isSpokenOf({ text }: Scene, field: string): boolean {
  return holdsPhrase(text, field.match(/^(.+?)\s+(?:of|for|on)\s/iu)?.[1] ?? field);
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
  const scene = await see(agent);
  const owner = shownName(scene, named?.[2] ?? field);
  const fields = named
    ? inRowOf(scene.model, owner, isField)
    : levelIn(value) === null
      ? []
      : inRowOf(scene.model, owner, isCountField);
  const counts = levelIn(value) === null ? [] : inRowOf(scene.model, owner, isCount);
  const column = named ? cellNode(scene.model, named[1] ?? '', owner) : null;
  const numbers = column === null ? counts : counts.filter(({ node }) => isInside(scene.model, node, column));
  const best = fields.toSorted(
    (one, other) => similarity(other.name, named?.[1] ?? '') - similarity(one.name, named?.[1] ?? ''),
  )[0];
  if (numbers[0] && (!best || best.node > numbers[0].node)) return setNumber(agent, numbers[0], owner, value);
  return best ? setField(agent, { scene, element: best }, value) : null;
}

/** "Article WT-114" where the page says WT-114 alone: the noun before a name or number may be the task's own. */
function shownName({ text }: Scene, owner: string): string {
  const bare = owner.match(/^\p{L}+\s+((?=.*\d|\p{Lu})\S.*)$/u)?.[1];
  return bare !== undefined && !holdsPhrase(text, owner) && holdsPhrase(text, bare) ? bare : owner;
}

/** A number on show is changed by its buttons, by a slider, or in the field that it turns into when pressed. */
async function setNumber(agent: Agent, shown: UiElement, field: string, value: string): Promise<Outcome> {
  const stepped = await stepTo(agent, shown, value);
  if (stepped.ok) return stepped;
  const slid = await setSlider(agent, field, value);
  if (slid.ok) return slid;
  return (await writeInPlace(agent, shown, value)) ?? stepped;
}

/** "Increase the volume by 3": from what it is now. */
export async function stepBy(
  agent: Agent,
  { field, by, source }: Extract<Intent, { kind: 'step' }>,
): Promise<Outcome> {
  const { model } = await see(agent);
  const counted =
    findField(model, field, null) ?? inRowOf(model, field, isCount)[0] ?? soleCounter(model, field);
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
  const opened = PRONOUN.test(field) ? await entryOnShow(agent, verb) : null;
  if (opened) return editOpened(agent, opened.scene, opened.element, value);
  const name = field.replace(/^(?:folder|file|item|entry|list|task|note|name\s+of(?:\s+the)?)\s+/iu, '');
  const scene = await see(agent);
  const controls = inRowOf(
    scene.model,
    name,
    (element) =>
      element.isClickable && !element.isDisabled && !isField(element) && similarity(element.name, verb) > 0.7,
  );
  const [control] = controls;
  if (!control || controls.length !== 1) return null;
  if (verb === 'edit' || verb === 'rename') return editOpened(agent, scene, control, value);
  return actOn(agent, {
    kind: 'act',
    verb,
    object: readTarget(name, []),
    phrase: `${name} to ${value}`,
    source,
  });
}

const PRONOUN = /^(?:it|this|that)$/iu;

/** The one field that the press has opened takes the value. */
async function editOpened(agent: Agent, scene: Scene, control: UiElement, value: string): Promise<Outcome> {
  const count = (model: PageModel) =>
    model.elements.filter((element) => isField(element) && element.isEditable);
  const before = count(scene.model).length;
  agent.run.promptText = value;
  if (!(await click(agent, scene, control))) return stuck(`"${labelOf(control)}" could not be pressed`);
  // The browser itself may have asked for it, and got it.
  if (agent.run.promptText === null) return DONE;
  agent.run.promptText = null;
  const open = await see(agent);
  const fields = count(open.model);
  const [field] = fields.toSorted(
    (one, other) => Math.abs(one.node - control.node) - Math.abs(other.node - control.node),
  );
  if (!field || fields.length <= before) return stuck('nothing to edit was opened');
  const typed = await setField(agent, { scene: open, element: field }, value);
  return typed.ok && !agent.isSendAhead ? submitForm(agent, 'save', '') : typed;
}

function isCountField(element: UiElement): boolean {
  return (
    isField(element) &&
    (element.type === 'number' || element.role === 'spinbutton' || /^\d{1,3}$/u.test(element.value))
  );
}

function isCount({ text }: UiElement): boolean {
  return /^[$€£]?-?\d{1,6}(?:[.,]\d{1,2})?(?:\s?(?:°\s?[CFK]?|%))?$/u.test(text);
}
