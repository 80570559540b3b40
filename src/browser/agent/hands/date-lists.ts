import { type Agent, type Outcome, see } from '../agent-context.ts';
import { type Day, monthOf } from '../language/read-date.ts';
import { outcome } from '../outcome.ts';
import type { UiElement } from '../sight/page-model.ts';
import { selectOptions } from './hands.ts';

/** A day chosen in three lists, for day, month and year. Null where the page has no such lists. */
export async function setDateLists(agent: Agent, day: Day): Promise<Outcome | null> {
  const lists = dateLists((await see(agent)).model.elements);
  if (!lists) return null;
  const wanted: readonly (readonly [UiElement, (label: string) => boolean])[] = [
    [lists.year, (label) => label === String(day.year)],
    [lists.month, (label) => monthOf(label) === day.month || Number(label) === day.month],
    [lists.day, (label) => Number(label) === day.day],
  ];
  for (const [list, fits] of wanted) {
    const index = list.options.findIndex(({ label }) => fits(label));
    if (index < 0) return null;
    const done = await selectOptions(
      agent,
      await see(agent),
      list,
      [list.options[index]?.label ?? ''],
      [index],
    );
    if (!done) return outcome(false, list);
  }
  return outcome(true, lists.day);
}

/** The lists for day, month and year among these. */
export function dateLists(elements: UiElement[]): Record<'day' | 'month' | 'year', UiElement> | null {
  const lists = elements.filter(
    ({ isVisible, tag, isDisabled }) => isVisible && tag === 'select' && !isDisabled,
  );
  const count = (list: UiElement, fits: (label: string) => boolean) =>
    list.options.filter(({ label }) => fits(label)).length;
  const year = lists.find((list) => count(list, (label) => /^\d{4}$/u.test(label)) > 1);
  const day = lists.find((list) => count(list, (label) => /^\d{1,2}$/u.test(label)) >= 28);
  const month = lists.find(
    (list) =>
      list !== day &&
      (count(list, (label) => monthOf(label) > 0) === 12 ||
        count(list, (label) => /^\d{1,2}$/u.test(label)) === 12),
  );
  return year && month && day ? { year, month, day } : null;
}
