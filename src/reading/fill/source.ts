import type { ExtractedPage } from '../page/page.ts';
import type { Found } from './choose-value.ts';
import type { Fact } from './fact.ts';
import type { Schema } from './schema-shape.ts';

/** The source of a schema's values. */
export interface Source {
  page: ExtractedPage;
  facts: readonly Fact[];
  found: Found;
  goal: string;
  root: Schema;
  /** The keys of the things that this one stands in. */
  around: readonly unknown[];
  /** How likely the least sure of its values is right; 1 as long as each stands under its own name. */
  sureness: { least: number };
}
