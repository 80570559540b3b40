import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { levelIn, numberIn } from '../language/amounts.ts';
import type { UiElement } from '../sight/page-model.ts';
import { stepButton } from '../sight/stepper.ts';
import { click, labelOf } from './hands.ts';
import { twinOf } from './slider.ts';

/** A number that only its plus and minus buttons change. */
export async function stepTo(agent: Agent, field: UiElement, value: string): Promise<Outcome> {
  const level = levelIn(value);
  if (level === null) return stuck(`"${labelOf(field)}" cannot be typed into`);
  const wanted = Math.min(field.max ?? level, Math.max(field.min ?? level, level));
  let past: number | null = null;
  let last: { value: number; presses: number } | null = null;
  for (let round = 0; round < 60 && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const element = twinOf(scene.model, field);
    const now = element ? (numberIn(element.value) ?? numberIn(element.text)) : null;
    if (!element || now === null) return stuck(`"${labelOf(field)}" shows no number`);
    if (now === wanted || (!Number.isFinite(wanted) && now === past)) return DONE;
    past = now;
    const button = stepButton(scene.model, element, wanted > now);
    const step: number = last ? Math.abs(now - last.value) / last.presses || 1 : 1;
    const presses = Math.max(1, Math.min(20, Math.round(Math.abs(wanted - now) / step)));
    last = { value: now, presses };
    if (!button || !(await click(agent, scene, button, presses)))
      return stuck(`"${labelOf(field)}" has no button to change it`);
  }
  return stuck(`"${labelOf(field)}" did not reach ${wanted}`);
}
