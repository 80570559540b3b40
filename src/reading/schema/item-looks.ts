import type { IndexedItem } from '../answers/page-index.ts';
import type { Field } from '../page/page.ts';
import { isSameWord, isThing, nameMatch } from '../words/concepts.ts';
import { nameWords, snakeCase } from '../words/words.ts';
import type { Taken } from './left-over.ts';

/** Numbers that only their looks and neighbours tell apart: "4.7" beside "(212)", "× 3", "#42", "21K". */
export function lookedNumber({ item, fields }: IndexedItem, key: string, taken: Taken): Field | undefined {
  const words = nameWords(key);
  const open = fields
    .map(({ field }) => field)
    .filter((field) => !taken.fields.has(field) && !field.isPiece && field.parts === undefined);
  const one = (look: RegExp) => {
    const found = open.filter(({ value }) => look.test(value));
    return new Set(found.map(({ value }) => value)).size === 1 ? found[0] : undefined;
  };
  if (isThing(words, 'rating') || /(?:^|_)(?:rating|stars|score)$/.test(snakeCase(key)))
    return (
      matched(open, /^(?:★\s?)?([0-5][.,]\d)\s?\([\d.,]+k?\)$/i) ??
      (one(/\(\s*[\d.,]+k?\s*\)/i) ? one(/^[0-5](?:[.,]\d{1,2})?$/) : undefined)
    );
  const nouns = words.filter((word) => !COUNTS.has(word));
  const counted = countBefore(
    fields.map(({ field }) => field),
    nouns,
  );
  if (counted !== undefined) return counted;
  if (/review|rating|vote/i.test(key)) {
    const named = fields.filter(
      ({ field, names }) =>
        nouns.length > 0 &&
        /^\(?[\d.,]+k?\)?$/i.test(field.value) &&
        names.some((name) => nameMatch(nouns, name) >= 0.55),
    );
    if (new Set(named.map(({ field }) => field.value)).size === 1) return named[0]?.field;
    return one(/^\(\s*[\d.,]+k?\s*\)$/i) ?? matched(open, /^(?:★\s?)?[0-5][.,]\d\s?\(([\d.,]+k?)\)$/i);
  }
  const times = isThing(words, 'quantity') ? one(/^(?:[×x]\s?\d{1,4}|\d{1,4}\s?[×x])$/i) : undefined;
  if (times) return times;
  if (NUMBERED.test(key))
    return (
      one(/^(?:#|no\.?\s?|nr\.?\s?|lot\s|ep(?:isode|\.)?\s)\d{1,6}$/i) ??
      ranked(item.text, open) ??
      signed(item.text)
    );
  return undefined;
}

/** "4 bids", "2 guests · 1 king bed", "Nonstop": the number before the word, wherever it stands in a short line. */
function countBefore(fields: Field[], nouns: string[]): Field | undefined {
  const [noun, ...more] = nouns;
  if (noun === undefined || more.length > 0) return undefined;
  const found = new Map<string, Field>();
  for (const { value } of fields) {
    if (value.length > 160) continue;
    for (const [, number = '', word = ''] of value.matchAll(COUNTED)) {
      const [said] = nameWords(word);
      if (said !== undefined && isSameWord(said, noun)) found.set(number, { names: [], value: number });
    }
    const none = /^(?:non-?|no\s|zero\s)(\p{L}{3,})$/iu.exec(value)?.[1];
    if (none && isSameWord(nameWords(none)[0] ?? '', noun)) found.set('0', { names: [], value: '0' });
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

const COUNTED = /(?<![\p{L}\d.,$€£¥₹])(\d[\d.,]*[km]?)\+?\s?(\p{L}{3,})/giu;

/** "★ 4.8 (1,204)": of the one value of that form the part that is meant. */
function matched(fields: Field[], look: RegExp): Field | undefined {
  const found = new Set(fields.flatMap(({ value }) => look.exec(value)?.[1] ?? []));
  const [only] = found;
  return found.size === 1 && only !== undefined ? { names: [], value: only } : undefined;
}

/** `set_number` of "Set 21335". */
export function numberBehind({ fields }: IndexedItem, key: string): Field | undefined {
  const [, noun = ''] = /^([a-z]{3,})_?(?:number|no|nr|id)$/i.exec(key) ?? [];
  if (noun === '') return undefined;
  return matched(
    fields.map(({ field }) => field),
    new RegExp(`^${noun}\\s(?:no\\.?\\s|nr\\.?\\s)?#?(\\S*\\d\\S*)$`, 'i'),
  );
}

/** "#913 opened by ...": the one number with that sign. */
function signed(text: string): Field | undefined {
  const found = new Set([...text.matchAll(/(?<!\S)#(\d{1,6})(?!\S)/g)].map(([, number = '']) => number));
  const [value] = found;
  return found.size === 1 && value !== undefined ? { names: [], value } : undefined;
}

/** "1." before everything else. */
function ranked(text: string, open: Field[]): Field | undefined {
  const [first] = open;
  return first && /^\d{1,4}[.)]?$/.test(first.value) && text.startsWith(first.value) ? first : undefined;
}

const COUNTS = new Set(['count', 'number', 'total', 'num', 'of', 'max', 'maximum'].flatMap(nameWords));
const NUMBERED =
  /^(?:number|no|num|rank|position|place|index|(?:episode|issue|chapter|lot|item|order)_?(?:number|no|num)?)$/i;
