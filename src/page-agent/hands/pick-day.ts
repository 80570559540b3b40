import { type Agent, DONE, failed, isSpent, type Outcome, see } from '../agent.ts';
import { type Day, monthOf } from '../dates.ts';
import { elementsIn, isPressable, type PageModel, type UiElement } from '../sight/page-model.ts';
import type { Located } from '../sight/scene.ts';
import { normalize } from '../words.ts';
import { click } from './hands.ts';

const MOST_TURNS = 60;
const SHEET = /^\p{L}{3,9}\.?(?:,?\s+\d{4})?$/u;
const NEXT = /^(?:next(?:[- ]month)?|›|»|→|▶|>|>>|forward)$/u;
const PREVIOUS = /^(?:prev(?:ious)?(?:[- ]month)?|‹|«|←|◀|<|<<|back)$/u;

/** Opens a calendar, turns to the month and clicks the day. `opener` is the field or button that shows it. */
export async function pickDay(agent: Agent, opener: Located | null, day: Day): Promise<Outcome> {
  const now = agent.clock.now();
  if (opener && monthOn((await see(agent)).model, now) === null)
    await click(agent, opener.scene, opener.element);
  let idle = 0;
  let last: number | null = null;
  for (let turn = 0; turn < MOST_TURNS && !isSpent(agent); turn += 1) {
    const scene = await see(agent);
    const shown = monthOn(scene.model, now);
    if (shown === null) return failed('no calendar opened');
    const gap = (day.year - shown.year) * 12 + day.month - shown.month;
    const cell = gap === 0 ? dayCell(scene.model, shown.node, day.day) : null;
    if (cell)
      return (await click(agent, scene, cell)) ? DONE : failed(`the calendar does not take day ${day.day}`);
    if (gap === 0) return failed(`the calendar has no day ${day.day} to choose`);
    idle = gap === last ? idle + 1 : 0;
    last = gap;
    const arrow = turnerOf(scene.model, shown.node, gap > 0);
    if (!arrow || idle > 2 || !(await click(agent, scene, arrow)))
      return failed('the calendar cannot be turned');
  }
  return failed('the calendar did not reach the day');
}

/** Every day of a month, or nearly, stands there to be pressed. */
export function hasCalendar({ elements }: PageModel): boolean {
  const days = elements.filter(
    (one) => isPressable(one) && /^(?:[1-9]|[12]\d|3[01])$/u.test(one.text.trim()),
  );
  return new Set(days.map(({ text }) => text.trim())).size >= 15;
}

interface ShownMonth {
  year: number;
  month: number;
  /** Where its name stands. */
  node: number;
}

/** The month on show: a month's name with a year beside it, or in lists to choose from. */
function monthOn(model: PageModel, now: Date): ShownMonth | null {
  if (!hasCalendar(model)) return null;
  const visible = model.elements.filter(({ isVisible }) => isVisible);
  const lists = visible.filter(({ tag }) => tag === 'select');
  const months = lists.find(
    ({ options }) => options.length === 12 && options.every(({ label }) => monthOf(label) > 0),
  );
  const years = lists.find(({ options }) => options.some(({ label }) => /^\d{4}$/u.test(label)));
  const texts = visible.filter(({ text }) => text !== '' && text.length < 40);
  const named = texts.find(
    ({ text }) => SHEET.test(text.trim()) && monthOf(text.trim().split(/[\s,]+/u)[0] ?? '') > 0,
  );
  const month = months ? monthOf(months.value) : monthOf(named?.text.trim().split(/[\s,]+/u)[0] ?? '');
  const written =
    years?.value ??
    /\d{4}/u.exec(named?.text ?? '')?.[0] ??
    texts.find(
      ({ text, node }) => /^\d{4}$/u.test(text) && named !== undefined && Math.abs(node - named.node) < 10,
    )?.text;
  const node = (months ?? named)?.node ?? 0;
  return month > 0 ? { month, year: Number(written ?? now.getUTCFullYear()), node } : null;
}

/** The calendar's own arrow: the nearest around the month's name. */
function turnerOf(model: PageModel, month: number, isForward: boolean): UiElement | null {
  const name = isForward ? NEXT : PREVIOUS;
  const hint = isForward ? /\b(?:next|forward|right)\b/u : /\b(?:prev\w*|back|left)\b/u;
  for (let at = model.parents[month] ?? -1; at >= 0; at = model.parents[at] ?? -1) {
    const pressable = elementsIn(model, at).filter(isPressable);
    const arrow =
      pressable.find((one) => name.test(normalize(one.name)) || name.test(normalize(one.text))) ??
      pressable.find(({ hints }) => hint.test(hints));
    if (arrow) return arrow;
  }
  return null;
}

/** Of the days below the month's name; those before its first 1 are of the month before. */
function dayCell({ elements }: PageModel, month: number, day: number): UiElement | null {
  const below = elements.filter(({ isVisible, node }) => isVisible && node > month);
  const first = below.find(({ text }) => text.trim() === '1')?.node ?? 0;
  return (
    below.find(
      (one) =>
        one.node >= first &&
        one.text.trim() === String(day) &&
        isPressable(one) &&
        !/\b(?:other|outside|disabled|muted|prev|next)\b/u.test(one.hints),
    ) ?? null
  );
}
