import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent, Resizing } from '../language/intent.ts';
import type { Target } from '../language/read-target.ts';
import { matchTarget } from '../sight/match-target.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { labelOf } from './hands.ts';
import { dragBetween } from './pointer.ts';

const PULL = 40;

/** "Make the text area taller": pulls the edge that moves that way, else its lower right corner, until it is as told. */
export async function resize(
  agent: Agent,
  { target, sizes }: Extract<Intent, { kind: 'resize' }>,
): Promise<Outcome> {
  for (const size of sizes) {
    const pulled = await pull(agent, target, size);
    if (!pulled.ok) return pulled;
  }
  return DONE;
}

async function pull(agent: Agent, target: Target, { axis, isMore, than }: Resizing): Promise<Outcome> {
  const scene = await see(agent);
  const handle = handleFor(scene.model, axis);
  const own = handle
    ? undefined
    : (matchTarget(scene.model, target)[0]?.element ??
      scene.model.elements.find(({ tag, isVisible }) => isVisible && tag === 'textarea'));
  const element = handle ?? own ?? soleGrip(scene.model);
  const live = element && (await scene.live(element));
  const measure = () =>
    live
      ?.evaluate((node, isOwn) => {
        const { width, height } = ((!isOwn && node.parentElement) || node).getBoundingClientRect();
        return { width, height };
      }, own !== undefined)
      .catch(() => null);
  const [before, held] = [await measure(), await live?.boundingBox().catch(() => null)];
  if (!element || !before || !held) return stuck('there is nothing to resize');
  const isReached = (length: number, least: number) =>
    isMore ? length > (than ?? before[axis]) + least : length < (than ?? before[axis]) - least;
  if (than !== null && isReached(before[axis], FRAME)) return DONE;
  const step = than === null ? Math.min(PULL, isMore ? PULL : before[axis] / 3) : PULL / 2;
  const by = (than ?? before[axis]) + (isMore ? step : -step) - before[axis];
  const from = own
    ? { x: held.x + held.width - 4, y: held.y + held.height - 4 }
    : { x: held.x + held.width / 2, y: held.y + held.height / 2 };
  const to = axis === 'width' ? { x: from.x + by, y: from.y } : { x: from.x, y: from.y + by };
  if (!(await dragBetween(agent, scene, element, from, to)))
    return stuck(`"${labelOf(element)}" could not be resized`);
  const after = await measure();
  return !after || isReached(after[axis], 0) ? DONE : stuck(`its ${axis} did not change as told`);
}

/** What some count as part of a length and others do not. */
const FRAME = 6;

/** What its pointer shows to be pulled along that axis, or else along both. */
function handleFor({ elements }: PageModel, axis: Resizing['axis']): UiElement | undefined {
  const pulling = (way: string) =>
    elements.filter(({ isVisible, hints }) => isVisible && hints.split(' ').includes(`pulls-${way}`));
  const [along, both] = [pulling(axis), pulling('both')];
  return along.length === 1 ? along[0] : both.length === 1 ? both[0] : undefined;
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
    const [wide, high] = [(width ?? box.width) - box.width, (height ?? box.height) - box.height];
    if (Math.abs(wide) <= SLACK && Math.abs(high) <= SLACK) return DONE;
    const held = grip?.box ?? { x: box.x + box.width - 8, y: box.y + box.height - 8, width: 8, height: 8 };
    const from = { x: held.x + held.width / 2, y: held.y + held.height / 2 };
    if (!(await dragBetween(agent, scene, grip ?? element, from, { x: from.x + wide, y: from.y + high })))
      return stuck(`"${labelOf(element)}" could not be resized`);
  }
  return stuck(`it did not come to ${width ?? 'its width'} x ${height ?? 'its height'}`);
}

/** Frames are counted by some and not by others. */
const SLACK = 2;
