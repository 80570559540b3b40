import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { matchTarget } from '../sight/match-target.ts';
import { labelOf } from './hands.ts';
import { dragBetween } from './pointer.ts';

const PULL = 40;

/** "Make the text area taller": pulls its lower right corner. */
export async function resize(
  agent: Agent,
  { target, axis, isMore }: Extract<Intent, { kind: 'resize' }>,
): Promise<Outcome> {
  const scene = await see(agent);
  const element =
    matchTarget(scene.model, target)[0]?.element ??
    scene.model.elements.find(({ tag, isVisible }) => isVisible && tag === 'textarea');
  const box = element && (await scene.live(element).then((live) => live?.boundingBox().catch(() => null)));
  if (!element || !box) return stuck('there is nothing to resize');
  const corner = { x: box.x + box.width - 4, y: box.y + box.height - 4 };
  const pull = isMore ? PULL : -Math.min(PULL, (axis === 'width' ? box.width : box.height) / 3);
  const end = axis === 'width' ? { x: corner.x + pull, y: corner.y } : { x: corner.x, y: corner.y + pull };
  return (await dragBetween(agent, scene, element, corner, end))
    ? DONE
    : stuck(`"${labelOf(element)}" could not be resized`);
}
