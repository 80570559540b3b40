import type { Agent } from '../agent-context.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { act, type Point } from './hands.ts';

/** Presses at one point, moves in small steps and lets go at the other: works for HTML5 and for hand-made dragging. */
export async function dragBetween(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  from: Point,
  to: Point,
): Promise<boolean> {
  const { mouse } = agent.run.front;
  const box = await scene.live(element).then((live) => live?.boundingBox().catch(() => null));
  const grip = pair(from.x - (box?.x ?? 0), from.y - (box?.y ?? 0));
  return act(
    agent,
    scene,
    element,
    { action: 'drag', script: 'drag', value: `${grip} ${pair(to.x - from.x, to.y - from.y)}` },
    async () => {
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
}

/** Presses one point of a drawing; to a replay that is a drag that goes nowhere. */
export function clickAt(agent: Agent, scene: Scene, element: UiElement, point: Point): Promise<boolean> {
  return dragBetween(agent, scene, element, point, point);
}

function pair(x: number, y: number): string {
  return `${Math.round(x)},${Math.round(y)}`;
}
