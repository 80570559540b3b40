import { type Agent, type AgentOptions, isSpent, newAgent, type Outcome, rest, see } from '../agent.ts';
import { type AgentEnd, endOf } from '../agent-end.ts';
import { awaitReply } from '../hands/await-reply.ts';
import { click } from '../hands/hands.ts';
import { clearOverlays } from '../hands/overlays.ts';
import { submitButton } from '../hands/submit-button.ts';
import type { Command, Kind } from '../language/command.ts';
import { type AgentTask, planOf, questionIn } from '../language/plan.ts';
import { isField } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { answerQuestion } from '../sign-in/answer-question.ts';
import { complaintOf } from '../verdict/complaint.ts';
import { type Evidence, likelihoodOf } from '../verdict/done-signs.ts';
import { normalize } from '../words.ts';
import type { Course } from './course.ts';
import { FORM_REFUSED, frontPart, submit } from './fill-form.ts';
import { perform } from './perform.ts';

/** What is pressed for a form that was filled in without a word of sending it. */
const PRESSING = new Set<Kind>(['click', 'submit', 'do', 'basket', 'search', 'upload']);
const KEEPS = /^(?:save|apply|update|ok|okay|done|confirm|submit|change|set|store)\b/u;

/** Does what the task's words say, clause by clause, and stops where one cannot be done. */
export async function runTask(task: AgentTask, options: AgentOptions): Promise<AgentEnd> {
  const plan = planOf(task);
  const agent = newAgent([task.goal, ...task.steps].join('\n'), options);
  await clearOverlays(agent);
  const start = await see(agent);
  const question = questionIn(plan);
  const course: Course = { agent, ahead: plan, about: '', unsent: null, delayed: null, foundNothing: null };
  const end = async (status: AgentEnd['status'], reason: string) =>
    endOf(agent, { status, reason, question, start, after: await see(agent) });
  for (const [index, command] of plan.entries()) {
    if (isSpent(agent)) return end('spent', 'the time for the task was over');
    course.ahead = plan.slice(index + 1);
    if (command.within)
      course.about = command.within.replace(/^(?:in|on|under|from|at|for|with|within)\s+|,$/giu, '');
    const outcome = await step(course, command);
    if (!outcome.ok)
      return outcome.reason === 'NO_ANSWER'
        ? end('unanswered', outcome.reason)
        : end('stuck', outcome.reason);
  }
  const sent = await sendLeft(course, plan);
  if (!sent.ok) return end('stuck', sent.reason);
  await rest(agent, 3_000);
  await awaitReply(agent);
  const after = await see(agent);
  if (agent.run.bounds?.complaint && agent.acts > 0)
    return end('stuck', 'a page that it leads to was not opened');
  const complaint = agent.acts > 0 ? await complaintOf(agent, start, after) : null;
  if (complaint !== null)
    return end(
      'stuck',
      agent.journal.scrub(agent.filled.size > 0 ? `${FORM_REFUSED}: ${complaint}` : complaint),
    );
  const done = await end('done', '');
  if (agent.acts === 0) return done;
  const evidence = evidenceOf(agent, plan, start, after);
  return { ...done, likely: likelihoodOf(evidence), evidence };
}

async function step(course: Course, command: Command): Promise<Outcome> {
  const outcome = await perform(course, command);
  if (!outcome.ok || course.agent.acts === 0) return outcome;
  return answerQuestion(course.agent);
}

/** What was filled in and is sent by nothing that the task says: a form by its button, a setting where the page has one for it. */
async function sendLeft(course: Course, plan: readonly Command[]): Promise<Outcome> {
  const { agent, unsent, delayed } = course;
  if (delayed !== null) return submit(course, delayed, '');
  if (unsent === null) return { ok: true };
  const isPressed = plan.some(({ kind }) => PRESSING.has(kind));
  if (unsent !== 'save' && !isPressed) return submit(course, 'submit', '');
  const scene = await see(agent);
  const button = submitButton(frontPart(scene.model), unsent, agent.filled);
  if (button && KEEPS.test(normalize(button.name))) await click(agent, scene, button);
  return { ok: true };
}

function evidenceOf(
  { journal, instruction, traces, presses, run }: Agent,
  plan: readonly Command[],
  start: Scene,
  after: Scene,
): Evidence {
  const visible = after.model.elements.filter(({ isVisible }) => isVisible);
  const acting = plan.filter(({ kind }) => kind !== 'ask' && kind !== 'say');
  return {
    task: journal.scrub(instruction),
    kinds: acting.map(({ kind }) => kind),
    traces,
    before: start.text,
    after: after.text,
    title: after.model.title,
    hasMoved: after.model.url !== start.model.url,
    files: run.downloads.length,
    said: [...run.messages, ...presses.flatMap(({ said }) => said)],
    isDialogOpen: visible.some(({ role }) => role === 'dialog' || role === 'alertdialog'),
    emptyFields: visible.filter(
      (one) => isField(one) && !one.isReadonly && one.value === '' && !one.isFraming,
    ).length,
  };
}
