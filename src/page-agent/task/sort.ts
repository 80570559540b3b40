import { DONE, failed, type Outcome, see } from '../agent.ts';
import { click, selectOptions } from '../hands/hands.ts';
import { did } from '../hands/set-field.ts';
import { isPressable, labelOf, twinOf, type UiElement } from '../sight/page-model.ts';
import { similarity, stemsOf, tellingStems } from '../words.ts';
import type { Course } from './course.ts';

const UP = /\b(?:asc|ascending|low|lowest|cheapest|a[-– ]z|oldest|first)\b|↑|▲/iu;
const DOWN =
  /\b(?:desc|descending|high(?:est)? (?:to|first)|highest|expensive|z[-– ]a|newest|latest)\b|↓|▼/iu;

/** The button of a list of orders that does not work by itself. */
const APPLYING = /^(?:apply|go|sort|ok|update|show)$/iu;

/** By a list of orders, else by the head of the column. */
export async function sortBy({ agent }: Course, by: string, isDescending: boolean): Promise<Outcome> {
  const scene = await see(agent);
  const lists = scene.model.elements.filter(({ tag, isVisible }) => tag === 'select' && isVisible);
  const choices = lists.flatMap((list) =>
    list.options.map((option, index) => ({
      list,
      index,
      label: option.label,
      score: orderScore(option.label, by, isDescending),
    })),
  );
  const best = choices.sort((one, other) => other.score - one.score)[0];
  if (best && best.score > 0.5) {
    const isSet = await selectOptions(agent, scene, best.list, [best.label], [best.index]);
    const now = await see(agent);
    const list = twinOf(now.model, best.list)?.node ?? Number.POSITIVE_INFINITY;
    const behind = now.model.elements.filter(({ node, role }) => node > list && role === 'button');
    if (APPLYING.test(behind[0]?.name.trim() ?? '')) await click(agent, now, behind[0] as UiElement);
    return did(isSet, best.list);
  }
  const heads = scene.model.elements
    .filter((one) => isPressable(one) && !one.isFraming)
    .map((element) => ({
      element,
      score: orderScore(labelOf(element), by, isDescending) + (element.role === 'columnheader' ? 0.2 : 0),
    }));
  const head = heads.sort((one, other) => other.score - one.score)[0];
  if (!head || head.score < 0.5) return failed(`the page cannot be sorted by "${by}"`);
  return pressHead(agent, head.element, isDescending);
}

function orderScore(label: string, by: string, isDescending: boolean): number {
  const wanted = tellingStems(by);
  const held = wanted.filter((stem) => stemsOf(label).includes(stem)).length / Math.max(1, wanted.length);
  const isOther = isDescending ? UP.test(label) && !DOWN.test(label) : DOWN.test(label) && !UP.test(label);
  return (
    0.6 * held +
    0.4 * similarity(label, by) +
    ((isDescending ? DOWN : UP).test(label) ? 0.2 : 0) -
    (isOther ? 0.4 : 0)
  );
}

/** A head turns the order round with every press, and says which it is. */
async function pressHead(agent: Course['agent'], head: UiElement, isDescending: boolean): Promise<Outcome> {
  for (let press = 0; press < 2; press += 1) {
    const scene = await see(agent);
    const element = twinOf(scene.model, head) ?? head;
    if (!(await click(agent, scene, element))) return failed(`"${labelOf(element)}" could not be pressed`);
    const after = await see(agent);
    const live = await after.live(twinOf(after.model, head) ?? element);
    const order = await live
      ?.evaluate((node) => node.closest('[aria-sort]')?.getAttribute('aria-sort') ?? node.textContent ?? '')
      .catch(() => '');
    const isDown = /desc|↓|▼/iu.test(order ?? '');
    const isUp = /asc|↑|▲/iu.test(order ?? '');
    if (isDescending ? isDown : isUp || !isDown) return DONE;
  }
  return DONE;
}
