import { parseNumber, round } from '../../platform/text/number.ts';
import { snakeCase } from '../../platform/text/words.ts';

/** Units by what they measure, each with its size in the first of its kind. */
const UNITS: readonly Record<string, number>[] = [
  {
    'g|gram|grams|grammes|gramm|gramos': 1,
    'kg|kgs|kilo|kilos|kilogram|kilograms': 1_000,
    mg: 0.001,
    't|tonnes?': 1e6,
    'lbs?|pounds?': 453.59237,
    'oz|ounces?': 28.349523125,
  },
  {
    'mm|millimet(?:er|re)s?': 1,
    'cm|centimet(?:er|re)s?': 10,
    'm|met(?:er|re)s?': 1_000,
    'km|kilomet(?:er|re)s?': 1e6,
    'in|inch|inches|″|"': 25.4,
    'ft|foot|feet|′': 304.8,
    'yd|yards?': 914.4,
    'mi|miles?': 1_609_344,
  },
  {
    'sqm|m2|m²|㎡|qm|square_?met(?:er|re)s?|sq_?m': 1,
    'sqft|ft2|ft²|square_?f(?:ee|oo)t|sq_?ft': 0.09290304,
    'acres?': 4_046.8564224,
    'ha|hectares?': 10_000,
    'km2|km²|sqkm': 1e6,
  },
  { 'ml|millilit(?:er|re)s?': 1, cl: 10, 'l|lit(?:er|re)s?': 1_000, 'gal|gallons?': 3_785.411784 },
  {
    'b|bytes?': 1,
    kb: 1e3,
    'mb|megabytes?': 1e6,
    'gb|gigabytes?': 1e9,
    'tb|terabytes?': 1e12,
    kib: 1_024,
    mib: 1_048_576,
    gib: 1_073_741_824,
  },
];

/** `5.1 kg` for the key `weight_grams` is 5100; undefined when the key names no unit, or the value no like one. */
export function inUnitOf(text: string, key: string, language: string | null): number | undefined {
  const suffix = snakeCase(key).match(/_(?:in_)?([a-z\d]+(?:_(?:ft|m|feet|meters|metres))?)$/)?.[1];
  if (suffix === undefined) return undefined;
  for (const kind of UNITS) {
    const wanted = sizeOf(kind, suffix);
    if (wanted === undefined) continue;
    const amounts = [...text.slice(0, 400).matchAll(AMOUNT)].flatMap((written) => {
      const size = sizeOf(kind, (written[1] ?? '').toLowerCase().replace(/[.\s]+/g, '_'));
      const number = parseNumber(text.slice(written.index), language);
      return size === undefined || number === undefined ? [] : [{ size, number }];
    });
    // "22 nmi (41 km)": where the asked unit is written, nothing is to be converted.
    const amount = amounts.find(({ size }) => size === wanted) ?? amounts[0];
    if (amount) return round((amount.number * amount.size) / wanted);
  }
  return undefined;
}

const AMOUNT = /\d[\d.,\s]*\s?((?:sq(?:uare)?\.? ?)?[\p{L}²㎡′″"]{1,12}\d?)/gu;

function sizeOf(kind: Record<string, number>, unit: string): number | undefined {
  return Object.entries(kind).find(([names]) => new RegExp(`^(?:${names})$`).test(unit))?.[1];
}
