import { type Agent, DONE, type Outcome, see } from '../agent-context.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { stepTo } from './step-to.ts';

/** A combination: as many digits on show, each with buttons of its own, as the value has. Null where there are none. */
export async function turnWheels(agent: Agent, value: string): Promise<Outcome | null> {
  const digits = value.match(/^\d(?:[\s,.-]*\d)+$/u) ? [...value.replace(/\D/gu, '')] : [];
  const { model } = await see(agent);
  if (digits.length < 2 || wheelsOf(model, digits.length).length === 0) return null;
  for (const [index, digit] of digits.entries()) {
    const wheel = wheelsOf((await see(agent)).model, digits.length)[index];
    const turned = wheel ? await stepTo(agent, wheel, digit) : null;
    if (!turned?.ok) return turned;
  }
  return DONE;
}

/** A clock: two numbers on show, each with buttons of its own. Null where there is none. */
export async function turnClock(agent: Agent, time: string): Promise<Outcome | null> {
  const parts = time.split(':');
  const clockOf = ({ elements }: PageModel) => {
    const shown = elements.filter(({ isVisible, text }) => isVisible && /^\d{1,2}$/u.test(text));
    const families = Map.groupBy(shown, ({ signature, tag }) => `${tag} ${signature}`);
    return [...families.values()].find((family) => family.length === 2) ?? [];
  };
  if (clockOf((await see(agent)).model).length === 0) return null;
  for (const [index, part] of parts.entries()) {
    const wheel = clockOf((await see(agent)).model)[index];
    const turned = wheel ? await stepTo(agent, wheel, String(Number(part))) : null;
    if (!turned?.ok) return turned;
  }
  return DONE;
}

function wheelsOf({ elements }: PageModel, count: number): UiElement[] {
  const shown = elements.filter(
    ({ isVisible, isClickable, text, value, isEditable }) =>
      isVisible && (isEditable ? /^\d$/u.test(value) : !isClickable && /^\d$/u.test(text)),
  );
  const families = Map.groupBy(shown, ({ signature, tag }) => `${tag} ${signature}`);
  return [...families.values()].find((family) => family.length === count) ?? [];
}
