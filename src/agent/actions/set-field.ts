import { type Agent, DONE, failed, type Outcome, see } from '../agent.ts';
import { type Day, dayLike, daysIn, isoDay, readTime } from '../dates.ts';
import { isTicked, keyOf, labelOf, twinOf, type UiElement } from '../observation/page-model.ts';
import { rowOf } from '../observation/rows.ts';
import type { Located, Scene } from '../observation/scene.ts';
import { normalize, numberIn, readCount, similarity } from '../words.ts';
import { click, pressKey, putValue, selectOptions, tick, typeText } from './actions.ts';
import { chooseFromPopup, typeAndPick } from './popup-list.ts';

const OFF = /^(?:no|off|false|unchecked|disabled|none)$/iu;
const DATED = /\b(?:date|day|when|calendar|arrival|departure|check-?in|check-?out|birth)/u;

/** Gives any kind of field a value, in the way that kind is operated. */
export async function setField(agent: Agent, at: Located, value: string): Promise<Outcome> {
  const { scene, element } = at;
  const name = labelOf(element);
  agent.filled.add(keyOf(element));
  if (element.tag === 'select') return selectByLabel(agent, scene, element, [value]);
  if (isTicked(element)) return did(await tick(agent, scene, element, !OFF.test(value.trim())), element);
  if (element.type === 'range' || element.role === 'slider') return setLevel(agent, at, value);
  if (element.type === 'color') return did(await putValue(agent, scene, element, value), element);
  const day = dayOf(agent, element, value);
  const time = readTime(value);
  if (element.type === 'date' || element.type === 'month' || element.type === 'datetime-local') {
    if (!day) return failed(`"${name}" takes a day, not "${value}"`);
    const whole = isoDay(day);
    const text =
      element.type === 'month'
        ? whole.slice(0, 7)
        : element.type === 'date'
          ? whole
          : `${whole}T${time ?? '00:00'}`;
    return did(await putValue(agent, scene, element, text), element);
  }
  if (element.type === 'time')
    return time
      ? did(await putValue(agent, scene, element, time), element)
      : failed(`"${name}" takes a time, not "${value}"`);
  if (day && element.isReadonly) return failed(`"${name}" opens a calendar, and takes no text`);
  const written = day && (dayLike(element.placeholder, day) ?? dayLike(name, day));
  if (written) return did(await typeText(agent, scene, element, written), element);
  if (element.role === 'combobox' && (!element.isEditable || element.isReadonly))
    return chooseFromPopup(agent, element, value);
  const isStepped = element.role === 'spinbutton' && !element.isEditable;
  if (isStepped || element.isReadonly) return stepTo(agent, element, value);
  if (!element.isEditable) return failed(`"${name}" takes no text`);
  return typeAndPick(agent, at, element.type === 'number' ? (figure(value) ?? value) : value);
}

function dayOf({ clock }: Agent, element: UiElement, value: string): Day | null {
  const isDated =
    /^(?:date|month|datetime-local)$/u.test(element.type) ||
    DATED.test(normalize(`${element.name} ${element.hints}`)) ||
    dayLike(element.placeholder, { year: 2000, month: 1, day: 1 }) !== null;
  return isDated ? (daysIn(value, todayOf(clock.now()))[0]?.day ?? null) : null;
}

export function todayOf(now: Date): Day {
  return { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() };
}

function figure(value: string): string | null {
  const number = numberIn(value) ?? readCount(value.trim().split(/\s/u)[0] ?? '');
  return number === null ? null : String(number);
}

export function did(ok: boolean, element: UiElement): Outcome {
  return ok ? DONE : failed(`"${labelOf(element)}" could not be used`);
}

/** The number of the option that a value means; -1 when none does. */
export function bestOption({ options }: UiElement, value: string): number {
  const scores = options.map(({ label, value: own }) =>
    Math.max(
      similarity(label, value),
      normalize(own) === normalize(value) ? 0.96 : 0,
      startsAlike(label, value) ? 0.8 : 0,
    ),
  );
  const best = Math.max(0, ...scores);
  return best >= 0.6 ? scores.indexOf(best) : -1;
}

function startsAlike(label: string, value: string): boolean {
  const [one, other] = [normalize(label), normalize(value)];
  return (
    one.startsWith(`${other} `) ||
    one.startsWith(`${other},`) ||
    (other.startsWith(`${one} `) && one.length > 2)
  );
}

export async function selectByLabel(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  values: string[],
): Promise<Outcome> {
  const indexes = values.map((value) => bestOption(element, value));
  if (indexes.some((index) => index < 0))
    return failed(`"${labelOf(element)}" has no option ${values.map((value) => `"${value}"`).join(', ')}`);
  const labels = indexes.map((index) => element.options[index]?.label ?? '');
  return did(await selectOptions(agent, scene, element, labels, indexes), element);
}

/** A range takes its value; a slider of the page's own is moved with the keys until it shows it. */
async function setLevel(agent: Agent, { scene, element }: Located, value: string): Promise<Outcome> {
  const plain = normalize(value);
  const wanted = /^(?:the )?(?:max|full|highest)/u.test(plain)
    ? element.max
    : /^(?:the )?(?:min|lowest)/u.test(plain)
      ? element.min
      : numberIn(value);
  if (wanted === null) return failed(`"${labelOf(element)}" takes a number, not "${value}"`);
  if (wanted > (element.max ?? wanted) || wanted < (element.min ?? wanted))
    return failed(`"${labelOf(element)}" does not go to ${wanted}`);
  if (element.type === 'range') return did(await putValue(agent, scene, element, String(wanted)), element);
  let at: Located = { scene, element };
  let step = 1;
  for (let round = 0; round < 6; round += 1) {
    const now = numberIn(at.element.value);
    if (now === wanted) return DONE;
    if (now === null) break;
    const presses = round === 0 ? 1 : Math.min(200, Math.max(1, Math.round(Math.abs(wanted - now) / step)));
    await pressKey(agent, at.scene, at.element, wanted > now ? 'ArrowRight' : 'ArrowLeft', presses);
    const fresh = await see(agent);
    const again = twinOf(fresh.model, at.element);
    const then = again && numberIn(again.value);
    if (!again || then === null || then === now) break;
    if (round === 0) step = Math.abs(then - now);
    at = { scene: fresh, element: again };
  }
  return numberIn(at.element.value) === wanted
    ? DONE
    : failed(`"${labelOf(element)}" could not be set to ${wanted}`);
}

const MOST_PRESSES = 30;

/** A number between a minus and a plus. */
async function stepTo(agent: Agent, element: UiElement, value: string): Promise<Outcome> {
  const wanted = numberIn(value) ?? readCount(value.trim());
  if (wanted === null) return failed(`"${labelOf(element)}" is read-only`);
  let last: number | null = null;
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    const scene = await see(agent);
    const now = twinOf(scene.model, element);
    const shown = now && numberIn(now.value || now.text);
    if (!now || shown === null) break;
    if (shown === wanted) return DONE;
    if (shown === last) break;
    last = shown;
    const row = rowOf(scene.model, now)?.node ?? scene.model.parents[now.node] ?? now.node;
    const sign = wanted > shown ? PLUS : MINUS;
    const near = scene.model.elements
      .filter(
        ({ isVisible, isDisabled, isClickable, name, hints }) =>
          isVisible && !isDisabled && isClickable && (sign.test(name.trim()) || sign.test(hints)),
      )
      .sort((one, other) => Math.abs(one.node - now.node) - Math.abs(other.node - now.node))[0];
    if (!near || Math.abs(near.node - row) > 60 || !(await click(agent, scene, near))) break;
  }
  return failed(`"${labelOf(element)}" could not be set to ${value}`);
}

const PLUS = /^[+＋➕▲]$|\b(?:plus|increase|increment|more|inc|up)\b/iu;
const MINUS = /^[-−–➖▼]$|\b(?:minus|decrease|decrement|fewer|less|dec|down)\b/iu;
