import type { FieldBudget } from './item-fields.ts';
import type { Block, Collection, LabelledValue } from './page.ts';

export interface BodyReading {
  collections: Collection[];
  labels: LabelledValue[];
  blocks: Block[];
  isCut: boolean;
}

/** State of the walk through a body. */
export interface Walk {
  reading: BodyReading;
  url: string;
  headings: { level: number; text: string }[];
  /** Inline text of the block being read. */
  line: string[];
  elements: number;
  budget: FieldBudget;
  /** Groups of the same make in several places are one collection. */
  merged: Map<string, Collection>;
}
