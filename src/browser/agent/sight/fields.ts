import { dayWords, readTime } from '../language/read-date.ts';
import type { Target } from '../language/read-target.ts';
import { factFor, meantWords, saidIn } from '../language/stated-facts.ts';
import { namesFor, statedPairs, wholeOf } from '../language/stated-pairs.ts';
import { endOfStay, lengthOf, MOMENT, momentFor, partOfTime, spanTime } from '../language/stated-times.ts';
import { canonical, holdsPhrase, normalize, similarity, wordsOf } from '../language/words.ts';
import { bestOption, mentionedOption } from './options.ts';
import type { PageModel, UiElement } from './page-model.ts';
import { fitting, valueAfter, valueBefore } from './told-value.ts';

const FIELD_ROLES = ['combobox', 'listbox', 'slider', 'spinbutton', 'searchbox', 'textbox', 'file', 'color'];

export function isField(element: UiElement): boolean {
  return (
    element.isVisible &&
    !element.isDisabled &&
    (element.isEditable || FIELD_ROLES.includes(element.role)) &&
    !(element.role === 'listbox' && element.tag !== 'select')
  );
}

/** The field that a task calls by this name, or that the target describes by kind and number. */
export function findField(
  model: PageModel,
  name: string,
  target: Target | null,
  used: ReadonlySet<number> = new Set(),
): UiElement | null {
  const fields = model.elements.filter((element) => isField(element) && !used.has(element.node));
  if (name !== '') {
    const best = fields
      .map((element) => ({ element, score: fieldScore(element, name) }))
      .sort((one, other) => other.score - one.score || one.element.node - other.element.node)[0];
    return best && best.score >= 0.45 ? best.element : isForMessage(name) ? soleArea(fields) : null;
  }
  const texts = fields.filter((element) => element.isEditable);
  const wantsArea = target?.kind === 'textarea';
  const kind = texts.filter(
    (element) => (element.tag === 'textarea' || element.tag !== 'input') === wantsArea,
  );
  const pool = kind.length > 0 && (wantsArea || target?.kind === 'field') ? kind : texts;
  // Who counts fields counts all of them, whatever their size.
  const counted = wantsArea ? pool : texts;
  if (target?.ordinal) return (target.ordinal < 0 ? counted.at(-1) : counted[target.ordinal - 1]) ?? null;
  const open = pool.filter((element) => !element.isReadonly);
  return open.find((element) => element.value === '') ?? open[0] ?? pool[0] ?? fields[0] ?? null;
}

/** Asks whom something is for; "Enter to send" does not. */
export function isForAddressee({ name, placeholder, hints }: UiElement): boolean {
  return (
    [name, placeholder].some((label) =>
      /^(?:send |forward |share )?(?:to|with)\b(?! (?:send|post))/u.test(normalize(label)),
    ) ||
    /\b(?:recipients?|address|addressee|e-?mail|forward|user)\b/u.test(
      normalize(`${name} ${placeholder} ${hints}`),
    ) ||
    /\bto\b/u.test(hints)
  );
}

/** What goes into the one place for more than a line, whatever the page calls that. */
export function isForMessage(name: string): boolean {
  return /^(?:your |my |the )?(?:messages?|comments?|text|body|questions?|enquiry|inquiry|feedback|remarks?|notes?|reason|description|details)$/iu.test(
    name.trim(),
  );
}

function soleArea(fields: UiElement[]): UiElement | null {
  const areas = fields.filter(({ tag, isReadonly }) => tag === 'textarea' && !isReadonly);
  return areas.length === 1 ? (areas[0] ?? null) : null;
}

/** "my last message" is one that was sent; the field for the next is not it. */
const SENT_ONE =
  /^(?:first|second|third|last|latest|previous|newest)\s+(?:message|comment|post|tweet|reply|note|review|task|item|entry)$/iu;

function fieldScore(element: UiElement, name: string): number {
  if (SENT_ONE.test(name.trim())) return normalize(element.name) === normalize(name) ? 1 : 0;
  const wanted = name
    .replace(/\b(?:field|box|input|text|date|address|number)\b/giu, (word) =>
      normalize(name) === normalize(word) ? word : ` ${word}`,
    )
    .replace(/\s+/gu, ' ')
    .trim();
  const label = Math.max(
    similarity(element.name, wanted),
    similarity(spelledOut(normalize(element.name)), wanted),
    0.92 * similarity(element.placeholder, wanted),
    0.75 * similarity(element.hints, wanted),
  );
  const grouped = holdsPhrase(element.group, wanted) ? 0.5 : 0;
  // "The text field" is any of them; the field for a message is not.
  const isKind =
    element.type === 'text' ? normalize(wanted) === 'text' : typeWord(element).includes(canonical(wanted));
  const kind = isKind ? 0.85 : 0;
  return Math.max(label, grouped, kind);
}

function typeWord(element: UiElement): string[] {
  const words: string[] = [element.type];
  if (element.type === 'email') words.push('email');
  if (element.type === 'tel') words.push('phone');
  if (element.type === 'search' || element.role === 'searchbox') words.push('search');
  if (element.type === 'date') words.push('day', 'date');
  if (element.role === 'slider') words.push('slid', 'slider');
  if (/one-time-code/u.test(element.autocomplete)) words.push('code', 'one-time cod');
  return words.filter(Boolean);
}

interface FieldValue {
  element: UiElement;
  value: string;
}

/**
 * The values that a sentence gives for the fields of a page: "first name Ann, country Peru", "Town: Oslo", "4 guests",
 * "from Rome". Each field is looked for in the words, because only the page knows what its fields are called.
 */
export function readFieldValues(
  model: PageModel,
  words: string,
  used: ReadonlySet<number> = new Set(),
): FieldValue[] {
  const text = meantWords(words);
  const fields = model.elements.filter(
    (element) =>
      isField(element) &&
      !used.has(element.node) &&
      (!element.isReadonly ||
        /date|day/u.test(normalize(`${element.name} ${element.placeholder} ${element.hints}`))),
  );
  const heads = fields.map(headOf);
  const labels = fields.map((element, index) => {
    const head = heads[index] ?? '';
    const isSole = head !== '' && heads.filter((other) => other === head).length === 1;
    return isSole ? [...labelsOf(element), head, ...aliasesOf(head)] : labelsOf(element);
  });
  const everyLabel = [...new Set(labels.flat())];
  const { values, spans } = readStated(fields, text);
  fields.forEach((element, index) => {
    if (values.some((stated) => stated.element === element)) return;
    const quoted = element.tag === 'textarea' ? [...text.matchAll(/"([^"]+)"|“([^”]+)”/gu)] : [];
    const isStated = values.some(({ value }) => value === (quoted[0]?.[1] ?? quoted[0]?.[2]));
    if (
      quoted.length === 1 &&
      quoted[0] &&
      !isStated &&
      fields.filter(({ tag }) => tag === 'textarea').length === 1
    ) {
      spans.push([quoted[0].index, quoted[0].index + quoted[0][0].length]);
      values.push({ element, value: quoted[0][1] ?? quoted[0][2] ?? '' });
      return;
    }
    const said = element.tag === 'textarea' ? saidIn(text) : null;
    if (said !== null && !values.some(({ value }) => value === said)) {
      values.push({ element, value: said });
      return;
    }
    const all = model.elements.filter(isField);
    const span =
      element.type === MOMENT
        ? momentFor(element, all, text)
        : (partOfTime(element, all, text) ?? lengthOf(element, text) ?? spanTime(element, text));
    if (span !== null && (element.isEditable || bestOption(element, span) >= 0)) {
      values.push({ element, value: span });
      return;
    }
    for (const label of labels[index] ?? []) {
      const read = valueAfter(text, label, everyLabel) ?? valueBefore(text, label);
      const found = read && fitting(element, read);
      if (!found || spans.some(([start, end]) => found.at < end && found.at + found.length > start)) continue;
      if (
        element.tag === 'select' &&
        !element.options.some((option) => similarity(option.label, found.value) > 0.6)
      )
        continue;
      spans.push([found.at, found.at + found.length]);
      values.push({ element, value: found.value });
      return;
    }
    const fact =
      repeatedValue(element, text, everyLabel) ?? valueOfType(model, element, text) ?? factFor(element, text);
    const typed = fact !== null && (element.isEditable || bestOption(element, fact) >= 0) ? fact : null;
    const isAgain = AGAIN.test(normalize(element.name));
    if (typed && (isAgain || !values.some((entry) => entry.value === typed)))
      values.push({ element, value: typed });
    else {
      const option = mentionedOption(element, text);
      if (option && !values.some((entry) => normalize(entry.value) === normalize(option.label)))
        values.push({ element, value: option.label });
    }
  });
  return values;
}

/** What the words say outright of fields that the page has under such a name. */
function readStated(fields: UiElement[], text: string): { values: FieldValue[]; spans: [number, number][] } {
  const values: FieldValue[] = [];
  const spans: [number, number][] = [];
  const fits = statedPairs(text).flatMap((pair) =>
    fields.map((element) => ({ pair, element, score: statedFit(element, pair.label, fields) })),
  );
  const done = new Set<unknown>();
  for (const { pair, element, score } of fits.toSorted((one, other) => other.score - one.score)) {
    if (score < STATED || done.has(pair) || done.has(element)) continue;
    if (element.tag === 'select' && bestOption(element, pair.value) < 0) continue;
    const { start, end } = wholeOf(pair);
    done.add(pair).add(element);
    values.push({ element, value: pair.value });
    spans.push([start, end]);
  }
  return { values, spans };
}

/** A name that is said with its value must be about the field's own. */
const STATED = 0.7;

function statedFit(element: UiElement, label: string, fields: UiElement[]): number {
  const isOnly = isForMessage(label) && soleArea(fields) === element ? STATED : 0;
  const named = namesFor(label).map((name) =>
    Math.max(similarity(element.name, name), similarity(element.placeholder, name)),
  );
  return Math.max(...named, isOnly);
}

const AGAIN = /\b(?:repeat|confirm|retype|re-?enter|verify|again)\b/u;

/** "Repeat password" takes what the password is. */
function repeatedValue(element: UiElement, text: string, labels: string[]): string | null {
  const label = normalize(`${element.name || element.placeholder}`);
  if (!AGAIN.test(label)) return null;
  const base = label
    .replace(AGAIN, ' ')
    .replace(/\b(?:your|the)\b|[*:()]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const others = labels.filter((other) => other !== label);
  return base === '' ? null : (valueAfter(text, base, others)?.value ?? null);
}

/** "Film director" is the director: what a label of several words is about, where that says enough. */
function headOf({ name, placeholder }: UiElement): string {
  const label = normalize(name || placeholder).replace(/[*:?]+\s*$/u, '');
  const head = wordsOf(label.split(/\s+(?:of|for)\s+/u)[0] ?? '').at(-1) ?? '';
  return label.includes(' ') && label.length < 30 && head.length > 3 && !PLAIN_HEAD.test(head) ? head : '';
}

const PLAIN_HEAD =
  /^(?:address|number|email|password|field|input|value|details|information|please|search|below|above|amount|first|other|others|optional|required|enter|select|choose|here|code|option|options)$/u;

function labelsOf(element: UiElement): string[] {
  const name = [element.name, element.placeholder]
    .map((label) =>
      normalize(label)
        .replace(/[*:?]+\s*$/u, '')
        .replace(/\(.*?\)/gu, '')
        .trim(),
    )
    .filter((label) => label.length > 1 && label.length < 40);
  const hint = element.hints
    .split(' ')
    .filter(
      (word) =>
        word.length > 3 &&
        !/^(?:form|control|input|field|text|required|group|ui|autocomplete|widget|value)$/u.test(word),
    )
    .slice(0, 2);
  const spelled = name.map(spelledOut);
  const bare = [...name, ...spelled].map((label) =>
    label
      .replace(/^(?:your|the|enter|select|choose)\s+/u, '')
      .replace(/\s+(?:date|address|name|number|city|field)$/u, ''),
  );
  const others = name.flatMap(aliasesOf);
  const own = [...new Set([...name, ...bare, ...others])];
  return [...own.toSorted((one, other) => other.length - one.length), ...hint];
}

/** "Order no." is the order number. */
function spelledOut(label: string): string {
  return label
    .replace(/\bmax\b\.?/u, 'maximum')
    .replace(/\bmin\b\.?/u, 'minimum')
    .replace(/\b(?:no|nr)\b\.?$/u, 'number')
    .replace(/\bqty\b\.?/u, 'quantity');
}

function aliasesOf(label: string): string[] {
  return ALIASES.filter((group) => group.includes(canonical(label)) || group.includes(label)).flat();
}

const ALIASES = [
  ['email', 'e-mail', 'e-mail address', 'email address', 'mail'],
  ['username', 'user name', 'user'],
  ['phone', 'phone number', 'telephone'],
  ['first name', 'given name', 'forename'],
  ['last name', 'surname', 'family name'],
  ['city', 'town'],
  ['postcode', 'zip', 'zip code', 'postal code'],
  ['quantity', 'qty'],
  ['text', 'message', 'comment', 'body'],
  ['topic', 'subject', 'about'],
  ['title', 'titled', 'entitled', 'headline', 'called'],
  ['director', 'directed by'],
  ['genre', 'type of film', 'kind of film', 'type of movie', 'category'],
  ['author', 'written by', 'by'],
  ['artist', 'performed by'],
];

/** What only one kind of field can hold. */
function valueOfType(model: PageModel, element: UiElement, text: string): string | null {
  if (element.type === 'email' || /\be-?mail\b/u.test(normalize(`${element.name} ${element.placeholder}`)))
    return text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u)?.[0] ?? null;
  if (isDayField(element)) {
    // "From the 3rd to the 6th": the second such field takes the second day.
    const place = model.elements.filter((other) => isField(other) && isDayField(other)).indexOf(element);
    return dayWords(text)[place] ?? (place === 1 ? endOfStay(text) : null);
  }
  if (element.type === 'time' || (element.isEditable && /^(?:\p{L}+ )?time$/u.test(normalize(element.name))))
    return readTime(text);
  if (/\byear\b/u.test(normalize(`${element.name} ${element.placeholder}`)))
    return text.match(/(?<![\d/.-])(?:1[5-9]|20)\d{2}(?![\d/.-]\d)/u)?.[0] ?? null;
  if (
    /^(?:genre|(?:film |movie |book )?category|(?:type|kind) of \p{L}+)$/u.test(
      normalize(element.name || element.placeholder).replace(/[:*]+$/u, ''),
    )
  )
    return (
      text.match(
        /(?<![\p{L}])(\p{Ll}{4,})\s+(?:movies?|films?|books?|songs?|shows?|games?|novels?)\b/u,
      )?.[1] ?? null
    );
  if (element.type === 'tel')
    return text.replace(/\b\d{4}-\d{2}-\d{2}\b/gu, ' ').match(/\+?\d[\d\s()-]{6,}\d/u)?.[0] ?? null;
  return null;
}

function isDayField({ type, name, placeholder, hints }: UiElement): boolean {
  return (
    type === 'date' || /\bdate\b|^(?:which )?day$|^when\b/u.test(normalize(`${name} ${placeholder} ${hints}`))
  );
}
