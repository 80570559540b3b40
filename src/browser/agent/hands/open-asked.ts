import { type Agent, rest, see } from '../agent-context.ts';
import { beginsWithVerb } from '../language/split-clauses.ts';
import { stem, wordsOf } from '../language/words.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { click } from './hands.ts';

/**
 * "Log in and tell me how many points I have" where nothing on the page speaks of points but the one control that leads
 * to them: it is opened before the question is answered.
 */
export async function openAsked(agent: Agent, question: string): Promise<void> {
  const scene = await see(agent);
  const way = agent.acts > 0 ? wayTo(scene, question) : null;
  if (way && (await click(agent, scene, way))) await rest(agent, 3_000);
}

/** The one control that is called by a word of the question which stands nowhere else; null where there is none. */
export function wayTo({ model, text }: Pick<Scene, 'model' | 'text'>, question: string): UiElement | null {
  const asked = new Set(
    wordsOf(question)
      .filter((word) => word.length > 3 && !COMMON.has(word))
      .map(stem),
  );
  const ways = model.elements.filter(
    ({ isVisible, isDisabled, isClickable, isEditable, role, name }) =>
      isVisible &&
      !isDisabled &&
      isClickable &&
      !isEditable &&
      ['link', 'button', 'tab', 'menuitem'].includes(role) &&
      wordsOf(name).length <= 3 &&
      !beginsWithVerb(name),
  );
  const count = (words: string, root: string) => wordsOf(words).filter((word) => stem(word) === root).length;
  const leading = ways.filter(({ name }) =>
    wordsOf(name)
      .map(stem)
      .some((root) => asked.has(root) && count(text, root) <= count(name, root)),
  );
  return leading.length === 1 ? (leading[0] ?? null) : null;
}

/** What questions are made of, and what is known by its look: a page shows a price without calling it one. */
const COMMON = new Set(
  'tell what when where which whom whose much many have does will would could should from this that there their your mine with about after before please know show give name number date time page price prices cost costs total amount title email phone address'.split(
    ' ',
  ),
);
