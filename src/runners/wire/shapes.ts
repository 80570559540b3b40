import { z } from 'zod';

/** A provider's name for something; it becomes part of paths and of stored references. */
export const id = z.union([z.string(), z.int().transform(String)]).pipe(z.string().regex(/^[\w-]{1,128}$/));

/** Text that may be null, missing or of another type: then it is null. */
export const text = z.string().nullish().catch(null);

/** A field that may hold anything, or not be there. */
export const anything = z.unknown().optional();
