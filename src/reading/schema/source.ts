import type { Fact } from '../answers/fact.ts';
import type { PageIndex } from '../answers/page-index.ts';
import type { Schema } from './schema-shape.ts';

/** Where the values of a schema come from. */
export interface Source {
  index: PageIndex;
  /** The task's words, which may name the thing that is meant. */
  goal: string;
  /** Where local references point into. */
  root: Schema;
  /** The facts that may be used: the page's, or only those of one part of it. */
  facts: Fact[];
  /** Fills one object; handed on, so that lists and nested objects can hold further ones. */
  fillObject(schema: Schema, source: Source): Record<string, unknown>;
}
