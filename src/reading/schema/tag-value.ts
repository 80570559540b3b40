import { tagOf } from '../answers/page-data.ts';
import { snakeCase } from '../words/words.ts';
import { convertText } from './convert-field.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/**
 * `og_title`, `meta_description`, `canonical_url`, `site_name`: a key for what the page's head says. Null for other keys:
 * where the head does not say it, what the page is called is no stand-in for it.
 */
export function tagValue(schema: Schema, key: string, source: Source): { value: unknown } | null {
  const tag = tagMeant(key);
  if (tag === null) return null;
  const said = tagOf(source.index.page, tag);
  return { value: said === undefined ? undefined : convertText(said, schema, key, source) };
}

function tagMeant(key: string): string | null {
  const name = snakeCase(key)
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_');
  if (/^(?:rel_)?canonical(?:_(?:url|link|href|uri))?$/.test(name)) return 'canonical_url';
  if (/^(?:web_?)?site_(?:name|title)$/.test(name)) return 'site_name';
  const [, family, rest] = /^(og|open_?graph|twitter|meta)_(?:tag_|card_)?(.+?)(?:_tag)?$/.exec(name) ?? [];
  if (family === undefined || rest === undefined || rest === 'data' || rest === 'tags') return null;
  // A user's handle is no tag.
  if (family === 'twitter' && !TWITTER.test(rest)) return null;
  if (family === 'meta') return META.test(rest) ? rest : null;
  const tag = rest.replace(/^(image|video|audio|site)_url$/, '$1');
  return `${family === 'twitter' ? 'twitter' : 'og'}:${tag}`;
}

const TWITTER = /^(?:title|description|image|image_alt|image_url|card|site|creator|domain|url)$/;
const META =
  /^(?:title|description|keywords|author|robots|viewport|generator|theme_color|language|charset|referrer)$/;
