import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { numberIn } from '../language/amounts.ts';
import type { Target } from '../language/read-target.ts';
import { kinship } from '../language/thesaurus.ts';
import { holdsPhrase, normalize, wordsOf } from '../language/words.ts';
import { locate } from '../sight/locate.ts';
import { looksOf } from '../sight/looks.ts';
import { matchTarget } from '../sight/match-target.ts';
import { elementsIn, itemOf, type PageModel, type UiElement, wholeTextOf } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import type { Point } from './hands.ts';
import { dragBetween } from './pointer.ts';
import { rankIn } from './sort-by-arrows.ts';

/** "Drag each item into the box it belongs to": the place whose name means the thing or its kind. */
async function dragHome(agent: Agent): Promise<Outcome> {
  const items = (await see(agent)).model.elements.filter(
    ({ isVisible, isDraggable }) => isVisible && isDraggable,
  );
  for (const { name } of items) {
    const scene = await see(agent);
    const item = scene.model.elements.find((element) => element.isDraggable && element.name === name);
    const [home] = scene.model.elements
      .filter(
        ({ isVisible, isDraggable, text }) =>
          isVisible && !isDraggable && text !== '' && wordsOf(text).length < 4,
      )
      .map((element) => ({
        element,
        fit: Math.max(...wordsOf(element.text).map((word) => kinship(name, word))),
      }))
      .filter(({ fit }) => fit > 0)
      .toSorted((one, other) => other.fit - one.fit);
    const [start, end] = [
      item && (await middleOf(scene, item)),
      home && (await middleOf(scene, home.element)),
    ];
    if (!item || !start || !end) continue;
    if (!(await dragBetween(agent, scene, item, start, end))) return stuck(`"${name}" could not be dragged`);
  }
  return items.length > 0 ? DONE : stuck('there is nothing to drag');
}

/** Every one of a kind, each once. */
export async function dragAll(agent: Agent, from: Target, to: Target): Promise<Outcome> {
  if (/\bbelongs?\b|\bcorrect\b|\bright\b|\bmatching\b/iu.test(agent.instruction) && from.text === '')
    return dragHome(agent);
  let isAny = false;
  // What does not stay where it was dragged is left alone.
  for (let left = 0, round = 0; round < 20 && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const outside = heldOutside(scene.model, from, to);
    const held = outside[left];
    if (!held) break;
    const outcome = await dragElement(agent, scene, held, to);
    if (!outcome.ok) return outcome;
    isAny = true;
    if (heldOutside((await see(agent)).model, from, to).length >= outside.length) left += 1;
  }
  return isAny ? DONE : stuck(`there is no "${from.text || from.shape}" to drag`);
}

/** Those that are meant and do not lie in the goal yet. */
function heldOutside(model: PageModel, from: Target, to: Target): UiElement[] {
  const goal = matchTarget(model, to)[0]?.element;
  const matches = matchTarget(model, from);
  const best = matches[0]?.score ?? 0;
  const isIn = ({ box: { x, y, width, height } }: UiElement) =>
    goal !== undefined &&
    x + width / 2 > goal.box.x &&
    x + width / 2 < goal.box.x + goal.box.width &&
    y + height / 2 > goal.box.y &&
    y + height / 2 < goal.box.y + goal.box.height;
  return matches
    .filter(({ element, score }) => score >= best - 0.1 && element.node !== goal?.node && !isIn(element))
    .map(({ element }) => element);
}

export async function dragTo(agent: Agent, from: Target, to: Target): Promise<Outcome> {
  const source = await locate(agent, from);
  if (!source) return stuck(`there is no "${from.text}" to drag`);
  const scene = await see(agent);
  const held = matchTarget(scene.model, from)[0]?.element ?? source.element;
  return dragElement(agent, scene, held, to);
}

async function dragElement(agent: Agent, scene: Scene, held: UiElement, to: Target): Promise<Outcome> {
  const entries = entriesOf(scene);
  const rank = placeIn(to, entries.length);
  const entry = entries.find(({ node, name }) => node === held.node || holdsPhrase(name, held.name));
  if (rank !== null && entry) return dragToRank(agent, entry.name, rank);
  const part = await partOfArea(scene, held, to);
  const goal = matchTarget(scene.model, to).find(({ element }) => element.node !== held.node)?.element;
  if (!goal && !part) return stuck(`there is no "${to.text}" to drag to`);
  const start = await middleOf(scene, held);
  const end = part ?? (goal ? await middleOf(scene, goal) : null);
  if (!start || !end) return stuck('what is to be dragged cannot be reached');
  if (!(await dragBetween(agent, scene, held, start, end)))
    return stuck(`"${held.name}" could not be dragged`);
  return placesIn(await see(agent)) === placesIn(scene)
    ? stuck(`"${held.name}" was dragged, and nothing moved`)
    : DONE;
}

/** "The top left quarter of the field": the middle of that part of the area around the thing. Null where no part is told. */
async function partOfArea(scene: Scene, held: UiElement, to: Target): Promise<Point | null> {
  const share = shareOf(`${to.place ?? ''} ${to.text}`);
  const area = share && areaAround(scene.model, held);
  const live = area && (await scene.live(area));
  const box = await live?.boundingBox().catch(() => null);
  return share && box ? { x: box.x + box.width * share.x, y: box.y + box.height * share.y } : null;
}

/** Where in an area its named part lies, from 0 to 1 along each side; null for words that name no part. */
export function shareOf(words: string): Point | null {
  const [, part] =
    /^(?:(?:top|bottom|upper|lower|left|right)[\s-]+){1,2}(quarter|quadrant|half|corner)$/iu.exec(
      words.trim(),
    ) ?? [];
  if (part === undefined) return null;
  const edge = /^corner$/iu.test(part) ? 0.1 : 0.25;
  const along = (near: RegExp, far: RegExp) => (near.test(words) ? edge : far.test(words) ? 1 - edge : 0.5);
  return { x: along(/left/iu, /right/iu), y: along(/top|upper/iu, /bottom|lower/iu) };
}

/** The smallest thing around it that is much larger. */
function areaAround({ elements, parents }: PageModel, { node, box }: UiElement): UiElement | undefined {
  for (let at = parents[node] ?? -1; at >= 0; at = parents[at] ?? -1) {
    const around = elements.find((element) => element.node === at);
    if (around && around.box.width > 2 * box.width && around.box.height > 2 * box.height) return around;
  }
  return undefined;
}

/** Where everything stands and how it looks. */
function placesIn(scene: Scene): string {
  const boxes = scene.model.elements.map(({ box: { x, y, width, height } }) =>
    [x, y, width, height].map(Math.round).join(),
  );
  return [looksOf(scene), ...boxes].join('\n');
}

/** "the second position", "position 2", "the top": counted from 0; null when it is no place in a list. */
export function placeIn({ text, ordinal, place }: Target, count: number): number | null {
  const stated = text.match(/\b(?:position|place|spot|slot|number|rank)\b\s*#?(\d{1,2})?/iu);
  if (stated?.[1]) return Number(stated[1]) - 1;
  if (stated && ordinal !== null) return ordinal > 0 ? ordinal - 1 : count + ordinal;
  if (/^(?:very\s+)?(?:top|start|beginning|front)(?:\s.*)?$/iu.test(text) || (text === '' && place === 'top'))
    return 0;
  return /^(?:very\s+)?(?:bottom|end|back)(?:\s.*)?$/iu.test(text) || (text === '' && place === 'bottom')
    ? count - 1
    : null;
}

/** So many places further down its list; null where the page shows no such list. */
export async function dragBy(agent: Agent, name: string, by: number): Promise<Outcome | null> {
  const items = entriesOf(await see(agent));
  const now = items.findIndex((item) => holdsPhrase(item.name, name));
  const held = items[now];
  return held && items[now + by] ? dragToRank(agent, held.name, now + by) : null;
}

/** The place right before or after another entry of its list; null where the page shows no such list. */
export async function dragBeside(
  agent: Agent,
  name: string,
  other: string,
  isAfter: boolean,
): Promise<Outcome | null> {
  const items = entriesOf(await see(agent));
  const held = items.find((item) => holdsPhrase(item.name, name));
  const rank = rankBeside(
    items.map((item) => item.name),
    name,
    other,
    isAfter,
  );
  return held && rank !== null ? dragToRank(agent, held.name, rank) : null;
}

/** Where in a list an entry stands once it is right before or after another. */
export function rankBeside(names: string[], name: string, other: string, isAfter: boolean): number | null {
  const from = names.findIndex((text) => holdsPhrase(text, name));
  const mark = names.findIndex((text) => holdsPhrase(text, other));
  if (from < 0 || mark < 0) return null;
  return mark + (isAfter ? 1 : 0) - (from < mark ? 1 : 0);
}

/** Where in its new neighbour an entry must be let go differs from list to list: tried until it stands right. */
async function dragToRank(agent: Agent, name: string, rank: number): Promise<Outcome> {
  for (const height of [0.5, 0.15, 0.85, -0.3, 1.3]) {
    const scene = await see(agent);
    const items = entriesOf(scene);
    const now = items.findIndex((item) => item.name === name);
    const [held, place] = [items[now], items[rank]];
    if (!held || !place) return stuck('there is no such place in the list');
    if (now === rank) return DONE;
    // Past the middle on the side it comes from.
    const start = await middleOf(scene, gripOf(scene.model, held));
    const end = await middleOf(scene, place, rank < now ? height : 1 - height);
    if (!start || !end || !(await dragBetween(agent, scene, held, start, end)))
      return stuck(`"${name}" could not be dragged`);
  }
  const items = entriesOf(await see(agent));
  return items[rank]?.name === name ? DONE : stuck(`"${name}" did not stay where it was dragged`);
}

/** The part of an entry that it is held by: a handle of its own, else the entry itself. */
function gripOf(model: PageModel, entry: UiElement): UiElement {
  const isGrip = ({ node, isVisible, name, hints }: UiElement) =>
    node !== entry.node &&
    isVisible &&
    (/^(?:drag(?: handle)?|handle|grip|[⠿⣿☰≡↕⋮]+)$/iu.test(name.trim()) ||
      (name === '' && /\b(?:drag|handle|grip)\b/u.test(hints)));
  return elementsIn(model, entry.node).find(isGrip) ?? entry;
}

export async function middleOf(scene: Scene, element: UiElement, height = 0.5): Promise<Point | null> {
  const live = await scene.live(element);
  await live?.scrollIntoViewIfNeeded({ timeout: 1_000 }).catch(() => {});
  const box = await live?.boundingBox().catch(() => null);
  if (box && element.inside) return { x: box.x + element.inside.x, y: box.y + element.inside.y };
  return box ? { x: box.x + box.width / 2, y: box.y + box.height * height } : null;
}

/** Puts a list whose entries can be dragged into order, one entry after the other. */
export function sortByDragging(agent: Agent, isDescending: boolean): Promise<Outcome> {
  return bringInOrder(agent, (one, other) => compareNames(one, other) * (isDescending ? -1 : 1));
}

/** The same where the task names the entries one by one. */
export function arrangeByDragging(agent: Agent, names: string[]): Promise<Outcome> {
  return bringInOrder(agent, (one, other) => rankIn(names, one.name) - rankIn(names, other.name));
}

async function bringInOrder(
  agent: Agent,
  order: (one: UiElement, other: UiElement) => number,
): Promise<Outcome> {
  for (let round = 0; round < 30 && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const items = entriesOf(scene);
    if (items.length < 2) return stuck('there is no list to put in order');
    const sorted = items.toSorted(order);
    const wrong = sorted.findIndex((item, index) => item !== items[index]);
    if (wrong < 0) return DONE;
    const [held, place] = [sorted[wrong], items[wrong]];
    const start = held && (await middleOf(scene, gripOf(scene.model, held)));
    const end = place && (await middleOf(scene, place, 0.15));
    if (!held || !start || !end || !(await dragBetween(agent, scene, held, start, end)))
      return stuck('the list cannot be put in order');
    const then = entriesOf(await see(agent));
    if (then.map(({ name }) => name).join('|') === items.map(({ name }) => name).join('|')) {
      const beyond = place && (await middleOf(scene, place, -0.4));
      if (beyond && place) await dragBetween(agent, scene, held, start, beyond);
    }
  }
  return stuck('the list cannot be put in order');
}

function entriesOf({ model }: Scene): UiElement[] {
  const movable = model.elements.filter(
    (element) =>
      element.isVisible &&
      element.name !== '' &&
      (element.isDraggable ||
        element.tag === 'li' ||
        (element.isClickable && ['', 'listitem'].includes(element.role))),
  );
  const plain = model.elements.filter(
    ({ isVisible, text, role, tag, isEditable }) =>
      isVisible &&
      text !== '' &&
      text.length < 60 &&
      role === '' &&
      !isEditable &&
      !['p', 'label', 'body'].includes(tag),
  );
  const largest = largestFamily(movable);
  // Handles that are all called the same stand for their rows.
  const isHandles = largest.length > 1 && new Set(largest.map(({ name }) => name)).size === 1;
  const handled = largest.map((handle) => ({
    ...handle,
    name: wholeTextOf(model, itemOf(model, handle, largest))
      .replaceAll(handle.name, ' ')
      .trim(),
  }));
  // Rows that only their list listens for look like any other text.
  const rows = isHandles ? handled : largest.length > 1 ? largest : largestFamily(plain);
  return rows.toSorted((one, other) => one.box.y - other.box.y || one.box.x - other.box.x);
}

function largestFamily(elements: UiElement[]): UiElement[] {
  const families = Map.groupBy(elements, ({ signature }) => signature);
  return [...families.values()].sort((one, other) => other.length - one.length)[0] ?? [];
}

export function compareNames(one: UiElement, other: UiElement): number {
  const [first, second] = [numberIn(one.name), numberIn(other.name)];
  if (first !== null && second !== null) return first - second;
  return normalize(one.name).localeCompare(normalize(other.name));
}
