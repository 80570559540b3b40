import type { Intent } from './intent.ts';
import type { Protected } from './protect.ts';
import type { Clause } from './split-clauses.ts';

/** What was quoted in the instruction, by the token that stands for it. */
export type Tokens = Protected['tokens'];

export interface Reading extends Clause {
  tokens: Tokens;
  source: string;
}

/** How a clause is recognised and read; null when the pattern fits but the clause makes no sense that way. */
export type Rule = readonly [RegExp, (match: RegExpMatchArray, at: Reading) => Intent | Intent[] | null];
