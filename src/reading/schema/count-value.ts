import { hasFiguresOf } from '../answers/amount-columns.ts';
import { findNumberBefore } from '../answers/answer-many.ts';
import { answerQuestion } from '../answers/answer-question.ts';
import { schemaType } from '../values/convert-value.ts';
import { isSameWord } from '../words/concepts.ts';
import { nameWords, stemsOf } from '../words/words.ts';
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
    const whole = /total|count|results/i.test(key) ? ofWhole(nameWords(noun), source) : undefined;
    if (whole !== undefined) return convertText(whole, schema, key, source);
    // How many pages a book has is not how many are told of here.
    const isTold = hasFigures(nameWords(noun).at(-1) ?? '', source);
    const answer =
      noun === '' || /^pages?$/.test(noun) || isTold
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

/** Goals for each of several teams say nothing of how many goals there are, nor do the teams. */
function hasFigures(noun: string, { index }: Source): boolean {
  return index.collections.some((of) => !of.collection.isAside && hasFiguresOf(of, noun));
}

/**
 * "Items 1-12 of 48", "Showing 1 – 20 of 1,118 cars": how many there are where only some are shown. Which things those
 * are says the line itself, or the page by its name.
 */
function ofWhole(noun: string[], { index }: Source): string | undefined {
  const { blocks, title, headings } = index.page;
  const own = stemsOf([title ?? '', ...headings.slice(0, 3).map(({ text }) => text)].join(' '));
  const isMeant = (text: string, behind: string | undefined) => {
    const [head, ...others] = [noun.at(-1) ?? ''].concat(noun.slice(0, -1));
    if (head === undefined || head === '' || (others.length === 0 && THINGS.has(head))) return true;
    const [named] = stemsOf(behind ?? '');
    if (named !== undefined && !THINGS.has(named)) return isSameWord(named, head);
    return [...stemsOf(text), ...own].some((each) => isSameWord(each, head));
  };
  const found = new Set(
    blocks
      .filter(({ text }) => text.length <= 120)
      .flatMap(({ text }) => {
        const [, whole, behind] = OF_WHOLE.exec(text) ?? [];
        return whole !== undefined && isMeant(text, behind) ? [whole] : [];
      }),
  );
  const [whole] = found;
  return found.size === 1 ? whole : undefined;
}

const OF_WHOLE = /\d\s?(?:-|–|to)\s?[\d,]+\s(?:of|von|sur|de|di|van|z)\s(\d[\d.,]*)(?:\s(\p{L}+))?/iu;
const THINGS = new Set(
  'results items entries matches records listings hits rows products total count'
    .split(' ')
    .flatMap(nameWords),
);

function plural(noun: string): string {
  return /s$/.test(noun) ? noun : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
