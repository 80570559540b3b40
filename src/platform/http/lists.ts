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
