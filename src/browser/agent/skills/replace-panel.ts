import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { click } from '../hands/hands.ts';
import { setField } from '../hands/set-field.ts';
import { normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';

/** The page's own fields for what to find and what to put there. Null when it has none. */
export async function useReplacePanel(
  agent: Agent,
  was: string,
  now: string,
  isAll: boolean,
): Promise<Outcome | null> {
  const { model } = await see(agent);
  if (!fieldCalled(model, FIND) || !fieldCalled(model, REPLACE) || !buttonOf(model, isAll)) return null;
  for (const [called, value] of [
    [FIND, was],
    [REPLACE, now],
  ] as const) {
    const scene = await see(agent);
    const element = fieldCalled(scene.model, called);
    const put = element ? await setField(agent, { scene, element }, value) : stuck('the panel is gone');
    if (!put.ok) return put;
  }
  const scene = await see(agent);
  const button = buttonOf(scene.model, isAll);
  return button && (await click(agent, scene, button)) ? DONE : stuck('nothing replaces the text');
}

const FIND = /^(?:find|search(?: for)?|look for|old|original|text to find)\b/u;
const REPLACE = /^(?:replace|new\b|replacement|substitute)/u;

function fieldCalled({ elements }: PageModel, called: RegExp): UiElement | undefined {
  return elements.find(
    (element) =>
      isField(element) &&
      element.isEditable &&
      element.tag === 'input' &&
      [element.placeholder, element.name].some((name) => called.test(normalize(name))),
  );
}

function buttonOf({ elements }: PageModel, isAll: boolean): UiElement | undefined {
  const buttons = elements.filter(
    ({ isVisible, isClickable, isEditable, name }) =>
      isVisible && isClickable && !isEditable && /^replace\b/u.test(normalize(name)),
  );
  return buttons.find(({ name }) => /\ball\b/iu.test(name) === isAll) ?? (isAll ? undefined : buttons[0]);
}
