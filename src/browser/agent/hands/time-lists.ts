import { type Agent, type Outcome, see } from '../agent-context.ts';
import { outcome } from '../outcome.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { selectOptions } from './hands.ts';

/** A time ("16:05") chosen in lists for hour, minute and, where there is one, half of the day. Null where the page has none. */
export async function setTimeLists(agent: Agent, time: string): Promise<Outcome | null> {
  const lists = timeLists((await see(agent)).model);
  const [hour, minute] = time.split(':').map(Number);
  if (!lists || hour === undefined || minute === undefined) return null;
  const half = hour < 12 ? 'am' : 'pm';
  const shown = lists.half ? hour % 12 || 12 : hour;
  const isZero = lists.half !== null && shown === 12;
  const wanted: readonly (readonly [UiElement | null, (label: string) => boolean])[] = [
    [lists.hour, (label) => Number(label) === shown || (isZero && label !== '' && Number(label) === 0)],
    [lists.minute, (label) => /^\d{1,2}$/u.test(label) && Number(label) === minute],
    [lists.half, (label) => label.toLowerCase().replaceAll('.', '') === half],
  ];
  for (const [list, fits] of wanted) {
    if (!list) continue;
    const index = list.options.findIndex(({ label }) => fits(label.trim()));
    if (index < 0) return null;
    const label = list.options[index]?.label ?? '';
    if (!(await selectOptions(agent, await see(agent), list, [label], [index]))) return outcome(false, list);
  }
  return outcome(true, lists.minute);
}

function timeLists({ elements }: PageModel): {
  hour: UiElement;
  minute: UiElement;
  half: UiElement | null;
} | null {
  const lists = elements.filter(
    ({ isVisible, tag, isDisabled }) => isVisible && tag === 'select' && !isDisabled,
  );
  const numbers = (list: UiElement) =>
    list.options.map(({ label }) => label.trim()).filter((label) => /^\d{1,2}$/u.test(label));
  const hour = lists.find(
    (list) => numbers(list).length >= 12 && numbers(list).every((label) => Number(label) < 25),
  );
  const minute = lists.find(
    (list) =>
      list !== hour && numbers(list).length > 1 && numbers(list).some((label) => Number(label) === 30),
  );
  const half = lists.find((list) => list.options.some(({ label }) => /^p\.?m\.?$/iu.test(label.trim())));
  return hour && minute ? { hour, minute, half: half ?? null } : null;
}
