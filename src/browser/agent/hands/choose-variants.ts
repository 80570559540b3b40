import { type Agent, DONE, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { canonical, normalize } from '../language/words.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { GONE } from '../sight/unavailable.ts';
import { click, tick } from './hands.ts';
import { setField } from './set-field.ts';

/** Chooses every told size or colour of the thing whose page is open; one that it does not have, or that is sold out, ends it. */
export async function chooseVariants(agent: Agent, values: readonly string[]): Promise<Outcome> {
  // What stands first decides what is left of the others.
  const { model } = await see(agent);
  const ordered = values.toSorted(
    (one, other) => (choiceOf(model, one)?.element.node ?? 0) - (choiceOf(model, other)?.element.node ?? 0),
  );
  for (const value of ordered) {
    const outcome = await choose(agent, value);
    if (!outcome.ok) return outcome;
  }
  return DONE;
}

async function choose(agent: Agent, value: string): Promise<Outcome> {
  const scene = await see(agent);
  const choice = choiceOf(scene.model, value);
  if (!choice) return stuck(`the thing is not offered in "${value}"`);
  const { element, label } = choice;
  if (element.isDisabled || GONE.test(label) || GONE.test(element.hints))
    return stuck(`"${value}" is not to be had: ${label || 'it cannot be chosen'}`);
  const isSet =
    element.tag === 'select'
      ? (await setField(agent, { scene, element }, label)).ok
      : element.role === 'radio'
        ? await tick(agent, scene, element, true)
        : element.isSelected === true || element.isChecked === true || (await click(agent, scene, element));
  if (!isSet) return stuck(`"${value}" could not be chosen`);
  agent.filled.add(keyOf(element));
  await rest(agent, 2_000);
  return DONE;
}

interface Choice {
  element: UiElement;
  /** What it is called there. */
  label: string;
}

/** A list that offers it, a box or button that is called so, or a patch of that colour. */
export function choiceOf({ elements }: PageModel, value: string): Choice | null {
  const open = elements.filter(({ isFraming }) => !isFraming);
  for (const element of open) {
    const option = element.tag === 'select' && element.options.find(({ label }) => isCalled(label, value));
    if (option && element.isVisible) return { element, label: option.label };
  }
  const named = open.filter(
    (element) =>
      (element.isVisible || element.role === 'radio') &&
      (element.isClickable || element.isHeard || element.role === 'radio') &&
      !element.isEditable &&
      element.tag !== 'select' &&
      (element.href === '' || element.href.startsWith('#')) &&
      (isCalled(element.name, value) ||
        (element.name === '' && element.colour.split(' ')[0] === value.toLowerCase())),
  );
  const element = named.find(({ role }) => role === 'radio') ?? named[0];
  return element ? { element, label: element.name } : null;
}

/** "M", "Size M", "M (sold out)", "Medium - M": what it is called but for what is said of it. */
function isCalled(label: string, value: string): boolean {
  const said = normalize(label)
    .replace(/\([^)]*\)/gu, ' ')
    .replace(/\s+[-–—:|/].*$/u, '')
    .replace(/^(?:(?:uk|us|eu|select|choose|size|colou?r)\s*:?\s+)+/u, '')
    .replace(GONE, ' ')
    .replace(/[\s,]+$/u, '')
    .trim();
  return said !== '' && canonical(said) === canonical(value);
}
