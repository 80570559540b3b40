import type { Answer } from '../reading/index.ts';
import type { AttemptResult } from './contract.ts';

type Told = Pick<Extract<AttemptResult, { ok: true }>, 'output' | 'likely' | 'reading'>;

/** A page's answer to a task, as a result with its rung. */
export function toldResult({
  output,
  likely,
  rung,
  passages,
  facts,
}: Extract<Answer, { found: true }>): Told {
  return {
    output,
    likely: likely === undefined ? undefined : { share: likely, of: 'answer' },
    reading: { rung, passages, facts },
  };
}
