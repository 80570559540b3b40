import { rankFacts } from '../answers/find-fact.ts';
import { mainSentences } from '../answers/sentences.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { amountsIn, currencyOf, isMoney } from '../values/number.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import { nonEmpty, propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** An object that is one value on the page: `salary: { min, max, currency, period }` of "€ 3.164 - € 4.338 per month". */
export function takenApart(
  schema: Schema,
  asked: string[],
  source: Source,
): Record<string, unknown> | undefined {
  const keys = Object.keys(propertiesOf(schema));
  if (
    source.facts !== source.index.facts ||
    !keys.some((key) => LOW.test(key) || HIGH.test(key) || AMOUNT.test(key))
  )
    return undefined;
  const text = sumOf(asked, source);
  if (text === undefined) return undefined;
  const [low, high = low] = amountsOf(text);
  const { url, language } = source.index.page;
  const filled = keys.map((key) => {
    const property = resolveSchema(propertiesOf(schema)[key], source.root);
    const convert = (value: string | undefined) =>
      value === undefined ? undefined : convertValue(value, property, { url, language, key });
    if (LOW.test(key)) return [key, convert(low)] as const;
    if (HIGH.test(key)) return [key, convert(high)] as const;
    if (AMOUNT.test(key)) return [key, low === high ? convert(low) : undefined] as const;
    if (/^currency/i.test(key)) return [key, convert(currencyOf(text))] as const;
    if (PERIOD.test(key)) return [key, periodOf(text, property, convert)] as const;
    return [key, undefined] as const;
  });
  return nonEmpty(Object.fromEntries(filled.filter(([, value]) => value !== undefined)));
}

const LOW = /^(?:min(?:imum)?|low|lower|from)(?:_?(?:value|amount))?$/i;
const HIGH = /^(?:max(?:imum)?|high|upper|to)(?:_?(?:value|amount))?$/i;
const AMOUNT = /^(?:amount|value|price|sum)$/i;
const PERIOD = /^(?:period|unit|per|interval|frequency|unit_?text|time_?unit)$/i;

/** The value of that name; for a salary also the only line of a range of money with a period. */
function sumOf(asked: string[], { index, facts }: Source): string | undefined {
  const stated = rankFacts({ ...index, facts }, { words: asked, implied: [], expects: null })
    .filter(({ coverage, fact }) => coverage >= 0.99 && /\d/.test(String(fact.value)))
    .map(({ fact }) => String(fact.value));
  if (stated[0] !== undefined) return stated[0];
  const isPay = isThing(asked, 'salary');
  const lines = mainSentences(index.page).filter(
    ({ text, stems }) =>
      text.length <= 120 &&
      amountsIn(text).length > 0 &&
      (isPay
        ? PERIODS.some(([, look]) => look.test(text)) && amountsOf(text).length === 2
        : asked.every((word) => stems.some((each) => isSameWord(each, word)))),
  );
  const texts = new Set(lines.map(({ text }) => text));
  const [only] = texts;
  return texts.size === 1 ? only : undefined;
}

function amountsOf(text: string): string[] {
  const ends = text.match(
    /([^\d\s]{0,3}\s?\d[\d.,' ]*\d\s?k?)\s?[^\d\s]{0,4}\s?(?:-|–|—|to|bis|tot|à|a|do|y|e)\s?([^\d\s]{0,4}\s?\d[\d.,' ]*\d\s?k?)/iu,
  );
  if (ends?.[1] && ends[2] && isMoney(text.slice(0, 60))) return [ends[1].trim(), ends[2].trim()];
  return amountsIn(text).slice(0, 2);
}

const PERIODS = [
  [
    'year',
    /\b(?:year|annum|p\.?a\.|annual|yearly|jahr|jährlich|brutto\/jahr|an\b|annuel|año|anual|anno|annuo|ano|jaar|rok|rocznie)|年/iu,
  ],
  ['month', /\b(?:month|monthly|monat|monatlich|mois|mensuel|mes|mensual|mese|mensile|mês|maand|miesi)|月/iu],
  ['week', /\b(?:week|weekly|woche|semaine|semana|settimana|tydzie)|週/iu],
  ['day', /\b(?:day|daily|tag|jour|día|giorno|dia|dag|dzień)|日/iu],
  ['hour', /\b(?:hour|hourly|stunde|heure|hora|ora|uur|godzin)|時/iu],
] as const;

/** The period that a sum is paid for, as the schema calls it. */
function periodOf(text: string, schema: Schema, convert: (value: string) => unknown): unknown {
  const name = PERIODS.find(([, look]) => look.test(text.replace(/^.*\d/u, '')))?.[0];
  if (name === undefined) return undefined;
  if (!Array.isArray(schema.enum)) return schemaType(schema) === 'string' ? convert(name) : undefined;
  const looks = new Map<string, RegExp>(PERIODS);
  return schema.enum.find(
    (option) =>
      typeof option === 'string' &&
      (nameWords(option).some((word) => isSameWord(word, name)) || looks.get(name)?.test(option)),
  );
}
