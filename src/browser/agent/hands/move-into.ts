import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { canonical, holdsPhrase, normalize, wordsOf } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import { bestOption } from '../sight/options.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { click } from './hands.ts';
import { setField } from './set-field.ts';

/**
 * "Move X to the folder Y": X is chosen or opened, a control called "Move to" asks where, and Y is one of what it then
 * offers. Null where the page has no such control.
 */
export async function moveInto(
  agent: Agent,
  field: string,
  value: string,
  mayOpen = true,
): Promise<Outcome | null> {
  const name = placeName(field);
  const place = placeName(value);
  const start = await see(agent);
  const entry = entryOf(start.model, name);
  if (!entry) return null;
  const hasControl = start.model.elements.some((element) => isMover(element) && element.isVisible);
  if (!hasControl && !mayOpen) return null;
  const isOpen = hasControl && moverOn(start.model) !== undefined && isAbout(start, name);
  if (!isOpen && !(await click(agent, start, entry))) return null;
  const opened = await see(agent);
  const mover = moverOn(opened.model);
  if (!mover) return null;
  if (!(await click(agent, opened, mover))) return stuck(`"${mover.name}" could not be pressed`);
  return placeIn(agent, opened, place);
}

/** What came up after "Move" asks where to: the place is chosen there, and the choice confirmed. */
export async function placeIn(agent: Agent, before: Scene, told: string): Promise<Outcome> {
  const place = placeName(told);
  const asked = await see(agent);
  const old = new Set(before.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const list = asked.model.elements.find(
    (element) =>
      element.isVisible &&
      element.tag === 'select' &&
      !old.has(keyOf(element)) &&
      bestOption(element, place) >= 0,
  );
  const offered = asked.model.elements.filter(
    ({ isVisible, name }) => isVisible && canonical(wordsOf(name).join(' ')) === canonical(place),
  );
  const goal = list ?? offered.findLast((element) => !old.has(keyOf(element))) ?? offered.at(-1);
  const isChosen =
    goal !== undefined &&
    (goal.tag === 'select'
      ? (await setField(agent, { scene: asked, element: goal }, place)).ok
      : await click(agent, asked, goal));
  if (!isChosen) return stuck(`there is no "${place}" to move it to`);
  const chosen = await see(agent);
  const confirm = chosen.model.elements.find(
    (element) =>
      element.isVisible &&
      !element.isDisabled &&
      element.role === 'button' &&
      !old.has(keyOf(element)) &&
      /^(?:move|move here|ok|done|confirm|save|apply)$/u.test(normalize(element.name)),
  );
  if (confirm) await click(agent, chosen, confirm);
  return DONE;
}

/** Without what it is called besides its name: "the email X", "the folder Y", "Ann's email". */
export function placeName(words: string): string {
  return words
    .replace(
      /^(?:the\s+)?(?:e-?mail|message|mail|file|photo|document|note|card|folder|directory|label|list|category|album|item|entry|task)\s+(?:from|by|called|named|titled|with\s+the\s+subject)?\s*(?=\S)/iu,
      '',
    )
    .replace(/['’]s\s+(?:e-?mail|message|mail|file|photo|document|note|post|letter)$/iu, '')
    .replace(/\s+(?:folder|directory|label|list|album|category)$/iu, '')
    .replace(/^(?:the|my|our)\s+(?=[\p{Lu}"“])/u, '')
    .replace(/^["“](.*)["”]$/u, '$1')
    .trim();
}

function entryOf({ elements }: PageModel, name: string): UiElement | undefined {
  return elements
    .filter(
      (element) =>
        element.isVisible &&
        !isField(element) &&
        element.role !== 'checkbox' &&
        element.text.length < 160 &&
        (holdsPhrase(element.text, name) || holdsPhrase(element.name, name)),
    )
    .toSorted((one, other) => one.text.length - other.text.length || one.node - other.node)[0];
}

/** The page is the thing's own already. */
function isAbout({ model }: Scene, name: string): boolean {
  return model.elements.some(
    ({ isVisible, tag, text, isSelected }) =>
      isVisible && (/^h[1-3]$/u.test(tag) || isSelected === true) && holdsPhrase(text, name),
  );
}

function isMover({ isClickable, isHeard, name, hints }: UiElement): boolean {
  return (
    (isClickable || isHeard) &&
    (/^move(?:\s+to)?\b/u.test(normalize(name)) || (name.length <= 2 && /\bmove(?: to)?\b/u.test(hints)))
  );
}

function moverOn({ elements }: PageModel): UiElement | undefined {
  const movers = elements.filter((element) => element.isVisible && !element.isDisabled && isMover(element));
  return movers.length === 1 ? movers[0] : undefined;
}
