import { z } from 'zod';

/** A provider's name for something; it becomes part of paths and of stored references. */
export const id = z
  .union([z.string(), z.int().transform(String)])
  .pipe(z.string().regex(/^[\w:~@=+-]{1,256}$/));

/** A number, likewise. */
export const number = z.number().nullish().catch(null);

const UNREADABLE = Symbol('unreadable');

/** The items of a list that can be read. */
export function listOf<Item extends z.ZodType>(item: Item) {
  const list = z
    .array(item.catch(UNREADABLE as never))
    .transform((items) => items.filter((one) => (one as unknown) !== UNREADABLE));
  return list as unknown as z.ZodType<z.output<Item>[], z.input<Item>[]>;
}

/** The same for a list that may be missing: it is empty then. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  return listOf(item)
    .nullish()
    .catch(null)
    .transform((items) => items ?? []);
}

/** A field that may hold anything, or not be there. */
export const anything = z.unknown().optional();

/** Words that may be missing, or of another kind some day. */
export const text = z.string().nullish().catch(null);

/** An address that may be missing. */
export const link = z.url().nullish().catch(null);
