import { type Agent, type Outcome, see } from '../agent-context.ts';
import { numberIn } from '../language/amounts.ts';
import { isField } from '../sight/fields.ts';
import { keyOf, type Located } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { submitForm } from './fill-form.ts';
import { click } from './hands.ts';
import { doubleClick } from './other-clicks.ts';
import { setField } from './set-field.ts';

/** What turns into a field when it is pressed once or twice is written over and kept. Null where it turns into none. */
export async function writeInPlace(agent: Agent, shown: UiElement, value: string): Promise<Outcome | null> {
  const field = await fieldInPlace(agent, shown);
  if (!field) return null;
  const typed = await setField(agent, field, value);
  return typed.ok && !agent.isSendAhead ? submitForm(agent, 'save', '') : typed;
}

async function fieldInPlace(agent: Agent, shown: UiElement): Promise<Located | null> {
  for (const press of [click, doubleClick]) {
    const scene = await see(agent);
    const old = new Set(fieldsOn(scene.model).map(keyOf));
    await press(agent, scene, shown);
    const open = await see(agent);
    const fields = fieldsOn(open.model);
    if (fields.length <= old.size) continue;
    const element =
      fields.find(({ value }) => isSame(value, shown.text)) ?? fields.find((field) => !old.has(keyOf(field)));
    if (element) return { scene: open, element };
  }
  return null;
}

function fieldsOn({ elements }: PageModel): UiElement[] {
  return elements.filter((element) => isField(element) && element.isEditable);
}

/** "$39.00" is written without its sign. */
function isSame(value: string, text: string): boolean {
  return value === text || (numberIn(text) !== null && numberIn(value) === numberIn(text));
}
