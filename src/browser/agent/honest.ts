import type { Agent } from './agent-context.ts';
import type { AgentEnd } from './agent-end.ts';
import { complaintOf } from './complaint.ts';
import { heed } from './hands/hands.ts';
import { keptBack } from './kept-back.ts';
import type { Intent } from './language/intent.ts';
import { tellingNames } from './language/telling-names.ts';
import { missingDeed } from './missing-deed.ts';
import type { Scene } from './sight/scene.ts';

/** A plan that had nothing to do has not understood the task. */
export function isIdle({ acts }: Agent, { status, question, found }: AgentEnd, intents: Intent[]): boolean {
  return (
    status === 'done' &&
    acts === 0 &&
    question === '' &&
    found === null &&
    !intents.some(({ kind }) => WITHOUT_ACTS.has(kind))
  );
}

/** What may be done without touching anything on the page. */
const WITHOUT_ACTS = new Set<Intent['kind']>(['picture', 'wait', 'goto', 'back', 'if', 'close']);

/**
 * Nobody may claim a task done for which nothing was done, against which the page speaks, or that names something which
 * no page showed and nobody wrote.
 */
export async function honest(
  agent: Agent,
  end: AgentEnd,
  start: Scene,
  after: Scene,
  intents: Intent[],
): Promise<AgentEnd> {
  if (isIdle(agent, end, intents))
    return { ...end, status: 'stuck', reason: 'nothing on the page was found to do it with' };
  const isDone = end.status === 'done' && agent.acts > 0;
  const field = isDone ? await keptBack(agent) : null;
  if (field !== null)
    return { ...end, status: 'stuck', reason: agent.journal.scrub(`the form was not sent: ${field}`) };
  const complaint = isDone ? await complaintOf(agent, start, after) : null;
  if (complaint !== null) return { ...end, status: 'stuck', reason: agent.journal.scrub(complaint) };
  heed(agent, after, agent.remembered ?? '');
  const [name] = [...agent.unheeded].filter((each) => !end.question.includes(each));
  // What the browser's own dialog was told stands nowhere.
  const isClaim = end.status === 'done' && agent.run.messages.length === 0;
  const isActing = end.question === '' || agent.acts > 0;
  if (isClaim && isActing && name !== undefined)
    return { ...end, status: 'stuck', reason: `nothing was done about "${name}"` };
  const deed =
    end.status === 'done' ? missingDeed(agent, tellingNames(agent.instruction), start, after) : null;
  return deed === null
    ? end
    : {
        ...end,
        status: 'stuck',
        reason: `nothing that was pressed does "${deed}", and the page tells of none`,
      };
}
