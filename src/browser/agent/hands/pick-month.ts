import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { monthOf } from '../language/read-date.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { click } from './hands.ts';
import { turner } from './pick-day.ts';

/** "September 2028" where the page shows the months of one year to press. Null where it does not. */
export async function pickMonth(agent: Agent, value: string): Promise<Outcome | null> {
  const [, name = '', told = ''] = value.match(/^(\p{L}{3,9})\.?,?\s+(\d{4})$/u) ?? [];
  const wanted = Number(told);
  if (monthOf(name) === 0) return null;
  for (let turn = 0; turn < 40 && !isSpent(agent); turn += 1) {
    const scene = await see(agent);
    const year = yearOf(scene.model);
    const months = monthsOf(scene.model);
    if (year === null || months.length !== 12) return turn === 0 ? null : stuck('the months are gone');
    const month = months.find(({ text }) => monthOf(text) === monthOf(name));
    if (year === wanted)
      return month && (await click(agent, scene, month)) ? DONE : stuck(`there is no ${value} to press`);
    const arrow = turner(scene.model, wanted > year);
    if (!arrow || !(await click(agent, scene, arrow))) return stuck('the year cannot be turned');
  }
  return stuck(`the year did not come to ${told}`);
}

function monthsOf({ elements }: PageModel): UiElement[] {
  return elements.filter(
    ({ isVisible, isHeard, text }) =>
      isVisible && isHeard && /^\p{L}{3,9}\.?$/u.test(text) && monthOf(text) > 0,
  );
}

function yearOf({ elements }: PageModel): number | null {
  const shown = elements.find(({ isVisible, text }) => isVisible && /^(?:19|20)\d{2}$/u.test(text));
  return shown ? Number(shown.text) : null;
}
