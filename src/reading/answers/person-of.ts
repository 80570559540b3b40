import { nameWords } from '../words/words.ts';
import { fieldOf } from './fields.ts';
import type { IndexedItem } from './page-index.ts';
import { isPerson } from './said-lines.ts';

const PERSON = "\\p{Lu}[\\p{L}'’.-]+(?:\\s\\p{Lu}[\\p{L}'’.-]*){1,2}";
const BY = new RegExp(`(?:^|\\s)by\\s(${PERSON})`, 'u');
const DID = new RegExp(`^(${PERSON})\\s\\p{Ll}+ed\\b`, 'u');

/** The one person that a thing names, as its author or by itself. */
export function personOf(item: IndexedItem): string | undefined {
  const author = fieldOf(item, nameWords('author'))?.value;
  if (author !== undefined && isPerson(author)) return author;
  const values = item.item.fields.map(({ value }) => value).filter((value) => value.length <= 80);
  const named = values.flatMap((value) => {
    const said = BY.exec(value)?.[1] ?? DID.exec(value)?.[1];
    return said ? [said] : isPerson(value) && value !== item.item.title ? [value] : [];
  });
  if (named.length === 0 && isOfSomebody(item)) return item.item.title;
  return new Set(named).size === 1 ? named[0] : undefined;
}

/** "Customer: Ann Lee": the things are told apart by who they belong to. */
function isOfSomebody({ item: { title, fields } }: IndexedItem): boolean {
  const names = fields.filter(({ value }) => value === title).flatMap((field) => field.names);
  return isPerson(title) && names.some((name) => SOMEBODY.test(name));
}

const SOMEBODY =
  /\b(?:customer|client|buyer|member|user|person|employee|guest|student|patient|owner|player|attendee|contact|who|by|ordered by|from)\b/i;
