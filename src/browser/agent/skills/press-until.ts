import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { describe } from '../hands/click-target.ts';
import { click, clickAtOnce, labelOf } from '../hands/hands.ts';
import { type Condition, holds } from '../language/condition.ts';
import type { Intent } from '../language/intent.ts';
import { locate } from '../sight/locate.ts';
import { matchTarget } from '../sight/match-target.ts';

/** "Press Generate until the number is even". */
export async function pressUntil(
  agent: Agent,
  { target, condition }: Extract<Intent, { kind: 'until' }>,
): Promise<Outcome> {
  const found = await locate(agent, target);
  if (!found) return stuck(`there is no ${describe(target)}`);
  for (let presses = 0; presses < 100 && !isSpent(agent); presses += 1) {
    const scene = await see(agent);
    if (presses > 0 && holds(scene.model, scene.text, condition)) return DONE;
    const element = matchTarget(scene.model, target)[0]?.element ?? found.element;
    if (!(await click(agent, scene, element))) return stuck(`"${labelOf(element)}" could not be pressed`);
  }
  const end = await see(agent);
  return holds(end.model, end.text, condition)
    ? DONE
    : stuck(`pressing ${describe(target)} did not bring it about`);
}

const LOOK_EVERY_MS = 40;

/** "Buy when the price is below 50": the control is found first, so that the press comes in time. */
export async function pressWhen(
  agent: Agent,
  { target, condition }: Extract<Intent, { kind: 'when' }>,
): Promise<Outcome> {
  const found = await locate(agent, target);
  if (!found) return stuck(`there is no ${describe(target)}`);
  while (!isSpent(agent)) {
    const scene = await see(agent);
    if (holds(scene.model, scene.text, condition)) {
      const element = matchTarget(scene.model, target)[0]?.element ?? found.element;
      return (await clickAtOnce(agent, scene, element))
        ? DONE
        : stuck(`"${labelOf(element)}" could not be pressed`);
    }
    await agent.clock.sleep(LOOK_EVERY_MS, agent.signal);
  }
  return stuck('what was to be waited for did not happen');
}

/** "Wait until the light turns green": as long as there is time; without a condition until the page is at rest. */
export async function waitFor(agent: Agent, until: Condition | null): Promise<Outcome> {
  if (until === null) {
    await agent.clock.sleep(300, agent.signal);
    await rest(agent, 8_000);
    return DONE;
  }
  while (!isSpent(agent)) {
    const { model, text } = await see(agent);
    if (holds(model, text, until)) return DONE;
    await agent.clock.sleep(LOOK_EVERY_MS, agent.signal);
  }
  return stuck('what was to be waited for did not happen');
}
