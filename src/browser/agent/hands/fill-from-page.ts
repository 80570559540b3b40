import { type Agent, isSpent, see } from '../agent-context.ts';
import { normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { lookUp } from '../sight/look-up.ts';
import type { UiElement } from '../sight/page-model.ts';
import { setField } from './set-field.ts';

/** "Enter the value that belongs to each label": an empty field takes what the page shows under its name. Returns how many. */
export async function fillFromPage(agent: Agent): Promise<number> {
  const { model } = await see(agent);
  const nodes = model.elements.filter(isEmpty).map(({ node }) => node);
  let count = 0;
  for (const node of nodes) {
    const scene = await see(agent);
    const element = scene.model.elements.find((field) => field.node === node && isEmpty(field));
    if (!element || isSpent(agent)) break;
    const name = element.name.replace(/[:?*\s]+$/u, '');
    const value = name === '' ? null : lookUp(scene.model, scene.text, name);
    const isLabel = scene.model.elements.some(
      (field) => isField(field) && normalize(field.name) === normalize(value ?? ''),
    );
    if (value === null || isLabel) continue;
    if ((await setField(agent, { scene, element }, value)).ok) count += 1;
  }
  return count;
}

function isEmpty(element: UiElement): boolean {
  const isUnset = element.tag === 'select' ? !element.isMultiple : element.isEditable && element.value === '';
  return isField(element) && isUnset && !element.isReadonly && !element.isDisabled;
}
