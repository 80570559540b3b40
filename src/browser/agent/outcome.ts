import { DONE, type Outcome, stuck } from './agent-context.ts';
import { labelOf } from './hands/hands.ts';
import type { UiElement } from './sight/page-model.ts';

export function outcome(ok: boolean, element: UiElement): Outcome {
  return ok ? DONE : stuck(`"${labelOf(element)}" could not be used`);
}
