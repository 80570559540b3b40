import type { Agent } from './agent.ts';
import type { Scene } from './sight/scene.ts';
import type { Evidence } from './verdict/done-signs.ts';
import { announcements, endReport } from './verdict/report.ts';

/** What came of a task on the page. */
export interface AgentEnd {
  status: 'done' | 'stuck' | 'unanswered' | 'spent';
  /** Why it stopped; empty when it is done. */
  reason: string;
  /** Whether anything was done on the page, rather than only read. */
  hasActed: boolean;
  /** The part of the task that asks for an answer; '' when a report of the end state is the answer. */
  question: string;
  report: string;
  /** What the page announces at the end: errors, confirmations. */
  notices: string[];
  /** How often tasks were done that were called done by such evidence; undefined where nothing was done or weighed. */
  likely?: number;
  evidence?: Evidence;
}

export function endOf(
  agent: Agent,
  {
    after,
    start,
    reason,
    ...end
  }: Pick<AgentEnd, 'status' | 'reason' | 'question'> & { start: Scene; after: Scene },
): AgentEnd {
  const { journal, run } = agent;
  return {
    ...end,
    reason: journal.scrub(reason),
    hasActed: agent.acts > 0,
    report: journal.scrub(endReport(start, after, run.messages)),
    notices: announcements(after.model).map((text) => journal.scrub(text)),
  };
}
