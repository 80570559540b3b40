import { ruleTask } from '../../task/index.ts';
import { click } from '../actions/actions.ts';
import { awaitReply } from '../actions/await-reply.ts';
import { clearOverlays } from '../actions/overlays.ts';
import { submitButton } from '../actions/submit-button.ts';
import { type Agent, type AgentOptions, DONE, isSpent, newAgent, type Outcome, rest, see } from '../agent.ts';
import { type AgentEnd, endOf } from '../agent-end.ts';
import type { Scene } from '../observation/scene.ts';
import { answerQuestion } from '../sign-in/answer-question.ts';
import { codeFields } from '../sign-in/one-time-code.ts';
import { holdsPhrase, normalize } from '../words.ts';
import { claimOf } from './claim.ts';
import type { Command, Kind } from './command.ts';
import { complaintOf } from './complaint.ts';
import { frontPart, submit } from './fill-form.ts';
import { perform } from './perform.ts';
import { type AgentTask, planOf, questionIn } from './plan.ts';
import type { TaskProgress } from './task-progress.ts';

/** The button for a filled form whose task does not mention sending. */
const PRESSING = new Set<Kind>(['click', 'submit', 'basket', 'search', 'upload']);
const KEEPS = /^(?:save|apply|update|ok|okay|done|confirm|submit|change|set|store|speichern|übernehmen)\b/u;

/** Does what the task's words say, clause by clause, and stops where one cannot be done or nothing proves that it was. */
export async function runTask(task: AgentTask, options: AgentOptions): Promise<AgentEnd> {
  const plan = planOf(task);
  const { goal, steps } = ruleTask(task);
  const agent = newAgent([goal, ...steps].join('\n'), options);
  await clearOverlays(agent);
  // Taking a notice away is nothing of the task.
  Object.assign(agent, { acts: 0, traces: [], pressed: null, presses: [] });
  const start = await see(agent);
  const question = questionIn(plan);
  const progress: TaskProgress = { agent, ahead: plan, about: '', unsent: null, foundNothing: null };
  const end = async (code: AgentEnd['code'], reason = '') =>
    endOf(agent, { code, reason, question, after: await see(agent) });
  const asked = task.acts ? await answerFirst(agent, start) : DONE;
  if (!asked.ok) return end(asked.code, asked.reason);
  for (const [index, command] of plan.entries()) {
    if (command === progress.answered || (asked !== DONE && isAnswered(agent, command))) continue;
    if (isSpent(agent)) return end('timeout', 'the time for the task was over');
    progress.ahead = plan.slice(index + 1);
    const outcome = await step(progress, command);
    if (!outcome.ok) return end(outcome.code, outcome.reason);
  }
  const sent = await sendLeft(progress, plan);
  if (!sent.ok) return end(sent.code, sent.reason);
  await rest(agent, 3_000);
  await awaitReply(agent);
  const after = await see(agent);
  if (agent.acts === 0) return end(null);
  if (agent.run.bounds?.complaint) return end('step_failed', 'a page that it leads to was not opened');
  const isSearch = plan.findLast(({ kind }) => !IDLE.has(kind))?.kind === 'search';
  const foundNothing = isSearch ? progress.foundNothing : null;
  // "Sorry, nothing was found" is what a search came to, and no complaint about it.
  const complaint = foundNothing === null ? await complaintOf(agent, start, after) : null;
  if (complaint !== null)
    return agent.filled.size > 0
      ? end('form_rejected', `the site did not accept the form: ${complaint}`)
      : end('step_failed', complaint);
  return { ...(await end(null)), ...claimOf(agent, plan, start, after), foundNothing };
}

/** A clause that only asks, or only informs. */
const IDLE = new Set<Kind>(['ask', 'say', 'find']);

/** A page that asks its owner for a code is the target itself, unless the task brings the code. */
async function answerFirst(agent: Agent, start: Scene): Promise<Outcome> {
  if (codeFields(start).length === 0 || bringsCode(agent)) return DONE;
  const answered = await answerQuestion(agent);
  return answered.ok ? { ok: true } : answered;
}

function bringsCode({ instruction }: Agent): boolean {
  return /\b(?:code|passcode|otp|pin)\b\D{0,20}\d{4,8}\b/iu.test(instruction);
}

/** Giving the code, and pressing what was pressed with it, is done. */
function isAnswered({ traces }: Agent, { source, kind }: Command): boolean {
  if (/\b(?:code|passcode|otp|pin)\b/iu.test(source)) return kind !== 'ask';
  return kind === 'submit' || (kind === 'click' && traces.some(({ label }) => holdsPhrase(source, label)));
}

async function step(progress: TaskProgress, command: Command): Promise<Outcome> {
  const outcome = await perform(progress, command);
  if (!outcome.ok || progress.agent.acts === 0 || bringsCode(progress.agent)) return outcome;
  return answerQuestion(progress.agent);
}

/** Sends filled fields that the task does not send: a form by its button, a setting where the page has one for it. */
async function sendLeft(progress: TaskProgress, plan: readonly Command[]): Promise<Outcome> {
  const { agent, unsent } = progress;
  if (unsent === null) return { ok: true };
  const isPressed = plan.some(({ kind }) => PRESSING.has(kind));
  if (unsent !== 'save' && !isPressed) return submit(progress, 'submit');
  const scene = await see(agent);
  const button = submitButton(frontPart(scene.model), unsent, agent.filled);
  if (button && KEEPS.test(normalize(button.name))) await click(agent, scene, button);
  return { ok: true };
}
