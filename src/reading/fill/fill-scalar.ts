import { schemaType } from '../values/convert-value.ts';
import { currencyOf, isMoney } from '../values/number.ts';
import { isThing } from '../words/names.ts';
import { chooseValues } from './choose-value.ts';
import { convertField } from './convert.ts';
import { namesOfKey } from './key.ts';
import { nearestValue } from './nearest-value.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** An optional key is filled only where more such values are right than wrong. */
const LIKELY = 0.5;
/** A value from the nearest passage is weak. */
const NEAREST = 0.3;

/** The single values of one thing by their keys; required ones also where they are no more than the nearest. */
export function fillScalars(
  keys: readonly (readonly [string, Schema])[],
  required: ReadonlySet<string>,
  source: Source,
): Map<string, unknown> {
  const { page, found, goal, sureness } = source;
  const filled = new Map<string, unknown>();
  const asked = keys.filter(([key, schema]) => {
    const value = wholeText(schema, key, source) ?? currency(schema, key, source);
    if (value !== undefined) filled.set(key, value);
    return value === undefined;
  });
  for (const [key, { value, likely }] of chooseValues(asked, page, found, goal)) {
    if (likely < LIKELY && !required.has(key)) continue;
    filled.set(key, value);
    sureness.least = Math.min(sureness.least, likely);
  }
  for (const [key, schema] of asked) {
    const value =
      filled.has(key) || !required.has(key) ? undefined : nearestValue(key, schema, page, found, goal);
    if (value === undefined) continue;
    filled.set(key, value);
    sureness.least = Math.min(sureness.least, NEAREST);
  }
  return filled;
}

/** Keys that mean the text of the page. */
const BODY =
  /^(?:article_?|page_?|post_?|main_?|full_?|plain_?)?(?:body|text|content|markdown)(?:_?(?:text|markdown))?$/i;

function wholeText(schema: Schema, key: string, { page }: Source): string | undefined {
  if (!BODY.test(key) || schemaType(schema) !== 'string') return undefined;
  return (/markdown/i.test(key) ? page.markdown : page.text) || undefined;
}

function currency(schema: Schema, key: string, { facts, page }: Source): unknown {
  const [asked = []] = namesOfKey(key, schema);
  if (!isThing(asked, 'currency')) return undefined;
  const named = facts.find(({ name, isOfItem }) => !isOfItem && isThing(name, 'currency'));
  const sum = facts.find(({ field, isOfItem }) => !isOfItem && isMoney(field.value));
  const code = named?.field.value ?? currencyOf(sum?.field.value ?? page.text.slice(0, 5_000), page.language);
  return code === undefined ? undefined : convertField({ names: [], value: code }, schema, '', page);
}
