import { type Agent, see } from '../agent-context.ts';
import { click, tick } from '../hands/hands.ts';
import { selectByLabel, setField } from '../hands/set-field.ts';
import { keyOf } from '../sight/locate.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { isDone, type Setting } from './setting.ts';

/** Gives a control what the task says it should hold. */
export async function apply(agent: Agent, setting: Setting): Promise<boolean> {
  const { control, value } = setting;
  const isAgain = agent.filled.has(keyOf(control.element));
  agent.filled.add(keyOf(control.element));
  if (isDone(setting)) return true;
  const scene = await see(agent);
  if (control.kind === 'box') {
    const box = twin(scene, control.element);
    return box !== null && tick(agent, scene, box, value === true);
  }
  const own = control.options.find(({ label }) => label === value)?.element;
  if (control.kind === 'choice' && own) {
    const radio = twin(scene, own);
    if (radio === null) return false;
    agent.filled.add(keyOf(radio));
    return radio.isChecked === null ? click(agent, scene, radio) : tick(agent, scene, radio, true);
  }
  if (control.kind === 'stepper') {
    const raise = control.options[0]?.element;
    const more = Number(value) - Number(control.element.text);
    const button = raise ? twin(scene, raise) : null;
    return button !== null && more > 0 && click(agent, scene, button, more);
  }
  const field = twin(scene, control.element);
  if (field?.isMultiple) {
    const kept = isAgain ? field.options.filter(({ isSelected }) => isSelected) : [];
    const values = [...kept.map(({ label }) => label), String(value)];
    return (await selectByLabel(agent, scene, field, values)).ok;
  }
  return field !== null && (await setField(agent, { scene, element: field }, String(value))).ok;
}

/** The same element on the page as it is now. */
export function twin({ model }: Scene, element: UiElement): UiElement | null {
  const same = model.elements.filter((other) => other.isVisible && keyOf(other) === keyOf(element));
  return same.find(({ node }) => node === element.node) ?? (same.length === 1 ? (same[0] ?? null) : null);
}

/** What a control is known by while its page changes around it. */
export function nameOf({ control }: Setting): string {
  return `${control.label}|${control.row}|${control.kind}`;
}
