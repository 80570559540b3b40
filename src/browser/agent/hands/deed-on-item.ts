import { type Agent, DONE, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { type ItemDeed, readItemDeed } from '../language/item-deed.ts';
import { holdsPhrase, similarity, wordsOf } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import {
  boxesOn,
  deedControls,
  deedEntries,
  isAbsent,
  itemNamed,
  ofItem,
  outermost,
  tellingPart,
} from '../sight/item-control.ts';
import { keyOf, type Located, seekOnward } from '../sight/locate.ts';
import { looksOf } from '../sight/looks.ts';
import {
  isInside,
  itemOf,
  type PageModel,
  textOf,
  type UiElement,
  wholeTextOf,
} from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { confirm } from './act-form.ts';
import { isMenuSign } from './choose.ts';
import { submitForm } from './fill-form.ts';
import { click, hover, labelOf, tick } from './hands.ts';
import { moveByList, moveOpened } from './move-card.ts';
import { placeIn, placeName } from './move-into.ts';
import { rightClick } from './other-clicks.ts';
import { hasContextMenu } from './own-menu.ts';
import { searchFor, statedSearchField } from './search.ts';
import { setField } from './set-field.ts';

/**
 * "Delete X", "mark X as done", "rename X to Y" where the page lists X: the control of its own entry is pressed, be it in the
 * row, in the row's menu, or one for all entries that are ticked. An entry that the list does not have is not done to
 * another. Null where the page has no such list or control.
 */
export async function doDeedOnItem(agent: Agent, task: string): Promise<Outcome | null> {
  const wish = readItemDeed(task);
  return wish && grant(agent, wish);
}

/** The same of a deed that has been read. */
export async function grant(agent: Agent, wish: ItemDeed): Promise<Outcome | null> {
  if (wish.ordinal !== null) return editCounted(agent, wish, wish.ordinal);
  const scene = await whereListed(agent, wish);
  const label = itemNamed(scene.model, wish);
  if (label === null)
    return isOfOne(wish) && isList(scene, wish) && isAbsent(scene.model, wish)
      ? stuck(`there is no "${wish.name ?? wish.said}" on the list`)
      : null;
  agent.run.promptText = wish.value;
  const entry = { scene, wish, label };
  const listed =
    wish.deed === 'make' && wish.value !== null ? await moveByList(agent, label, wish.value) : null;
  if (listed) return listed;
  const barred = barredInRow(entry);
  if (barred) return stuck(`"${labelOf(barred)}" of "${label}" cannot be pressed`);
  const control =
    inOwnRow(entry) ??
    (await underPointer(agent, entry)) ??
    (await inOwnMenu(agent, entry)) ??
    (await behindOtherButton(agent, entry)) ??
    (await forTicked(agent, entry));
  if (!control && wish.deed === 'move' && wish.value !== null)
    return moveOpened(agent, label, placeName(wish.value));
  if (!control) return wish.deed === 'done' ? tickOff(agent, scene, label) : null;
  const { element } = control;
  if (element.role === 'checkbox') return tickBox(agent, control.scene, element);
  if (wish.value !== null && element.tag === 'select') return setField(agent, control, placeName(wish.value));
  if (!(await click(agent, control.scene, element)))
    return stuck(`"${labelOf(element)}" could not be pressed`);
  await rest(agent, 2_000);
  if (wish.deed === 'edit') return write(agent, control.scene, wish, label);
  if (wish.deed === 'move' && wish.value !== null && !isPlaceNamed(element, wish.value))
    return placeIn(agent, control.scene, wish.value);
  await confirm(agent, control, label);
  return (await isStill(agent, scene))
    ? stuck(`"${labelOf(element)}" was pressed, and nothing on the page changed`)
    : DONE;
}

/** Whether the page looks as before, also after a while. */
export async function isStill(agent: Agent, before: Scene): Promise<boolean> {
  for (let round = 0; round < 4; round += 1) {
    await rest(agent, 2_000);
    if (agent.run.messages.length > 0 || looksOf(await see(agent)) !== looksOf(before)) return false;
    await agent.clock.sleep(400, agent.signal);
  }
  return true;
}

/** "Edit my last message": of the entries that can be changed the one at that place. */
async function editCounted(agent: Agent, wish: ItemDeed, ordinal: number): Promise<Outcome | null> {
  const scene = await see(agent);
  const control = deedControls(scene.model, 'edit').at(ordinal < 0 ? ordinal : ordinal - 1);
  if (!control || !(await click(agent, scene, control))) return null;
  await rest(agent, 2_000);
  return write(agent, scene, wish, '');
}

/** The entry of a list that something is to be done to, on the page that shows it. */
interface Entry {
  scene: Scene;
  wish: ItemDeed;
  label: string;
}

/** The page of the list that has the entry: this one, what follows further down, or a later one. */
async function whereListed(agent: Agent, wish: ItemDeed): Promise<Scene> {
  const scene = await see(agent);
  const isSought = isOfOne(wish) && isList(scene, wish) && isAbsent(scene.model, wish);
  if (!isSought || itemNamed(scene.model, wish) !== null) return scene;
  // The list's own search; one in the frame around the content looks through the whole site.
  const isSearched = statedSearchField(scene.model)?.isFraming === false;
  if (isSearched && (await searchFor(agent, tellingPart(wish)))) return see(agent);
  const found = await seekOnward(agent, (model) => {
    const label = itemNamed(model, wish);
    const element = model.elements.find(
      ({ isVisible, text }) => isVisible && label !== null && holdsPhrase(text, label),
    );
    return element ? { element, score: 1 } : null;
  });
  return found?.scene ?? see(agent);
}

/** "The rows of Dublin and Riga", "the mail from Ann and star ...": of several nothing can be said to be missing. */
function isOfOne({ name, said }: ItemDeed): boolean {
  return name !== null || !/\b(?:and|or)\b|,|\b(?:most|least|\p{L}{3,}est)\b/iu.test(said);
}

/** Whether the entries of the page have controls for the deed, be it behind a sign or by their boxes. */
function isList({ model }: Scene, { deed }: ItemDeed): boolean {
  const controls = deedControls(model, deed, { mayWait: true });
  return (
    controls.length > 1 ||
    signsOn(model).length > 1 ||
    (controls.length === 1 && (boxesOn(model).length > 1 || statedSearchField(model)?.isFraming === false))
  );
}

/** "Move to Work" needs no further word of where to. */
function isPlaceNamed({ name }: UiElement, value: string): boolean {
  return holdsPhrase(name, placeName(value));
}

function inOwnRow({ scene, wish, label }: Entry): Located | null {
  const controls = deedControls(scene.model, wish.deed);
  const element = ofItem(scene.model, controls, label) ?? onlyOneLeft(scene.model, controls, label);
  return element && { scene, element };
}

/** The entry's own control is there and closed to everybody: that of another entry is not meant. */
function barredInRow({ scene, wish, label }: Entry): UiElement | null {
  const all = deedControls(scene.model, wish.deed, { mayWait: true });
  const own = ofItem(scene.model, all, label);
  return own?.isDisabled ? own : null;
}

/** Where a search has left one row, or one entry of the list is in that state, its control is the only one of its kind. */
function onlyOneLeft(model: PageModel, controls: UiElement[], label: string): UiElement | null {
  const [control, ...more] = controls;
  if (!control || more.length > 0) return null;
  const own = wordsOf(control.name).length;
  const isRow = (node: number) => model.elements.some((one) => one.node === node && one.role === 'row');
  const ways: number[] = [];
  for (let node = control.node; node >= 0; node = model.parents[node] ?? -1) ways.push(node);
  // A control that bears the name itself is no matter of rows.
  const around = holdsPhrase(control.name, label)
    ? undefined
    : ways.find((node) => wordsOf(textOf(model, node)).length > own);
  const row = ways.find(isRow) ?? around ?? -1;
  return row >= 0 && holdsPhrase(wholeTextOf(model, row), label) ? control : null;
}

/** Some rows show their controls only while the pointer is over them; it may be over another row still. */
async function underPointer(agent: Agent, { scene, wish, label }: Entry): Promise<Located | null> {
  const { deed } = wish;
  const { model } = scene;
  const shownNow = deedControls(model, deed);
  const own = ofItem(model, [...shownNow, ...deedControls(model, deed, { isHidden: true })], label);
  if (own && shownNow.includes(own) && shownNow.length === 1) return { scene, element: own };
  const over = model.elements.find(({ isVisible, text }) => isVisible && isSame(text, label));
  if (!own || !over || !(await hover(agent, scene, over))) return null;
  const shown = await see(agent);
  const controls = deedControls(shown.model, deed);
  const element = ofItem(shown.model, controls, label) ?? onlyOneLeft(shown.model, controls, label);
  return element && { scene: shown, element };
}

async function inOwnMenu(agent: Agent, { scene, wish, label }: Entry): Promise<Located | null> {
  const { deed, value } = wish;
  const sign = ofItem(scene.model, signsOn(scene.model), label);
  if (!sign || !(await click(agent, scene, sign))) return null;
  await rest(agent, 2_000);
  const opened = await see(agent);
  const old = deedControls(scene.model, deed).length;
  const all = deedControls(opened.model, deed);
  const placed = value === null ? [] : all.filter((entry) => isPlaceNamed(entry, value));
  const fresh = placed.length > 0 ? placed : all;
  const [entry] = fresh;
  return entry && old === 0 && fresh.length === 1 ? { scene: opened, element: entry } : null;
}

/** What the other button of the mouse brings up over the entry. */
async function behindOtherButton(agent: Agent, { scene, wish, label }: Entry): Promise<Located | null> {
  const over = scene.model.elements.findLast(({ isVisible, text }) => isVisible && isSame(text, label));
  if (!over || !(await hasContextMenu(scene, over)) || !(await rightClick(agent, scene, over))) return null;
  await rest(agent, 1_000);
  const opened = await see(agent);
  const old = new Set(scene.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const fresh = deedEntries(opened.model, wish.deed).filter((element) => !old.has(keyOf(element)));
  const [entry, ...more] = fresh;
  return entry && more.length === 0 ? { scene: opened, element: entry } : null;
}

export function signsOn(model: PageModel): UiElement[] {
  return outermost(
    model,
    model.elements.filter((element) => element.isVisible && !element.isFraming && isOpener(element)),
  );
}

function isOpener(element: UiElement): boolean {
  return (
    isMenuSign(element) ||
    (element.isClickable && /^(?:more|open|show)?\s*(?:options|actions|menu)\b/iu.test(element.name.trim()))
  );
}

/** One control outside the rows, which works on what is ticked. */
async function forTicked(agent: Agent, { scene, wish, label }: Entry): Promise<Located | null> {
  const { deed } = wish;
  const { model } = scene;
  const boxes = boxesOn(model);
  const box = ofItem(model, boxes, label);
  const controls = deedControls(model, deed, { mayWait: true }).filter(({ role }) => role !== 'checkbox');
  const [control] = controls;
  if (!box || !control || controls.length > 1) return null;
  if (boxes.some((one) => isInside(model, control.node, itemOf(model, one, boxes)))) return null;
  for (const other of boxes)
    if (other !== box && other.isChecked === true && !(await tick(agent, await see(agent), other, false)))
      return null;
  if (box.isChecked !== true && !(await tick(agent, await see(agent), box, true))) return null;
  const ready = await see(agent);
  const [element] = deedControls(ready.model, deed).filter(({ role }) => role !== 'checkbox');
  return element ? { scene: ready, element } : null;
}

/** A list where ticking an entry is how it is done: one box to each, and nothing that works on those that are ticked. */
async function tickOff(agent: Agent, scene: Scene, label: string): Promise<Outcome | null> {
  const box = ofItem(scene.model, boxesOn(scene.model), label);
  return box && tickBox(agent, scene, box);
}

async function tickBox(agent: Agent, scene: Scene, box: UiElement): Promise<Outcome> {
  return (await tick(agent, scene, box, true)) ? DONE : stuck(`"${labelOf(box)}" could not be ticked`);
}

/** The field that came up for the entry gets its new words. */
async function write(agent: Agent, before: Scene, wish: ItemDeed, label: string): Promise<Outcome> {
  // The browser's own question took them.
  if (agent.run.messages.length > 0 && agent.run.promptText === null) return DONE;
  const scene = await see(agent);
  const old = new Set(before.model.elements.filter((element) => isField(element)).map(keyOf));
  const fields = scene.model.elements.filter(
    (element) =>
      element.isVisible &&
      isField(element) &&
      !element.isFraming &&
      (element.isEditable || element.tag === 'select'),
  );
  const fresh = fields.filter((element) => !old.has(keyOf(element)));
  const element = fieldFor(fresh, fields, wish, label);
  if (!element || wish.value === null) return stuck(`there is no field to change "${label}"`);
  const set = await setField(agent, { scene, element }, wish.value);
  return set.ok ? submitForm(agent, 'save', '') : set;
}

const CALLS = /^(?:title|name|text|task|item|label|description|subject|entry|note|content|to-?do)$/iu;

function fieldFor(
  fresh: UiElement[],
  fields: UiElement[],
  { said }: ItemDeed,
  label: string,
): UiElement | null {
  const part = said.match(/^(?:the\s+)?([\p{L} -]{2,30}?)\s+(?:of|for|on|in)\s/iu)?.[1];
  const named = part && fresh.filter(({ name }) => similarity(name, part) > 0.7);
  if (named && named.length === 1) return named[0] ?? null;
  if (part && !CALLS.test(part) && !fresh.some(({ value }) => isSame(value, label)))
    return fresh.length === 1 ? (fresh[0] ?? null) : null;
  if (part && !CALLS.test(part) && fresh.length > 1) return null;
  const holding = label === '' ? [] : fields.filter(({ value }) => isSame(value, label));
  if (holding.length === 1) return holding[0] ?? null;
  return fresh.length === 1 ? (fresh[0] ?? null) : null;
}

function isSame(value: string, label: string): boolean {
  return wordsOf(value).join(' ') === wordsOf(label).join(' ');
}
