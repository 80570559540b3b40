import type { Answer } from '../reading/index.ts';
import type { AttemptResult } from './contract.ts';

type PageAnswer = Pick<Extract<AttemptResult, { ok: true }>, 'output' | 'likely' | 'reading'>;

/** The fields of an attempt result that come from reading a page. */
export function pageAnswer({
  output,
  likely,
  rung,
  passages,
  facts,
}: Extract<Answer, { found: true }>): PageAnswer {
  return {
    output,
    likely: likely === undefined ? undefined : { share: likely, of: 'answer' },
    reading: { rung, passages, facts },
  };
}
