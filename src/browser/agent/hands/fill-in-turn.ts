import { type Agent, see } from '../agent-context.ts';
import { holdsPhrase, normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import type { UiElement } from '../sight/page-model.ts';
import { setField } from './set-field.ts';

/** "Convert 6 miles to feet": lists that offer the same, filled in the order in which the words name what they offer. */
export async function fillInTurn(agent: Agent, words: string): Promise<number> {
  const { model } = await see(agent);
  const lists = model.elements.filter((element) => isField(element) && element.tag === 'select');
  const [first] = lists;
  const isAlike = (list: UiElement) =>
    list.options.map(({ label }) => label).join() === first?.options.map(({ label }) => label).join();
  if (!first || lists.length < 2 || !lists.every(isAlike)) return 0;
  const named = first.options
    .map(({ label }) => ({ label, at: placeOf(words, label) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  if (named.length !== lists.length) return 0;
  let count = 0;
  for (const [index, list] of lists.entries()) {
    const value = named[index]?.label ?? '';
    if ((await setField(agent, { scene: await see(agent), element: list }, value)).ok) count += 1;
  }
  const scene = await see(agent);
  const empty = scene.model.elements.filter(
    (element) =>
      isField(element) && element.isEditable && element.value === '' && !agent.filled.has(keyOf(element)),
  );
  const number = words.match(/(?<![\p{L}\d])-?\d+(?:[.,]\d+)?/u)?.[0];
  const [field] = empty;
  if (number && field && empty.length === 1 && (await setField(agent, { scene, element: field }, number)).ok)
    count += 1;
  return count;
}

function placeOf(words: string, label: string): number {
  const [text, name] = [normalize(words), normalize(label)];
  const spoken = [name, `${name}s`, `${name}es`].find((form) => holdsPhrase(text, form));
  return spoken === undefined
    ? -1
    : ` ${text} `.search(new RegExp(`[^\\p{L}]${spoken.replace(/[^\p{L}\p{N} ]/gu, '.')}(?=[^\\p{L}])`, 'u'));
}
