import { isSameWord, isThing, nameMatch } from '../words/concepts.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { nameWords } from '../words/words.ts';
import { convertText } from './convert-field.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** `documentation_url`: where the link of that name leads. */
export function linkValue(schema: Schema, key: string, source: Source): unknown {
  const isLink = schema.format === 'uri' || schema.format === 'url' || /_?(?:url|link)$/i.test(key);
  if (!isLink || source.facts !== source.index.facts) return undefined;
  const asked = nameWords(key.replace(/_?(?:url|link|uri)$/i, ''));
  const found = new Set(
    source.index.collections.flatMap(({ items }) =>
      items
        .filter(({ item }) => asked.length > 0 && nameWords(item.title).join(' ') === asked.join(' '))
        .flatMap(({ item }) => item.fields.flatMap(({ href }) => (href ? [href] : []))),
    ),
  );
  const [href] = found;
  if (found.size === 1 && href) return convertText(href, schema, key, source);
  const labelled = source.facts.find(
    ({ name, href }) => href && asked.length > 0 && nameMatch(asked, name) >= 0.9,
  );
  if (labelled?.href) return convertText(labelled.href, schema, key, source);
  return undefined;
}

/** "Apply for this job" for `apply_url`: the one link with the key's words, which name more than what the page is about. */
export function linkSaid(schema: Schema, key: string, { index, facts, ...source }: Source): unknown {
  const asked = nameWords(key.replace(/_?(?:url|link|uri)$/i, ''));
  if (asked.length === 0 || asked.every((word) => SUBJECTS.has(word)) || isThing(asked, 'image'))
    return undefined;
  if (!/(?:url|link|uri)$/i.test(key) || facts !== index.facts) return undefined;
  const saying = new Set(
    index.page.links
      .filter(({ name, isAside }) => !isAside && name.length <= 60)
      .filter(({ name }) => asked.every((word) => nameWords(name).some((each) => isSameWord(each, word))))
      .map(({ href }) => href),
  );
  const [said] = saying;
  return saying.size === 1 && said ? convertText(said, schema, key, { index, facts, ...source }) : undefined;
}
