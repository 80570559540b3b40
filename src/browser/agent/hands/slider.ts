import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { levelIn, numberIn } from '../language/amounts.ts';
import type { Located } from '../sight/locate.ts';
import { elementsIn, itemOf, type PageModel, type UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { type Point, pressKey } from './hands.ts';
import { dragBetween } from './pointer.ts';

/** A slider that shows its value: arrow keys towards it, or dragging when keys do nothing. */
export async function turnSlider(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  value: string,
): Promise<Outcome> {
  const level = levelIn(value);
  if (level === null) return stuck(`"${value}" is no number`);
  if (!Number.isFinite(level) && (element.max === null || element.min === null))
    return turnToEnd(agent, { scene, element }, level > 0);
  const wanted = Math.min(element.max ?? level, Math.max(element.min ?? level, level));
  if (wanted !== level && Number.isFinite(level)) return stuck(`the slider does not go to ${level}`);
  let at = { scene, element };
  let step = 1;
  for (let round = 0; round < 12 && !isSpent(agent); round += 1) {
    const now = sliderValue(at.scene, at.element);
    if (now === wanted) return DONE;
    if (now === null) return stuck('the slider does not show its value');
    const presses = Math.max(1, Math.min(300, Math.round(Math.abs(wanted - now) / Math.abs(step))));
    await pressKey(
      agent,
      at.scene,
      at.element,
      wanted > now ? 'ArrowRight' : 'ArrowLeft',
      round === 0 ? 1 : presses,
    );
    const fresh = await see(agent);
    const again = twinOf(fresh.model, at.element);
    if (!again) break;
    at = { scene: fresh, element: again };
    const then = sliderValue(fresh, again);
    if (then === now) return dragSlider(agent, at, wanted);
    if (round === 0 && then !== null) step = then - now;
    if (round === 0 && wanted < now && step > 0) step = -step;
  }
  return sliderValue(at.scene, at.element) === wanted ? DONE : stuck(`the slider did not reach ${wanted}`);
}

/** A bar that does not say how far it goes: to its end by key, else by pulling the handle out as far as it lets itself. */
async function turnToEnd(agent: Agent, { scene, element }: Located, isUp: boolean): Promise<Outcome> {
  const before = sliderValue(scene, element);
  await pressKey(agent, scene, element, isUp ? 'End' : 'Home');
  const fresh = await see(agent);
  const again = twinOf(fresh.model, element);
  if (!again || before === null) return stuck('the slider does not show its value');
  if (sliderValue(fresh, again) !== before) return DONE;
  const from = await middleOf({ scene: fresh, element: again });
  if (!from) return stuck('the slider cannot be reached');
  const isUpright = /\bupright\b/u.test(again.hints);
  const way = isUp ? FAR_PX : -FAR_PX;
  const to = isUpright ? { ...from, y: from.y - way } : { ...from, x: from.x + way };
  await dragBetween(agent, fresh, again, from, to);
  const moved = await see(agent);
  return sliderValue(moved, twinOf(moved.model, element) ?? element) === before
    ? stuck('the slider does not move')
    : DONE;
}

const FAR_PX = 600;

export function twinOf(model: PageModel, element: UiElement): UiElement | null {
  const twins = model.elements.filter(
    (other) =>
      other.signature === element.signature &&
      other.tag === element.tag &&
      (element.role !== 'slider' || other.name === element.name),
  );
  return twins.find((other) => other.node === element.node) ?? twins[0] ?? null;
}

type Reader = (scene: Scene, element: UiElement) => number | null;

/** Its own value, or the nearest number shown beside it. */
function sliderValue(scene: Scene, element: UiElement): number | null {
  return numberIn(element.value) ?? shownValue(scene, element);
}

function shownValue({ model }: Scene, element: UiElement): number | null {
  const sliders = model.elements.filter(
    (other) => other.signature === element.signature && other.tag === element.tag,
  );
  const around = elementsIn(model, itemOf(model, element, sliders));
  const isShowing = (other: UiElement) =>
    other.isVisible &&
    other.node !== element.node &&
    /^[^\d-]*-?\d+(?:\.\d+)?\D{0,3}$/u.test(other.text || (other.isEditable ? other.value : ''));
  const inRange = sliders.length > 1 ? numberOfRange(model, sliders, element) : null;
  if (inRange !== null) return inRange;
  const beside = sliders.length > 1 ? around.filter(isShowing) : [];
  const shown = (beside.length > 0 ? beside : model.elements.filter(isShowing))
    .map((other) => ({
      other,
      far: Math.abs(other.box.y - element.box.y) + 0.3 * Math.abs(other.box.x - element.box.x),
    }))
    .sort((one, two) => one.far - two.far)[0]?.other;
  return shown ? numberIn(shown.text || shown.value) : null;
}

/** "20 - 80": two thumbs on one bar, and one text that tells the values of both in their order. */
function numberOfRange(model: PageModel, sliders: UiElement[], element: UiElement): number | null {
  const thumbs = sliders.filter(({ hints }) => /thumb|handle/u.test(hints));
  const order = thumbs.toSorted((one, other) => one.box.x - other.box.x || one.node - other.node);
  const told = model.elements
    .filter(({ isVisible, isEditable, isReadonly }) => isVisible && (!isEditable || isReadonly))
    .map(
      ({ text, value }) =>
        (text || value).replace(/(?<=\d)\s*[-–]\s*(?=\d)/gu, ' to ').match(/-?\d+(?:\.\d+)?/gu) ?? [],
    )
    .find((numbers) => numbers.length === thumbs.length && numbers.length > 1);
  const at = order.findIndex(({ node }) => node === element.node);
  if (told !== undefined && at >= 0) return Number(told[at]);
  // Or as many numbers side by side as there are thumbs on the bar.
  const isOneBar = new Set(thumbs.map(({ node }) => model.parents[node])).size === 1;
  const numbers = model.elements.filter(
    ({ isVisible, isEditable, text }) => isVisible && !isEditable && /^[$€£]?-?\d+(?:\.\d+)?%?$/u.test(text),
  );
  const shown = isOneBar && thumbs.length > 1 && numbers.length === thumbs.length ? numbers[at] : undefined;
  return shown ? numberIn(shown.text) : null;
}

type Axis = 'x' | 'y';

/** Along the bar first; a handle that does not answer is pulled the other way. Some say one value for ever and show another. */
async function dragSlider(agent: Agent, start: Located, wanted: number): Promise<Outcome> {
  const axes: Axis[] = /\bupright\b/u.test(start.element.hints) ? ['y', 'x'] : ['x', 'y'];
  const readers = numberIn(start.element.value) === null ? [shownValue] : [sliderValue, shownValue];
  for (const read of readers)
    for (const axis of axes) {
      const pulled = await dragAlong(agent, await again(agent, start), wanted, { axis, read });
      if (pulled) return pulled;
    }
  return stuck('the slider does not move');
}

async function again(agent: Agent, { scene, element }: Located): Promise<Located> {
  const now = await see(agent);
  const twin = twinOf(now.model, element);
  return twin ? { scene: now, element: twin } : { scene, element };
}

interface Pull {
  axis: Axis;
  read: Reader;
}

/** Halves the way until the value is met. Null when pulling along this axis changes nothing. */
async function dragAlong(
  agent: Agent,
  start: Located,
  wanted: number,
  { axis, read }: Pull,
): Promise<Outcome | null> {
  let at = start;
  const first = read(at.scene, at.element);
  let [low, high] = [-600, 600];
  let sign = 0;
  let next = TRY_PX;
  const origin = await middleOf(at);
  if (!origin || first === null) return stuck('the slider cannot be reached');
  for (let round = 0; round < 24 && !isSpent(agent); round += 1) {
    const from = await middleOf(at);
    if (!from) break;
    const shift = next;
    await dragBetween(agent, at.scene, at.element, from, { ...from, [axis]: origin[axis] + shift });
    const fresh = await see(agent);
    const again = twinOf(fresh.model, at.element);
    if (!again) break;
    at = { scene: fresh, element: again };
    const now = read(fresh, again);
    if (now === wanted) return DONE;
    if (now === null) break;
    if (sign === 0) {
      const back = now === first && round === 0;
      if (now === first && !back) return null;
      // At its end it does not go further: the other way tells.
      if (back) {
        await dragBetween(agent, at.scene, at.element, from, { ...from, [axis]: origin[axis] - TRY_PX });
        const other = await see(agent);
        const then = read(other, twinOf(other.model, at.element) ?? at.element);
        if (then === null || then === first) return null;
        if (then === wanted) return DONE;
        sign = then < first ? 1 : -1;
        at = { scene: other, element: twinOf(other.model, at.element) ?? at.element };
        next = -TRY_PX + ((wanted - then) * TRY_PX) / (first - then);
        continue;
      }
      sign = now > first ? 1 : -1;
    }
    if (now < wanted === sign > 0) low = Math.max(low, shift);
    else high = Math.min(high, shift);
    // As far as it went for the way so far; where that leads nowhere new, the middle of what is left.
    const guess = now === first ? Number.NaN : (shift * (wanted - first)) / (now - first);
    next = guess > low && guess < high ? guess : (low + high) / 2;
  }
  return stuck(`the slider did not reach ${wanted}`);
}

const TRY_PX = 40;

async function middleOf({ scene, element }: Located): Promise<Point | null> {
  const box = await (await scene.live(element))?.boundingBox().catch(() => null);
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}
