import { isFieldName, listsFields } from './field-names.ts';
import { beginsWithVerb } from './split-clauses.ts';

/** What a task says outright: "Name: Kim Doe", "the name to Kim Doe", "Kim Doe as the name", `name "Kim Doe"`. */
export interface StatedPair {
  /** What the task calls the place of the value. */
  label: string;
  value: string;
  /** Written as in a list, with a sign between the two. */
  isListed: boolean;
  labelAt: Span;
  valueAt: Span;
}

/** What a field may be called of which a task says so: who says "called" names neither a title nor a name. */
export function namesFor(label: string): string[] {
  return /^(?:titled|entitled|called|named)$/iu.test(label) ? ['title', 'name'] : [label];
}

/** From a sign of the text to the one behind it. */
export interface Span {
  start: number;
  end: number;
}

const LABEL = "\\p{L}[\\p{L}\\p{N}'’/-]*(?: [\\p{L}\\p{N}'’/()-]+){0,4}";
const QUOTE = '"[^"]*"|“[^”]*”';
const OWN = '(?:(?:the|my|your|our|his|her|their|an?)\\s+)?';
const PLACE = '(?:\\s+(?:field|box|input|area|line))?';

/** What is longer tells more than one form takes; looking for pairs in it would take too long. */
const MOST_SIGNS = 5_000;

/** The pairs of a task, in its order; no sign of it belongs to two of them. */
export function statedPairs(task: string): StatedPair[] {
  const text = task.slice(0, MOST_SIGNS);
  const found: StatedPair[] = [];
  for (const pair of [...markedPairs(text), ...[...FORMS, GOING_ON].flatMap((form) => pairsBy(form, text))])
    if (!found.some((other) => overlaps(pair, other))) found.push(pair);
  return found.toSorted((one, other) => one.valueAt.start - other.valueAt.start);
}

function overlaps(one: StatedPair, other: StatedPair): boolean {
  return wholeOf(one).start < wholeOf(other).end && wholeOf(other).start < wholeOf(one).end;
}

export function wholeOf({ labelAt, valueAt }: StatedPair): Span {
  return { start: Math.min(labelAt.start, valueAt.start), end: Math.max(labelAt.end, valueAt.end) };
}

/** "Name: Kim Doe, E-mail = kim@example.org", in one line or in many. */
function markedPairs(text: string): StatedPair[] {
  const marks = [
    ...text.matchAll(/(?:"[^"]*"|“[^”]*”)|(?<sign>[:=])(?!\/\/|=)(?<!\d:)(?<![:=!<>]=)[^\S\n]*/gu),
  ]
    .filter(({ groups }) => groups?.sign !== undefined)
    .flatMap((match) => {
      const label = labelBefore(text, match.index);
      return label ? [{ label, from: match.index + match[0].length }] : [];
    });
  return marks.flatMap(({ label, from }, index) => {
    const said = text.slice(label.start, label.end).replace(/\s+(?:is|are)$/iu, '');
    const value = valueIn(text, from, nextAt(text, said, from, marks[index + 1]?.label.start ?? text.length));
    // "Send a message to support: name Ann Lee, topic Billing" tells what follows, and is no name of a field.
    if (!value || (beginsWithVerb(said) && listsFields(text.slice(from)))) return [];
    const own = behind(LEADING_LABEL, said, { start: 0, end: said.length });
    return [{ label: said.slice(own.start), isListed: true, labelAt: label, ...value }].filter(isSaid);
  });
}

/** "Name: Kim Doe, email kim@example.org": what has a place of its own ends the value before it, unless that is written words. */
function nextAt(text: string, label: string, from: number, to: number): number {
  const own = WRITTEN.test(label) ? null : OTHER_DETAIL.exec(text.slice(from, to));
  return own && own.index > 0 ? from + own.index : to;
}

const WRITTEN =
  /\b(?:message|note|comment|text|description|remarks?|question|enquiry|request|details|body|reason|address|review|feedback|instructions?|e-?mail|subject)\b/iu;
const OTHER_DETAIL =
  /,\s+(?:and\s+)?(?:my\s+|the\s+)?(?:(?:e-?mail|phone|telephone|tel|mobile)(?:\s+(?:address|number))?\s+(?=\S*[@\d])|(?=[^\s,@]+@[^\s,@]+\.)|(?=\+?\d[\d ()-]{7,}(?:$|[,.])))/iu;

const BEFORE_MARK = new RegExp(
  `(?:^|[,;.\\n(:=]|(?<=\\s)[-*•]|\\b(?:and|with|using))\\s*(?:[-*•]\\s*|\\d+[.)]\\s*)?${OWN}(${LABEL})\\s*$`,
  'iu',
);

/** The words right before a sign, back to where something else ends. */
function labelBefore(text: string, end: number): Span | null {
  const from = Math.max(0, end - 80);
  const head = text.slice(from, end).replace(/"[^"]*"|“[^”]*”/gu, (quote) => ';'.repeat(quote.length));
  const cut = Math.max(
    ...[...head.matchAll(/[,;.\n(:=]|\s[-*•]\s|\b(?:and|with|using)\s/giu)].map(({ index }) => index),
    0,
  );
  const match = BEFORE_MARK.exec(head.slice(cut));
  const label = match?.[1]?.trimEnd();
  if (!match || !label) return null;
  const start = from + cut + match.index + match[0].lastIndexOf(label);
  return { start, end: start + label.length };
}

/** What comes when all is filled in. */
const SENDING =
  /(?:^|[,.;!]?\s+)(?:and\s+|then\s+|please\s+|finally\s+|afterwards\s+)*(?:(?:reserve|book|order|register|buy|apply)(?=\s+(?:it|this|that|now)\b)|click|press|hit|tap|submit|send|save|confirm|finish|post|continue|proceed)(?:\s+(?:it|now|this|that|them|on|the|your|my|off|form|button|message|request|changes|entry)\b[^"“”\n]*)?[.!]*\s*$/iu;

/** Who it is from, told behind what is to be said: "... I am Kim Doe, kim@example.org". */
const FROM_WHOM =
  /(?<=[.!?])\s+(?:I(?: am|['’]m)\s+\p{Lu}[^!?\n]*|[Mm]y (?:full )?(?:name|e-?mail|phone|number|address)\b[^!?\n]*|(?:[Yy]ou|[Tt]hey) can (?:reach|call|contact|mail) me\b[^!?\n]*)[.!]*\s*$/u;

function valueIn(text: string, from: number, to: number): { value: string; valueAt: Span } | null {
  const rest = text.slice(from, to);
  const quoted = new RegExp(`^\\s*(${QUOTE})`, 'u').exec(rest);
  if (quoted?.[1]) {
    const start = from + quoted[0].length - quoted[1].length;
    return { value: quoted[1].slice(1, -1), valueAt: { start, end: start + quoted[1].length } };
  }
  const [line = ''] = rest
    .trimStart()
    .split(
      /\n(?=\s*(?:[-*•]|\d+[.)]|\p{L}[^\n]{0,40}[:=])|\s*$|\s*(?:then|and|please)?\s*(?:click|press|submit|send|save)\b)/iu,
    );
  const value = line
    .replace(SENDING, '')
    .replace(FROM_WHOM, '')
    .replace(new RegExp(`(?:\\s*[,;.]|\\s+)\\s*(?:(?:and|with)\\s+)?${OWN}$`, 'iu'), '')
    .replace(/[\s,;]+(?:[-*•]\s*)?$|(?<!\d|\b\p{Lu})\.$/u, '')
    .trim();
  const start = value === '' ? -1 : text.indexOf(value, from);
  return start < 0 ? null : { value, valueAt: { start, end: start + value.length } };
}

const END = `(?=\\s*(?:[,;!?\\n]|\\.(?:\\s|$)|$|\\band\\b|\\bthen\\b))`;
const BARE = '(?:(?!\\.\\s)[^,;"“”\\n])+?';
/** Ways of saying it, with the groups `label` and `value`. Whether those words are a label, the page decides. */
const FORMS = [
  // "Set the name to Kim Doe, the email to kim@example.org"
  `(?:^|[,;.\\n]|\\b(?:and|set|change|update|make|put))\\s*(?:the|my|your)\\s+(?<label>${LABEL}?)${PLACE}\\s+to\\s+(?<value>${QUOTE}|${BARE})${END}`,
  // "my name is Kim Doe", "the message is: Hello there"
  `(?:^|[,;.\\n]|\\b(?:and|my|our|the|his|her))\\s*${OWN}(?<label>${LABEL}?)${PLACE}\\s+(?:is|are|should be|should read|will be|shall be)(?:\\s+now)?\\s*:?\\s+(?<value>${QUOTE}|${BARE})${END}`,
  // "Kim Doe as the name", `"Hello" into the message field`
  `(?:^|[,;.:\\n]|\\b(?:and|enter|type|put|write|use|using|insert|add|with|fill in))\\s*(?<value>${QUOTE}|${BARE})\\s+(?:as|for|in|into|to)\\s+(?:the|my|your)\\s+(?<label>${LABEL}?)${PLACE}${END}`,
  // `with name "Kim Doe" and message "Hello there"`
  `(?:^|[,;:\\n]|\\b(?:and|with|using))\\s*${OWN}(?<label>${LABEL}?)(?:\\s+of)?\\s+(?<value>${QUOTE})`,
].map((form) => new RegExp(form, 'giud'));

const NOT_OF_NAME =
  '(?:and|or|then|with|without|on|in|at|for|by|from|to|as|into|using|please|is|are|was|per|today|tomorrow|tonight|now|again|instead|too|also|only|before|after|until|but|who|which|that|because|if|so|the|an?|my|your|our)';
/** "title Budget review", "called Summer party in Hall B": behind its name, a name that small letters go on from. */
const GOING_ON = new RegExp(
  `(?:[,;:]|(?<!\\p{L})(?:and|with|using)|(?= (?:titled|entitled|called|named) ))\\s*${OWN}(?<label>\\p{Ll}[\\p{Ll}'’-]*(?: \\p{Ll}+)?)\\s+(?<value>\\p{Lu}[^\\s,;.:!?"“”]*(?: (?:of |of the )?(?!${NOT_OF_NAME}(?!\\p{L}))[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*){1,6})(?:${END}|(?= ${NOT_OF_NAME}(?!\\p{L})))`,
  'gud',
);

function pairsBy(form: RegExp, text: string): StatedPair[] {
  return [...text.matchAll(form)].flatMap((match) => {
    const [labelFrom, labelTo] = match.indices?.groups?.label ?? [];
    const [valueFrom, valueTo] = match.indices?.groups?.value ?? [];
    if (labelFrom === undefined || valueFrom === undefined) return [];
    const label = behind(LEADING_LABEL, text, { start: labelFrom, end: labelTo ?? labelFrom });
    const said = { start: valueFrom, end: valueTo ?? valueFrom };
    const isQuoted = /^["“]/u.test(text.slice(said.start));
    const value = isQuoted ? said : behind(LEADING_VALUE, text, said);
    const words = text.slice(value.start, value.end).trim();
    // "Subscribe to the newsletter" gives nothing to a field of that name.
    const name = text.slice(label.start, label.end).replace(/\s+(?:is|are|to)$/iu, '');
    const isField = form === GOING_ON && isFieldName(name);
    // A name in capitals alone is known by its look.
    if (form === GOING_ON && !/\s\p{Ll}/u.test(words)) return [];
    if (!isQuoted && !isField && value.start === said.start && beginsWithVerb(words)) return [];
    return [
      {
        label: name,
        value: isQuoted ? words.slice(1, -1) : words,
        isListed: false,
        labelAt: label,
        valueAt: value,
      },
    ].filter(isSaid);
  });
}

/** "Leave the" before "message", "and enter" before "Kim Doe". */
const LEADING_LABEL = /^.*(?<!\p{L})(?:with|and|using|the|an?|my|your|our|them|him|her|whose)\s+(?=\S)/iu;
const LEADING_VALUE =
  /^.*(?<!\p{L})(?:enter|type|put|write|use|using|insert|fill in|input|choose|pick|select|set|take|give)\s+(?=\S)/iu;

function behind(lead: RegExp, text: string, { start, end }: Span): Span {
  return { start: start + (lead.exec(text.slice(start, end))?.[0].length ?? 0), end };
}

/** "It is from Ana" names no field, nor does "gift wrapping and". */
const POINTING =
  /^(?:it|this|that|these|those|there|he|she|they|we|i|you|who|what|which|everything|all)$|\b(?:and|or|with|on|in|to|for|of)$/iu;

function isSaid({ value, label }: StatedPair): boolean {
  return /[\p{L}\p{N}]/u.test(value) && label !== '' && !POINTING.test(label);
}
