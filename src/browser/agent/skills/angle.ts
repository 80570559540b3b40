import { type Agent, DONE, type Outcome, stuck } from '../agent-context.ts';
import type { Point } from '../hands/hands.ts';
import { clickAt } from '../hands/pointer.ts';
import type { Scene } from '../sight/scene.ts';

const ARM = 30;

/** A point so that the line from the corner to it halves the angle of two lines, or stands upright on one. */
export async function pressInAngle(agent: Agent, scene: Scene, wanted: 'half' | 'right'): Promise<Outcome> {
  const lines = scene.model.elements.filter(({ tag, isVisible }) => tag === 'line' && isVisible);
  const drawn: Point[][] = [];
  for (const line of lines) drawn.push((await (await scene.live(line))?.evaluate(endsOf)) ?? []);
  const [line] = lines;
  const angle = angleOf(drawn);
  if (!line || !angle) return stuck('there is no angle');
  const { corner, directions } = angle;
  const [first = 0, second = first] = directions;
  const middle = Math.atan2(Math.sin(first) + Math.sin(second), Math.cos(first) + Math.cos(second));
  const turn = wanted === 'half' ? middle : first + Math.PI / 2;
  const point = { x: corner.x + ARM * Math.cos(turn), y: corner.y + ARM * Math.sin(turn) };
  return (await clickAt(agent, scene, line, point)) ? DONE : stuck('the place could not be pressed');
}

/** Where two lines meet, and which way they go from there; a single line goes from its first end. */
function angleOf(lines: Point[][]): { corner: Point; directions: number[] } | null {
  const [one = [], other = []] = lines;
  const ways = (line: Point[]) => [line, line.toReversed()];
  for (const [corner, end] of ways(one)) {
    for (const [same, far] of ways(other)) {
      if (!corner || !end || !same || !far || Math.hypot(corner.x - same.x, corner.y - same.y) > 3) continue;
      return { corner, directions: [bearing(corner, end), bearing(corner, far)] };
    }
  }
  const [corner, end] = one;
  return corner && end ? { corner, directions: [bearing(corner, end)] } : null;
}

function bearing(from: Point, to: Point): number {
  return Math.atan2(to.y - from.y, to.x - from.x);
}

/** Runs in the page: both ends of a drawn line as seen on the screen. */
function endsOf(node: Element): Point[] {
  const matrix = (node as SVGLineElement).getScreenCTM();
  const at = (name: string) => Number(node.getAttribute(name) ?? 0);
  return [new DOMPoint(at('x1'), at('y1')), new DOMPoint(at('x2'), at('y2'))].map((point) => {
    const { x, y } = matrix ? point.matrixTransform(matrix) : point;
    return { x, y };
  });
}
