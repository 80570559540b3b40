import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { type Day, daysIn, isoDay, monthOf, readDay, relativeDay } from '../language/read-date.ts';
import { endOfStay } from '../language/stated-times.ts';
import { normalize } from '../language/words.ts';
import type { Located } from '../sight/locate.ts';
import { elementsIn, type PageModel, type UiElement } from '../sight/page-model.ts';
import { plainTalk } from '../talk/plain-talk.ts';
import { setDateLists } from './date-lists.ts';
import { click, focus, selectOptions } from './hands.ts';
import { clickPlace } from './pointer.ts';

/** Opens a calendar, turns to the month and clicks the day. `opener` is the field or button that shows it. */
export async function pickDay(agent: Agent, opener: Located | null, day: Day): Promise<Outcome> {
  const listed = await setDateLists(agent, day);
  if (listed) return listed;
  if (opener && calendarMonth((await see(agent)).model, agent.clock.now()) === null) {
    await focus(agent, opener.scene, opener.element);
    if (calendarMonth((await see(agent)).model, agent.clock.now()) === null)
      await click(agent, opener.scene, opener.element);
  }
  let presses = 0;
  let idle = 0;
  let last: number | null = null;
  for (let turn = 0; turn < 200 && !isSpent(agent); turn += 1) {
    const scene = await see(agent);
    const { model } = scene;
    const shown = calendarMonth(model, agent.clock.now());
    if (shown === null) return stuck('no calendar opened');
    const spelled = dayCalled(model, day);
    if (spelled)
      return !spelled.isDisabled && (await click(agent, scene, spelled))
        ? DONE
        : stuck(`the calendar does not let "${spelled.name}" be chosen`);
    const gap = (day.year - shown.year) * 12 + day.month - shown.month;
    const sheet = gap === 0 ? model : sheetOf(model, day);
    if (sheet) {
      const cell = dayCell(sheet, day.day);
      return cell && (await click(agent, scene, cell))
        ? DONE
        : stuck(`the calendar has no day ${day.day} to choose`);
    }
    if (await selectMonth(agent, scene, model, day, shown)) continue;
    const arrow = turnerOf(model, shown.node, gap > 0);
    idle = gap === last ? idle + 1 : 0;
    if (!arrow || idle > 2) return stuck('the calendar cannot be turned');
    // Once it is seen to turn by one month a press, many presses go without a look between them.
    const isSteady = last !== null && Math.abs(last) - Math.abs(gap) === presses;
    presses = isSteady ? Math.min(Math.abs(gap), 24) : 1;
    last = gap;
    const turned =
      presses > 1 ? await clickPlace(agent, scene, arrow, presses) : await click(agent, scene, arrow);
    if (!turned) return stuck('the calendar cannot be turned');
  }
  return stuck('the calendar did not reach the day');
}

/** The first and the last day of a stay, pressed one after the other in a calendar that is open. Null where none is. */
export async function pickSpan(agent: Agent, { from, to }: { from: Day; to: Day }): Promise<Outcome | null> {
  if (calendarMonth((await see(agent)).model, agent.clock.now()) === null) return null;
  const first = await pickDay(agent, null, from);
  return first.ok ? pickDay(agent, null, to) : first;
}

interface ShownMonth {
  year: number;
  month: number;
  /** Where its name stands. */
  node: number;
}

/**
 * The days that the words name, pressed one after the other in a calendar that stands open, each once. Null where none is
 * open, or no day is named.
 */
export async function pickShownDays(agent: Agent, words: string): Promise<Outcome | null> {
  const { model } = await see(agent);
  const shown = hasCalendar(model) ? calendarMonth(model, agent.clock.now()) : null;
  const named = shown ? daysIn(plainTalk(words), shown) : [];
  // "Five nights from 3 May" has its last day told by the number.
  const end = shown && named.length === 1 && /\bnights?\b/iu.test(words) ? endOfStay(words) : null;
  const last = shown && end !== null ? relativeDay(end, { ...shown, day: 1 }) : null;
  const days = last ? [...named, last] : named;
  if (days.length === 0) return null;
  for (const day of days.filter((one) => !agent.filled.has(isoDay(one)))) {
    const picked = await pickDay(agent, null, day);
    if (!picked.ok) return picked;
    agent.filled.add(isoDay(day));
  }
  return DONE;
}

/** Every day of the month, or nearly, to press. */
export function hasCalendar({ elements }: PageModel): boolean {
  const days = elements.filter(
    ({ isVisible, isClickable, isFraming, text }) =>
      isVisible && isClickable && !isFraming && /^(?:[1-9]|[12]\d|3[01])$/u.test(text.trim()),
  );
  return new Set(days.map(({ text }) => text.trim())).size >= 15;
}

/** The month on show: a month's name with a year beside it, or in lists to choose from; over a whole sheet of days it needs no year. */
function calendarMonth(model: PageModel, now: Date): ShownMonth | null {
  const visible = model.elements.filter((element) => element.isVisible);
  const lists = visible.filter((element) => element.tag === 'select');
  const monthList = lists.find(
    (list) => list.options.length === 12 && list.options.some(({ label }) => monthOf(label) > 0),
  );
  const yearList = lists.find((list) => list.options.some(({ label }) => /^\d{4}$/u.test(label)));
  if (!visible.some((element) => /^\d{1,2}$/u.test(element.text))) return null;
  const texts = visible.filter((element) => element.text !== '' && element.text.length < 40);
  const ofMonth = texts.filter((element) =>
    element.text
      .split(/[\s,]+/u)
      .some((word) => monthOf(word) > 0 && word.length >= 3 && /^\p{L}/u.test(word)),
  );
  // What has been chosen may stand above the calendar, with its month: "11 July → Check-out".
  const named = ofMonth.find(({ text }) => SHEET.test(text.trim())) ?? ofMonth[0];
  const month = monthList
    ? monthOf(monthList.value) || monthList.options.findIndex(({ isSelected }) => isSelected) + 1
    : monthOf(named?.text.split(/[\s,]+/u).find((word) => monthOf(word) > 0) ?? '');
  const yearText =
    yearList?.value ??
    named?.text.match(/\b\d{4}\b/u)?.[0] ??
    texts.find(
      (element) =>
        /^\d{4}$/u.test(element.text) && (named === undefined || Math.abs(element.node - named.node) < 10),
    )?.text;
  const isBare = named !== undefined && SHEET.test(named.text.trim()) && hasCalendar(model);
  const year = Number(yearText?.match(/\d{4}/u)?.[0] ?? (isBare ? now.getUTCFullYear() : 0));
  return month > 0 && year > 0 ? { year, month, node: (monthList ?? named)?.node ?? 0 } : null;
}

/** Of several months side by side, the days below the name of the one that is meant; null where it is not on show. */
function sheetOf(model: PageModel, { year, month }: Day): PageModel | null {
  const names = model.elements.filter(
    ({ isVisible, text }) =>
      isVisible && SHEET.test(text.trim()) && monthOf(text.trim().split(/[\s,]+/u)[0] ?? '') > 0,
  );
  const at = names.findIndex(({ text }) => {
    const told = text.match(/\d{4}/u)?.[0];
    return (
      monthOf(text.trim().split(/[\s,]+/u)[0] ?? '') === month &&
      (told === undefined || Number(told) === year)
    );
  });
  const own = names[at];
  if (!own || names.length < 2) return null;
  const end = names[at + 1]?.node ?? Infinity;
  const elements = model.elements.filter(({ node }) => node > own.node && node < end);
  return hasCalendar({ ...model, elements }) ? { ...model, elements } : null;
}

const SHEET = /^\p{L}{3,9}\.?(?:,?\s+\d{4})?$/u;

async function selectMonth(
  agent: Agent,
  scene: Located['scene'],
  model: PageModel,
  day: Day,
  shown: { year: number; month: number },
): Promise<boolean> {
  const lists = model.elements.filter((element) => element.isVisible && element.tag === 'select');
  const years = lists.find((list) => list.options.some(({ label }) => label === String(day.year)));
  if (years && shown.year !== day.year) {
    const index = years.options.findIndex(({ label }) => label === String(day.year));
    return selectOptions(agent, scene, years, [String(day.year)], [index]);
  }
  const months = lists.find((list) => list.options.some(({ label }) => monthOf(label) === day.month));
  if (!months || shown.month === day.month) return false;
  const index = months.options.findIndex(({ label }) => monthOf(label) === day.month);
  return selectOptions(agent, scene, months, [months.options[index]?.label ?? ''], [index]);
}

/** The calendar's own arrow: the nearest around the month's name. */
function turnerOf(model: PageModel, month: number, isForward: boolean): UiElement | null {
  for (let at = model.parents[month] ?? -1; at >= 0; at = model.parents[at] ?? -1) {
    const arrow = turner({ ...model, elements: elementsIn(model, at) }, isForward);
    if (arrow) return arrow;
  }
  return null;
}

/** Days may bear their whole date as a name: "Saturday, December 5, 2026". */
function dayCalled({ elements }: PageModel, day: Day): UiElement | null {
  const called = elements.filter(({ isVisible, isClickable, text, name }) => {
    const told = isVisible && isClickable && text === String(day.day) && name !== text ? readDay(name) : null;
    return told !== null && isoDay(told) === isoDay(day);
  });
  return called.length === 1 ? (called[0] ?? null) : null;
}

/** Of the days of one sheet; those before its first 1 are of the month before. */
export function dayCell(model: PageModel, day: number): UiElement | null {
  const first = model.elements.find(({ isVisible, text }) => isVisible && text === '1')?.node ?? 0;
  const cells = model.elements.filter(
    (element) =>
      element.isVisible &&
      element.node >= first &&
      element.text === String(day) &&
      !element.isDisabled &&
      !/\b(?:other|outside|disabled|prev|next|old|new)\b/u.test(element.hints),
  );
  return cells.find((cell) => cell.isClickable) ?? cells[0] ?? null;
}

export function turner(model: PageModel, isForward: boolean): UiElement | null {
  const name = isForward
    ? /^(?:next(?:[- ]month)?|›|»|→|▶|>|>>|forward)$/u
    : /^(?:prev(?:ious)?(?:[- ]month)?|‹|«|←|◀|<|<<|back)$/u;
  const hint = isForward ? /\b(?:next|forward|right)\b/u : /\b(?:prev\w*|back|left)\b/u;
  const clickable = model.elements.filter(
    (element) => element.isVisible && element.isClickable && !element.isDisabled,
  );
  return (
    clickable.find((element) => name.test(normalize(element.name)) || name.test(normalize(element.text))) ??
    clickable.find((element) => hint.test(element.hints)) ??
    null
  );
}
