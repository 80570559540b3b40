import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { holdsPhrase, normalize } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import { middleOf } from './drag.ts';
import { click, pressKey } from './hands.ts';
import { dragBetween } from './pointer.ts';
import { setField } from './set-field.ts';

/** "Move the card X to Done" on a board: by its arrows, by a list of columns on the card, or by dragging. Null where it is no board. */
export async function moveCard(agent: Agent, name: string, column: string): Promise<Outcome | null> {
  return (
    (await moveByList(agent, name, column)) ??
    (await moveInSteps(agent, name, column)) ??
    dragCard(agent, name, column)
  );
}

/** A list on the card that offers its column; null where it has none. */
export async function moveByList(agent: Agent, name: string, column: string): Promise<Outcome | null> {
  const scene = await see(agent);
  const lists = inRowOf(
    scene.model,
    name,
    ({ tag, options }) =>
      tag === 'select' && options.some(({ label }) => normalize(label) === normalize(column)),
  );
  const [list] = lists;
  return list && lists.length === 1 ? setField(agent, { scene, element: list }, column) : null;
}

/** What comes up when the card is opened has a list that offers the column: it is chosen there. Null where none does; then it is closed again. */
export async function moveOpened(agent: Agent, name: string, column: string): Promise<Outcome | null> {
  const before = await see(agent);
  const card = before.model.elements.find(
    ({ isVisible, isHeard, isClickable, isDraggable, isFraming, text }) =>
      isVisible &&
      (isHeard || isClickable) &&
      !isDraggable &&
      !isFraming &&
      normalize(text) === normalize(name),
  );
  if (!card || isField(card) || !(await click(agent, before, card))) return null;
  await rest(agent, 2_000);
  const opened = await see(agent);
  const old = new Set(before.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const lists = opened.model.elements.filter(
    (element) =>
      element.isVisible &&
      element.tag === 'select' &&
      !old.has(keyOf(element)) &&
      element.options.some(({ label }) => normalize(label) === normalize(column)),
  );
  const [list] = lists;
  if (!list || lists.length > 1) {
    await pressKey(agent, opened, card, 'Escape');
    return null;
  }
  const set = await setField(agent, { scene: opened, element: list }, column);
  const scene = await see(agent);
  const saver = scene.model.elements.find(
    (element) =>
      element.isVisible &&
      !element.isDisabled &&
      element.role === 'button' &&
      !old.has(keyOf(element)) &&
      /^(?:save|apply|update|move)\b/u.test(normalize(element.name)),
  );
  return set.ok && saver && !(await click(agent, scene, saver))
    ? stuck(`"${saver.name}" could not be pressed`)
    : set;
}

/** Let go on the head of the column, or under it, until the card stands there. */
async function dragCard(agent: Agent, name: string, column: string): Promise<Outcome | null> {
  const start = await see(agent);
  const [card, head] = [cardOf(start.model, name), headOf(start.model, column)];
  if (!card || !head || card === head || isField(card) || isUnder(card, head)) return null;
  for (const below of [0.5, 2.5]) {
    const scene = await see(agent);
    const held = cardOf(scene.model, name);
    const [from, to] = [
      held && (await middleOf(scene, held)),
      await middleOf(scene, headOf(scene.model, column) ?? head, below),
    ];
    if (!held || !from || !to || !(await dragBetween(agent, scene, held, from, to))) return null;
    const after = await see(agent);
    const [moved, over] = [cardOf(after.model, name), headOf(after.model, column)];
    if (moved && over && isUnder(moved, over) && !isUnder(held, over)) return DONE;
  }
  return null;
}

function isUnder(card: UiElement, head: UiElement): boolean {
  const middle = ({ box }: UiElement) => box.x + box.width / 2;
  return Math.abs(middle(card) - middle(head)) < Math.max(60, card.box.width / 2);
}

async function moveInSteps(agent: Agent, name: string, column: string): Promise<Outcome | null> {
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
