import { type Agent, see } from '../agent-context.ts';
import { holdsPhrase, similarity, wordsOf } from '../language/words.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { plain } from '../sight/panels.ts';
import { click } from './hands.ts';

/** "the red T-shirt in size S": of every row of choices on a thing's page the one that the words name. Returns how many. */
export async function pickVariants(agent: Agent, phrase: string, object: string): Promise<number> {
  const rows = choiceRows((await see(agent)).model);
  let count = 0;
  for (const row of rows) {
    const named = row.filter(({ name, colour }) =>
      name === ''
        ? holdsPhrase(phrase, colour.split(' ')[0] ?? '')
        : isNamed(phrase, name) && similarity(name, object) < SAME_THING,
    );
    const [choice] = named;
    if (!choice || named.length > 1) continue;
    const scene = await see(agent);
    const now = scene.model.elements.find(({ node, name }) => node === choice.node && name === choice.name);
    if (!now || !(await click(agent, scene, now))) continue;
    agent.filled.add(keyOf(now));
    count += 1;
  }
  return count;
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
      new Set(row.map(({ name, colour }) => name || colour)).size === row.length,
  );
}

/** A letter or two say a size only where the words call it one. */
function isNamed(phrase: string, name: string): boolean {
  if (name.length > 2) return holdsPhrase(phrase, name);
  const plain = name.replace(/[^\p{L}\p{N}]/gu, '');
  return plain !== '' && new RegExp(`\\bsize\\s+${plain}(?![\\p{L}\\p{N}])`, 'u').test(phrase);
}
