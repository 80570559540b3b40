import { type Agent, rest } from '../agent.ts';
import { click, pressKey } from '../hands/hands.ts';
import { submitButton } from '../hands/submit-button.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';

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
