import { z } from 'zod';

/** A provider's name for something; it becomes part of paths and of stored references. */
export const id = z.string().regex(/^[\w-]{1,128}$/);

/** A field that may hold anything, or not be there. */
export const anything = z.unknown().optional();
