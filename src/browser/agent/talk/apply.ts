import { type Agent, see } from '../agent-context.ts';
import { click, tick, typeText } from '../hands/hands.ts';
import { selectByLabel, setField } from '../hands/set-field.ts';
import { stepTo } from '../hands/step-to.ts';
import { normalize } from '../language/words.ts';
import { keyOf } from '../sight/locate.ts';
import { isInside, type UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { factsOf } from './facts.ts';
import { isDone, type Setting } from './setting.ts';
import type { Talk } from './talk.ts';

/** Gives a control what the task says it should hold. */
export async function apply(agent: Agent, setting: Setting): Promise<boolean> {
  const { control, value } = setting;
  const isAgain = agent.filled.has(keyOf(control.element));
  agent.filled.add(keyOf(control.element));
  if (isDone(setting) || isChip(await see(agent), control.element, String(value))) return true;
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
  if (control.kind === 'stepper') return (await stepTo(agent, control.element, String(value))).ok;
  const field = twin(scene, control.element);
  if (field?.isMultiple) {
    const kept = isAgain ? field.options.filter(({ isSelected }) => isSelected) : [];
    const values = [...kept.map(({ label }) => label), String(value)];
    return (await selectByLabel(agent, scene, field, values)).ok;
  }
  if (field === null) return false;
  if (setting.isFurther && field.value !== '')
    return typeText(agent, scene, field, `${field.value}, ${value}`);
  const isSet = (await setField(agent, { scene, element: field }, String(value))).ok;
  if (setting.isFurther && !isChip(await see(agent), field, String(value))) agent.unheeded.add(String(value));
  return isSet;
}

/** Whether it stands beside the field already, as one of those that were given to it. */
function isChip({ model }: Scene, field: UiElement, value: string): boolean {
  const around = model.parents[field.node] ?? -1;
  return (
    field.isEditable &&
    model.elements.some(
      ({ node, isVisible, role, text, isEditable }) =>
        isVisible &&
        !isEditable &&
        role !== 'option' &&
        isInside(model, node, around) &&
        normalize(text) === normalize(value),
    )
  );
}

/** "Kim should not be on it": a name that a field holds beside it and that is not wanted there goes by its own cross. */
export async function dropUnwanted(agent: Agent, talk: Talk): Promise<void> {
  for (const { value, isWanted } of factsOf(talk)) {
    if (isWanted) continue;
    const scene = await see(agent);
    const { elements, parents } = scene.model;
    const chip = elements.find(
      ({ isVisible, isEditable, role, text, node }) =>
        isVisible &&
        !isEditable &&
        role !== 'option' &&
        normalize(text) === normalize(value) &&
        elements.some((field) => field.isEditable && parents[field.node] === parents[node]),
    );
    const cross = elements.find(
      ({ node, isVisible, isClickable, isHeard, name }) =>
        chip &&
        isVisible &&
        (isClickable || isHeard) &&
        node > chip.node &&
        isInside(scene.model, node, chip.node) &&
        CROSS.test(name.trim()),
    );
    if (cross) await click(agent, scene, cross);
  }
}

/** A sign, or what it is called by; nothing where it is only drawn. */
const CROSS = /^(?:[×✕✖✗x⊗]?|(?:remove|delete|clear)\b.*)$/iu;

/** The same element on the page as it is now. */
export function twin({ model }: Scene, element: UiElement): UiElement | null {
  const same = model.elements.filter((other) => other.isVisible && keyOf(other) === keyOf(element));
  return same.find(({ node }) => node === element.node) ?? (same.length === 1 ? (same[0] ?? null) : null);
}

/** What a control is known by while its page changes around it. */
export function nameOf({ control }: Setting): string {
  return `${control.label}|${control.row}|${control.kind}`;
}
