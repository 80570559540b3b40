import type { Scalar } from './find-fact.ts';

/** A value found on a page in the type a schema asks for; undefined when it does not clearly have that type. */
export function convertValue(value: Scalar, schema: Record<string, unknown>, baseUrl: string): unknown {
  const converted = convertType(value, schemaType(schema), schema, baseUrl);
  if (!Array.isArray(schema.enum)) return converted;
  return schema.enum.find((option) => option === converted || comparable(option) === comparable(converted));
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

function convertType(value: Scalar, type: string, schema: Record<string, unknown>, baseUrl: string): unknown {
  switch (type) {
    case 'number':
      return parseAmount(value);
    case 'integer': {
      const number = parseAmount(value);
      return Number.isSafeInteger(number) ? number : undefined;
    }
    case 'boolean':
      return parseYesNo(value);
    case 'string':
      return formatText(shortName(String(value)), schema.format, baseUrl);
    case 'any':
      return typeof value === 'string' ? shortName(value) : value;
    default:
      return undefined;
  }
}

/** Reads "€1.299,00", "$1,299.00", "4.5 out of 5", "12k". Undefined when there is no number. */
export function parseAmount(value: Scalar): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return undefined;
  const match = value.match(/([-−]?)\s*[^\d\s.,-]{0,3}\s?(\d[\d.,'’\s  ]*)\s*([kKmM](?![\p{L}]))?/u);
  if (!match?.[2]) return undefined;
  const number = Number(decimalForm(match[2].trim().replace(/[.,'’\s]+$/u, '')));
  if (!Number.isFinite(number)) return undefined;
  const scale = { k: 1_000, m: 1_000_000 }[(match[3] ?? '').toLowerCase()] ?? 1;
  return number * scale * (match[1] ? -1 : 1);
}

/** The last separator is the decimal one, unless it stands before exactly three digits and looks like grouping. */
function decimalForm(digits: string): string {
  const text = digits.replace(/['’\s  ]/gu, (space, index: number) =>
    /^\d{3}(?!\d)/.test(digits.slice(index + 1)) ? '' : space === ' ' ? '|' : '',
  );
  const first = text.split('|')[0] ?? text;
  const comma = first.lastIndexOf(',');
  const dot = first.lastIndexOf('.');
  if (comma >= 0 && dot >= 0) {
    return comma > dot ? first.replaceAll('.', '').replace(',', '.') : first.replaceAll(',', '');
  }
  if (comma >= 0)
    return /^\d{1,3}(?:,\d{3})+$/.test(first) ? first.replaceAll(',', '') : first.replace(',', '.');
  return /^\d{1,3}(?:\.\d{3}){2,}$/.test(first) ? first.replaceAll('.', '') : first;
}

function parseYesNo(value: Scalar): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = shortName(String(value))
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
  if (
    /^(?:no|false|0|outofstock|soldout|discontinued|unavailable|notavailable|notinstock|backorder|none|off)\b/.test(
      text,
    )
  )
    return false;
  if (
    /^(?:yes|true|1|instock|available|onlineonly|limitedavailability|instoreonly|on)\b|^\d+instock|^instock/.test(
      text,
    )
  )
    return true;
  return undefined;
}

function formatText(text: string, format: unknown, baseUrl: string): string | undefined {
  if (format === 'uri' || format === 'url')
    return URL.canParse(text, baseUrl) ? new URL(text, baseUrl).href : undefined;
  if (format !== 'date' && format !== 'date-time') return text;
  const iso = text.match(/^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}.*)?$/)?.[1];
  if (format === 'date' && iso) return iso;
  // Only dates with a written month or ISO form: 03/04/2025 means two different days.
  if (!iso && !/\p{L}{3,}/u.test(text)) return undefined;
  const time = Date.parse(iso ? text : `${text} UTC`);
  if (Number.isNaN(time)) return undefined;
  const utc = isoFromEpoch(time);
  return format === 'date' ? utc.slice(0, 10) : utc;
}

function isoFromEpoch(time: number): string {
  return new Date(time).toISOString();
}

/** `https://schema.org/InStock` says "InStock". */
function shortName(text: string): string {
  return text.replace(/^https?:\/\/schema\.org\/(\w+)$/i, '$1');
}

function comparable(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}
