import { saidPrice } from '../answers/answer-compared.ts';
import { readQuestion } from '../answers/question.ts';
import { mainSentences } from '../answers/sentences.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { parseDate } from '../values/date.ts';
import { minutesOf } from '../values/duration.ts';
import { amountsIn, currencyOf, parseNumber } from '../values/number.ts';
import { inUnitOf } from '../values/unit.ts';
import { isGrownFrom, isSameWord, isThing } from '../words/concepts.ts';
import { contentStems, nameWords, stem, stemsOf } from '../words/words.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** `area_sqft` of "3 bed · 1,120 sq ft": the only amount in that unit. Other units need the key's word beside it. */
export function saidMeasure(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const type = schemaType(schema);
  if ((type !== 'number' && type !== 'integer') || source.facts !== source.index.facts) return undefined;
  const { language } = source.index.page;
  const values = new Set<number>();
  for (const { text: sentence, stems: own } of mainSentences(source.index.page)) {
    const isArea = /sq|m2/i.test(key) && asked.every((word) => AREAS.has(word));
    if (!isArea && !asked.every((word) => own.some((each) => isSameWord(each, word)))) continue;
    for (const part of sentence.split(/[·|;]|,\s/)) {
      const value = inUnitOf(part, key, language) ?? minutesOf(part, key);
      if (value !== undefined) values.add(value);
    }
  }
  const [value] = values;
  return values.size === 1 && (type === 'number' || Number.isSafeInteger(value)) ? value : undefined;
}

/** `hours_per_week` of "37.5 hours a week": the only number of these in such a time. */
export function saidRate(schema: Schema, key: string, { index, facts }: Source): number | undefined {
  const type = schemaType(schema);
  const [, what, time] =
    key.match(/^([a-z]+?)s?_?(?:per|Per|a)_?(hour|day|week|month|year|Hour|Day|Week|Month|Year)$/) ?? [];
  if (!what || !time || (type !== 'number' && type !== 'integer') || facts !== index.facts) return undefined;
  const look = new RegExp(`(\\d[\\d.,]*)\\s${what}s?\\s?(?:a|an|per|each|every|/)\\s?${time}`, 'giu');
  const found = new Set(
    index.page.blocks.flatMap(({ text, isAside }) =>
      isAside ? [] : [...text.matchAll(look)].map((match) => parseNumber(match[1] ?? '')),
    ),
  );
  const [value] = found;
  return found.size === 1 && (type === 'number' || Number.isSafeInteger(value)) ? value : undefined;
}

/** What a size of a home or plot is called; the size of its garden is another. */
const AREAS = new Set(
  [
    'area',
    'size',
    'surface',
    'living',
    'floor',
    'space',
    'total',
    'usable',
    'internal',
    'sqft',
    'sqm',
    'square',
    'sq',
    'm2',
    'ft',
    'feet',
    'meters',
    'wohnflache',
    'surface',
    'superficie',
  ].flatMap(nameWords),
);

/** A price out of a sentence: of the thing that the task names, or the only sum that the page speaks of. */
export function saidSum(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const { index, facts, goal } = source;
  if (facts !== index.facts || !isThing(asked, 'price')) return undefined;
  const named = goal === '' ? [] : readQuestion(goal).words.filter((word) => index.vocabulary.has(word));
  const things = named.filter((word) => !isThing([word], 'price') && !MEASURES.has(word));
  const sums = new Set(
    things.length > 0
      ? [saidPrice(index, things)]
      : mainSentences(index.page).flatMap(({ text }) =>
          amountsIn(text).map((sum) => sum.replace(/[.,]$/, '')),
        ),
  );
  const [sum] = sums;
  return sums.size === 1 && sum !== undefined
    ? convertValue(sum, schema, { url: index.page.url, language: index.page.language, key })
    : undefined;
}

const MEASURES = new Set(['weight', 'size', 'height', 'length', 'name', 'title', 'currency'].map(stem));

/** "We do not sponsor visas": a plain statement with all words of the key. */
export function saidBoolean(asked: string[], schema: Schema, source: Source): boolean | undefined {
  if (schemaType(schema) !== 'boolean' || source.facts !== source.index.facts) return undefined;
  const words = asked.filter((word) => !AUXILIARY.has(word));
  if (words.length === 0) return undefined;
  const said = new Set<boolean>();
  for (const { text: sentence, stems } of mainSentences(source.index.page)) {
    if (sentence.length > 200 || /[?]|\b(?:if|unless|may|might|wenn|falls|si)\b/i.test(sentence)) continue;
    if (!words.every((word) => stems.some((each) => isSameWord(each, word) || isGrownFrom(each, word))))
      continue;
    const clause =
      sentence
        .split(/[;,–—]\s|\sbut\s/)
        .find((part) => words.some((word) => stemsOf(part).some((each) => isSameWord(each, word)))) ??
      sentence;
    const own = contentStems(sentence);
    const isTold = words.every((word) =>
      own.some((each) => isSameWord(each, word) || isGrownFrom(each, word)),
    );
    // One word alone is told by a sentence that says little else.
    if (isTold && (words.length > 1 || own.length <= 6)) said.add(!NOT.test(clause));
  }
  const [value] = said;
  return said.size === 1 ? value : undefined;
}

const AUXILIARY = new Set(
  ['is', 'has', 'are', 'was', 'can', 'does', 'have', 'available', 'include', 'allow', 'offer'].flatMap(
    (word) => [word, stem(word)],
  ),
);
const NOT =
  /\b(?:no|not|never|without|cannot|excluded|excluding|neither|nor|kein\w*|nicht|pas|sin|geen|niet|non|senza|sem|nie|bez|brak)\b|(?<!\p{L})não(?!\p{L})|n['’]t\b|ありません|ません|ない|不可/iu;

/** The one option of an enumeration that stands on the page by itself: a badge, a chip, a short line. */
export function saidOption(schema: Schema, key: string, { index, facts }: Source): unknown {
  if (!Array.isArray(schema.enum) || facts !== index.facts) return undefined;
  const setting = { url: index.page.url, language: index.page.language, key };
  const texts = [
    ...index.page.blocks.flatMap(({ text, isAside }) => (isAside || text.length > 60 ? [] : [text])),
    ...index.page.labels.flatMap(({ value, isOfItem }) => (isOfItem || value.length > 40 ? [] : [value])),
    ...index.collections.flatMap(({ collection, items }) =>
      collection.isAside || collection.kind !== 'list' ? [] : items.map(({ item }) => item.text.slice(0, 60)),
    ),
  ];
  const found = new Set(
    texts.map((text) => convertValue(text, schema, setting)).filter((option) => option !== undefined),
  );
  const [option] = found;
  return found.size === 1 ? option : undefined;
}

/** "Directed by Amara Quist" for `director`: the one name behind a word of the same root. */
export function saidName(asked: string[], schema: Schema, { index, facts }: Source): string | undefined {
  if (schemaType(schema) !== 'string' || schema.format || schema.enum || facts !== index.facts)
    return undefined;
  const [word, ...others] = asked;
  if (word === undefined || others.length > 0) return undefined;
  const names = new Set<string>();
  for (const { text } of mainSentences(index.page))
    for (const [, doing = '', name = ''] of text.matchAll(BY))
      if (stem(doing.toLowerCase()) === word) names.add(name.replace(/(?<=\p{L}{2})\.$/u, ''));
  const [name] = names;
  return names.size === 1 ? name : undefined;
}

const BY =
  /(?<!\p{L})(\p{L}{3,}ed|built|drawn|made|told|written|sung)\sby\s((?:\p{Lu}[\p{L}'’.-]+)(?:\s(?:(?:van|von|de|der|la|di)\s)?\p{Lu}[\p{L}'’.-]*){0,3})/gu;

/** `salary_currency`: the one that all sums on the page are in. */
export function saidCurrency(schema: Schema, key: string, { index, facts }: Source): string | undefined {
  if (!/currency(?:_?code)?$/i.test(key) || schemaType(schema) !== 'string' || schema.enum) return undefined;
  if (facts !== index.facts) return undefined;
  const found = new Set(
    index.page.blocks.flatMap(({ text, isAside }) =>
      isAside ? [] : amountsIn(text).map((sum) => currencyOf(sum, index.page.language)),
    ),
  );
  const [currency] = found;
  return found.size === 1 ? currency : undefined;
}

/** `start_time` and `end_time` of "Saturday, 13 September 2025 · 10am - 2pm", the one such line. */
export function saidHour(asked: string[], schema: Schema, { index, facts }: Source): string | undefined {
  const end = asked.some((word) => STARTS.has(word)) ? 1 : asked.some((word) => ENDS.has(word)) ? 2 : 0;
  const isHour = end > 0 && asked.length === 2 && asked.includes(TIME) && schemaType(schema) === 'string';
  if (!isHour || (schema.format !== undefined && schema.format !== 'time') || facts !== index.facts)
    return undefined;
  const { blocks, language } = index.page;
  const found = new Set(
    blocks
      .filter(
        ({ text, isAside }) => !isAside && text.length <= 100 && parseDate(text, language) !== undefined,
      )
      .flatMap(({ text }) => HOURS.exec(text)?.[end] ?? []),
  );
  const [hour] = found;
  return found.size === 1 ? hour : undefined;
}

const [TIME = ''] = nameWords('time');
const STARTS = new Set(['start', 'begin', 'opening', 'from'].flatMap(nameWords));
const ENDS = new Set(['end', 'finish', 'closing', 'until', 'to'].flatMap(nameWords));
const HOUR = String.raw`\d{1,2}(?:[:.]\d\d)?\s?[ap]\.?m\.?|\d{1,2}[:.]\d\d`;
const HOURS = new RegExp(`(?<![\\d.:])(${HOUR})\\s?(?:-|–|—|to|until)\\s?(${HOUR})(?![\\d:])`, 'iu');
