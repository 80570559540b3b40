import { type Agent, DONE, failed, type Outcome, rest, see } from '../agent.ts';
import { keyOf, labelOf, type PageModel, twinOf, type UiElement } from '../observation/page-model.ts';
import type { Located } from '../observation/scene.ts';
import { normalize, similarity } from '../words.ts';
import { click, pressKey, scrollTo, typeText } from './actions.ts';

const MOST_WAITS = 8;
const MOST_VIEWS = 12;

/** Opens a list made by the page itself and takes an entry from it. */
export async function chooseFromPopup(agent: Agent, list: UiElement, value: string): Promise<Outcome> {
  const scene = await see(agent);
  const element = twinOf(scene.model, list) ?? list;
  const before = shownKeys(scene.model);
  await click(agent, scene, element);
  for (let wait = 0; wait < MOST_WAITS; wait += 1) {
    const open = await see(agent);
    const entry = bestEntry(open.model, before, value, element);
    if (entry) return (await click(agent, open, entry)) ? DONE : failed(`"${value}" could not be chosen`);
    if (open.text !== scene.text && wait > 1) break;
    await agent.clock.sleep(80, agent.signal);
  }
  // Long lists hold only what can be seen of them at once.
  for (let view = 0; view < MOST_VIEWS; view += 1) {
    const shown = await see(agent);
    const area = shown.model.elements.find(
      (one) => one.canScroll && one.isVisible && !before.has(shownKey(one)),
    );
    if (!area || !(await scrollTo(agent, shown, area, 'down'))) break;
    const now = await see(agent);
    const entry = bestEntry(now.model, before, value, element);
    if (entry) return (await click(agent, now, entry)) ? DONE : failed(`"${value}" could not be chosen`);
    if (now.text === shown.text) break;
  }
  const open = await see(agent);
  if (open.text !== scene.text) await pressKey(agent, open, twinOf(open.model, list) ?? list, 'Escape');
  return failed(`"${labelOf(element)}" offers no "${value}"`);
}

/** Types, and takes the suggestion that answers, if the page makes any. */
export async function typeAndPick(
  agent: Agent,
  { scene, element }: Located,
  value: string,
): Promise<Outcome> {
  const before = shownKeys(scene.model);
  if (!(await typeText(agent, scene, element, value)))
    return failed(`nothing could be typed into "${labelOf(element)}"`);
  if (element.type === 'password' || element.type === 'number') return DONE;
  const suggests =
    element.role === 'combobox' ||
    /^(?:list|off)$/u.test(element.autocomplete) ||
    /auto ?complete|typeahead|combo|suggest|\btags?\b/u.test(element.hints);
  for (let wait = 0; wait < (suggests ? MOST_WAITS : 1); wait += 1) {
    const now = await see(agent);
    const entry = bestEntry(now.model, before, value, element);
    if (entry && isSuggestion(entry, element))
      return (await click(agent, now, entry)) ? DONE : failed(`"${value}" could not be chosen`);
    if (!suggests) break;
    await agent.clock.sleep(70, agent.signal);
    await rest(agent, 1_000);
  }
  return DONE;
}

function isSuggestion(entry: UiElement, field: UiElement): boolean {
  const isListed =
    entry.role === 'option' ||
    entry.tag === 'li' ||
    /auto ?complete|suggest|typeahead|menu|dropdown/u.test(entry.hints);
  const isBelow = entry.box.y >= field.box.y + field.box.height - 4 && entry.box.y < field.box.y + 400;
  return isListed || (isBelow && entry.isClickable && Math.abs(entry.box.x - field.box.x) < 200);
}

/** What of a page is on show, to tell later what has appeared. */
function shownKeys({ elements }: PageModel): ReadonlySet<string> {
  return new Set(elements.filter(({ isVisible }) => isVisible).map(shownKey));
}

function shownKey(element: UiElement): string {
  return `${keyOf(element)}|${element.text}`;
}

/** The best of the entries that have just appeared. */
function bestEntry(
  { elements }: PageModel,
  before: ReadonlySet<string>,
  value: string,
  field: UiElement,
): UiElement | null {
  const scored = elements
    .filter(
      (one) =>
        one.isVisible &&
        !one.isEditable &&
        one.node !== field.node &&
        one.name !== '' &&
        (!before.has(shownKey(one)) || one.role === 'option'),
    )
    .map((element) => ({
      element,
      score:
        Math.max(
          similarity(element.name, value),
          normalize(element.name).startsWith(normalize(value)) ? 0.85 : 0,
        ) +
        (/^(?:option|menuitem)/u.test(element.role) ? 0.05 : 0) +
        (element.isClickable ? 0.03 : 0),
    }));
  const best = scored.sort(
    (one, other) => other.score - one.score || one.element.node - other.element.node,
  )[0];
  return best && best.score >= 0.6 ? best.element : null;
}
