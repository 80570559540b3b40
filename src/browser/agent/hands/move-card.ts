import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { holdsPhrase, normalize } from '../language/words.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import { click } from './hands.ts';

/** "Move the card X to Done" on a board whose cards have arrows to the next column. Null where it is no such board. */
export async function moveCard(agent: Agent, name: string, column: string): Promise<Outcome | null> {
  for (let move = 0; move < 12 && !isSpent(agent); move += 1) {
    const scene = await see(agent);
    const head = headOf(scene.model, column);
    const arrows = inRowOf(scene.model, name, isArrow);
    const card = cardOf(scene.model, name);
    if (!head || !card || arrows.length === 0 || arrows.length > 4)
      return move === 0 ? null : stuck(`"${name}" is gone`);
    const gap = head.box.x - card.box.x;
    if (Math.abs(gap) < Math.max(40, card.box.width / 2)) return move === 0 ? null : DONE;
    const arrow = arrows.find(({ name: sign }) => (gap > 0 ? RIGHT : LEFT).test(normalize(sign)));
    if (!arrow || !(await click(agent, scene, arrow)))
      return stuck(`"${name}" cannot be moved to "${column}"`);
  }
  return stuck(`"${name}" did not come to "${column}"`);
}

const RIGHT = /^(?:→|➡️?|▶|►|›|»|>|>>|right|next|forward|move right|advance)$/u;
const LEFT = /^(?:←|⬅️?|◀|◄|‹|«|<|<<|left|back|previous|move left)$/u;

function isArrow({ isVisible, isHeard, name }: UiElement): boolean {
  return isVisible && isHeard && (RIGHT.test(normalize(name)) || LEFT.test(normalize(name)));
}

function headOf({ elements }: PageModel, column: string): UiElement | undefined {
  return elements.find(
    ({ isVisible, isEditable, text }) => isVisible && !isEditable && normalize(text) === normalize(column),
  );
}

function cardOf({ elements }: PageModel, name: string): UiElement | undefined {
  return elements.findLast(
    ({ isVisible, text }) => isVisible && text.length < 120 && holdsPhrase(text, name),
  );
}
