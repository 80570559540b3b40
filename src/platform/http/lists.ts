import { z } from 'zod';

/** The wire of lists: their query and their answer. */

const MAX_ITEMS = 100;

/** How many items a page has; a value outside 1 to 100 is clamped. */
export function pageLimit(fallback: number) {
  return z
    .string()
    .optional()
    .transform((sent) => {
      const value = Number(sent || fallback);
      return Number.isFinite(value) ? Math.min(MAX_ITEMS, Math.max(1, Math.trunc(value))) : fallback;
    })
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: MAX_ITEMS,
      default: fallback,
      description: 'Maximum number of items on a page. Values outside the range are clamped.',
    });
}

/** The most items of a list without pages; all of them unless given. */
export const listLimit = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
  .transform(Number)
  .optional()
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: 9_999,
    description: 'Maximum number of items; all of them by default.',
  });

/** Which members of each item the answer has; all of them unless given. */
export function fieldsParam(item: z.ZodObject) {
  const names = Object.keys(item.shape);
  return z
    .string()
    .transform((sent, context) => {
      const asked = sent.split(',').map((name) => name.trim());
      const unknown = asked.find((name) => !names.includes(name));
      if (unknown !== undefined)
        context.addIssue({
          code: 'custom',
          message: `has the unknown field "${unknown.slice(0, 40)}"; choose from ${names.join(', ')}`,
        });
      return asked;
    })
    .optional()
    .meta({
      type: 'string',
      description:
        'Names of the fields to return for each item, separated by commas; all of them by default.',
    });
}

/** The items with the asked fields alone. The types stay: only callers that ask for fields get fewer. */
export function withFields<Item extends object>(
  items: readonly Item[],
  fields: readonly string[] | undefined,
): Item[] {
  if (!fields) return [...items];
  const wanted = new Set(fields);
  return items.map(
    (item) => Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name))) as Item,
  );
}

export const startingAfter = z
  .string()
  .optional()
  .describe('Cursor: ID of the last item on the previous page.');

/** The members of a page that a client continues from. */
export const nextPage = {
  has_more: z.boolean().describe('Whether more items follow this page.'),
  next_starting_after: z
    .string()
    .nullable()
    .describe('Pass it as `starting_after` to get the next page; null on the last page.'),
};

/** The members of a page in the OpenAI API. */
export const pageEnds = {
  has_more: nextPage.has_more,
  first_id: z.string().nullable().describe('ID of the first item on this page.'),
  last_id: z.string().nullable().describe('ID of the last item on this page.'),
};

/** An answer with a list; `id` is its name in the OpenAPI document. */
export function listOf<T extends z.ZodType, M extends z.ZodRawShape = Record<never, never>>(
  id: string,
  item: T,
  members: M = {} as M,
) {
  return z
    .strictObject({
      object: z.literal('list'),
      data: z.array(item).describe('Items of the list, or of this page of it.'),
      ...members,
    })
    .meta({ id });
}
