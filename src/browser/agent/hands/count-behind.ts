import { type Agent, see } from '../agent-context.ts';
import { type Counted, countedIn, isOfParty, isWholeParty } from '../language/counted-party.ts';
import { normalize } from '../language/words.ts';
import { keyOf } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import { click } from './hands.ts';
import { stepTo } from './step-to.ts';

/**
 * "For 4 adults and 1 child" where one button sums up how many there are of each ("2 adults · 0 children", "2 guests"): they
 * are counted up and down behind it. Returns how many; what cannot be counted so stays unheeded.
 */
export async function countBehind(agent: Agent, words: string): Promise<number> {
  const start = await see(agent);
  const told = countedIn(words).filter(({ noun }) => !agent.filled.has(`counted ${noun}`));
  const opener = summingUp(start.model, told);
  const shown = countedIn(opener?.name ?? '');
  const open = told.filter(
    ({ noun, count }) =>
      shown.some((other) => other.noun === noun && other.count !== count) || isPartOf(noun, shown),
  );
  if (!opener || open.length === 0 || !(await click(agent, start, opener))) return 0;
  let set = 0;
  for (const { noun, count } of open) {
    agent.filled.add(`counted ${noun}`);
    const number = inRowOf((await see(agent)).model, noun, ({ text }) => /^\d{1,2}$/u.test(text))[0];
    if (number && (await stepTo(agent, number, String(count))).ok) set += 1;
    else agent.unheeded.add(`${count} ${noun}`);
  }
  await leave(agent, start.model);
  return set;
}

/** "Adults" where only "guests" are summed up. */
function isPartOf(noun: string, shown: Counted[]): boolean {
  const isShown = shown.some((other) => other.noun === noun);
  return !isShown && isOfParty(noun) && shown.some((other) => isWholeParty(other.noun));
}

/** The one button whose name tells a number of what is counted. */
function summingUp({ elements }: PageModel, told: Counted[]): UiElement | null {
  const isOwn = (noun: string) =>
    told.some((one) => one.noun === noun || (isOfParty(one.noun) && isWholeParty(noun)));
  const buttons = elements.filter(
    ({ isVisible, isClickable, isEditable, isDisabled, role, name }) =>
      isVisible &&
      isClickable &&
      !isEditable &&
      !isDisabled &&
      (role === 'button' || role === 'combobox' || (role === '' && isSummary(name))) &&
      countedIn(name).some(({ noun }) => isOwn(noun)),
  );
  const [button] = buttons;
  return button && buttons.length === 1 ? button : null;
}

/** Counts and nothing else: "2 guests, 1 room". */
function isSummary(name: string): boolean {
  return /^\d{1,2}\s+\p{L}+(?:\s*[,·•|/&+-]\s*\d{1,2}\s+\p{L}+)*$/u.test(name.trim());
}

/** What came up to be counted in is closed by its own button. */
async function leave(agent: Agent, before: PageModel): Promise<void> {
  const old = new Set(before.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const scene = await see(agent);
  const way = scene.model.elements.find(
    (element) =>
      element.isVisible &&
      element.isClickable &&
      !old.has(keyOf(element)) &&
      /^(?:done|apply|ok|okay|save|confirm|close)$/u.test(normalize(element.name)),
  );
  if (way) await click(agent, scene, way);
}
