import { type Agent, see } from '../agent-context.ts';
import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { click, selectOptions, tick } from './hands.ts';

type Half = 'AM' | 'PM';

/** Whether the page asks for the half of the day apart from the time. */
export function asksForHalf(model: PageModel): boolean {
  return model.elements.some((element) => isOfHalves(element));
}

/** Chooses the half of the day in a list, with a button for each or with one that changes between them. */
export async function setHalf(agent: Agent, half: Half): Promise<boolean> {
  const scene = await see(agent);
  const controls = scene.model.elements.filter(isOfHalves);
  const list = controls.find(({ tag }) => tag === 'select');
  if (list) {
    const index = list.options.findIndex(({ label }) => isHalf(label, half));
    return selectOptions(agent, scene, list, [half], [index]);
  }
  const own = controls.find(({ name }) => isHalf(name, half));
  if (own?.role === 'radio') return tick(agent, scene, own, true);
  if (own && controls.length === 1) return true;
  const pressed = own ?? controls[0];
  if (!pressed || !(await click(agent, scene, pressed))) return false;
  return (
    own !== undefined ||
    (await see(agent)).model.elements.some(({ isVisible, name }) => isVisible && isHalf(name, half))
  );
}

function isOfHalves({
  isVisible,
  isDisabled,
  isEditable,
  isClickable,
  isHeard,
  tag,
  name,
  options,
}: UiElement): boolean {
  if (!isVisible || isDisabled) return false;
  if (tag === 'select')
    return options.length === 2 && options.every(({ label }) => HALF.test(normalize(label)));
  return (isClickable || isHeard) && !isEditable && HALF.test(normalize(name));
}

const HALF = /^[ap]\.?m\.?$/u;

function isHalf(name: string, half: Half): boolean {
  return normalize(name).replaceAll('.', '') === half.toLowerCase();
}
