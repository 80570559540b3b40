import type { ExtractedPage } from '../page/page.ts';
import { amountsIn } from '../values/number.ts';
import { isThing } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import { type Fact, plain } from './fact.ts';
import { mainSentences } from './sentences.ts';

/** "Adults £18, concessions £15, under 16s £9.": what each pays, where a sentence goes through several. */
export function fareFacts(page: ExtractedPage): Fact[] {
  const fares = mainSentences(page).flatMap(({ text }) => faresIn(text));
  const byName = Map.groupBy(fares, ({ name }) => nameWords(name).join(' '));
  return [...byName.values()].flatMap((same) => {
    const [first] = same;
    const isOne = new Set(same.map(({ sum }) => sum)).size === 1;
    return first && isOne ? [{ ...plain(priceName(first.name), first.sum, 0.6), isWhole: true }] : [];
  });
}

interface Fare {
  name: string;
  sum: string;
}

function faresIn(sentence: string): Fare[] {
  if (sentence.length > 240 || amountsIn(sentence).length < 2) return [];
  const fares = sentence
    .replace(/[.!]$/, '')
    .split(/[;,]\s(?:and\s)?|\sand\s(?=\p{L}+\s)/u)
    .flatMap((part): Fare[] => {
      const { name, sum } = FARE.exec(part)?.groups ?? {};
      return name !== undefined && sum !== undefined ? [{ name, sum }] : [];
    });
  return fares.length > 1 ? fares : [];
}

const FARE =
  /^(?:an?\s|the\s|for\s)?(?<name>\p{L}[\p{L}-]*(?:\s[\p{L}\d-]+){0,2}?)(?:\s(?:from|to|for|in)\s[^£$€\d]{2,50}?)?(?:\s(?:is|are|costs?|pays?))?:?\s(?<sum>[£$€]\s?\d[\d.,]*\d|[£$€]\s?\d|\d[\d.,]*\s?(?:€|EUR|CHF|kr))$/u;

/** "Single fare" says that it is a price; "adults" does not. */
function priceName(name: string): string[] {
  const words = nameWords(name);
  return words.some((word) => isThing([word], 'price')) ? words : [...words, ...nameWords('price')];
}
