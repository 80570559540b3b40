import type { Agent } from '../agent-context.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { act, press } from './hands.ts';

/** Two presses in one place, as one opens things on a desktop. */
export function doubleClick(agent: Agent, scene: Scene, element: UiElement): Promise<boolean> {
  return act(agent, scene, element, { action: 'click', script: 'click', value: 'double' }, (live) =>
    press(agent, live, undefined, { clickCount: 2 }),
  );
}

/** The press that opens what the page has in the way of a context menu. */
export function rightClick(agent: Agent, scene: Scene, element: UiElement): Promise<boolean> {
  return act(agent, scene, element, { action: 'click', script: 'click', value: 'right' }, (live) =>
    press(agent, live, undefined, { button: 'right' }),
  );
}

/** The press that adds to what is chosen already. */
export function clickAlso(agent: Agent, scene: Scene, element: UiElement): Promise<boolean> {
  return act(agent, scene, element, { action: 'click', script: 'click', value: 'also' }, (live) =>
    press(agent, live, undefined, { modifiers: ['ControlOrMeta'] }),
  );
}
