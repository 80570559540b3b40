import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { outcome } from '../outcome.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { click } from './hands.ts';
import { stepTo } from './step-to.ts';

/** A combination: as many digits on show, each with buttons of its own, as the value has. Null where there are none. */
export async function turnWheels(agent: Agent, value: string): Promise<Outcome | null> {
  const digits = value.match(/^\d(?:[\s,.-]*\d)+$/u) ? [...value.replace(/\D/gu, '')] : [];
  const { model } = await see(agent);
  const { acts } = agent;
  if (digits.length < 2 || wheelsOf(model, digits.length).length === 0) return null;
  for (const [index, digit] of digits.entries()) {
    const wheel = wheelsOf((await see(agent)).model, digits.length)[index];
    const turned = wheel ? await stepTo(agent, wheel, digit) : null;
    // Numbers that nothing changes are no wheels.
    if (!turned?.ok) return index === 0 && agent.acts === acts ? null : turned;
  }
  return DONE;
}

/** A clock: two numbers on show, each with buttons of its own. Null where there is none. */
export async function turnClock(agent: Agent, time: string): Promise<Outcome | null> {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const half = halvesOn((await see(agent)).model)[0];
  const parts = [half ? hour % 12 || 12 : hour, minute];
  const clockOf = ({ elements }: PageModel) => {
    const shown = elements.filter(({ isVisible, text }) => isVisible && /^\d{1,2}$/u.test(text));
    const families = Map.groupBy(shown, ({ signature, tag }) => `${tag} ${signature}`);
    return [...families.values()].find((family) => family.length === 2) ?? [];
  };
  if (clockOf((await see(agent)).model).length === 0) return null;
  for (const [index, part] of parts.entries()) {
    const wheel = clockOf((await see(agent)).model)[index];
    const turned = wheel ? await stepTo(agent, wheel, String(part)) : null;
    if (!turned?.ok) return turned;
  }
  return half ? setHalf(agent, hour < 12 ? 'am' : 'pm') : DONE;
}

/** One button that shows the half of the day and changes it, or one for each half. */
async function setHalf(agent: Agent, wanted: string): Promise<Outcome> {
  const isSet = (half: UiElement) => half.name.toLowerCase().replaceAll('.', '') === wanted;
  const scene = await see(agent);
  const halves = halvesOn(scene.model);
  const [shown] = halves;
  const own = halves.find(isSet);
  if (own && !halves.every(isSet)) return outcome(await click(agent, scene, own), own);
  if (shown && !isSet(shown)) await click(agent, scene, shown);
  const [now] = halvesOn((await see(agent)).model);
  return now && isSet(now) ? DONE : stuck(`the clock did not come to ${wanted}`);
}

function halvesOn({ elements }: PageModel): UiElement[] {
  return elements.filter(
    ({ isVisible, isHeard, name }) => isVisible && isHeard && /^[ap]\.?m\.?$/iu.test(name),
  );
}

function wheelsOf({ elements }: PageModel, count: number): UiElement[] {
  const shown = elements.filter(
    ({ isVisible, isClickable, text, value, isEditable }) =>
      isVisible && (isEditable ? /^\d$/u.test(value) : !isClickable && /^\d$/u.test(text)),
  );
  const families = Map.groupBy(shown, ({ signature, tag }) => `${tag} ${signature}`);
  return [...families.values()].find((family) => family.length === count) ?? [];
}
