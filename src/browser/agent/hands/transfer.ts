import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { normalize } from '../language/words.ts';
import { bestOption } from '../sight/options.ts';
import { elementsIn, isInside, itemOf, type PageModel, type UiElement } from '../sight/page-model.ts';
import { click, tick } from './hands.ts';
import { selectByLabel } from './set-field.ts';

/** Two lists with buttons between them: takes entries from the one they stand in to the other. Null when the page has none. */
export async function transfer(agent: Agent, values: string[]): Promise<Outcome | null> {
  if (values.length === 0) return null;
  const { model } = await see(agent);
  const from = listWith(model, values);
  if (!from || listsOf(model).length !== 2) return transferMarked(agent, values);
  const isOnward = from.node === listsOf(model)[0]?.node;
  const tried = new Set<number>();
  for (let round = 0; round < 4; round += 1) {
    const scene = await see(agent);
    const list = listWith(scene.model, values);
    if (!list || list.node !== from.node) return DONE;
    const button = moverOf(scene.model, isOnward, tried);
    if (!button) break;
    tried.add(button.node);
    const chosen = await selectByLabel(agent, scene, list, values);
    if (!chosen.ok) return chosen;
    await click(agent, await see(agent), button);
  }
  return stuck('the entries could not be moved to the other list');
}

/** The same of lists that the page has made itself: each entry is marked, then all go over at once. */
async function transferMarked(agent: Agent, values: string[]): Promise<Outcome | null> {
  const { model } = await see(agent);
  const [first, second, ...more] = madeLists(model);
  if (!first || !second || more.length > 0) return null;
  const own = [first, second].findIndex((list) => values.every((value) => entryIn(model, list, value)));
  const isOnward = own === 0;
  if (own < 0 || !moverOf(model, isOnward, new Set())) return null;
  for (const value of values) {
    const scene = await see(agent);
    const list = madeLists(scene.model)[own];
    const entry = list && entryIn(scene.model, list, value);
    const box = entry && boxOf(scene.model, list, entry);
    const isMarked = box ? await tick(agent, scene, box, true) : entry && (await click(agent, scene, entry));
    if (!isMarked) return stuck(`"${value}" could not be marked`);
  }
  const scene = await see(agent);
  const mover = moverOf(scene.model, isOnward, new Set());
  if (mover) await click(agent, scene, mover);
  const after = (await see(agent)).model;
  const other = madeLists(after)[1 - own];
  return other && values.every((value) => entryIn(after, other, value))
    ? DONE
    : stuck('the entries could not be moved to the other list');
}

function madeLists({ elements }: PageModel): UiElement[] {
  return elements.filter(
    ({ isVisible, tag, role, isFraming }) =>
      isVisible && !isFraming && tag !== 'select' && (role === 'list' || role === 'listbox'),
  );
}

function entryIn(model: PageModel, list: UiElement, value: string): UiElement | undefined {
  return elementsIn(model, list.node).find(
    ({ isVisible, text }) => isVisible && normalize(text) === normalize(value),
  );
}

function boxOf(model: PageModel, list: UiElement, entry: UiElement): UiElement | undefined {
  const boxes = elementsIn(model, list.node).filter(({ role }) => role === 'checkbox');
  return boxes.find((box) => isInside(model, entry.node, itemOf(model, box, boxes)));
}

/** What was chosen here goes over to the other list, where a button for that has only now come to life. */
export async function carryOver(agent: Agent, before: PageModel): Promise<void> {
  const scene = await see(agent);
  const wasDead = (button: UiElement) =>
    before.elements.some(
      ({ node, name, isDisabled }) => node === button.node && name === button.name && isDisabled,
    );
  const button = moverOf(scene.model, true, new Set());
  if (button && !button.isDisabled && wasDead(button)) await click(agent, scene, button);
}

function listsOf({ elements }: PageModel): UiElement[] {
  return elements.filter(({ isVisible, tag, role }) => isVisible && tag === 'select' && role === 'listbox');
}

function listWith(model: PageModel, values: string[]): UiElement | undefined {
  return listsOf(model).find((list) => values.every((value) => bestOption(list, value) >= 0));
}

const ONWARD =
  /^(?:>|>>|→|»|▶|›|add|move (?:(?:the )?(?:selected|checked|chosen) )?(?:items? )?(?:to the )?right|include|select|right)(?:\b.*)?$/u;
const BACK =
  /^(?:<|<<|←|«|◀|‹|remove|move (?:(?:the )?(?:selected|checked|chosen) )?(?:items? )?(?:to the )?left|exclude|deselect|left)(?:\b.*)?$/u;

/** A single arrow before a double one, which takes all. */
function moverOf(
  { elements }: PageModel,
  isOnward: boolean,
  tried: ReadonlySet<number>,
): UiElement | undefined {
  return elements
    .filter(
      ({ isVisible, isClickable, name, node }) =>
        isVisible && isClickable && !tried.has(node) && (isOnward ? ONWARD : BACK).test(normalize(name)),
    )
    .toSorted((one, other) => one.name.length - other.name.length)[0];
}
