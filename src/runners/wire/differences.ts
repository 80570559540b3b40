import type { z } from 'zod';
import { isObject } from '../../platform/json.ts';
import type { Difference } from '../contract.ts';

const MOST_ITEMS = 50;
const MOST_FOUND = 10;
/** Kinds of shape that accept an absent value. */
const ABSENT_BY = ['optional', 'nullable', 'default', 'prefault'];

/**
 * The fields of an answer that are missing or of another type than its shape expects, also those that the shape tolerates: a field
 * with a fallback may be missing or null, but not of another type.
 */
export function differencesIn(shape: z.ZodType, json: unknown): Difference[] {
  const found = new Map<string, Difference>();
  const add = (difference: Difference) => {
    if (found.size < MOST_FOUND && !found.has(difference.field)) found.set(difference.field, difference);
  };
  compare(shape as AnyShape, json, '', add);
  return [...found.values()];
}

/** The parts of a shape that are walked. */
type AnyShape = z.ZodType & {
  def: {
    type: string;
    innerType?: AnyShape;
    in?: AnyShape;
    element?: AnyShape;
    shape?: Record<string, AnyShape>;
    options?: AnyShape[];
    entries?: Record<string, string>;
    values?: unknown[];
    format?: string;
  };
};

function compare(shape: AnyShape, value: unknown, field: string, add: (found: Difference) => void): void {
  const { type, innerType, in: before, element, shape: fields } = shape.def;
  if (type === 'catch' && value == null) return;
  if (value === (type === 'nullable' ? null : undefined) && ABSENT_BY.includes(type)) return;
  if (innerType) return void compare(innerType, value, field, add);
  const isParsed = before === undefined || before.def.type === 'transform' || before.safeParse(value).success;
  if (before && before.def.type !== 'transform') compare(before, value, field, add);
  if (fields && isObject(value))
    for (const [name, one] of Object.entries(fields))
      compare(one, value[name], field === '' ? name : `${field}.${name}`, add);
  else if (element && Array.isArray(value))
    for (const item of value.slice(0, MOST_ITEMS)) compare(element, item, `${field}[]`, add);
  else if (isParsed && !shape.safeParse(value).success)
    add({ field: field || 'answer', expected: kindOf(shape), seen: seenIn(value, shape) });
}

/** The expected type, for people. */
function kindOf({ def }: AnyShape): string {
  const { type, innerType, in: before, options, entries, values, format } = def;
  if (innerType) return kindOf(innerType);
  if (before) return kindOf(before);
  if (options) return [...new Set(options.map(kindOf))].join(' or ');
  if (entries) return Object.values(entries).join(' | ');
  if (values) return values.map(String).join(' | ');
  return type === 'string' ? (format ?? type) : type;
}

/** The type of a value; a word only where words are expected, since it may be anybody's text elsewhere. */
function seenIn(value: unknown, { def }: AnyShape): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'string' && (def.entries ?? def.values) ? wordOf(value) : typeof value;
}

/** A provider's word for a state or an error; `string` where it is more than a word. */
export function wordOf(value: string): string {
  return /^[A-Za-z][\w.:/-]{0,59}$/.test(value) ? value : 'string';
}
