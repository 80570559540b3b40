import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { isPath, pathOf } from '../language/value-path.ts';
import { normalize, similarity } from '../language/words.ts';
import { outcome } from '../outcome.ts';
import { keyOf, type Located } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { click, labelOf, pressKey, scrollTo } from './hands.ts';
import { twinOf } from './slider.ts';

/** Opens a list made by the page itself and takes an entry from it. */
export async function chooseFromPopup(agent: Agent, list: UiElement, value: string): Promise<Outcome> {
  const scene = await see(agent);
  const element = twinOf(scene.model, list) ?? list;
  const before = shownKeys(scene.model);
  const taken = isPath(value) ? null : await takeFromPopup(agent, { scene, element }, before, value);
  if (taken) return taken;
  const stepped = await takeByPath(agent, { scene, element }, before, pathOf(value));
  if (stepped) return stepped;
  const open = await see(agent);
  if (open.text !== scene.text) await pressKey(agent, open, twinOf(open.model, list) ?? list, 'Escape');
  return stuck(`"${labelOf(element)}" offers no "${value}"`);
}

/** The same by its place in the list, counted from 1; -1 is the last. */
export async function chooseNthFromPopup(
  agent: Agent,
  element: UiElement,
  ordinal: number,
): Promise<Outcome> {
  const scene = await see(agent);
  const before = shownKeys(scene.model);
  await click(agent, scene, element);
  let open = await see(agent);
  if (ordinal < 0) {
    const area = areaIn(open.model, before);
    if (area && (await scrollTo(agent, open, area, 'bottom'))) open = await see(agent);
  }
  const entries = entriesIn(open.model, before, element);
  const entry = entries.at(ordinal > 0 ? ordinal - 1 : ordinal);
  return entry
    ? outcome(await click(agent, open, entry), entry)
    : stuck(`"${labelOf(element)}" has no entry number ${ordinal}`);
}

async function takeFromPopup(
  agent: Agent,
  { scene, element }: Located,
  before: ReadonlySet<string>,
  value: string,
): Promise<Outcome | null> {
  const find = (model: PageModel) => bestEntry(model, before, value, element);
  await click(agent, scene, element);
  for (let wait = 0; wait < MOST_WAITS; wait += 1) {
    const open = await see(agent);
    const entry = find(open.model);
    if (entry) return outcome(await click(agent, open, entry), entry);
    if (areaIn(open.model, before)) break;
    await agent.clock.sleep(80, agent.signal);
  }
  // Long lists hold only what can be seen of them at once.
  for (let view = 0; view < MOST_VIEWS; view += 1) {
    const shown = await see(agent);
    const area = areaIn(shown.model, before);
    if (!area || !(await scrollTo(agent, shown, area, 'down'))) return null;
    const now = await see(agent);
    if (now.text === shown.text) return null;
    if (find(now.model)) return pressDrawnAnew(agent, find);
  }
  return null;
}

/** A list where each choice opens the next: the steps one after the other. Null where the first is not on offer. */
async function takeByPath(
  agent: Agent,
  { scene, element }: Located,
  before: ReadonlySet<string>,
  path: string[],
): Promise<Outcome | null> {
  if (path.length < 2) return null;
  let seen = before;
  for (const [index, step] of path.entries()) {
    let open = await see(agent);
    if (index === 0 && open.text === scene.text) {
      await click(agent, open, twinOf(open.model, element) ?? element);
      open = await see(agent);
    }
    const entry = bestEntry(open.model, seen, step, element);
    if (!entry) return index === 0 ? null : stuck(`"${path[index - 1]}" offers no "${step}"`);
    seen = shownKeys(open.model);
    if (!(await click(agent, open, entry))) return stuck(`"${step}" could not be chosen`);
  }
  return DONE;
}

/** Bringing an entry into view draws the list anew, and the press may go to one that is gone. */
async function pressDrawnAnew(
  agent: Agent,
  find: (model: PageModel) => UiElement | null,
): Promise<Outcome | null> {
  for (let press = 0; press < 3; press += 1) {
    const scene = await see(agent);
    const entry = find(scene.model);
    if (!entry) return null;
    await click(agent, scene, entry);
    const left = find((await see(agent)).model);
    if (!left || left.signature !== entry.signature || left.isSelected !== entry.isSelected) return DONE;
  }
  return null;
}

const MOST_WAITS = 8;
const MOST_VIEWS = 60;

/** What scrolls by itself since the list has opened. */
function areaIn({ elements }: PageModel, before: ReadonlySet<string>): UiElement | undefined {
  return elements.find((element) => element.isVisible && element.canScroll && !before.has(shownKey(element)));
}

export function shownKeys(model: PageModel): Set<string> {
  return new Set(model.elements.filter((element) => element.isVisible).map(shownKey));
}

function shownKey(element: UiElement): string {
  return `${keyOf(element)}|${element.text}`;
}

function isFresh(element: UiElement, before: ReadonlySet<string>, field: UiElement): boolean {
  return (
    element.isVisible &&
    !element.isEditable &&
    element.node !== field.node &&
    element.name !== '' &&
    (!before.has(shownKey(element)) || element.role === 'option')
  );
}

/** The entries of an open list, in their order. */
function entriesIn({ elements }: PageModel, before: ReadonlySet<string>, field: UiElement): UiElement[] {
  const fresh = elements.filter((element) => isFresh(element, before, field) && element.text !== '');
  const options = fresh.filter(({ role }) => role === 'option');
  if (options.length > 0) return options;
  const families = [...Map.groupBy(fresh, ({ signature }) => signature).values()];
  return families.reduce((most, family) => (family.length > most.length ? family : most), []);
}

/** The best of the entries that have just appeared. */
export function bestEntry(
  model: PageModel,
  before: ReadonlySet<string>,
  value: string,
  field: UiElement,
): UiElement | null {
  const scored = model.elements
    .filter((element) => isFresh(element, before, field))
    .map((element) => ({
      element,
      score:
        Math.max(
          similarity(element.name, value),
          normalize(element.name).startsWith(normalize(value)) ? 0.85 : 0,
        ) +
        (['option', 'menuitem'].includes(element.role) ? 0.05 : 0) +
        (element.isClickable ? 0.03 : 0),
    }));
  const best = scored.sort(
    (one, other) => other.score - one.score || one.element.node - other.element.node,
  )[0];
  return best && best.score >= 0.6 ? best.element : null;
}
