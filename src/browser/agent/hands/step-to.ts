import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { numberIn } from '../language/amounts.ts';
import { normalize } from '../language/words.ts';
import { itemOf, type PageModel, type UiElement } from '../sight/page-model.ts';
import { click, labelOf } from './hands.ts';
import { twinOf } from './slider.ts';

/** A number that only its plus and minus buttons change. */
export async function stepTo(agent: Agent, field: UiElement, value: string): Promise<Outcome> {
  const wanted = numberIn(value);
  if (wanted === null) return stuck(`"${labelOf(field)}" cannot be typed into`);
  let last: { value: number; presses: number } | null = null;
  for (let round = 0; round < 60 && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const element = twinOf(scene.model, field);
    const now = element ? (numberIn(element.value) ?? numberIn(element.text)) : null;
    if (!element || now === null) return stuck(`"${labelOf(field)}" shows no number`);
    if (now === wanted) return DONE;
    const button = stepButton(scene.model, element, wanted > now);
    const step: number = last ? Math.abs(now - last.value) / last.presses || 1 : 1;
    const presses = Math.max(1, Math.min(20, Math.round(Math.abs(wanted - now) / step)));
    last = { value: now, presses };
    if (!button || !(await click(agent, scene, button, presses)))
      return stuck(`"${labelOf(field)}" has no button to change it`);
  }
  return stuck(`"${labelOf(field)}" did not reach ${wanted}`);
}

function stepButton(model: PageModel, field: UiElement, isUp: boolean): UiElement | null {
  const pattern = isUp
    ? /^(?:\+|plus|increase|increment|up|▲|△|▴|⏶|˄|⌃|↑|more|raise|higher|louder|add.*)$/u
    : /^(?:-|−|–|minus|decrease|decrement|down|▼|▽|▾|⏷|˅|⌄|↓|less|lower|reduce|quieter|remove.*)$/u;
  const hint = isUp ? /\b(?:plus|up|inc\w*|add)\b/u : /\b(?:minus|down|dn|dec\w*|sub\w*)\b/u;
  const fits = (element: UiElement) =>
    element.isVisible &&
    element.isClickable &&
    element.node !== field.node &&
    (pattern.test(normalize(element.name)) || hint.test(element.hints));
  const buttons = model.elements.filter(fits);
  const fields = model.elements.filter(
    (element) => element.signature === field.signature && element.tag === field.tag,
  );
  const item = itemOf(model, field, fields);
  const inside = buttons.filter((button) => button.node >= item && button.node <= (model.ends[item] ?? item));
  return (
    (inside.length > 0 ? inside : buttons).toSorted(
      (one, other) => Math.abs(one.node - field.node) - Math.abs(other.node - field.node),
    )[0] ?? null
  );
}
