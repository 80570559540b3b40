import type { Agent } from '../agent-context.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { act } from './hands.ts';

const LIMIT_MS = 2_500;

/** Two presses in one place, as one opens things on a desktop. */
export function doubleClick(agent: Agent, scene: Scene, element: UiElement): Promise<boolean> {
  return act(agent, scene, element, { action: 'click', script: 'click', value: 'double' }, (live) =>
    live.dblclick({ timeout: LIMIT_MS }),
  );
}

/** The press that opens what the page has in the way of a context menu. */
export function rightClick(agent: Agent, scene: Scene, element: UiElement): Promise<boolean> {
  return act(agent, scene, element, { action: 'click', script: 'click', value: 'right' }, (live) =>
    live.click({ button: 'right', timeout: LIMIT_MS }),
  );
}
