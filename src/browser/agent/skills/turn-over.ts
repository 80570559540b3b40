import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { click } from '../hands/hands.ts';
import { numberIn } from '../language/amounts.ts';
import type { Target } from '../language/read-target.ts';
import { type PageModel, type UiElement, wholeTextOf } from '../sight/page-model.ts';

/** "The card with the greatest number" where cards show it only when pressed: each is looked at, and the one taken. */
export async function turnOver(agent: Agent, { extreme, text }: Target): Promise<Outcome | null> {
  const cards = blankCards((await see(agent)).model);
  if (!extreme || text !== '' || cards.length < 2) return null;
  const seen: { node: number; amount: number }[] = [];
  for (const { node } of cards) {
    const scene = await see(agent);
    const card = scene.model.elements.find((element) => element.node === node);
    if (!card || isSpent(agent) || !(await click(agent, scene, card))) return null;
    const amount = numberIn(wholeTextOf((await see(agent)).model, node));
    if (amount !== null) seen.push({ node, amount });
  }
  const [best] = seen.toSorted((one, other) =>
    extreme.end === 'min' ? one.amount - other.amount : other.amount - one.amount,
  );
  if (!best) return stuck('nothing shows a number when it is pressed');
  if (best.node === cards.at(-1)?.node) return DONE;
  const scene = await see(agent);
  const card = scene.model.elements.find((element) => element.node === best.node);
  return card && (await click(agent, scene, card)) ? DONE : stuck('the card could not be taken');
}

/** The largest family of like things that answer a press and say nothing. */
function blankCards(model: PageModel): UiElement[] {
  const blank = model.elements.filter(
    (element) =>
      element.isVisible &&
      element.isClickable &&
      !element.isEditable &&
      ['', 'button', 'listitem', 'cell'].includes(element.role) &&
      element.box.width > 10 &&
      element.box.height > 10 &&
      !/[\p{L}\p{N}]/u.test(element.name),
  );
  const families = [...Map.groupBy(blank, ({ signature }) => signature).values()];
  return families.toSorted((one, other) => other.length - one.length)[0] ?? [];
}
