import { type Agent, DONE, type Outcome, rest, see } from '../agent-context.ts';
import { isSeeking, wantsSeeking } from '../forms/seeking.ts';
import { keyOf } from '../sight/locate.ts';
import { apply } from '../talk/apply.ts';
import type { Control } from '../talk/controls.ts';
import { reconcile } from '../talk/reconcile.ts';
import { readTalk } from '../talk/talk.ts';
import { click } from './hands.ts';
import { setBounds, takesBounds } from './set-bounds.ts';

/**
 * "Show me the cameras between 200 and 700 euros with a warranty" where the page has a place for each end: they are set,
 * what else is named is ticked or chosen, and the list is asked for. Null where it has no such place.
 */
export async function narrowAsTold(agent: Agent, goal: string): Promise<Outcome | null> {
  if (!wantsSeeking(goal) || !takesBounds((await see(agent)).model, goal)) return null;
  await setBounds(agent, goal);
  const bounded = new Set(agent.filled);
  const settings = reconcile((await see(agent)).model, readTalk(goal));
  for (const setting of settings)
    if (OFFERED.has(setting.control.kind) && !bounded.has(keyOf(setting.control.element)))
      await apply(agent, setting);
  const scene = await see(agent);
  const button = scene.model.elements.find(
    (element) =>
      element.isVisible &&
      !element.isDisabled &&
      !element.isFraming &&
      element.role === 'button' &&
      isSeeking(element),
  );
  if (button && (await click(agent, scene, button))) await rest(agent, 3_000);
  return DONE;
}

/** Who names something to be found writes nothing. */
const OFFERED = new Set<Control['kind']>(['box', 'choice', 'number', 'stepper', 'date', 'time']);
