import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { matchTarget } from '../sight/match-target.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { labelOf } from './hands.ts';
import { dragBetween } from './pointer.ts';

const PULL = 40;

/** "Make the text area taller": pulls its lower right corner. */
export async function resize(
  agent: Agent,
  { target, axis, isMore }: Extract<Intent, { kind: 'resize' }>,
): Promise<Outcome> {
  const scene = await see(agent);
  const own =
    matchTarget(scene.model, target)[0]?.element ??
    scene.model.elements.find(({ tag, isVisible }) => isVisible && tag === 'textarea');
  const element = own ?? soleGrip(scene.model);
  const box = element && (await scene.live(element).then((live) => live?.boundingBox().catch(() => null)));
  if (!element || !box) return stuck('there is nothing to resize');
  const corner = { x: box.x + box.width - 4, y: box.y + box.height - 4 };
  const room = own ? (axis === 'width' ? box.width : box.height) / 3 : PULL / 2;
  const pull = isMore ? PULL : -Math.min(PULL, room);
  const end = axis === 'width' ? { x: corner.x + pull, y: corner.y } : { x: corner.x, y: corner.y + pull };
  return (await dragBetween(agent, scene, element, corner, end))
    ? DONE
    : stuck(`"${labelOf(element)}" could not be resized`);
}

/** The one small thing without a word that answers the pointer: what something is pulled by. */
function soleGrip({ elements }: PageModel): UiElement | undefined {
  const grips = elements.filter(
    ({ isVisible, isHeard, isEditable, name, box }) =>
      isVisible && isHeard && !isEditable && name === '' && Math.max(box.width, box.height) <= 24,
  );
  return grips.length === 1 ? grips[0] : undefined;
}

/** "Resize the box to 120 x 80": its lower right corner is pulled by what is missing, until it fits. */
export async function resizeTo(
  agent: Agent,
  { target, width, height }: Extract<Intent, { kind: 'size' }>,
): Promise<Outcome> {
  for (let round = 0; round < 4; round += 1) {
    const scene = await see(agent);
    const grip = scene.model.elements.find(
      ({ isVisible, hints }) =>
        isVisible &&
        /\b(?:resiz\p{L}*|resize|se|corner)\b/u.test(hints) &&
        /handle|grip|resiz|corner/u.test(hints),
    );
    const element =
      grip ??
      matchTarget(scene.model, target)[0]?.element ??
      scene.model.elements.find(({ tag, isVisible }) => isVisible && tag === 'textarea');
    const live = element && (await scene.live(element));
    const box = await live?.evaluate((node, isGrip) => {
      const { x, y, width, height } = ((isGrip && node.parentElement) || node).getBoundingClientRect();
      return { x, y, width, height };
    }, grip !== undefined);
    if (!element || !box) return stuck('there is nothing to resize');
    const [wide, high] = [width - box.width, height - box.height];
    if (Math.abs(wide) <= SLACK && Math.abs(high) <= SLACK) return DONE;
    const held = grip?.box ?? { x: box.x + box.width - 8, y: box.y + box.height - 8, width: 8, height: 8 };
    const from = { x: held.x + held.width / 2, y: held.y + held.height / 2 };
    if (!(await dragBetween(agent, scene, grip ?? element, from, { x: from.x + wide, y: from.y + high })))
      return stuck(`"${labelOf(element)}" could not be resized`);
  }
  return stuck(`it did not come to ${width} x ${height}`);
}

/** Frames are counted by some and not by others. */
const SLACK = 2;
