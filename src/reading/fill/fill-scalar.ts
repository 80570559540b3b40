import type { Kind } from '../parts/kinds.ts';
import { indexPart, rankParts } from '../parts/rank.ts';
import { takeValue } from '../parts/value.ts';
import { schemaType } from '../values/convert-value.ts';
import { currencyOf, isMoney } from '../values/number.ts';
import { isThing, nameMatch } from '../words/names.ts';
import { convertField } from './convert.ts';
import type { Fact } from './fact.ts';
import { namesOfKey } from './key.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** How well a name must answer to the key, from the surest on. */
const NEAR = [0.9, 0.7];
/** A like name, or a line that speaks of the key, is no proof: the value stays under the line of the sure. */
const UNSURE = 0.58;

/** One value of the page by its key. */
export function fillScalar(schema: Schema, key: string, source: Source): unknown {
  const { page } = source;
  if (BODY.test(key) && schemaType(schema) === 'string')
    return (/markdown/i.test(key) ? page.markdown : page.text) || undefined;
  const names = namesOfKey(key, schema);
  const [asked = []] = names;
  for (const least of NEAR)
    for (const name of names) {
      const value = namedValue(name, schema, key, source, least);
      if (value === undefined) continue;
      if (least < 0.9) source.sureness.least = Math.min(source.sureness.least, UNSURE);
      return value;
    }
  if (isThing(asked, 'currency')) return currency(schema, source);
  const said = saidValue(names, schema, key, source);
  if (said !== undefined) source.sureness.least = Math.min(source.sureness.least, UNSURE);
  return said;
}

/** Keys that mean the text of the page. */
const BODY =
  /^(?:article_?|page_?|post_?|main_?|full_?)?(?:body|text|content|markdown)(?:_?(?:text|markdown))?$/i;

function namedValue(
  asked: string[],
  schema: Schema,
  key: string,
  { facts, page }: Source,
  least: number,
): unknown {
  const fits = facts
    .map((fact) => ({ fact, score: matchOf(asked, fact) }))
    .filter(({ score }) => score >= least)
    .sort((one, other) => other.score * other.fact.trust - one.score * one.fact.trust);
  const values = fits.flatMap(({ fact, score }) => {
    const value = convertField(fact.field, schema, key, page);
    return value === undefined ? [] : [{ value, fact, score: score * fact.trust }];
  });
  const [best] = values;
  if (!best) return undefined;
  // What only one of several like things says is not said of the page.
  const rivals = new Set(
    values.filter(({ score }) => score === best.score).map(({ value }) => JSON.stringify(value)),
  );
  return best.fact.isOfItem && rivals.size > 1 ? undefined : best.value;
}

/** `street` of `address`: the name with what it belongs to counts as much as the name. */
function matchOf(asked: string[], { name, within, trust, isNested }: Fact): number {
  const own = isNested ? 0 : nameMatch(asked, name);
  const whole = within.length > 0 ? nameMatch(asked, [...within, ...name]) : 0;
  const score = Math.max(own, whole);
  return trust < 0.7 ? Math.min(score, 0.9) : score;
}

function currency(schema: Schema, { facts, page }: Source): unknown {
  const sum = facts.find(({ field, isOfItem }) => !isOfItem && isMoney(field.value));
  const code = currencyOf(sum?.field.value ?? page.text.slice(0, 5_000), page.language);
  return code === undefined ? undefined : convertField({ names: [], value: code }, schema, '', page);
}

/** A number, a date or a sum in the line that speaks of the key. */
function saidValue(names: string[][], schema: Schema, key: string, { page }: Source): unknown {
  const kind = kindOf(schema, key);
  if (kind === null) return undefined;
  const indexed = page.parts.map((part) => indexPart(part, 0));
  for (const words of names) {
    const task = { text: words.join(' '), words, kind, asksWhy: false, asksMany: false };
    const ranking = rankParts(indexed, task);
    const [best] = ranking.ranked;
    const value = best && takeValue(best, ranking.words, kind, task.text);
    if (!value || value.lineMet < 0.7 || value.lead < 0.1) continue;
    const converted = convertField({ names: [], value: value.output }, schema, key, page);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

function kindOf(schema: Schema, key: string): Kind | null {
  if (schema.format === 'email' || /email$/i.test(key)) return 'email';
  if (/phone|telephone|fax$/i.test(key)) return 'phone';
  if (schema.format === 'date' || schema.format === 'date-time') return 'date';
  const type = schemaType(schema);
  if (type !== 'number' && type !== 'integer') return null;
  return /price|cost|fee|fare|amount|salary|rent|usd|eur|gbp/i.test(key) ? 'money' : 'number';
}
