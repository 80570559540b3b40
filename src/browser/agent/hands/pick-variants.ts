import { type Agent, see } from '../agent-context.ts';
import { holdsPhrase, similarity, wordsOf } from '../language/words.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { plain } from '../sight/panels.ts';
import { fullestOf, patchName } from '../sight/patch-name.ts';
import { click } from './hands.ts';

/** "the red T-shirt in size S": of every row of choices on a thing's page the one that the words name. Returns how many. */
export async function pickVariants(agent: Agent, phrase: string, object: string): Promise<number> {
  const rows = choiceRows((await see(agent)).model);
  let count = 0;
  for (const row of rows) {
    const choice = namedIn(row, phrase, object);
    if (!choice) continue;
    const scene = await see(agent);
    const now = scene.model.elements.find(({ node, name }) => node === choice.node && name === choice.name);
    if (!now || !(await click(agent, scene, now))) continue;
    agent.filled.add(keyOf(now));
    count += 1;
  }
  return count;
}

/** By its name; a patch that has none by the colour it is painted in. */
function namedIn(row: UiElement[], phrase: string, object: string): UiElement | null {
  const named = row
    .map((element) => ({ element, called: patchName(element, row) }))
    .filter(
      ({ called }) => called !== '' && isNamed(phrase, called) && similarity(called, object) < SAME_THING,
    );
  if (named.length > 0) return fullestOf(named)?.element ?? null;
  const [painted, ...others] = row.filter(
    ({ name, colour }) => name === '' && holdsPhrase(phrase, colour.split(' ')[0] ?? ''),
  );
  return others.length === 0 ? (painted ?? null) : null;
}

/** The page's row of sizes that are written like this one: numbers, or letters. */
export function sizesOn(model: PageModel, size: string): UiElement[] {
  const kind = /^\d/u.test(size) ? /^\d{1,3}(?:[.,]5)?$/u : /^(?:\d?X{0,3}(?:S|L)|M)$/u;
  const isSize = ({ name }: UiElement) => kind.test(name.trim());
  return choiceRows(model, true).find((row) => row.length > 2 && row.every(isSize)) ?? [];
}

const SAME_THING = 0.75;

function choiceRows({ elements }: PageModel, isEvenDisabled = false): UiElement[][] {
  const choices = elements.filter(
    ({ isVisible, isClickable, isHeard, isEditable, isDisabled, role, name, colour, href }) =>
      isVisible &&
      (isClickable || isHeard) &&
      !isEditable &&
      (!isDisabled || isEvenDisabled) &&
      href === '' &&
      ['', 'button', 'option', 'listitem', 'img'].includes(role) &&
      // A patch without a name goes by its colour.
      (name !== '' || colour !== '') &&
      wordsOf(name).length <= 2,
  );
  const rows = [...Map.groupBy(choices, ({ tag, signature }) => `${tag} ${plain(signature)}`).values()];
  return rows.filter(
    (row) =>
      row.length > 1 &&
      row.length <= 12 &&
      new Set(row.map((one) => patchName(one, row) || one.colour)).size === row.length,
  );
}

/** A letter or two say a size only where the words call it one. */
function isNamed(phrase: string, name: string): boolean {
  if (name.length > 2) return holdsPhrase(phrase, name);
  const plain = name.replace(/[^\p{L}\p{N}]/gu, '');
  return plain !== '' && new RegExp(`\\bsize\\s+${plain}(?![\\p{L}\\p{N}])`, 'u').test(phrase);
}
