import { type Agent, see } from '../agent.ts';
import { labelOf, type UiElement } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { act, type Point } from './actions.ts';

/** Presses at one point, moves in small steps and lets go at the other: works for HTML5 and for hand-made dragging. */
export async function dragBetween(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  from: Point,
  to: Point,
  /** What it is dropped on. */
  goal?: UiElement,
): Promise<boolean> {
  const { mouse } = agent.run.front;
  const live = await scene.live(element);
  const box = await live?.boundingBox().catch(() => null);
  const grip = pair(from.x - (box?.x ?? 0), from.y - (box?.y ?? 0));
  const isDone = await act(
    agent,
    scene,
    element,
    { action: 'drag', script: 'drag', value: `${grip} ${pair(to.x - from.x, to.y - from.y)}` },
    async () => {
      // Text that an earlier drag has marked would be pulled along instead.
      await agent.run.front.evaluate(() => getSelection()?.removeAllRanges()).catch(() => {});
      await mouse.move(from.x, from.y);
      await mouse.down();
      const steps = 8;
      for (let step = 1; step <= steps; step += 1)
        await mouse.move(
          from.x + ((to.x - from.x) * step) / steps,
          from.y + ((to.y - from.y) * step) / steps,
        );
      await mouse.move(to.x, to.y);
      await mouse.up();
    },
  );
  const now = await live?.boundingBox().catch(() => null);
  const isWhereItWas = now && box && now.x === box.x && now.y === box.y;
  const trace = agent.traces.at(-1);
  if (trace && isWhereItWas && (await see(agent)).text === scene.text) trace.isOk = false;
  if (trace && goal) trace.near = `${trace.near} ${labelOf(goal)}`;
  return isDone;
}

function pair(x: number, y: number): string {
  return `${Math.round(x)},${Math.round(y)}`;
}

/** Where to take hold of an element, or to drop something on it; null when it is not on show. */
export async function middleOf(scene: Scene, element: UiElement): Promise<Point | null> {
  const live = await scene.live(element);
  await live?.scrollIntoViewIfNeeded({ timeout: 1_000 }).catch(() => undefined);
  const box = await live?.boundingBox().catch(() => null);
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}
