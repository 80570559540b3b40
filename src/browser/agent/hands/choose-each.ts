import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { clickAlso } from './other-clicks.ts';

/** Chooses one after the other. Where the next press lets go of the one before, it is added to it instead, as with Ctrl. */
export async function chooseEach(
  agent: Agent,
  values: string[],
  chooseOne: (value: string) => Promise<Outcome>,
): Promise<Outcome> {
  const [first = ''] = values;
  const plain = lookOf((await see(agent)).model, first);
  let held: string | null = null;
  for (const [index, value] of values.entries()) {
    const outcome = await chooseOne(value);
    if (!outcome.ok) return outcome;
    const now = lookOf((await see(agent)).model, first);
    if (index === 0) held = now;
    const isLetGo = index > 0 && plain !== null && held !== plain && now === plain;
    if (isLetGo) return addEach(agent, values, value, held);
  }
  return DONE;
}

/** All the others to the one that is chosen; where they do not stay, the list takes but one. */
async function addEach(
  agent: Agent,
  values: string[],
  chosen: string,
  held: string | null,
): Promise<Outcome> {
  for (const value of values.filter((other) => other !== chosen)) {
    const scene = await see(agent);
    const entry = entryOf(scene.model, value);
    if (!entry || !(await clickAlso(agent, scene, entry))) return stuck(`"${value}" could not be added`);
  }
  const { model } = await see(agent);
  const lost = values.find((value) => lookOf(model, value) !== held);
  return lost === undefined ? DONE : stuck(`the list does not take "${lost}" beside the others`);
}

function entryOf({ elements }: PageModel, value: string): UiElement | undefined {
  return elements.find(
    ({ isVisible, isHeard, isEditable, name }) =>
      isVisible && isHeard && !isEditable && normalize(name) === normalize(value),
  );
}

/** What changes about an entry when it is chosen. */
function lookOf(model: PageModel, value: string): string | null {
  const entry = entryOf(model, value);
  return entry ? [entry.signature, entry.isSelected, entry.isChecked, entry.colour].join('|') : null;
}
