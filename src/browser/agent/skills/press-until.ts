import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { describe } from '../hands/click-target.ts';
import { click, clickAtOnce, clickWhen, labelOf } from '../hands/hands.ts';
import { type Condition, holds, numberFor } from '../language/condition.ts';
import type { Intent } from '../language/intent.ts';
import { type Located, locate } from '../sight/locate.ts';
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
  if (await pressInTime(agent, found, condition)) return DONE;
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

/** A number is watched from within the page: between a look from outside and the press it may have changed again. */
async function pressInTime(
  agent: Agent,
  { scene, element }: Located,
  condition: Condition,
): Promise<boolean> {
  if (condition.kind === 'says' || condition.kind === 'colour') return false;
  const shown = numberFor(scene.model, condition.subject);
  const watched = shown?.isEditable === false && shown.inside === null ? await scene.live(shown) : null;
  const amount = 'amount' in condition ? condition.amount : 0;
  return (
    watched !== null &&
    clickWhen(agent, scene, element, async (button) => {
      const wish = { button, kind: condition.kind, amount, limitMs: WATCH_MS };
      while (!isSpent(agent)) if (await watched.evaluate(pressWhenTrue, wish)) return;
      throw new Error('the number never was as it should be');
    })
  );
}

/** So long that hardly anything is missed between two watches, so short that a stopped run ends soon. */
const WATCH_MS = 2_000;

interface Wish {
  button: HTMLElement;
  kind: string;
  amount: number;
  limitMs: number;
}

/** Runs in the page, alone. */
function pressWhenTrue(node: HTMLElement, { button, kind, amount, limitMs }: Wish): Promise<boolean> {
  const isTrue = () => {
    const digits = (node.textContent ?? '').replaceAll('−', '-').match(/-?\d[\d,]*(?:\.\d+)?/u)?.[0];
    if (digits === undefined) return false;
    const now = Number(digits.replaceAll(',', ''));
    if (kind === 'below') return now < amount;
    if (kind === 'above') return now > amount;
    if (kind === 'equal') return now === amount;
    return Math.abs(now % 2) === (kind === 'odd' ? 1 : 0);
  };
  return new Promise((resolve, reject) => {
    const end = performance.now() + limitMs;
    const timer = setInterval(() => {
      const isMet = node.isConnected && isTrue();
      if (!isMet && node.isConnected && performance.now() < end) return;
      clearInterval(timer);
      if (isMet) button.click();
      if (node.isConnected) resolve(isMet);
      else reject(new Error('the number went away'));
    }, 10);
  });
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
