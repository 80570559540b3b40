import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { submitButton } from '../hands/fill-form.ts';
import { click } from '../hands/hands.ts';
import { setField } from '../hands/set-field.ts';
import { readTarget } from '../language/read-target.ts';
import { normalize, similarity } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import { matchTarget } from '../sight/match-target.ts';
import type { UiElement } from '../sight/page-model.ts';

export async function sortBy(agent: Agent, by: string, isDescending: boolean): Promise<Outcome> {
  const scene = await see(agent);
  const list = scene.model.elements.find(
    (element) =>
      element.tag === 'select' &&
      isField(element) &&
      element.options.some(({ label }) => similarity(label, by) > 0.4),
  );
  if (list) {
    const outcome = await setField(agent, { scene, element: list }, sortOption(list, by, isDescending));
    // Some lists wait for a button of their own.
    const button =
      outcome.ok && (await see(agent)).text === scene.text
        ? submitButton((await see(agent)).model, 'apply', agent.filled)
        : null;
    if (button && /\b(?:apply|go|sort|update|show|ok)\b/u.test(normalize(button.name)))
      await click(agent, await see(agent), button);
    return outcome;
  }
  const opened = await sortInMenu(agent, by, isDescending);
  if (opened) return opened;
  const heading = matchTarget(scene.model, { ...readTarget('', []), text: by }).toSorted(
    (one, other) =>
      Number(other.element.role === 'columnheader') - Number(one.element.role === 'columnheader') ||
      other.score - one.score,
  )[0]?.element;
  if (!heading || !(await click(agent, scene, heading))) return stuck(`nothing sorts by "${by}"`);
  if (!isDescending) return DONE;
  const again = await see(agent);
  const twin = again.model.elements.find((element) => keyOf(element) === keyOf(heading)) ?? heading;
  return (await click(agent, again, twin)) ? DONE : stuck(`nothing sorts by "${by}"`);
}

function sortOption(list: UiElement, by: string, isDescending: boolean): string {
  const fitting = list.options.map(({ label }) => label).filter((label) => isBy(label, by));
  return fitting.find((label) => DOWN.test(normalize(label)) === isDescending) ?? fitting[0] ?? by;
}

const DOWN = /\b(?:high to low|desc\w*|z to a|z-a|highest|newest|most)\b|↓/u;

function isBy(label: string, by: string): boolean {
  return similarity(label, by) > 0.4 || normalize(label).includes(normalize(by));
}

/** "Sort: Popular ▾": what comes up after a press on it. Null where the page has no such control. */
async function sortInMenu(agent: Agent, by: string, isDescending: boolean): Promise<Outcome | null> {
  const scene = await see(agent);
  const opener = scene.model.elements.find(
    ({ isVisible, isClickable, isEditable, tag, role, name, isExpanded }) =>
      isVisible &&
      (isClickable || role === 'combobox') &&
      !isEditable &&
      tag !== 'select' &&
      (isExpanded !== null || role === 'button' || role === 'combobox') &&
      /^(?:sort|order)(?:ed)?\b/u.test(normalize(name)) &&
      !isBy(name, by),
  );
  if (!opener || !(await click(agent, scene, opener))) return null;
  const { model, ...open } = await see(agent);
  const old = new Set(scene.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const fitting = model.elements.filter(
    (element) =>
      element.isVisible && !old.has(keyOf(element)) && element.name.length < 40 && isBy(element.name, by),
  );
  const option = fitting.find(({ name }) => DOWN.test(normalize(name)) === isDescending) ?? fitting[0];
  return option && (await click(agent, { model, ...open }, option)) ? DONE : null;
}
