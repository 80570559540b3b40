/** The values that a task gives for the fields of a form, found by the labels of the fields. */
import { todayOf } from '../actions/set-field.ts';
import type { Agent } from '../agent.ts';
import { daysIn, readTime } from '../dates.ts';
import { isField, isTicked, keyOf, type PageModel, type UiElement } from '../observation/page-model.ts';
import { isFiller, normalize, plainWords, wordsOf } from '../words.ts';

/** A field or choice and its value; `'true'` or `'false'` for a box. */
export interface FieldValue {
  element: UiElement;
  value: string;
  how: 'type' | 'choose' | 'tick';
}

interface Span {
  start: number;
  end: number;
}

interface TaskText {
  text: string;
  words: (Span & { stem: string })[];
  quotes: (Span & { inner: string })[];
}

const QUOTED = /"([^"]*)"|“([^“”]*)”|«([^«»]*)»|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])|‘([^‘’]*)’/gu;
const WORD =
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+|\be-mail\b|[\p{L}\p{N}]+(?:[’'][\p{L}\p{N}]+)*/giu;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u;

/** Each field and each value once, in the order of the page. */
export function formValues(
  agent: Pick<Agent, 'filled' | 'clock'>,
  model: PageModel,
  source: string,
): FieldValue[] {
  const task = readText(source);
  const isOpen = (element: UiElement) => !agent.filled.has(keyOf(element));
  const fields = model.elements.filter(
    (element) => isField(element) && isOpen(element) && !isSearch(element, source),
  );
  const labels = fields.map((element) => ({ element, at: labelMentions(task, element) }));
  const values: FieldValue[] = [];
  const claimed: Span[] = [];
  for (const { element, at } of labels) {
    const isFree = (span: Span) => !claimed.some((other) => overlaps(span, other)) && !isDenied(task, span);
    const isList = element.options.length > 0;
    const span = isList ? null : at.find((one) => isFree(one) && valueAt(agent, task, element, one, labels));
    const value = isList ? optionIn(task, element, at) : span && valueAt(agent, task, element, span, labels);
    if (span) claimed.push(span);
    if (value) values.push({ element, value, how: isList ? 'choose' : 'type' });
  }
  const rest = fields.filter((one) => !values.some(({ element }) => element === one));
  values.push(...valuesByType(agent, task, rest, values), ...ticks(model, task, isOpen));
  return values.sort((one, other) => one.element.node - other.element.node);
}

function readText(text: string): TaskText {
  const quotes = [...text.matchAll(QUOTED)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    inner: match.slice(1).find((part) => part !== undefined) ?? '',
  }));
  // Quoted texts are values; blanks keep the positions.
  const open = text.replace(QUOTED, (quote) => ' '.repeat(quote.length));
  const words = [...open.matchAll(WORD)].map(({ 0: word, index }) => ({
    stem: plainWords(word)[0] ?? '',
    start: index,
    end: index + word.length,
  }));
  return { text, words, quotes };
}

/** A search field takes a value only where the task searches. */
function isSearch({ type, role, name, placeholder, isFraming }: UiElement, source: string): boolean {
  const isOne =
    type === 'search' || role === 'searchbox' || /^(?:search|filter|find)\b/iu.test(name || placeholder);
  return (isOne || isFraming) && !/\b(?:search|filter|find)\b/iu.test(source);
}

/** By the whole label, else by its last word, which mostly is the noun: "E-mail address", "Your full name". */
function labelMentions(task: TaskText, { name, placeholder }: UiElement): Span[] {
  const names = [name, placeholder].filter((label) => label.length > 1 && label.length < 70);
  const nouns = names.flatMap((label) => {
    const words = wordsOf(label.replace(/\(.*?\)/gu, ' ')).filter((word) => !isFiller(word));
    return [words.at(-1) ?? '', words[0] ?? ''].filter((word) => word.length > 2 && !GENERIC.test(word));
  });
  return [...names, ...nouns].map((label) => mentions(task, label)).find(({ length }) => length > 0) ?? [];
}

const GENERIC = /^(?:address|number|date|enter|type|your|select|choose|time|first|last|please|add|new)$/u;

/** Every place of these words in the task, small words between them aside; "From" is a label of small words only. */
function mentions({ words }: TaskText, label: string): Span[] {
  const stems = plainWords(label.replace(/\(.*?\)/gu, ' '));
  const telling = stems.filter((stem) => !isFiller(stem));
  const wanted = telling.length > 0 ? telling : stems;
  if (wanted.length === 0 || wanted.length > 6) return [];
  const pool = telling.length > 0 ? words.filter(({ stem }) => !isFiller(stem)) : words;
  return pool.flatMap(({ start }, at) => {
    const isHere = wanted.every((stem, offset) => pool[at + offset]?.stem === stem);
    return isHere ? [{ start, end: pool[at + wanted.length - 1]?.end ?? start }] : [];
  });
}

const LINK =
  /^\s*(?:field|box)?\s*(?:is|are|was|:|=|to|as|of|with|should be|must be|called|named|set to|→|->)?\s*/iu;
const STOP =
  /[,;\n]|\.(?=\s|$)|!|\?(?=\s|$)|\s(?:and|but|then|with|as|for|on|at|in|to|from|under|using|by|via|please|instead)\s|\s(?:please|und|dann)(?=\W|$)|[()]/iu;

/** The value beside a label: quoted before or after it, else the words up to the next label or clause. */
function valueAt(
  { clock }: Pick<Agent, 'clock'>,
  { text, quotes }: TaskText,
  element: UiElement,
  { start, end }: Span,
  labels: readonly { at: Span[] }[],
): string | null {
  const [join = ''] =
    /\s+(?:as|for|into|in)\s+(?:the\s+|my\s+|your\s+|an?\s+)?$/iu.exec(text.slice(0, start)) ?? [];
  const before = quotes.find((quote) => join !== '' && quote.end === start - join.length);
  const [link = ''] = LINK.exec(text.slice(end)) ?? [];
  const from = end + link.length;
  const quote = before ?? quotes.find((one) => one.start === from);
  if (quote) return fitting(element, quote.inner, clock.now());
  const next = [...labels.flatMap(({ at }) => at), ...quotes]
    .map((one) => one.start)
    .filter((at) => at > from);
  const run = text.slice(from, Math.min(text.length, ...next));
  const isMarked = /[:=]/u.test(link);
  const stop = run.search(isMarked ? /[,;\n]|\.(?=\s|$)|\s(?:and|but)\s/iu : STOP);
  const value = (stop < 0 ? run : run.slice(0, stop)).replace(
    /^(?:the|an?|my)\s|[\s,;:.]+(?:and|the|with|my|an?)*$/giu,
    '',
  );
  const isStated = isMarked || /\b(?:is|are|was|be|called|named)\b/iu.test(link);
  return isStated || /^(?:[\p{Lu}\p{N}+#@€$£]|\S*[\d@#_])/u.test(value)
    ? fitting(element, value, clock.now())
    : null;
}

/** The value in the form of the field; null where the field cannot take it. */
function fitting({ type, role }: UiElement, value: string, now: Date): string | null {
  if (type === 'email') return EMAIL.exec(value)?.[0] ?? null;
  if (type === 'date' || type === 'month') return daysIn(value, todayOf(now)).length > 0 ? value : null;
  if (type === 'time') return readTime(value);
  if (type === 'number' || role === 'spinbutton' || role === 'slider')
    return /-?\d+(?:[.,]\d+)*/u.exec(value)?.[0] ?? null;
  return /[\p{L}\p{N}]/u.test(value) && value.length <= 2_000 ? value : null;
}

/** The option whose label the task mentions, nearest behind the label of its list; a bare number only there. */
function optionIn(task: TaskText, { options }: UiElement, labels: Span[]): string | null {
  const held = options.flatMap(({ label }) => {
    const quoted = task.quotes.filter(({ inner }) => normalize(inner) === normalize(label));
    const at = [...mentions(task, label), ...quoted].filter((span) => !isDenied(task, span));
    const gaps = at.flatMap(({ start, end }) =>
      labels.map((one) => (start >= one.end ? start - one.end : one.start - end + 10)),
    );
    const gap = Math.min(Number.POSITIVE_INFINITY, ...gaps.filter((each) => each >= 0));
    const isPlain = /^(?:\d+|.)$/u.test(label.trim());
    return at.length > 0 && (gap < 20 || !isPlain) ? [{ label, gap }] : [];
  });
  const [best] = held.sort((one, other) => one.gap - other.gap || other.label.length - one.label.length);
  return best?.label ?? null;
}

/** A value without a label that only one field can take: an address, a day, a time, a quoted text. */
function valuesByType(
  { clock }: Pick<Agent, 'clock'>,
  { text, quotes }: TaskText,
  fields: readonly UiElement[],
  given: readonly FieldValue[],
): FieldValue[] {
  const unused = (value: string) => !given.some((one) => one.value.includes(value));
  const [day] = daysIn(text, todayOf(clock.now()));
  const texts = quotes.map(({ inner }) => inner).filter(unused);
  const candidates: [(element: UiElement) => boolean, string | null | undefined][] = [
    [({ type, name }) => type === 'email' || /\be-?mail\b/iu.test(name), EMAIL.exec(text)?.[0]],
    [({ type }) => type === 'date', day?.words],
    [({ type }) => type === 'time', readTime(text)],
    [({ tag, isEditable }) => isEditable && tag === 'textarea', texts.length === 1 ? texts[0] : null],
  ];
  return candidates.flatMap(([takes, value]): FieldValue[] => {
    const [element, ...others] = fields.filter(takes);
    return element && others.length === 0 && value && unused(value) ? [{ element, value, how: 'type' }] : [];
  });
}

/** Boxes and radio buttons that the task names. A label that several groups share names none of them. */
function ticks(model: PageModel, task: TaskText, isOpen: (element: UiElement) => boolean): FieldValue[] {
  const boxes = model.elements.filter(
    (one) => isTicked(one) && !one.isDisabled && /\D/u.test(one.name) && isOpen(one),
  );
  const groups = Map.groupBy(boxes, ({ name, role }) => `${role} ${normalize(name)}`);
  return [...groups.values()].flatMap(([element, ...others]): FieldValue[] => {
    const [span] = element && others.length === 0 ? mentions(task, element.name) : [];
    if (!element || !span) return [];
    const isOn = !isDenied(task, span);
    const isDone = element.isChecked === isOn || (element.role === 'radio' && !isOn);
    return isDone ? [] : [{ element, value: String(isOn), how: 'tick' }];
  });
}

/** Whether the words before deny what is named there. */
function isDenied({ text }: TaskText, { start }: Span): boolean {
  return /\b(?:no|not|n['’]t|without|except|never|un(?:tick|check|select)\w*|leave out|skip|nor|ohne|nicht|kein\w*)\b[^.,;:!?]{0,25}$/iu.test(
    text.slice(Math.max(0, start - 40), start),
  );
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}
