import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { middleOf } from '../hands/drag.ts';
import type { Point } from '../hands/hands.ts';
import { clickAt, dragBetween } from '../hands/pointer.ts';
import type { Intent } from '../language/intent.ts';
import type { Target } from '../language/read-target.ts';
import { matchTarget } from '../sight/match-target.ts';
import { isInside, type PageModel, type UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { pressInAngle } from './angle.ts';

/** A place in a drawing that is told by what is drawn: the centre of one thing, the middle between two, a corner to cut. */
export async function pressSpot(
  agent: Agent,
  { of, angle }: Extract<Intent, { kind: 'spot' }>,
): Promise<Outcome> {
  const scene = await see(agent);
  if (angle) return pressInAngle(agent, scene, angle);
  const drawn = of.flatMap((target) => allDrawn(scene.model, target)).slice(0, of.length > 1 ? 2 : undefined);
  const points = await middlesOf(scene, drawn);
  const [first] = drawn;
  if (!first || points.length === 0) return stuck('what tells the place is not drawn');
  const point = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  return (await clickAt(agent, scene, first, point)) ? DONE : stuck('the place could not be pressed');
}

const REACH = 0.4;

/** Draws with the mouse: a straight line through a thing, or a ring from its middle outwards. */
export async function drawFigure(
  agent: Agent,
  { figure, axis, through }: Extract<Intent, { kind: 'draw' }>,
): Promise<Outcome> {
  const scene = await see(agent);
  const mark = allDrawn(scene.model, through)[0];
  const sheet = mark && sheetOf(scene.model, mark);
  const middle = mark && (await middleOf(scene, mark));
  if (!mark || !sheet || !middle) return stuck('there is nothing to draw on');
  const reach = REACH * Math.min(sheet.box.width, sheet.box.height);
  const along = axis === 'vertical' ? { x: 0, y: reach } : { x: reach, y: 0 };
  const start = figure === 'line' ? { x: middle.x - along.x, y: middle.y - along.y } : middle;
  const end = { x: middle.x + along.x, y: middle.y + along.y };
  const inside = { start: await within(scene, sheet, start), end: await within(scene, sheet, end) };
  return (await dragBetween(agent, scene, sheet, inside.start, inside.end))
    ? DONE
    : stuck('nothing could be drawn');
}

function allDrawn(model: PageModel, target: Target): UiElement[] {
  const matches = matchTarget(model, target);
  const best = matches[0]?.score ?? 0;
  return matches
    .filter(({ score, element }) => score >= best - 0.05 && element.shape !== '')
    .map(({ element }) => element);
}

/** The smallest picture around a drawn thing. */
function sheetOf(model: PageModel, mark: UiElement): UiElement | undefined {
  return model.elements.findLast(
    ({ node, tag }) =>
      (tag === 'svg' || tag === 'canvas' || tag === 'div') &&
      isInside(model, mark.node, node) &&
      node !== mark.node,
  );
}

async function within(scene: Scene, sheet: UiElement, { x, y }: Point): Promise<Point> {
  const box = await (await scene.live(sheet))?.boundingBox().catch(() => null);
  if (!box) return { x, y };
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  return { x: clamp(x, box.x + 3, box.x + box.width - 3), y: clamp(y, box.y + 3, box.y + box.height - 3) };
}

async function middlesOf(scene: Scene, elements: UiElement[]): Promise<Point[]> {
  const points: Point[] = [];
  for (const element of elements) {
    const point = await middleOf(scene, element);
    if (point) points.push(point);
  }
  return points;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
