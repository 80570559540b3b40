import { type Agent, type Outcome, see } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { readTarget } from '../language/read-target.ts';
import { inRowOf } from '../sight/row-of.ts';
import { clickTarget } from './click-target.ts';
import { dragBeside, dragBy, dragTo, rankBeside } from './drag.ts';
import { isArrow, moveByArrows } from './sort-by-arrows.ts';

/** "Put X above Y" in a list: with the arrows of its rows where they have some, else by dragging. */
export async function putBeside(
  agent: Agent,
  { name, other, isAfter }: Extract<Intent, { kind: 'beside' }>,
): Promise<Outcome> {
  const byArrows = await moveByArrows(agent, name, (_count, texts) =>
    rankBeside(texts, name, other, isAfter),
  );
  return (
    byArrows ??
    (await dragBeside(agent, name, other, isAfter)) ??
    dragTo(agent, readTarget(name, []), readTarget(other, []))
  );
}

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
