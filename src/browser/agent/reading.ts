import type { Protected } from './protect.ts';
import type { Clause } from './split-clauses.ts';

/** What was quoted in the instruction, by the token that stands for it. */
export type Tokens = Protected['tokens'];

export interface Reading extends Clause {
  tokens: Tokens;
  source: string;
}
