import { dot, logistic } from '../../../reading/site/choose-answer.ts';
import type { Agent } from '../agent-context.ts';
import type { AgentEnd } from '../agent-end.ts';
import { DONE_SIGNS, doneSigns } from './done-signs.ts';
import { type Course, evidenceOf } from './evidence.ts';
import { DONE_WORTH } from './weights.ts';

/** Adds how likely what is called done is done: measured on pages and tasks that nobody had worked on. */
export function weighEnd(agent: Agent, end: AgentEnd, course: Course): AgentEnd {
  if (end.status !== 'done' || agent.acts === 0) return end;
  const evidence = evidenceOf(agent, course);
  const likely = logistic(dot(DONE_SIGNS, doneSigns(evidence), DONE_WORTH));
  return { ...end, likely: Math.max(LEAST, likely), evidence };
}

/** What was made for a page does better there than anywhere else: nothing is next to impossible. */
const LEAST = 0.3;
