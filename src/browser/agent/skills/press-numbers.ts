import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { click, labelOf, tick } from '../hands/hands.ts';
import { numberIn } from '../language/amounts.ts';
import { numbersMeant, numbersTogether, orderOfNumbers } from '../language/number-kinds.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';

/** "Check all even numbers": each box, button or tile with a number of which that is true, once. */
export async function pressNumbers(agent: Agent, source: string): Promise<Outcome> {
  const all = numbersOn((await see(agent)).model);
  if (all.length === 0) return stuck('there are no numbers to choose from');
  const meantOnes = chosen(all, source);
  if (!meantOnes) return stuck(`no numbers are such as is asked for (${source})`);
  for (const meant of meantOnes) {
    const scene = await see(agent);
    const twins = scene.model.elements.filter((one) => keyOf(one) === keyOf(meant));
    const now = twins.find(({ node }) => node === meant.node) ?? twins[0];
    if (!now || isSpent(agent)) return stuck(`"${meant.name}" is gone`);
    const isBox = now.role === 'checkbox' || now.role === 'switch';
    const isDone = isBox ? await tick(agent, scene, now, true) : await click(agent, scene, now);
    if (!isDone) return stuck(`"${labelOf(now)}" could not be chosen`);
  }
  return DONE;
}

function chosen(all: UiElement[], source: string): UiElement[] | null {
  const amountOf = ({ name }: UiElement) => numberIn(name) ?? Number.NaN;
  const together = numbersTogether(source);
  if (together)
    return combination(all.slice(0, MOST_COMBINED), together.count, (set) =>
      together.isRight(set.map(amountOf)),
    );
  const isMeant = numbersMeant(source) ?? (() => false);
  const meant = all.filter((element) => isMeant(amountOf(element)));
  const order = orderOfNumbers(source);
  const sign = order === 'down' ? -1 : 1;
  return order === null ? meant : meant.toSorted((one, other) => sign * (amountOf(one) - amountOf(other)));
}

const MOST_COMBINED = 40;

/** The first so many, in their order, of which it is true. */
function combination<T>(
  all: T[],
  count: number,
  isRight: (set: T[]) => boolean,
  taken: T[] = [],
): T[] | null {
  if (taken.length === count) return isRight(taken) ? taken : null;
  for (const [at, one] of all.entries()) {
    const found = combination(all.slice(at + 1), count, isRight, [...taken, one]);
    if (found) return found;
  }
  return null;
}

/** Boxes where the page has some; else what answers a press. */
function numbersOn({ elements }: PageModel): UiElement[] {
  const named = elements.filter(({ name }) => /^[-−]?\d{1,6}$/u.test(name.trim()));
  const boxes = named.filter(({ role }) => role === 'checkbox' || role === 'switch');
  const pressed = named.filter(
    ({ isVisible, isHeard, isClickable }) => isVisible && (isHeard || isClickable),
  );
  if (boxes.length > 0) return boxes;
  // A number inside a tile is pressed with the tile.
  return pressed.filter(
    (one) =>
      !pressed.some((other) => other.node < one.node && other.name === one.name && one.node - other.node < 3),
  );
}
