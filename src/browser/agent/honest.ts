import type { Agent } from './agent-context.ts';
import type { AgentEnd } from './agent-end.ts';
import { complaintOf } from './complaint.ts';
import { heed } from './hands/hands.ts';
import { freshLines } from './hands/mend-form.ts';
import { keptBack } from './kept-back.ts';
import { wrongHalf } from './language/half-of-day.ts';
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
    !intents.some((intent) => WITHOUT_ACTS.has(intent.kind) || isCoverClosed(intent))
  );
}

/** What may be done without touching anything on the page. */
const WITHOUT_ACTS = new Set<Intent['kind']>(['picture', 'wait', 'goto', 'back', 'if']);

/** What lies over a page is taken away before anything else; a ticket or an account is closed by some deed. */
function isCoverClosed(intent: Intent): boolean {
  return intent.kind === 'close' && COVERS.test(intent.source);
}

const COVERS =
  /\b(?:dialog(?:ue)?|pop-?ups?|overlay|banner|modal|window|notice|cookies?|message|ad|advert(?:isement)?|box|it|this|that)\b/iu;

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
  const half = isDone ? wrongHalf(agent.instruction, freshLines(start.text, after.text)) : null;
  if (half !== null)
    return { ...end, status: 'stuck', reason: `the page shows another time: ${half.slice(0, 100)}` };
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
