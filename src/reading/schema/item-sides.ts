import type { IndexedItem } from '../answers/page-index.ts';
import type { Field } from '../page/page.ts';
import { nameWords } from '../words/words.ts';

/** `departure_airport` and `arrival_airport` of "07:15 LIS … 12:25 OSL": of two short codes the first and the second. */
export function endpoint({ item, fields }: IndexedItem, key: string): Field | undefined {
  const words = nameWords(key);
  const side = words.some((word) => FROM.has(word)) ? 0 : words.some((word) => TO.has(word)) ? 1 : -1;
  if (side < 0 || words.includes(TIME)) return undefined;
  const codes = fields
    .map(({ field }) => field)
    .filter(({ value, isPiece }) => !isPiece && /^[A-Z]{3}$/.test(value) && value !== item.title);
  return codes.length === 2 ? codes[side] : undefined;
}

const words = (names: string) => new Set(names.split(' ').flatMap(nameWords));
const FROM = words('departure origin from start depart source');
const TO = words('arrival destination to end arrive');
const [TIME = ''] = nameWords('time');
