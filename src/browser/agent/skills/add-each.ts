import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { actOn } from '../hands/act-on.ts';
import { click, labelOf, pressKey, typeText } from '../hands/hands.ts';
import type { Intent } from '../language/intent.ts';
import { readTarget } from '../language/read-target.ts';
import { normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { isInside, type PageModel, type UiElement } from '../sight/page-model.ts';

/** "Add a, b and c to the list": one after the other into the field for new entries; without one, each is a thing to add. */
export async function addEach(
  agent: Agent,
  { values, place, source }: Extract<Intent, { kind: 'add' }>,
): Promise<Outcome> {
  for (const value of values) {
    if (isSpent(agent)) return stuck('the time for the task was over');
    const scene = await see(agent);
    const entry = entryField(scene.model);
    const outcome = entry
      ? await addOne(agent, value, values)
      : await actOn(agent, {
          kind: 'act',
          verb: 'add',
          object: readTarget(value, []),
          phrase: place === '' ? value : `${value} to the ${place}`,
          source,
        });
    if (!outcome.ok) return outcome;
  }
  return DONE;
}

async function addOne(agent: Agent, value: string, values: string[]): Promise<Outcome> {
  const scene = await see(agent);
  const entry = entryField(scene.model);
  if (!entry || !(await typeText(agent, scene, entry.field, value)))
    return stuck(`"${value}" could not be typed in`);
  const after = await see(agent);
  if (values.length > 1 && !entry.button) {
    const more = moreButton(after.model);
    if (more && value === values.at(-1)) return DONE;
    if (more) return (await click(agent, after, more)) ? DONE : stuck(`"${labelOf(more)}" could not be used`);
  }
  const typed = entryField(after.model) ?? entry;
  const isAdded = typed.button
    ? await click(agent, after, typed.button)
    : await pressKey(agent, after, typed.field, 'Enter');
  return isAdded ? DONE : stuck(`"${labelOf(typed.button ?? typed.field)}" could not be used`);
}

const ADDING = /^(?:add\b.*|\+|＋|➕|plus|create\b.*|insert\b.*|new\b.*)$/u;

/** "+ Add guest": not for what was typed, but for one more field. */
function moreButton({ elements }: PageModel): UiElement | undefined {
  return elements.find(
    ({ isVisible, isClickable, isHeard, isEditable, name }) =>
      isVisible &&
      (isClickable || isHeard) &&
      !isEditable &&
      /^\+?\s*add\s+(?:an?\s+|another\s+|more\s*)?\p{L}*|^\+$/u.test(normalize(name)),
  );
}

/** A text field with a button that adds what is in it, or the only text field of a page. */
function entryField(model: PageModel): { field: UiElement; button: UiElement | null } | null {
  const fields = model.elements.filter(
    (element) => isField(element) && element.isEditable && element.role !== 'searchbox',
  );
  for (const field of fields) {
    const button = model.elements.find(
      (element) =>
        element.isVisible &&
        element.isClickable &&
        !element.isEditable &&
        !isField(element) &&
        ADDING.test(normalize(element.name)) &&
        isBeside(model, field, element) &&
        fields.every((other) => other === field || !isBeside(model, other, element)),
    );
    if (button) return { field, button };
  }
  const empty = fields.filter(({ value }) => value === '');
  const isRepeated = fields.length > 1 && new Set(fields.map(({ signature }) => signature)).size === 1;
  const sole = fields.length === 1 || isRepeated ? (empty[0] ?? fields[0]) : undefined;
  const hints = normalize(`${sole?.name} ${sole?.placeholder} ${sole?.hints}`);
  return sole && !/\b(?:search|find|filter)\b/u.test(hints) ? { field: sole, button: null } : null;
}

function isBeside(model: PageModel, field: UiElement, button: UiElement): boolean {
  let around = model.parents[field.node] ?? -1;
  for (let level = 0; level < 3 && around >= 0; level += 1) {
    if (isInside(model, button.node, around))
      return (model.ends[around] ?? around) - around < 25 || level === 0;
    around = model.parents[around] ?? -1;
  }
  return false;
}
