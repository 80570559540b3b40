import type { IndexedItem } from '../answers/page-index.ts';
import type { Field } from '../page/page.ts';
import { parseDate } from '../values/date.ts';
import { isMoney } from '../values/number.ts';
import { nameMatch } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import { convertField } from './convert-field.ts';
import type { Taken } from './left-over.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/**
 * The values of a list that a thing has: under the list's name, or the entries of the lists in it. Where such things
 * have a list of that name, another is something else.
 */
export function itemList(
  item: IndexedItem,
  asked: string[],
  items: Schema,
  source: Source,
  { key, lists }: { key: string; lists: ReadonlySet<string> },
): unknown[] | undefined {
  const isMeant = (heading: string) => nameMatch(asked, nameWords(heading)) >= 0.9;
  const isHeaded = [...lists].some(isMeant);
  const named = item.fields.filter(({ names }) => names.some((name) => nameMatch(asked, name) >= 0.55));
  const listed = item.fields.filter(
    ({ field: { names, value, heading = '' } }) =>
      names.includes('list-item') && value !== item.item.text && (!isHeaded || isMeant(heading)),
  );
  const values =
    named.length > 0 && !isHeaded
      ? named.map(({ field }) => field)
      : listed.map(({ field }) => wholeEntry(field));
  const [only] = values;
  const parts =
    values.length === 1 && only && named.length > 0
      ? only.value.split(/\s*[,;|]\s*/).map((value) => ({ ...only, value }))
      : values;
  // The box around the entries holds them all once more.
  const single = parts.filter(
    ({ value }) => parts.filter((other) => other.value !== value && value.includes(other.value)).length < 2,
  );
  const converted = single
    .map((field) => convertField(field, items, key, source))
    .filter((value) => value !== undefined);
  return converted.length > 0 ? [...new Set(converted)] : undefined;
}

/** "Fixed: a crash" is an entry of a list as it stands. */
function wholeEntry(field: Field): Field {
  const [name = ''] = field.names;
  return /^\p{Lu}/u.test(name) ? { ...field, value: `${name}: ${field.value}` } : field;
}

/** `tags` of a card that has one box of short words side by side, none of which has gone to another key. */
export function boxList(
  item: IndexedItem,
  key: string,
  items: Schema,
  source: Source,
  taken: Taken,
): unknown[] | undefined {
  const given = new Set([...taken.fields].map(({ value }) => value));
  const boxes = item.fields
    .map(({ field }) => field)
    .filter(({ parts, names }) => parts !== undefined && !names.includes('title'))
    .filter(({ parts = [] }) =>
      parts.every((part) => isWord(part) && !given.has(part) && part !== item.item.title),
    );
  const [only] = boxes;
  if (boxes.length !== 1 || !only) return undefined;
  const values = (only.parts ?? [])
    .map((value) => convertField({ names: [], value }, items, key, source))
    .filter((value) => value !== undefined);
  if (values.length < 2) return undefined;
  for (const { field } of item.fields)
    if (field === only || only.parts?.includes(field.value)) taken.fields.add(field);
  return values;
}

function isWord(text: string): boolean {
  return text.length <= 30 && /\p{L}{2}/u.test(text) && !isMoney(text) && parseDate(text) === undefined;
}
