import { click, pressKey } from '../actions/actions.ts';
import { submitButton } from '../actions/submit-button.ts';
import { type Agent, rest } from '../agent.ts';
import type { UiElement } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';

/** Presses the form's own button once, or Enter where it has none: a second press could use up a try. */
export async function sendForm(
  agent: Agent,
  scene: Scene,
  field: UiElement | null,
  verb: 'log in' | 'verify' | 'send code',
): Promise<void> {
  const button = submitButton(scene.model, verb, agent.filled);
  const isOfForm = button && (!field || (button.frame === field.frame && button.node > field.node));
  if (isOfForm && (await click(agent, scene, button))) await rest(agent, 8_000);
  else if (field) await pressKey(agent, scene, field, 'Enter').then(() => rest(agent, 8_000));
}
