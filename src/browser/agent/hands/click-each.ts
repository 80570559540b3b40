import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { normalize } from '../language/words.ts';
import { nameColour, rgbOf, shadesOf } from '../sight/colours.ts';
import { type Match, matchTarget, SURE } from '../sight/match-target.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { describe } from './click-target.ts';
import { compareNames } from './drag.ts';
import { click, labelOf, tick } from './hands.ts';

/** "Click all the red circles", "select all the shades of blue": each that fits, once. */
export async function clickEach(
  agent: Agent,
  { target, isShade, order, limit }: Extract<Intent, { kind: 'each' }>,
): Promise<Outcome> {
  const { model } = await see(agent);
  const all = allOf(model, target, isShade);
  const shown = order === 'shown' ? shownOrder(model) : [];
  const wanted =
    shown.length > 0
      ? shown
      : (order === 'up' || order === 'down' ? sorted(all, order === 'down') : all).slice(0, limit);
  if (wanted.length === 0) return stuck(`there is no ${describe(target)}`);
  for (const { element } of wanted) {
    if (isSpent(agent)) return stuck('the time for the task was over');
    const scene = await see(agent);
    const now = sameAs(scene.model, element) ?? element;
    const isDone = ['checkbox', 'radio'].includes(now.role)
      ? await tick(agent, scene, now, true)
      : await click(agent, scene, now);
    if (!isDone) return stuck(`"${labelOf(now)}" could not be clicked`);
  }
  return DONE;
}

/** The element as it is now. Where another one has gone its place among the others has changed, and its looks have not. */
function sameAs({ elements }: PageModel, was: UiElement): UiElement | undefined {
  const alike = elements.filter(
    ({ frame, tag, name, text, isVisible }) =>
      isVisible && frame === was.frame && tag === was.tag && name === was.name && text === was.text,
  );
  const away = ({ box }: UiElement) => Math.hypot(box.x - was.box.x, box.y - was.box.y);
  return (
    alike.find(({ node, signature }) => node === was.node && signature === was.signature) ??
    alike.toSorted((one, other) => away(one) - away(other))[0]
  );
}

/** A line of the page that lists things of the page, by name or colour: "red, blue, red". */
function shownOrder(model: PageModel): Match[] {
  const lists = model.elements
    .filter(({ isVisible, isEditable }) => isVisible && !isEditable)
    .map(({ node, text }) => {
      const names = text.replace(/^[^:]{0,30}:\s*/u, '').split(/\s*(?:,|->|→|>|-|\s)\s*/u);
      const matches = names.map((name) => thingCalled(model, name, node));
      return names.length > 1 && matches.every((match) => match !== undefined) ? matches : [];
    });
  return lists.reduce((most, list) => (list.length > most.length ? list : most), []);
}

function thingCalled(model: PageModel, name: string, listNode: number): Match | undefined {
  const nothing = readTarget('', []);
  const colour = nameColour(rgbOf(name) ?? '').split(' ')[0] || null;
  const byName = matchTarget(model, { ...nothing, text: name, isQuoted: true });
  const byColour = colour ? matchTarget(model, { ...nothing, colour }) : [];
  return [...byName, ...byColour].find(
    ({ element, score }) => element.node !== listNode && score >= SURE && element.text.length < 30,
  );
}

function sorted(matches: Match[], isDescending: boolean): Match[] {
  return matches.toSorted(
    ({ element: one }, { element: other }) => compareNames(one, other) * (isDescending ? -1 : 1),
  );
}

export function allOf(model: PageModel, target: Target, isShade: boolean): Match[] {
  const colours = isShade && target.colour ? shadesOf(target.colour) : [target.colour];
  const matches = colours.flatMap((colour) => matchTarget(model, { ...target, colour }));
  const best = Math.max(0, ...matches.map(({ score }) => score));
  const pressable = matches.filter(({ element }) => element.isClickable);
  // A name in quotes is that name, not one that means the same.
  const slack = target.isQuoted ? 0.03 : 0.1;
  const near = (pressable.length > 0 ? pressable : matches).filter(({ score }) => score >= best - slack);
  const exact = near.filter(({ element }) => normalize(labelOf(element)) === normalize(target.text));
  const pool = target.isQuoted && exact.length > 0 ? exact : near;
  return [
    ...new Map(pool.map((match) => [`${match.element.node} ${match.element.signature}`, match])).values(),
  ].sort((one, other) => one.element.node - other.element.node);
}
