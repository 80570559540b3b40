import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { numberIn } from '../language/amounts.ts';
import type { Located } from '../sight/locate.ts';
import { elementsIn, itemOf, type PageModel, type UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { pressKey } from './hands.ts';
import { dragBetween } from './pointer.ts';

/** A slider that shows its value: arrow keys towards it, or dragging when keys do nothing. */
export async function turnSlider(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  value: string,
): Promise<Outcome> {
  const wanted = numberIn(value);
  if (wanted === null) return stuck(`"${value}" is no number`);
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

export function twinOf(model: PageModel, element: UiElement): UiElement | null {
  const twins = model.elements.filter(
    (other) =>
      other.signature === element.signature &&
      other.tag === element.tag &&
      (element.role !== 'slider' || other.name === element.name),
  );
  return twins.find((other) => other.node === element.node) ?? twins[0] ?? null;
}

/** Its own value, or the nearest number shown beside it. */
function sliderValue({ model }: Scene, element: UiElement): number | null {
  const own = numberIn(element.value);
  if (own !== null) return own;
  const sliders = model.elements.filter(
    (other) => other.signature === element.signature && other.tag === element.tag,
  );
  const around = elementsIn(model, itemOf(model, element, sliders));
  const shown = (sliders.length > 1 ? around : model.elements)
    .filter(
      (other) =>
        other.isVisible &&
        other.node !== element.node &&
        /^[^\d-]*-?\d+(?:\.\d+)?\D{0,3}$/u.test(other.text || (other.isEditable ? other.value : '')),
    )
    .map((other) => ({
      other,
      far: Math.abs(other.box.y - element.box.y) + 0.3 * Math.abs(other.box.x - element.box.x),
    }))
    .sort((one, two) => one.far - two.far)[0]?.other;
  return shown ? numberIn(shown.text || shown.value) : null;
}

async function dragSlider(agent: Agent, start: Located, wanted: number): Promise<Outcome> {
  let at = start;
  let low = -600;
  let high = 600;
  const live = await at.scene.live(at.element);
  const box = await live?.boundingBox().catch(() => null);
  if (!box) return stuck('the slider cannot be reached');
  const first = sliderValue(at.scene, at.element);
  for (let round = 0; round < 24 && !isSpent(agent); round += 1) {
    const handle = await (await at.scene.live(at.element))?.boundingBox().catch(() => null);
    if (!handle) break;
    const shift = round === 0 ? (wanted > (first ?? 0) ? 1 : -1) * 40 : (low + high) / 2;
    const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
    await dragBetween(agent, at.scene, at.element, from, { x: box.x + box.width / 2 + shift, y: from.y });
    const fresh = await see(agent);
    const again = twinOf(fresh.model, at.element);
    if (!again) break;
    at = { scene: fresh, element: again };
    const now = sliderValue(fresh, again);
    if (now === wanted) return DONE;
    if (now === null || (round === 0 && now === first)) break;
    if (now < wanted) low = Math.max(low, shift);
    else high = Math.min(high, shift);
  }
  return stuck(`the slider did not reach ${wanted}`);
}
