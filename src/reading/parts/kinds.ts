import { MONTH } from '../../platform/text/date.ts';
import { amountsIn } from '../../platform/text/number.ts';

/** The kind of value that a task asks for. */
export type Kind =
  | 'money'
  | 'date'
  | 'time'
  | 'number'
  | 'person'
  | 'place'
  | 'email'
  | 'phone'
  | 'link'
  | 'whether';

interface KindRule {
  kind: Kind;
  /** How a task asks for it. */
  asked: RegExp;
  /** The values of the kind in a text, as written. */
  find(text: string): string[];
}

const DAY = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tue|wed|thu|fri|sat|sun)\\b\\.?)';
const DATE = new RegExp(
  [
    `(?:${DAY},?\\s)?(?:the\\s)?\\d{1,2}(?:st|nd|rd|th)?(?:\\sof)?\\s${MONTH}\\b\\.?(?:,?\\s\\d{4})?`,
    `(?:${DAY},?\\s)?\\b${MONTH}\\b\\.?\\s\\d{1,2}(?:st|nd|rd|th)?\\b(?!:)(?:,?\\s\\d{4})?`,
    '\\b\\d{4}-\\d{2}-\\d{2}\\b',
    '\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b',
    `\\b${MONTH}\\s\\d{4}\\b`,
    '\\b(?:1[5-9]|20)\\d{2}\\b(?![.,]?\\d)',
    `\\b${DAY}(?!\\p{L})`,
    `\\b${MONTH}\\b`,
  ].join('|'),
  'giu',
);
const TIME = /\b\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\b\.?)?|\b\d{1,2}\s?[ap]\.?m\b\.?|\b(?:noon|midnight)\b/giu;
const NUMBER =
  /(?<![\p{L}\d])[-−]?\d[\d.,\u00a0\u202f]*(?:\s?(?:%|per ?cent|°\s?[CF]?|[kmgt]b|(?:square |cubic )?\p{L}{1,14}))?|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|a dozen|half)\b(?:\s\p{L}+)?/giu;
const PERSON =
  /(?<!\p{L})(?:(?:Dr|Prof|Mr|Mrs|Ms|Sir|Dame|Captain|Professor)\.?\s)?\p{Lu}[\p{Ll}’'-]+(?:\s(?:\p{Lu}\.|de|van|von|der|da|di|al|el|bin))*(?:\s\p{Lu}[\p{L}’'-]+)+/gu;
const PLACE =
  /(?:(?<=\b(?:in|at|near|from|to|on|of)\s(?:the\s)?)|(?<![\p{L}\d.,:/-])\d{1,4}\p{L}?\s(?!\p{L}+\s\d{4}))\p{Lu}[\p{L}’'-]+(?:[\s,]+\p{Lu}[\p{L}’'-]+)*/gu;

function matches(pattern: RegExp): (text: string) => string[] {
  return (text) => text.match(pattern) ?? [];
}

/** The first that a task asks for counts. */
const KINDS: readonly KindRule[] = [
  {
    kind: 'email',
    asked: /\be-?mails?\b|\bmail address\b/i,
    find: matches(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g),
  },
  {
    kind: 'phone',
    asked: /\b(?:tele)?phone\b|\bcall\b|\b(?:fax|hotline)\b|\btelefon/i,
    find: matches(/(?<![\d-])\+?\(?\d[\d\s()/.-]{6,18}\d(?!\d)/g),
  },
  {
    kind: 'time',
    asked:
      /\b(?:what|which) time\b|\bhow (?:late|early)\b|\b(?:opening|closing|opening) (?:hours|times?)\b|\bhours\b(?! of)|\b(?:open|opens|close|closes|closing)\b/i,
    find: matches(TIME),
  },
  {
    kind: 'money',
    asked:
      /\bprices?d?\b|\bcosts?\b|\bfees?\b|\bfares?\b|\bcharged?s?\b|\bhow (?:much(?! [a-z]+ (?:do|does|did|is|are|was|can|will)\b|[^?]*\bweighs?\b)|expensive)\b|\b(?:salary|rent|deposit|tuition|wage|bonus|fine|penalty|revenue|turnover|profit|budget|preis|prix|precio|kostet|co[uû]te|cuesta)\b/i,
    find: (text) => [...amountsIn(text), ...(text.match(/\bfree\b(?! of [^c])/gi) ?? [])],
  },
  {
    kind: 'number',
    asked:
      /\bhow (?:many|long|far|tall|high|big|large|heavy|old|wide|deep|fast|often|hot|cold|warm|much)\b|\bnumber of\b|\b(?:percentage|population|weight|height|length|width|capacity|rating|score|age|size|temperature|distance|duration|speed|wie viele?|combien|cu[aá]nt[oa]s)\b/i,
    find: matches(NUMBER),
  },
  {
    kind: 'date',
    asked:
      /\bwhen\b|\bdates?\b|\b(?:what|which) (?:day|year|month)\b|\bdeadline\b|\b(?:wann|quand|cu[aá]ndo)\b|\byear\b/i,
    find: matches(DATE),
  },
  {
    kind: 'person',
    asked:
      /\bwho(?:se|m)?\b|\b(?:author|founder|director|editor|ceo|coach|winner|owner|chair|president|architect|presenter|host|teacher|lecturer|wer|qui|qui[eé]n)\b/i,
    find: matches(PERSON),
  },
  {
    kind: 'place',
    asked: /\bwhere\b|\baddress\b|\blocat(?:ed|ion)\b|\b(?:city|town|country|venue|wo|o[uù]|d[oó]nde)\b/i,
    find: matches(PLACE),
  },
  { kind: 'link', asked: /\burl\b|\blink\b|\bwebsite\b/i, find: matches(/https?:\/\/[^\s)>\]]+/g) },
];

const BY_KIND = new Map(KINDS.map((rule) => [rule.kind, rule]));

export function kindAsked(text: string): Kind | null {
  if (WHETHER.test(text)) return 'whether';
  return KINDS.find(({ asked }) => asked.test(text))?.kind ?? null;
}

const WHETHER =
  /^(?:is|are|was(?!\s(?:ist|sind|kostet|kosten)\b)|were|does|do|did|can|could|will|would|has|have|had|may|must|should|am|whether|if)\b(?!.*\bor\b.*\?)/i;

/** The values of a kind in a text, each once. */
export function valuesIn(text: string, kind: Kind): string[] {
  const found = BY_KIND.get(kind)?.find(text) ?? [];
  return [...new Set(found.map((value) => value.trim()))];
}
