import { type Agent, isSpent, see } from '../agent-context.ts';
import { holdsPhrase, normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import type { UiElement } from '../sight/page-model.ts';
import { click, tick } from './hands.ts';
import { setField } from './set-field.ts';

/** A form without labels: every choice the words mention is taken, and what they quote goes into the text field. */
export async function fillByMention(agent: Agent, words: string): Promise<number> {
  const { model } = await see(agent);
  const quotes = [...words.matchAll(/"([^"]+)"|“([^”]+)”/gu)].map((match) => match[1] ?? match[2] ?? '');
  const choices = model.elements.filter((element) => isChoice(element) && holdsPhrase(words, element.name));
  const names = model.elements.filter(isChoice).map(({ name }) => normalize(name));
  const isRepeated = ({ name }: UiElement) => names.filter((other) => other === normalize(name)).length > 1;
  const families = Map.groupBy(model.elements.filter(isChoice), ({ signature }) => signature);
  // One lone thing that happens to be mentioned is no choice.
  const offered = choices.filter(
    (choice) => (families.get(choice.signature)?.length ?? 0) > 1 && !(isBox(choice) && isRepeated(choice)),
  );
  if (offered.length < 2) return 0;
  let count = 0;
  for (const choice of offered) {
    if (isSpent(agent)) return count;
    const scene = await see(agent);
    const now = scene.model.elements.find(
      (element) => keyOf(element) === keyOf(choice) && element.node === choice.node,
    );
    const isDone = now && (isBox(now) ? await tick(agent, scene, now, true) : await click(agent, scene, now));
    if (isDone) count += 1;
  }
  const text = quotes.find((quote) => !offered.some(({ name }) => normalize(name) === normalize(quote)));
  const scene = await see(agent);
  const fields = scene.model.elements.filter((element) => isField(element) && element.isEditable);
  const [field] = fields;
  if (text !== undefined && count > 0 && field && fields.length === 1)
    count += (await setField(agent, { scene, element: field }, text)).ok ? 1 : 0;
  return count;
}

function isBox({ role }: UiElement): boolean {
  return ['checkbox', 'radio', 'switch'].includes(role);
}

function isChoice(element: UiElement): boolean {
  const { isVisible, isClickable, isEditable, role, tag, name } = element;
  if (!isVisible || isEditable || name === '' || name.length > 60) return false;
  return (
    isBox(element) ||
    (isClickable && tag !== 'label' && role !== 'link' && role !== 'button' && role !== 'tab')
  );
}
