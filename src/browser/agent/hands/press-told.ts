import { type Agent, see } from '../agent-context.ts';
import { type ButtonChoice, buttonChoices } from '../sight/button-choices.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import type { UiElement } from '../sight/page-model.ts';
import { click, labelOf } from './hands.ts';
import { setField } from './set-field.ts';

/**
 * Before something is sent: of every row of buttons the one that the task tells is pressed, an amount that is not among
 * them goes into the field for any other. Null when all told has its place, else what has none.
 */
export async function pressTold(agent: Agent): Promise<string | null> {
  for (let round = 0; round < MOST_ROWS; round += 1) {
    const choice = buttonChoices((await see(agent)).model, agent.instruction).find(
      (one) => !agent.filled.has(markOf(one)),
    );
    if (!choice) return null;
    agent.filled.add(markOf(choice));
    const unmet = await choose(agent, choice);
    if (unmet !== null) return unmet;
  }
  return null;
}

const MOST_ROWS = 6;

function markOf({ row }: ButtonChoice): string {
  return `chosen of ${row.map(({ name }) => name).join('|')}`;
}

async function choose(agent: Agent, choice: ButtonChoice): Promise<string | null> {
  const scene = await see(agent);
  const fields = scene.model.elements.filter((element) => isField(element) && element.isEditable);
  if (choice.kind === 'lacking') {
    const isGiven = fields.some(({ value }) => Number(value) === Number(choice.told));
    return isGiven ? null : `"${choice.told}" is not among what can be chosen`;
  }
  const { element } = choice;
  // Pressed before, it may be let go, or begin anew what hangs on it.
  if (isOn(element) || agent.presses.has(labelOf(element))) return null;
  if (!(await click(agent, scene, element))) return `"${element.name}" could not be pressed`;
  if (choice.kind === 'chosen') return null;
  const old = new Set(fields.filter(({ isVisible }) => isVisible).map(keyOf));
  const after = await see(agent);
  const [field] = after.model.elements.filter(
    (one) => isField(one) && one.isEditable && one.isVisible && !old.has(keyOf(one)),
  );
  const set = field && (await setField(agent, { scene: after, element: field }, choice.amount));
  return set?.ok ? null : `there is no field for "${choice.amount}"`;
}

/** Whether it is the chosen one already. */
function isOn({ isChecked, isSelected, hints }: UiElement): boolean {
  return (
    isChecked === true || isSelected === true || /\b(?:on|active|selected|current|chosen)\b/u.test(hints)
  );
}
