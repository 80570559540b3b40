/** A task's values for the fields and choices of a page, found by their own labels. */

import { todayOf } from '../actions/set-field.ts';
import type { Agent } from '../agent.ts';
import { daysIn, readTime } from '../dates.ts';
import { isField, isTicked, keyOf, type PageModel, type UiElement } from '../observation/page-model.ts';
import { isFiller, normalize, readCount, wordsOf } from '../words.ts';
import {
  isDenied,
  mentionsOf,
  type Span,
  type Told,
  toldWords,
  valueAfter,
  valueBefore,
} from './told-words.ts';

/** A field or choice and what it is to be; `'true'` or `'false'` for a box. */
export interface Given {
  element: UiElement;
  value: string;
  how: 'type' | 'choose' | 'tick';
}

/** State of the filling. */
export type Filling = Pick<Agent, 'filled' | 'clock' | 'traces'>;

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u;
const PHONE = /\+?\d[\d\s()/-]{5,}\d/u;
const LINK = /https?:\/\/[^\s,;"”]+/u;

/** Everything that the words give a value for, each field and each value once. */
export function givenIn(agent: Filling, model: PageModel, source: string): Given[] {
  const told = toldWords(source);
  const open = (element: UiElement) => !agent.filled.has(keyOf(element));
  const fields = model.elements.filter(
    (element) => isField(element) && open(element) && !isSearch(element, source),
  );
  const claimed: Span[] = [];
  const given: Given[] = [];
  const take = (element: UiElement, value: string, how: Given['how'], at: Span | null) => {
    given.push({ element, value, how });
    if (at) claimed.push(at);
  };
  const labels = fields.map((element) => ({ element, mentions: bestMentions(told, element) }));
  const everyMention = labels.flatMap(({ mentions }) => mentions);
  const taken = new Set<UiElement>();

  for (const { element, mentions } of labels) {
    if (element.options.length > 0) continue;
    for (const mention of mentions) {
      if (claimed.some((span) => overlaps(span, mention)) || isDenied(told, mention)) continue;
      const value = typed(agent, element, valueFor(told, mention, everyMention));
      if (value === null) continue;
      take(element, value, 'type', mention);
      taken.add(element);
      break;
    }
  }
  for (const element of fields) {
    if (element.options.length === 0 || taken.has(element)) continue;
    const index = optionTold(told, element, bestMentions(told, element));
    if (index >= 0) {
      take(element, element.options[index]?.label ?? '', 'choose', null);
      taken.add(element);
    }
  }
  // The quoted name of a field is no text for another one.
  const isName = (words: string) =>
    model.elements.some((one) => isField(one) && normalize(one.name) === normalize(words));
  for (const found of byKind(
    agent,
    { ...told, quotes: told.quotes.filter(({ inner }) => !isName(inner)) },
    fields.filter((element) => !taken.has(element)),
    given,
  )) {
    given.push(found);
    taken.add(found.element);
  }
  given.push(...ticks(model, told, open));
  return given.sort((one, other) => one.element.node - other.element.node);
}

/** The search of the site takes nothing that is not searched for. */
function isSearch({ type, role, name, placeholder, isFraming }: UiElement, source: string): boolean {
  const isOne =
    type === 'search' ||
    role === 'searchbox' ||
    /^(?:search|filter|find)\b/u.test(normalize(name || placeholder));
  return (isOne || isFraming) && !/\b(?:search|filter|find)\b/iu.test(source);
}

/** By the whole label; else by its last word, which mostly is the noun: "E-mail address", "Your full name". */
function bestMentions(told: Told, element: UiElement): Span[] {
  const names = [element.name, element.placeholder].filter((name) => name.length > 1 && name.length < 70);
  for (const name of names) {
    const whole = mentionsOf(told, name);
    if (whole.length > 0) return whole;
  }
  for (const name of names) {
    const stems = wordsOf(name.replace(/\(.*?\)/gu, ' ')).filter((word) => !isFiller(word));
    for (const part of [stems.slice(-2).join(' '), stems.at(-1) ?? '', stems[0] ?? '']) {
      if (
        part.length < 3 ||
        /^(?:address|number|date|enter|type|your|select|choose|time|first|last|please|add|new)$/u.test(part)
      )
        continue;
      const found = mentionsOf(told, part);
      if (found.length > 0) return found;
    }
  }
  return [];
}

function valueFor(told: Told, mention: Span, others: readonly Span[]): string | null {
  const after = valueAfter(
    told,
    mention,
    others.filter(({ start }) => start > mention.end),
  );
  const before = valueBefore(told, mention);
  const isQuoted = told.quotes.some(({ end }) => mention.start - end >= 0 && mention.start - end < 12);
  return isQuoted && before !== null ? before : (after ?? before);
}

/** The value as this kind of field takes it; null where it cannot be meant for it. */
function typed(agent: Filling, element: UiElement, value: string | null): string | null {
  if (value === null || value.length > 2_000) return null;
  if (element.type === 'email') return EMAIL.exec(value)?.[0] ?? null;
  if (element.type === 'date' || element.type === 'month')
    return daysIn(value, todayOf(agent.clock.now())).length > 0 ? value : null;
  if (element.type === 'time') return readTime(value);
  if (element.type === 'number' || element.role === 'spinbutton' || element.role === 'slider') {
    const number = /-?\d[\d.,]*/u.exec(value)?.[0] ?? readCount(value.split(/\s/u)[0] ?? '');
    return number === null ? null : String(number).replace(/[.,]$/u, '');
  }
  return /[\p{L}\p{N}]/u.test(value) ? value : null;
}

/** The option whose label the words hold; a bare number only beside the name of the list. */
function optionTold(told: Told, { options }: UiElement, mentions: Span[]): number {
  const held = options
    .map(({ label, value, isSelected }, index) => ({
      index,
      label,
      isSelected,
      at: mentionsOf(told, label).concat(quoted(told, label)),
      value,
    }))
    .filter(
      ({ label, at }) =>
        at.length > 0 && wordsOf(label).length > 0 && at.some((span) => !isDenied(told, span)),
    );
  // Behind the name of the list more than before it: "from A to B".
  const near = ({ at }: { at: Span[] }) =>
    Math.max(
      0,
      ...mentions.flatMap((mention) =>
        at.map((span) => {
          const gap = span.start - mention.end;
          return gap >= 0 && gap < 20
            ? 2
            : Math.abs(mention.start - span.end) < 6 || Math.abs(gap) < 20
              ? 1
              : 0;
        }),
      ),
    );
  const sure = held.filter(
    (one) => near(one) > 0 || (!/^\d+$/u.test(one.label.trim()) && one.label.trim().length > 1),
  );
  const best = sure.sort(
    (one, other) => near(other) - near(one) || wordsOf(other.label).length - wordsOf(one.label).length,
  )[0];
  if (best) return best.index;
  // "Economy (cheapest)" by its first words.
  const value = mentions.map((mention) => valueAfter(told, mention, [])).find((one) => one !== null);
  if (!value) return -1;
  return options.findIndex(({ label }) => normalize(label).startsWith(normalize(value)) && value.length > 1);
}

function quoted({ quotes }: Told, label: string): Span[] {
  return quotes.filter(({ inner }) => normalize(inner) === normalize(label));
}

/** A value without a label that only one field can take: the one address, the one day, the one quoted text. */
function byKind(agent: Filling, told: Told, fields: UiElement[], given: readonly Given[]): Given[] {
  const out: Given[] = [];
  const used = (value: string) =>
    [...given, ...out].some((one) => one.value.includes(value)) ||
    agent.traces.some(({ isOk, value: typed, label }) => isOk && [typed, label].includes(value));
  const put = (element: UiElement | undefined, value: string | undefined) => {
    if (element && value && !used(value)) out.push({ element, value, how: 'type' });
  };
  const called = (pattern: RegExp) =>
    fields.filter(
      (one) =>
        one.isEditable &&
        !out.some(({ element }) => element === one) &&
        pattern.test(normalize(`${one.type} ${one.name} ${one.placeholder} ${one.autocomplete}`)),
    );
  put(called(/\be-?mail\b/u)[0], EMAIL.exec(told.text)?.[0]);
  put(
    called(/\b(?:tel|phone|mobile)\b/u)[0],
    PHONE.exec(told.text.replace(/\d{4}-\d{2}-\d{2}/gu, ''))?.[0].trim(),
  );
  put(called(/\b(?:url|website|link)\b/u)[0], LINK.exec(told.text)?.[0]);
  const days = daysIn(told.text, todayOf(agent.clock.now()));
  const dated = fields.filter(
    (one) =>
      one.type === 'date' ||
      (one.isEditable && /\b(?:date|day)\b/u.test(normalize(`${one.name} ${one.placeholder}`))),
  );
  if (days.length === dated.length) dated.forEach((element, index) => void put(element, days[index]?.words));
  const times = fields.filter(({ type }) => type === 'time');
  if (times.length === 1) put(times[0], readTime(told.text) ?? undefined);
  const texts = told.quotes.map(({ inner }) => inner).filter((inner) => !used(inner));
  const areas = fields.filter((one) => one.isEditable && (one.tag === 'textarea' || one.tag === 'div'));
  if (texts.length === 1 && areas.length === 1) put(areas[0], texts[0]);
  return out;
}

/** Boxes and radio buttons that the words name. */
function ticks(model: PageModel, told: Told, open: (element: UiElement) => boolean): Given[] {
  const boxes = model.elements.filter(
    (one) => isTicked(one) && !one.isDisabled && one.name.length > 0 && open(one),
  );
  const twins = Map.groupBy(boxes, ({ name, role }) => `${role} ${normalize(name)}`);
  // The same choice in several groups ("Yes" to each question) is told by no name of its own.
  return [...twins.values()].flatMap((alike) => (alike.length === 1 ? alike.flatMap(tickOf) : []));

  function tickOf(element: UiElement): Given[] {
    const at = mentionsOf(told, element.name).concat(quoted(told, element.name));
    const span = at[0];
    if (!span || /^\d+$/u.test(element.name.trim())) return [];
    const isOn = !isDenied(told, span);
    if (element.role === 'radio' && !isOn) return [];
    return element.isChecked === isOn ? [] : [{ element, value: String(isOn), how: 'tick' as const }];
  }
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}
