import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { growPage } from '../grow-page.ts';
import { type ManyDeed, readManyDeed } from '../language/many-deed.ts';
import { canonical, holdsPhrase } from '../language/words.ts';
import { boxesOn, deedControls, ofItem, tellsNone } from '../sight/item-control.ts';
import { keyOf, type Located, nextPage } from '../sight/locate.ts';
import { allowedBy } from '../sight/match-target.ts';
import { elementsIn, isInside, itemOf, type PageModel, type UiElement } from '../sight/page-model.ts';
import { confirm } from './act-form.ts';
import { grant, isStill, signsOn } from './deed-on-item.ts';
import { click, labelOf, tick } from './hands.ts';
import { placeIn, placeName } from './move-into.ts';

/**
 * "Move all the emails from Ann into Travel", "suspend all editors who have been away for more than 90 days", "put A, B and
 * C into the album": the boxes of just those are ticked, and what works on the chosen is pressed. Where entries have no
 * boxes, each that is named is dealt with by itself. Null where the page has no such entries.
 */
export async function doDeedOnMany(agent: Agent, task: string): Promise<Outcome | null> {
  const wish = readManyDeed(task);
  if (!wish) return null;
  if (wish.names.length > 0) await bringIn(agent, wish.names);
  const start = await see(agent);
  if (boxesOn(start.model).length < 2) return oneByOne(agent, wish);
  const meant = meantOn(start.model, wish);
  const lacking = wish.names.find((name) => ofItem(start.model, boxesOn(start.model), name) === null);
  // Some of them can be chosen here: nothing else is meant by the others.
  if (lacking !== undefined && wish.names.some((name) => ofItem(start.model, boxesOn(start.model), name)))
    return stuck(`there is no "${lacking}" to choose`);
  if (meant === null || meant.length === 0) return null;
  const list = nextPage(start.model, new Set(['1']));
  if (wish.names.length === 0 && list) return stuck('the list goes on, and only a part of it can be seen');
  const chosen = await choose(agent, wish);
  if (!chosen.ok) return chosen;
  const control = (await onChosen(agent, wish)) ?? (await behindOpener(agent, wish));
  if (!control) return stuck(`nothing on the page does that to what is chosen (${task})`);
  if (!(await click(agent, control.scene, control.element)))
    return stuck(`"${labelOf(control.element)}" could not be pressed`);
  await rest(agent, 2_000);
  const isPlaced = wish.value === null || holdsPhrase(control.element.name, placeName(wish.value));
  const put =
    isPlaced || wish.value === null
      ? await confirm(agent, control)
      : await placeIn(agent, control.scene, wish.value);
  if (!put.ok) return put;
  return (await isStill(agent, control.scene))
    ? stuck(`"${labelOf(control.element)}" was pressed, and nothing on the page changed`)
    : DONE;
}

/** A list that grows while one scrolls is brought in until it shows all that are named. */
async function bringIn(agent: Agent, names: string[]): Promise<void> {
  const isShown = async () => {
    const { text } = await see(agent);
    return names.every((name) => holdsPhrase(text, name));
  };
  for (let round = 0; round < MOST_WAITS && !(await isShown()); round += 1) {
    if (round > 0) await agent.clock.sleep(600, agent.signal);
    await growPage(agent);
  }
}

/** What comes late comes between two looks. */
const MOST_WAITS = 8;

async function oneByOne(agent: Agent, wish: ManyDeed): Promise<Outcome | null> {
  const { text } = await see(agent);
  if (wish.names.length === 0 || !wish.names.every((name) => holdsPhrase(text, name))) return null;
  for (const [index, name] of wish.names.entries()) {
    const one = { deed: wish.deed, value: wish.value, name, said: name, ordinal: null };
    const done = await grant(agent, one);
    if (!done) return index === 0 ? null : stuck(`nothing on the page does that to "${name}"`);
    if (!done.ok) return done;
  }
  return DONE;
}

/** The boxes of the entries that are meant; null where the words say something that no entry of the page tells. */
function meantOn(model: PageModel, wish: ManyDeed): UiElement[] | null {
  const boxes = boxesOn(model);
  if (wish.names.length > 0) {
    const own = wish.names.map((name) => ofItem(model, boxes, name));
    return own.every((box) => box !== null) ? own : null;
  }
  const rows = boxes.map((box) => ({
    box,
    texts: elementsIn(model, itemOf(model, box, boxes)).map(({ text }) => canonical(text)),
  }));
  const of = wish.of === null ? null : canonical(wish.of);
  let left = rows.filter(({ texts }) => of === null || texts.includes(of));
  for (const word of wish.kind) {
    const own = left.filter(({ texts }) => texts.includes(canonical(word)));
    if (own.length === 0 && !tellsNone(model, word)) return null;
    if (own.length > 0) left = own;
  }
  const allowed = wish.restrictions.length > 0 ? allowedBy(model, boxes, wish.restrictions) : boxes;
  return left.map(({ box }) => box).filter((box) => allowed.includes(box));
}

/** Just the entries that are meant are ticked. */
async function choose(agent: Agent, wish: ManyDeed): Promise<Outcome> {
  while (!isSpent(agent)) {
    const scene = await see(agent);
    const meant = meantOn(scene.model, wish) ?? [];
    if (meant.length === 0) return stuck('what is to be chosen is gone');
    const boxes = boxesOn(scene.model).filter((box) => !isForAll(box));
    const wrong = boxes.find((box) => (box.isChecked === true) !== meant.includes(box));
    if (!wrong) return DONE;
    if (!(await tick(agent, scene, wrong, meant.includes(wrong)))) break;
  }
  return stuck('not all of them could be chosen');
}

function isForAll({ name }: UiElement): boolean {
  return /^(?:select\s+|check\s+)?(?:all|everything)\b|^$/iu.test(name.trim());
}

/** What works on the chosen stands outside of their rows, be it beside the box for all of them. */
function outside(model: PageModel, elements: UiElement[]): UiElement[] {
  const boxes = boxesOn(model);
  const own = boxes.filter((box) => !/\b(?:all|everything)\b/iu.test(box.name));
  return elements.filter(
    ({ node, role }) =>
      role !== 'checkbox' && !own.some((box) => isInside(model, node, itemOf(model, box, boxes))),
  );
}

async function onChosen(agent: Agent, { deed }: ManyDeed): Promise<Located | null> {
  const scene = await see(agent);
  const [element, ...more] = outside(scene.model, deedControls(scene.model, deed));
  return element && more.length === 0 ? { scene, element } : null;
}

/** "Actions" over the list has what can be done to the chosen. */
async function behindOpener(agent: Agent, { deed }: ManyDeed): Promise<Located | null> {
  const before = await see(agent);
  const [opener, ...others] = outside(before.model, signsOn(before.model));
  if (!opener || others.length > 0 || !(await click(agent, before, opener))) return null;
  await rest(agent, 1_000);
  const scene = await see(agent);
  const old = new Set(before.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const [element, ...more] = deedControls(scene.model, deed).filter((one) => !old.has(keyOf(one)));
  return element && more.length === 0 ? { scene, element } : null;
}
