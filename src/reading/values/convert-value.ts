import { momentOf, parseDate } from '../../platform/text/date.ts';
import { amountsIn, currencyOf, parseNumber, parseNumberWord } from '../../platform/text/number.ts';
import { IN_STOCK, NO_WORDS, OUT_OF_STOCK, YES_WORDS } from '../words/yes-words.ts';
import { minutesOf } from './duration.ts';
import { inUnitOf } from './unit.ts';

/** Values as found on pages: text, or already typed in structured data. */
export type Scalar = string | number | boolean;

export interface Setting {
  url: string;
  language: string | null;
  /** The schema's name for the value; its unit (`_minutes`) counts. */
  key?: string;
}

/** A value found on a page in the type a schema asks for; undefined when it does not clearly have that type. */
export function convertValue(value: Scalar, schema: Record<string, unknown>, setting: Setting): unknown {
  if (Array.isArray(schema.enum)) return oneOf(schema.enum, value, setting);
  const converted = convertType(value, schema, setting);
  return schema.const === undefined || schema.const === converted ? converted : undefined;
}

/** The one type to aim for; `null` beside it only says that the value may be missing. */
export function schemaType(schema: Record<string, unknown>): string {
  const type = [schema.type]
    .flat()
    .find((candidate) => typeof candidate === 'string' && candidate !== 'null');
  if (typeof type === 'string') return type;
  if (schema.properties) return 'object';
  return schema.items ? 'array' : 'any';
}

function convertType(value: Scalar, schema: Record<string, unknown>, setting: Setting): unknown {
  switch (schemaType(schema)) {
    case 'number':
      return inRange(toNumber(value, setting), schema);
    case 'integer': {
      const number = toNumber(value, setting);
      return Number.isSafeInteger(number) ? inRange(number, schema) : undefined;
    }
    case 'boolean':
      return toBoolean(value);
    case 'string':
      return toText(shortName(String(value)), schema, setting);
    case 'any':
      return typeof value === 'string' ? shortName(value) : value;
    default:
      return undefined;
  }
}

function toNumber(value: Scalar, setting: Setting): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return undefined;
  const minutes = minutesOf(value, setting.key ?? '');
  if (minutes !== undefined) return minutes;
  const measured = inUnitOf(value, setting.key ?? '', setting.language);
  if (measured !== undefined) return measured;
  if (/^(?:free|gratis|kostenlos|gratuit|gratuito|無料)$/i.test(value.trim())) return 0;
  if (/^(?:free|gratis|kostenlos|gratuit)\b/i.test(value.trim()))
    return PRICE_KEY.test(setting.key ?? '') ? 0 : undefined;
  const isYear = YEAR_KEY.test(setting.key ?? '');
  const year = isYear ? YEAR.exec(value) : null;
  if (year) return Number(year[0]);
  // A school has a year 3; what was founded in one has four figures.
  if (isYear && setting.key?.toLowerCase() !== 'year') return undefined;
  // "Saturday, 8pm · £12": what a price asks for is the amount of money.
  const [amount] = PRICE_KEY.test(setting.key ?? '') ? amountsIn(value) : [];
  return parseNumber(amount ?? value, setting.language) ?? parseNumberWord(value);
}

const YEAR_KEY = /(?:^|_|(?<=[a-z]))year$|^year(?=_|[A-Z])/i;
const YEAR = /(?<![\d.,])(?:1[0-9]|20)\d\d(?![\d.,]\d|\d)/;
const PRICE_KEY = /price|cost|fee|fare|amount|charge/i;

function inRange(value: number | undefined, schema: Record<string, unknown>): number | undefined {
  if (value === undefined) return undefined;
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && value < minimum) return undefined;
  return typeof maximum === 'number' && value > maximum ? undefined : value;
}

function toBoolean(value: Scalar): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = shortName(String(value))
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
  if (NO.test(text)) return false;
  return YES.test(text) ? true : undefined;
}

const compact = (phrases: readonly string[]) =>
  phrases
    .map((phrase) => phrase.replace(/[\s_-]+/g, ''))
    .sort((one, other) => other.length - one.length)
    .join('|');
const NO = new RegExp(
  [
    `^(?:${compact([...NO_WORDS, ...OUT_OF_STOCK])}|0(?![\\d.,])|✗|✘|×|❌)(?!\\p{L})`,
    '^(?:outofstock|soldout)',
    '^(?:onloan|checkedout|borrowed|discontinued|notincluded|notallowed|notpermitted|forbidden|prohibited|nichterlaubt|verboten|nichtgestattet|backorder|none|off|disabled|inactive|closed|optional|aus|[–—-]$)(?!\\p{L})',
    '^(?:no|not|nein|non)[,.;:!]',
  ].join('|'),
  'u',
);
const YES = new RegExp(
  [
    `^(?:${compact([...YES_WORDS, ...IN_STOCK])}|1(?![\\d.,])|✓|✔|✅|☑)(?!\\p{L})`,
    '^instock',
    '^(?:available|included|allowed|permitted|welcome|erlaubt|gestattet|onlineonly|limitedavailability|instoreonly|on|enabled|active|open)(?!\\p{L})',
    '^(?:yes|ja|oui)[,.;:!]|^(?:only)?\\d+(?:left)?instock|^(?:only)?\\d+left',
  ].join('|'),
  'u',
);

function toText(text: string, schema: Record<string, unknown>, setting: Setting): string | undefined {
  const { format, maxLength } = schema;
  const formatted = toFormat(text, format, setting);
  if (formatted === undefined) return undefined;
  if (typeof maxLength === 'number' && formatted.length > maxLength) return undefined;
  if (
    SUM_KEY.test(setting.key ?? '') &&
    !/\d|free|gratis|kostenlos|gratuit|request|anfrage|demande|無料/i.test(formatted)
  )
    return undefined;
  if (format === undefined && DOER_KEY.test(setting.key ?? '')) {
    // "Published 18 March 2025" says when, and not who.
    return parseDate(formatted)?.date === undefined ? formatted || undefined : undefined;
  }
  if (PHONE_KEY.test(setting.key ?? '')) return findPhone(formatted) ?? formatted;
  if (/currency(?:_?code)?$/i.test(setting.key ?? ''))
    return currencyOf(formatted, setting.language) ?? formatted;
  // A pattern of the caller's is not run here: it may be made to be slow. The contract is checked with a limit later.
  return formatted === '' ? undefined : formatted;
}

function toFormat(text: string, format: unknown, setting: Setting): string | undefined {
  switch (format) {
    case 'uri':
    case 'url':
    case 'iri':
      return toAddress(text.trim(), setting.url);
    case 'email':
      return findEmail(text);
    case 'date':
      return parseDate(text, setting.language)?.date;
    case 'date-time':
      return momentOf(text, setting.language);
    default:
      return text;
  }
}

/** Words are no address; a host without its scheme is one, a file beside the page another. */
function toAddress(text: string, base: string): string | undefined {
  if (text === '' || /\s/.test(text)) return undefined;
  const isHost = /^(?:[a-z\d-]+\.)+[a-z]{2,}(?:\/\S*)?$/i.test(text) && !FILE.test(text);
  const isPath = /^(?:[a-z][a-z\d+.-]*:|[/.?#])/i.test(text) || text.includes('/') || FILE.test(text);
  if (isHost) return URL.canParse(`https://${text}`) ? new URL(`https://${text}`).href : undefined;
  return isPath && URL.canParse(text, base) ? new URL(text, base).href : undefined;
}

const FILE =
  /^[^/]*\.(?:html?|php|aspx?|jsp|jpe?g|png|gif|webp|svg|avif|pdf|mp[34]|zip|csv|json|xml|txt)(?:[?#]|$)/i;

/** The option that the value names: the same words, or the only one standing in it. */
function oneOf(options: unknown[], value: Scalar, setting: Setting): unknown {
  const said = comparable(shortName(String(value)));
  const same = options.find(
    (option) => comparable(option) === said || option === toNumberOption(option, value, setting),
  );
  if (same !== undefined) return same;
  const inside = options.filter(
    (option) =>
      typeof option === 'string' && comparable(option).length > 2 && said.includes(comparable(option)),
  );
  return inside.length === 1 ? inside[0] : undefined;
}

function toNumberOption(option: unknown, value: Scalar, setting: Setting): unknown {
  if (typeof option === 'number') return toNumber(value, setting);
  return typeof option === 'boolean' ? toBoolean(value) : undefined;
}

/** A sum of money by its name, in any notation. */
const SUM_KEY = /^(?:[a-z]+_?)?(?:price|cost|fee|fare|preis|prix|precio|prezzo|cena)$/i;

const DOER_KEY =
  /(?:author|byline|writer|user|viewer|publisher|editor|seller|buyer|organi[sz]er|owner|maker|manufacturer|customer|provider|reporter|speaker|company|brand|by)(?:_?name)?$/i;
const PHONE_KEY = /phone|telefon|mobile|fax|^tel$|_tel$/i;

/** The number without what stands around it: opening hours, "call us". */
function findPhone(text: string): string | undefined {
  return text
    .slice(0, 400)
    .match(
      /(?<![\d\p{L}])(?:\+\d{1,3}[\s.-]?)?(?:\(\d{1,5}\)[\s.-]?)?\d(?:[\s./-]?\d){5,13}(?![\d\p{L}])/u,
    )?.[0]
    .trim();
}

function findEmail(text: string): string | undefined {
  return text.slice(0, 5_000).match(/[\w.+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/u)?.[0];
}

/** `https://schema.org/InStock` says "InStock". */
function shortName(text: string): string {
  return text.replace(/^https?:\/\/(?:www\.)?schema\.org\/(\w+)$/i, '$1');
}

function comparable(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}
