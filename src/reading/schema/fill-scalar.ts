import { findNumberBefore } from '../answers/answer-many.ts';
import { answerQuestion } from '../answers/answer-question.ts';
import { mainTitle } from '../answers/facts.ts';
import { rankFacts } from '../answers/find-fact.ts';
import { sentencesOf } from '../answers/passages.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { parseDate } from '../values/date.ts';
import { isThing } from '../words/concepts.ts';
import { contentStems, nameWords, stemsOf } from '../words/words.ts';
import { askedWords, convertField } from './fill-item.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** One value of the page by its key; the schema's description helps where the key says too little. */
export function fillScalar(schema: Schema, key: string, source: Source): unknown {
  const whole = wholePage(key, schema, source);
  if (whole !== undefined) return whole;
  const asked = askedWords(key);
  const named = namedValue(asked, schema, key, source);
  if (named !== undefined) return named;
  const counted = countValue(asked, schema, key, source);
  if (counted !== undefined) return counted;
  const answered =
    ANSWER.test(key) && source.goal !== '' ? answerQuestion(source.index, source.goal) : undefined;
  if (answered !== undefined) return convert(answered, schema, key, source);
  const told = typeof schema.description === 'string' ? contentStems(schema.description).slice(0, 6) : [];
  if (told.length > 0) {
    const described = namedValue(told, schema, key, source);
    if (described !== undefined) return described;
  }
  return saidValue(asked, schema, key, source);
}

const ANSWER = /^(?:answer|result|response|value|output|reply)$/i;

function convert(value: string, schema: Schema, key: string, { index }: Source): unknown {
  return convertValue(value, schema, { url: index.page.url, language: index.page.language, key });
}

function wholePage(key: string, schema: Schema, { index, facts }: Source): string | undefined {
  const type = schemaType(schema);
  if ((type !== 'string' && type !== 'any') || schema.format !== undefined || facts !== index.facts)
    return undefined;
  const name = nameWords(key).join(' ');
  if (name === nameWords('markdown').join(' ')) return index.page.markdown;
  if (name === nameWords('title').join(' ')) return mainTitle(index.page) ?? undefined;
  return WHOLE.has(name) ? index.page.text : undefined;
}

const WHOLE = new Set(
  [
    'text',
    'content',
    'body',
    'page text',
    'full text',
    'article body',
    'main content',
    'article text',
    'page content',
    'main text',
  ].map((name) => nameWords(name).join(' ')),
);

function namedValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const wantsLink = schema.format === 'uri' || schema.format === 'url';
  for (const { fact, coverage } of rankFacts(
    { ...source.index, facts: source.facts },
    { words: asked, implied: [], expects: null },
  )) {
    if (coverage < 0.99) break;
    const field = {
      names: [],
      value: String(fact.value),
      ...(fact.machine && { machine: fact.machine }),
      ...(fact.href && { href: fact.href }),
    };
    const value =
      typeof fact.value === 'string'
        ? convertField(field, schema, key, source, wantsLink)
        : convertValue(fact.value, schema, {
            url: source.index.page.url,
            language: source.index.page.language,
            key,
          });
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `review_count`, `number_of_stores`, or a bare plural that is to be a number. */
function countValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const type = schemaType(schema);
  if ((type !== 'integer' && type !== 'number') || source.facts !== source.index.facts) return undefined;
  const isCount =
    /(?:^|_|(?<=[a-z]))(?:count|number|num|total|quantity)s?(?:_|$|of)|^(?:number|count|total)|[a-z](?:Count|Total)$/i.test(
      key,
    );
  const isBare = /^(?:count|number|total|n)$/i.test(key);
  if (isBare && source.goal !== '') {
    const answer = answerQuestion(source.index, source.goal);
    return answer === undefined ? undefined : convert(answer, schema, key, source);
  }
  if (isCount) {
    const noun = key
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[_-]+/g, ' ')
      .replace(/\b(?:number of|num of|num|number|count of|count|total|quantity)\b/gi, ' ')
      .trim();
    const answer =
      noun === '' ? undefined : answerQuestion(source.index, `How many ${plural(noun)} are there?`);
    return answer === undefined ? undefined : convert(answer, schema, key, source);
  }
  if (!/s$/.test(key)) return undefined;
  const said = findNumberBefore(source.index, asked);
  return said === undefined ? undefined : convert(said, schema, key, source);
}

function plural(noun: string): string {
  return /s$/.test(noun) ? noun : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** A number or day that stands alone in a sentence with all words of the key. Two that differ are none. */
function saidValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const { index, facts } = source;
  const type = schemaType(schema);
  const isDate = schema.format === 'date' || schema.format === 'date-time';
  if (
    facts !== index.facts ||
    (type !== 'number' && type !== 'integer' && !isDate) ||
    isThing(asked, 'title')
  )
    return undefined;
  const values = new Set<unknown>();
  for (const { text, isAside } of index.page.blocks) {
    if (isAside) continue;
    for (const sentence of sentencesOf(text)) {
      const own = new Set(stemsOf(sentence));
      if (!asked.every((word) => own.has(word))) continue;
      const value = isDate
        ? parseDate(sentence, index.page.language)
          ? convert(sentence, schema, key, source)
          : undefined
        : onlyNumber(sentence, schema, key, source);
      if (value !== undefined) values.add(value);
    }
  }
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

function onlyNumber(sentence: string, schema: Schema, key: string, source: Source): unknown {
  const numbers = sentence.match(/(?<![\p{L}\p{N}])\d[\d.,]*(?![\p{L}\p{N}])/gu) ?? [];
  return numbers.length === 1
    ? convert((numbers[0] ?? '').replace(/[.,]$/, ''), schema, key, source)
    : undefined;
}
