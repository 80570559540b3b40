import type { Agent, StuckCode } from './agent.ts';
import type { Scene } from './observation/scene.ts';
import { announcements, type Evidence } from './rules/proof.ts';

/** What came of a task on the page. */
export interface AgentEnd {
  /** Why it stopped; null when it is done. */
  code: StuckCode | 'timeout' | null;
  reason: string;
  /** Whether anything was done on the page, rather than only read. */
  hasActed: boolean;
  /** The part of the task that asks for an answer; '' when what was done is the answer. */
  question: string;
  /** One sentence that tells what was done by what proves it; '' where nothing does. */
  report: string;
  /** What the page announces at the end: errors, confirmations. */
  notices: string[];
  /** The page's words for a search without results, where the task ended with one. */
  foundNothing?: string | null;
  /** How often tasks were done that were called done by such evidence; undefined where nothing was done or weighed. */
  likely?: number;
  evidence?: Evidence;
}

export function endOf(
  { journal, acts }: Agent,
  { after, code, reason, question }: Pick<AgentEnd, 'code' | 'reason' | 'question'> & { after: Scene },
): AgentEnd {
  return {
    code,
    reason: journal.scrub(reason),
    hasActed: acts > 0,
    question,
    report: '',
    notices: announcements(after.model).map((text) => journal.scrub(text)),
  };
}
