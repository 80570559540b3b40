import { type Agent, type Outcome, see } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { readTarget } from '../language/read-target.ts';
import { inRowOf } from '../sight/row-of.ts';
import { clickTarget } from './click-target.ts';
import { dragBy } from './drag.ts';
import { isArrow } from './sort-by-arrows.ts';

/** "Move X up by two": with the arrows of its row where it has some, else by dragging it past its neighbours. */
export async function shift(
  agent: Agent,
  { name, by }: Extract<Intent, { kind: 'shift' }>,
): Promise<Outcome> {
  const way = by < 0 ? 'up' : 'down';
  const { model } = await see(agent);
  const arrows = inRowOf(model, name, (element) => isArrow(element, way));
  const dragged = arrows.length === 0 ? await dragBy(agent, name, by) : null;
  return dragged ?? clickTarget(agent, { ...readTarget(way, []), near: name }, Math.abs(by));
}
