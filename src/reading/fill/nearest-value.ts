import type { ExtractedPage } from '../page/page.ts';
import { spansIn } from '../parts/kinds.ts';
import { type Ranked, rankParts } from '../parts/rank.ts';
import { schemaType } from '../values/convert-value.ts';
import type { Found } from './choose-value.ts';
import { convertField } from './convert.ts';
import { readKey } from './key-signs.ts';
import type { Schema } from './schema-shape.ts';

const LOOKED_AT = 3;
const MOST_CHARS = 300;

/** The passage of the page that speaks most of a required key that no value has the name of, in the type of the key. */
export function nearestValue(
  key: string,
  schema: Schema,
  page: ExtractedPage,
  found: Found,
  goal: string,
): unknown {
  const { names, told, wanted } = readKey(key, schema, found.parts, goal);
  // The task alone names no role: only a part that speaks of the key itself is near.
  const words = [...new Set([...(names[0] ?? []), ...told.map(({ word }) => word)])];
  const kind = wanted === 'text' ? null : wanted;
  const { ranked } = rankParts(found.parts, { text: goal, words, kind, asksWhy: false, asksMany: false });
  for (const part of ranked.slice(0, LOOKED_AT)) {
    if (part.signs.together === 0) return undefined;
    for (const text of textsOf(part, schema)) {
      const value = convertField({ names: [], value: text }, schema, key, page);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/** Values of a part: its numbers, a yes or no, or its best line. */
function textsOf({ part, best }: Ranked, schema: Schema): string[] {
  const line = part.lines[best] ?? part.text;
  const type = schemaType(schema);
  if (type === 'boolean') return [NO.test(line) ? 'no' : 'yes'];
  if (type === 'number' || type === 'integer')
    return [line, ...part.lines].flatMap((each) => spansIn(each, 'number').map(({ text }) => text));
  return [line, ...part.lines].filter(({ length }) => length <= MOST_CHARS);
}

const NO =
  /(?<!\p{L})(?:no|not|never|without|none|cannot|isn['’]t|aren['’]t|don['’]t|doesn['’]t|won['’]t|can['’]t|nicht|kein\p{L}*|ne|pas|sin|non|unavailable|closed)(?!\p{L})/iu;
