import { contentStems, nameWords } from '../../task/index.ts';
import type { Part } from '../page/page.ts';
import { type Kind, kindAsked } from '../parts/kinds.ts';
import { listAround } from '../parts/list.ts';
import { CELLS } from '../parts/part.ts';
import { indexPart, type Ranked, rankParts, type Weighed } from '../parts/rank.ts';
import { takeValue } from '../parts/value.ts';
import { schemaType } from '../values/convert-value.ts';
import { convertField } from './convert.ts';
import { namesOfKey } from './key.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

const LOOKED_AT = 4;
/** The least share of a key's words that a part and its headings have to hold. */
const LEAST_SPOKEN = 0.3;
const MOST_CHARS = 200;

/** A required key that nothing on the page is named by: what the part that speaks most of it holds. */
export function guessValue(schema: Schema, key: string, source: Source): unknown {
  const { page, goal } = source;
  source.indexed ??= page.parts.map((part) => indexPart(part, 0));
  const { indexed } = source;
  const [asked = nameWords(key), ...described] = namesOfKey(key, schema);
  const kind = kindFor(schema, key);
  for (const words of [asked, ...described, [...new Set([...asked, ...contentStems(goal)])]]) {
    const task = { text: words.join(' '), words, kind, asksWhy: false, asksMany: false };
    const ranking = rankParts(indexed, task);
    for (const ranked of ranking.ranked.slice(0, LOOKED_AT)) {
      if (ranked.signs.together < LEAST_SPOKEN) continue;
      const value = valueFrom(ranked, ranking.words, schema, key, kind, source);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

function valueFrom(
  ranked: Ranked,
  words: readonly Weighed[],
  schema: Schema,
  key: string,
  kind: Kind | null,
  { page, root }: Source,
): unknown {
  const convert = (value: string, to: Schema = schema) => convertField({ names: [], value }, to, key, page);
  const type = schemaType(schema);
  const line = ranked.part.lines[ranked.best] ?? '';
  if (type === 'boolean') return convert(line) ?? !NEGATED.test(line);
  if (type === 'array') {
    const items = resolveSchema(schema.items, root);
    if (Object.keys(propertiesOf(items)).length > 0) return undefined;
    const texts =
      entriesOf(ranked.part, line) ?? listAround(page, ranked.part)?.map(({ title, text }) => title || text);
    const values = texts?.map((text) => convert(text, items));
    return values && values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
  }
  if (type === 'object') return undefined;
  const valued = kind && kind !== 'whether' ? takeValue(ranked, words, kind, '') : null;
  if (valued) return convert(valued.output);
  return type === 'string' ? convert(phraseOf(ranked.part, line, words)) : undefined;
}

/** The entries that a part lists, or a line behind its label: "Colours: red, green". */
function entriesOf(part: Part, line: string): string[] | null {
  if (part.kind === 'list' && part.lines.length > 1) return part.lines;
  const [, told = ''] = /^[^:]{2,60}:\s+(.+)$/su.exec(line) ?? [];
  const entries = told.split(/\s*[,;•·|]\s+|\s+and\s+/u).filter(Boolean);
  return entries.length > 1 ? entries : null;
}

/** What stands behind the label, in the cell beside the name, or the line itself. */
function phraseOf({ kind, under }: Part, line: string, words: readonly Weighed[]): string {
  if (kind === 'table') {
    const cells = line.split(CELLS).filter(Boolean);
    const isNamed = words.some(({ near }) => near(nameWords(cells[0] ?? '')) >= 0.6);
    return (isNamed ? cells[1] : cells[0]) ?? line;
  }
  const [, label = '', value = ''] = /^([^:]{2,60}):\s+(\S.*)$/su.exec(line) ?? [];
  if (value !== '' && words.some(({ near }) => near(nameWords(label)) >= 0.6))
    return value.slice(0, MOST_CHARS);
  return line.length <= MOST_CHARS ? line : (under.at(-1) ?? line.slice(0, MOST_CHARS));
}

function kindFor(schema: Schema, key: string): Kind | null {
  const type = schemaType(schema);
  if (schema.format === 'date' || schema.format === 'date-time' || /(?:date|_at|On|_on|At)$/u.test(key))
    return 'date';
  if (type === 'number' || type === 'integer')
    return /price|cost|fee|fare|amount|salary|rent|usd|eur|gbp/i.test(key) ? 'money' : 'number';
  return type === 'string' ? kindAsked(nameWords(key).join(' ')) : null;
}

const NEGATED =
  /\b(?:no|not|never|none|without|cannot|can't|isn't|doesn't|don't|won't|nicht|kein\p{L}*|sans|pas|sin|sold out|unavailable|out of stock|closed|excluded)\b/iu;
