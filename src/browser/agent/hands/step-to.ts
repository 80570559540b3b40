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

export function stepButton(model: PageModel, field: UiElement, isUp: boolean): UiElement | null {
  const pattern = isUp
    ? /^(?:(?:increase|increment|raise)(?:\s+\p{L}+){0,3}|\+|plus|up|▲|△|▴|⏶|˄|⌃|↑|(?:one )?more|higher|louder|add.*)$/u
    : /^(?:(?:decrease|decrement|lower|reduce)(?:\s+\p{L}+){0,3}|-|−|–|minus|down|▼|▽|▾|⏷|˅|⌄|↓|(?:one )?(?:less|fewer)|quieter|remove.*)$/u;
  const hint = isUp ? /\b(?:plus|up|inc\w*|add)\b/u : /\b(?:minus|down|dn|dec\w*|sub\w*)\b/u;
  const fits = (element: UiElement) =>
    element.isVisible &&
    element.isClickable &&
    element.node !== field.node &&
    (pattern.test(signOf(element)) || hint.test(element.hints));
  const buttons = model.elements.filter(fits);
  const fields = model.elements.filter(
    (element) => element.signature === field.signature && element.tag === field.tag,
  );
  const item = itemOf(model, field, fields);
  const inside = buttons.filter((button) => button.node >= item && button.node <= (model.ends[item] ?? item));
  if (inside.length === 0) {
    const sign = signBeside(model, field, isUp);
    if (sign) return sign;
  }
  return (
    (inside.length > 0 ? inside : buttons).toSorted(
      (one, other) => Math.abs(one.node - field.node) - Math.abs(other.node - field.node),
    )[0] ?? null
  );
}

/** "The counter": the one number on the page that can be raised and lowered, where it is called nothing else. */
export function soleCounter(model: PageModel, field: string): UiElement | null {
  if (!/^(?:it|(?:the\s+)?(?:counter|count|number|value|total|tally|score))$/iu.test(field)) return null;
  const numbers = model.elements.filter(
    ({ isVisible, isClickable, text }) => isVisible && !isClickable && /^-?\d+$/u.test(text.trim()),
  );
  const [number] = numbers;
  const isStepped = number && stepButton(model, number, true) && stepButton(model, number, false);
  return number && numbers.length === 1 && isStepped ? number : null;
}

/** "[+]" and "( - )" are what stands between their brackets. */
function signOf({ name }: UiElement): string {
  return normalize(name).replace(/^[([{]\s*(.+?)\s*[)\]}]$/u, '$1');
}

/** Signs without a word right above and below a number, or right and left of it, raise and lower it. */
function signBeside(model: PageModel, field: UiElement, isUp: boolean): UiElement | null {
  const middle = ({ box }: UiElement) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const own = middle(field);
  const signs = model.elements.filter(
    (element) =>
      element.isVisible &&
      element.isHeard &&
      element.node !== field.node &&
      !/[\p{Lu}\p{Ll}\p{N}]/u.test(element.name) &&
      Math.max(element.box.width, element.box.height) < 80,
  );
  const over = (isAbove: boolean) =>
    signs.find((sign) => {
      const at = middle(sign);
      const gap = isAbove ? own.y - at.y : at.y - own.y;
      return Math.abs(at.x - own.x) < field.box.width / 2 + 4 && gap > 2 && gap < 60;
    });
  return over(true) && over(false) ? (over(isUp) ?? null) : null;
}
