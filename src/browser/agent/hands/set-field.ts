import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import { levelIn, numberIn } from '../language/amounts.ts';
import { onTwelve } from '../language/half-of-day.ts';
import { type Day, dayLike, isoDay, readDay, readTime, relativeDay } from '../language/read-date.ts';
import { MOMENT, momentIn } from '../language/stated-times.ts';
import { holdsPhrase, normalize, wordsOf } from '../language/words.ts';
import { outcome } from '../outcome.ts';
import { hexOf } from '../sight/colours.ts';
import { keyOf, type Located } from '../sight/locate.ts';
import { bestOption } from '../sight/options.ts';
import { elementsIn, itemOf, type UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { setDateLists } from './date-lists.ts';
import { click, labelOf, pressKey, putValue, selectOptions, tick, typeText } from './hands.ts';
import { pickDay } from './pick-day.ts';
import { chooseFromPopup } from './popup-list.ts';
import { asksForHalf, setHalf } from './set-half.ts';
import { turnSlider, twinOf } from './slider.ts';
import { stepTo } from './step-to.ts';
import { typeAndPick } from './suggestions.ts';
import { pickTimeColumns } from './time-columns.ts';

/** Gives any kind of field a value, in the way that kind is operated. */
export async function setField(agent: Agent, { scene, element }: Located, asked: string): Promise<Outcome> {
  agent.filled.add(keyOf(element));
  const counted = relativeDay(asked, todayIn(agent, scene));
  const isDated = /date|day|when/u.test(`${element.type} ${element.hints} ${normalize(element.name)}`);
  // A list that offers the word itself ("Saturday") wants that, not a day of the calendar.
  const isOffered = element.tag === 'select' && bestOption(element, asked) >= 0;
  const value = counted && isDated && !isOffered ? isoDay(counted) : asked;
  if (element.tag === 'select') {
    const whole = readDay(value);
    const listed = whole && bestOption(element, value) < 0 ? await setDateLists(agent, whole) : null;
    return listed ?? selectByLabel(agent, scene, element, [value]);
  }
  if (element.role === 'checkbox' || element.role === 'switch')
    return isWriting(element, value)
      ? stuck(`"${labelOf(element)}" takes no text`)
      : outcome(
          await tick(agent, scene, element, !/^(?:no|off|false|unchecked|disabled)$/iu.test(value)),
          element,
        );
  if (element.type === 'range') return setRange(agent, scene, element, value);
  if (element.role === 'slider' && !element.isEditable) return turnSlider(agent, scene, element, value);
  if (element.type === 'color')
    return outcome(await putValue(agent, scene, element, hexOf(value) ?? value), element);
  if (element.type === MOMENT) {
    const moment = momentIn(asked, todayIn(agent, scene), element.value);
    return moment === null
      ? stuck(`"${labelOf(element)}" takes a day and a time, not "${asked}"`)
      : outcome(await putValue(agent, scene, element, moment), element);
  }
  const day = readDay(value);
  if (['date', 'month', 'week'].includes(element.type) && day) {
    const iso = isoDay(day);
    return outcome(
      await putValue(agent, scene, element, element.type === 'month' ? iso.slice(0, 7) : iso),
      element,
    );
  }
  const time = readTime(value);
  if (element.type === 'time' && time) return outcome(await putValue(agent, scene, element, time), element);
  // Other words typed into them leave no trace.
  if (element.type === 'date' || element.type === 'time')
    return stuck(`"${labelOf(element)}" takes a ${element.type === 'date' ? 'day' : 'time'}, not "${asked}"`);
  if (day && element.isReadonly) return pickDay(agent, { scene, element }, day);
  if (day && /date|calendar|picker/u.test(`${element.hints} ${normalize(element.name)}`))
    return enterDay(agent, { scene, element }, value, day);
  if (time && element.isReadonly) {
    const picked = await pickTimeColumns(agent, { scene, element }, time);
    if (picked) return picked;
  }
  const isStepped = element.role === 'spinbutton' && !element.isEditable;
  if (isStepped || (element.isReadonly && element.role !== 'combobox')) return stepTo(agent, element, value);
  if (element.role === 'combobox' && (!element.isEditable || element.isReadonly))
    return chooseFromPopup(agent, element, value);
  if (!element.isEditable) return stuck(`"${labelOf(element)}" takes no text`);
  if (isOfMoney(element) && levelIn(value) === null)
    return stuck(`"${labelOf(element)}" takes an amount, not "${asked}"`);
  if (time && asksForHalf(scene.model)) return typeOnTwelve(agent, { scene, element }, time);
  const typed = await typeAndPick(agent, { scene, element }, inFigures(element, value));
  if (typed.ok && CODE.test(normalize(`${element.name} ${element.placeholder}`)))
    await redeem(agent, element);
  return typed.ok && (await isLeftAsItWas(agent, element, value)) ? stepTo(agent, element, value) : typed;
}

/** A clock of twelve hours has the half of the day beside it. */
async function typeOnTwelve(agent: Agent, { scene, element }: Located, time: string): Promise<Outcome> {
  const { clock, half } = onTwelve(time);
  if (!(await typeText(agent, scene, element, clock))) return outcome(false, element);
  return (await setHalf(agent, half)) ? DONE : stuck(`the time could not be set to ${half}`);
}

const CODE = /\b(?:coupon|voucher|promo(?:tion(?:al)?)?|discount|gift)\b/u;

/** A code beside other fields counts only once the button of its own is pressed. */
async function redeem(agent: Agent, element: UiElement): Promise<void> {
  const scene = await see(agent);
  const { model } = scene;
  const field = twinOf(model, element);
  const others = model.elements.filter(
    (one) => one.isVisible && (one.isEditable || one.tag === 'select') && one.node !== field?.node,
  );
  const [button, ...more] =
    field && others.length > 0
      ? elementsIn(model, itemOf(model, field, others)).filter(
          ({ isVisible, isDisabled, role, name }) =>
            isVisible &&
            !isDisabled &&
            role === 'button' &&
            /^(?:apply|redeem|use|add|ok)\b/iu.test(name.trim()),
        )
      : [];
  if (button && more.length === 0) await click(agent, scene, button);
}

/** What only takes a number wants it in figures, and the ends of its range by what they are. */
function inFigures(element: UiElement, value: string): string {
  const { type, role, min, max } = element;
  const sum = type === 'number' || isOfMoney(element) ? value.match(SUM)?.[1] : undefined;
  if (sum !== undefined) return sum;
  const level = type === 'number' || role === 'spinbutton' ? levelIn(value) : null;
  if (level === null || /\d/u.test(value)) return value;
  const figure = Number.isFinite(level) ? level : level > 0 ? max : min;
  return figure === null ? value : String(figure);
}

/** An amount with the name of its currency. */
const SUM = /^[€$£]?\s?(\d[\d.,]*)\s*(?:[€$£]|euros?|dollars?|pounds?|eur|usd|gbp)?$/iu;

/** Its label says in which currency it is. */
function isOfMoney({ tag, name, placeholder }: UiElement): boolean {
  return (
    tag === 'input' &&
    /^(?:amount|price|sum|total)\b.*(?:[€$£]|\b(?:euros?|dollars?|pounds?|eur|usd|gbp)\b)/iu.test(
      (name || placeholder).trim(),
    )
  );
}

/** A box is on or off, or called like what is wanted; a sentence is meant for something else. */
function isWriting({ name }: UiElement, value: string): boolean {
  return wordsOf(value).length > 2 && !holdsPhrase(name, value);
}

/** A number that cannot be typed over. */
async function isLeftAsItWas(agent: Agent, element: UiElement, value: string): Promise<boolean> {
  if (!/^-?\d+$/u.test(value) || !/^-?\d+$/u.test(element.value)) return false;
  const now = twinOf((await see(agent)).model, element);
  return now !== null && now.value === element.value && numberIn(now.value) !== numberIn(value);
}

/** The day the page takes for today, else the clock's. */
function todayIn({ clock }: Agent, { text }: Scene): Day {
  const told = text.match(/\btoday(?:['’]s date)?(?:\s+is)?:?\s+([^\n]{6,30})/iu)?.[1];
  const now = clock.now();
  return (
    (told ? readDay(told) : null) ?? {
      year: now.getUTCFullYear(),
      month: now.getUTCMonth() + 1,
      day: now.getUTCDate(),
    }
  );
}

/** "The Review column" is called "Review" where columns are offered. */
const KIND_OF_OPTION =
  /^the\s+(.+?)\s+(?:column|list|lane|folder|section|status|category|option|plan|size|group)$/iu;

export async function selectByLabel(
  agent: Agent,
  scene: Scene,
  element: UiElement,
  values: string[],
): Promise<Outcome> {
  const indexes = values.map((value) => {
    const index = bestOption(element, value);
    return index < 0 ? bestOption(element, value.replace(KIND_OF_OPTION, '$1')) : index;
  });
  if (indexes.some((index) => index < 0))
    return stuck(`"${labelOf(element)}" has no option ${values.map((value) => `"${value}"`).join(', ')}`);
  return outcome(
    await selectOptions(
      agent,
      scene,
      element,
      indexes.map((index) => element.options[index]?.label ?? ''),
      indexes,
    ),
    element,
  );
}

async function setRange(agent: Agent, scene: Scene, element: UiElement, value: string): Promise<Outcome> {
  const level = levelIn(value);
  const wanted = level === null ? null : Math.min(element.max ?? 100, Math.max(element.min ?? 0, level));
  return wanted === null || (wanted !== level && Number.isFinite(level))
    ? stuck(`"${labelOf(element)}" does not go to "${value}"`)
    : outcome(await putValue(agent, scene, element, String(wanted)), element);
}

async function enterDay(
  agent: Agent,
  at: Located,
  value: string,
  day: Parameters<typeof isoDay>[0],
): Promise<Outcome> {
  const shaped =
    dayLike(at.element.placeholder, day) ??
    dayLike(at.element.name, day) ??
    (/\d{4}-\d/u.test(value) || /^\d{1,2}[/.]\d/u.test(value)
      ? value
      : `${String(day.month).padStart(2, '0')}/${String(day.day).padStart(2, '0')}/${day.year}`);
  if (!(await typeText(agent, at.scene, at.element, shaped))) return pickDay(agent, at, day);
  const scene = await see(agent);
  const now = twinOf(scene.model, at.element);
  if (!now || now.value === '' || readDay(now.value) === null) return pickDay(agent, at, day);
  if (scene.model.elements.length > at.scene.model.elements.length + 20)
    await pressKey(agent, scene, now, 'Escape');
  return DONE;
}
