import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { numberIn } from '../language/amounts.ts';
import { canonical, holdsPhrase, normalize } from '../language/words.ts';
import { elementsIn, itemOf, type PageModel, type UiElement } from '../sight/page-model.ts';
import { click } from './hands.ts';

const MOST_MOVES = 60;

/** A list whose rows have buttons that move them up. Null when the page has none. */
export function sortByArrows(agent: Agent, isDescending: boolean): Promise<Outcome | null> {
  return bringInOrder(agent, (one, other) => (isDescending ? -1 : 1) * compare(one, other));
}

/** The same where the task names the rows one by one; those it does not name come last. */
export function arrangeByArrows(agent: Agent, names: string[]): Promise<Outcome | null> {
  return bringInOrder(agent, (one, other) => rankIn(names, one) - rankIn(names, other));
}

export function rankIn(names: string[], text: string): number {
  const exact = names.findIndex((name) => normalize(name) === normalize(text));
  const rank = exact >= 0 ? exact : names.findIndex((name) => holdsPhrase(text, name));
  return rank < 0 ? names.length : rank;
}

async function bringInOrder(
  agent: Agent,
  order: (one: string, other: string) => number,
): Promise<Outcome | null> {
  for (let move = 0; move < MOST_MOVES && !isSpent(agent); move += 1) {
    const scene = await see(agent);
    const rows = rowsOf(scene.model);
    if (rows.length < 2) return move === 0 ? null : stuck('the rows are gone');
    const sorted = rows.toSorted((one, other) => order(one.text, other.text));
    const wrong = sorted.findIndex((row, index) => row !== rows[index]);
    if (wrong < 0) return DONE;
    const up = sorted[wrong]?.up;
    if (!up || !(await click(agent, scene, up))) return stuck('the list cannot be put in order');
    if (rowsOf((await see(agent)).model).every(({ text }, index) => text === rows[index]?.text))
      return stuck('the arrows do not move anything');
  }
  return stuck('the list cannot be put in order');
}

/** "Move X to the top" in such a list. Null when the page has none, or X is not in it. */
export async function moveByArrows(
  agent: Agent,
  name: string,
  placeAmong: (count: number, texts: string[]) => number | null,
): Promise<Outcome | null> {
  for (let move = 0; move < MOST_MOVES && !isSpent(agent); move += 1) {
    const scene = await see(agent);
    const rows = rowsOf(scene.model);
    const rank = placeAmong(
      rows.length,
      rows.map(({ text }) => text),
    );
    const now = rows.findIndex(({ text }) => holdsPhrase(name, text) || holdsPhrase(text, name));
    if (rows.length < 2 || rank === null || now < 0) return move === 0 ? null : stuck('the row is gone');
    if (now === rank) return DONE;
    const arrow = rank < now ? rows[now]?.up : rows[now]?.down;
    if (!arrow || !(await click(agent, scene, arrow))) return stuck(`"${name}" cannot be moved`);
  }
  return stuck(`"${name}" did not come to its place`);
}

interface SortRow {
  node: number;
  text: string;
  up: UiElement | undefined;
  down: UiElement | undefined;
}

function rowsOf(model: PageModel): SortRow[] {
  const arrows = model.elements.filter(
    ({ isVisible, isClickable, isHeard }) => isVisible && (isClickable || isHeard),
  );
  const ups = arrows.filter((element) => isArrow(element, 'up'));
  const downs = arrows.filter((element) => isArrow(element, 'down'));
  const nodes = new Set([
    ...ups.map((up) => itemOf(model, up, ups)),
    ...downs.map((down) => itemOf(model, down, downs)),
  ]);
  return [...nodes]
    .sort((one, other) => one - other)
    .map((node) => {
      const parts = elementsIn(model, node);
      const own = parts.filter((part) => !ups.includes(part) && !downs.includes(part) && part.text !== '');
      return {
        node,
        text: own.map(({ text }) => text).join(' '),
        up: ups.find((up) => parts.includes(up)),
        down: downs.find((down) => parts.includes(down)),
      };
    });
}

export function isArrow({ name, hints }: UiElement, way: 'up' | 'down'): boolean {
  return (
    canonical(name) === way ||
    (name.length <= 2 && hints.split(' ').includes(way)) ||
    new RegExp(`^(?:move\\s+)?${way}\\b|^move\\s.+\\s${way}$`, 'u').test(normalize(name))
  );
}

function compare(one: string, other: string): number {
  const [first, second] = [numberIn(one), numberIn(other)];
  return first !== null && second !== null ? first - second : normalize(one).localeCompare(normalize(other));
}
