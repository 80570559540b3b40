import { findNumberBefore } from '../answers/answer-many.ts';
import { answerQuestion } from '../answers/answer-question.ts';
import { schemaType } from '../values/convert-value.ts';
import { nameWords } from '../words/words.ts';
import { convertText } from './convert-field.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** `review_count`, `number_of_stores`, or a bare plural that is to be a number. */
export function countValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const type = schemaType(schema);
  if ((type !== 'integer' && type !== 'number') || source.facts !== source.index.facts) return undefined;
  const isCount =
    /(?:^|_|(?<=[a-z]))(?:count|number|num|total|quantity)s?(?:_|$|of)|^(?:number|count|total)|[a-z](?:Count|Total)$/i.test(
      key,
    );
  const isBare = /^(?:count|number|total|n)$/i.test(key);
  if (isBare && source.goal !== '') {
    const answer = answerQuestion(source.index, source.goal);
    return answer === undefined ? undefined : convertText(answer, schema, key, source);
  }
  if (isCount) {
    const noun = key
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[_-]+/g, ' ')
      .replace(/\b(?:number of|num of|num|number|count of|count|total|quantity)\b/gi, ' ')
      .trim();
    const said = noun === '' ? undefined : findNumberBefore(source.index, nameWords(noun));
    if (said !== undefined) return convertText(said, schema, key, source);
    const whole = /total|count|results/i.test(key) ? ofWhole(source) : undefined;
    if (whole !== undefined) return convertText(whole, schema, key, source);
    // How many pages a book has is not how many are told of here.
    const answer =
      noun === '' || /^pages?$/.test(noun)
        ? undefined
        : answerQuestion(source.index, `How many ${plural(noun)} are there?`);
    return answer === undefined || !NUMBER.test(answer)
      ? undefined
      : convertText(answer, schema, key, source);
  }
  if (!/s$/.test(key)) return undefined;
  const said = findNumberBefore(source.index, asked);
  return said === undefined ? undefined : convertText(said, schema, key, source);
}

/** A count alone; a sentence that holds the word may speak of anything. */
const NUMBER = /^(?:\p{L}+\.?\s|\p{Lo}+){0,2}\d[\d.,]*k?\+?\p{Lo}*(?:\s\p{L}+){0,2}\.?$/iu;

/** "Items 1-12 of 48", "Showing 1 – 20 of 1,118 cars": how many there are where only some are shown. */
function ofWhole({ index }: Source): string | undefined {
  const found = new Set(
    index.page.blocks
      .filter(({ text }) => text.length <= 120)
      .flatMap(
        ({ text }) =>
          /\d\s?(?:-|–|to)\s?[\d,]+\s(?:of|von|sur|de|di|van|z)\s(\d[\d.,]*)/iu.exec(text)?.[1] ?? [],
      ),
  );
  const [whole] = found;
  return found.size === 1 ? whole : undefined;
}

function plural(noun: string): string {
  return /s$/.test(noun) ? noun : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
