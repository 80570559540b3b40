import { rankFacts } from '../answers/find-fact.ts';
import { mainSentences } from '../answers/sentences.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { findDates, momentOf } from '../values/date.ts';
import { amountsIn } from '../values/number.ts';
import { isGrownFrom, isSameWord, isThing } from '../words/concepts.ts';
import { stem, stemsOf } from '../words/words.ts';
import { asksHowMany, isMeasure } from './counted.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** `salary_min` of "€65,000 – €80,000", `valid_until` of "Valid from 1 May to 3 June 2026". */
export function rangeEnd(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const { end, base } = endOf(asked);
  if (end < 0 || base.length === 0) return undefined;
  const isDate = schema.format === 'date' || schema.format === 'date-time';
  const type = schemaType(schema);
  if (!isDate && type !== 'number' && type !== 'integer') return undefined;
  const { index, facts } = source;
  const setting = { url: index.page.url, language: index.page.language, key };
  const stated = rankFacts({ ...index, facts }, { words: base, implied: [], expects: null })
    .filter(({ coverage }) => coverage >= 0.99)
    .map(({ fact }) => String(fact.value));
  const said = facts === index.facts ? mainSentences(index.page) : [];
  const telling = said
    .filter(({ stems, above }) =>
      [stems, stemsOf(above)].some((own) =>
        base.every((word) => own.some((each) => isSameWord(each, word) || isGrownFrom(each, word))),
      ),
    )
    .map(({ text }) => text);
  for (const text of [...stated, ...telling, ...(isThing(base, 'price') ? sumRanges(source) : [])]) {
    if (schema.format === 'date-time' && momentOf(text, index.page.language) === undefined) continue;
    const ends = isDate ? findDates(text, index.page.language) : numbersOf(text);
    const only = ends?.length === 2 ? ends[end] : isDate ? undefined : openEnd(text, end);
    const isOther = only !== undefined && !isDate && asksHowMany(key) && isMeasure(text, spanOf(only, text));
    const value = only === undefined || isOther ? undefined : convertValue(only, schema, setting);
    if (value !== undefined) return value;
  }
  return undefined;
}

function spanOf(part: string, text: string): { at: number; end: number } {
  const at = text.indexOf(part);
  return { at, end: at + part.length };
}

/** "$65 – $120" in a line by itself, the only one. */
function sumRanges({ index, facts }: Source): string[] {
  const lines = index.page.blocks.filter(
    ({ text, isAside }) => !isAside && text.length <= 40 && amountsIn(text).length === 2 && numbersOf(text),
  );
  const ranges = new Set(lines.map(({ text }) => text));
  return facts === index.facts && ranges.size === 1 ? [...ranges] : [];
}

/** Which end of what a key asks for: 0 the lower, 1 the upper, -1 none. */
export function endOf(asked: string[]): { end: number; base: string[] } {
  const end = asked.some((word) => LOW.has(word)) ? 0 : asked.some((word) => HIGH.has(word)) ? 1 : -1;
  const base = asked.filter((word) => !LOW.has(word) && !HIGH.has(word) && word !== '日' && word !== 'date');
  return { end, base };
}

const LOW = new Set(
  [
    'min',
    'minimum',
    'low',
    'lowest',
    'from',
    'since',
    'start',
    'begin',
    'ab',
    'von',
    'desde',
    'debut',
    'od',
    'inicio',
    'da',
    'beginn',
    '開始',
  ].map(stem),
);
const HIGH = new Set(
  [
    'max',
    'maximum',
    'high',
    'highest',
    'to',
    'until',
    'till',
    'end',
    'through',
    'bis',
    'hasta',
    'fin',
    'jusqu',
    'do',
    'ende',
    '終了',
    '締切',
    'deadline',
  ].map(stem),
);

/** The two numbers of a range; null when the text is not one. */
export function numbersOf(text: string): string[] | null {
  const match = text.match(
    /(\d[\d.,\s]*k?)\s?[^\d\s]{0,4}\s?(?:-|–|—|to|bis|à|a|and)\s?[^\d\s]{0,4}\s?(\d[\d.,\s]*k?)/iu,
  );
  return match?.[1] && match[2] ? [match[1].trim(), match[2].trim()] : null;
}

/** "14 and over", "at least 14" for the lower end; "up to 25", "25 at most" for the upper one. */
function openEnd(text: string, end: number): string | undefined {
  const [, before, behind] = text.match(end === 0 ? FROM : UP_TO) ?? [];
  return before ?? behind;
}

const FROM =
  /\b(?:from|at least|minimum(?: of)?|not under|over)\s(\d[\d.,]*)\b|\b(\d[\d.,]*)\s?(?:\+|years?)?\s?(?:and|or) (?:over|older|up|above|more)\b/iu;
const UP_TO =
  /\b(?:up to|at most|maximum(?: of)?|no more than|under)\s(\d[\d.,]*)\b|\b(\d[\d.,]*)\s?(?:years?)?\s?(?:at most|maximum|or (?:less|fewer|under|younger))\b/iu;
