import { isOnSite } from '../../platform/net/own-site.ts';
import { type Agent, DONE, failed, type Outcome, rest, see, stuck } from '../agent.ts';
import type { UiElement } from '../observation/page-model.ts';
import { keyOf } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { codeFields } from './one-time-code.ts';
import { type OwnerQuestion, ownerQuestion, promptOf } from './owner-question.ts';
import { sendForm } from './send-form.ts';
import { mayFill, typeSecret } from './type-secret.ts';

const MAX_ROUNDS = 3;
const MOVE_ROUNDS = 20;

/** When the site asks for something that only its owner has, asks the owner; again when the site says it was wrong. */
export async function answerQuestion(agent: Agent): Promise<Outcome> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const scene = await see(agent);
    const question = questionOn(agent, scene);
    if (!question) return DONE;
    const { kind, fields } = question;
    const checked = fields[0] ? await mayFill(agent, scene, fields[0]) : DONE;
    if (!checked.ok) return checked;
    const reply = await agent.ask({ kind, prompt: promptOf(scene, fields[0]) });
    if (!reply.answered) return stuck('no_answer', 'the site asked its owner and no answer arrived');
    const put = await pass(agent, scene, question, reply.value.trim());
    if (!put.ok) return put;
  }
  const left = questionOn(agent, await see(agent));
  return left
    ? stuck('login_rejected', `the site did not accept the ${left.kind === 'otp' ? 'code' : 'answer'}`)
    : DONE;
}

/** Without a login nobody knows that the site asks its owner, unless it says so of the field. */
function questionOn(agent: Agent, scene: Scene): OwnerQuestion | null {
  if (agent.login) return ownerQuestion(scene);
  const fields = codeFields(scene);
  return fields.length > 0 ? { kind: 'otp', fields } : null;
}

async function pass(agent: Agent, scene: Scene, question: OwnerQuestion, value: string): Promise<Outcome> {
  const [field] = question.fields;
  if (!field) return followElsewhere(agent, scene, question, value);
  const put =
    question.kind === 'otp'
      ? await putCode(agent, scene, question.fields, value)
      : await typeSecret(agent, scene, field, value, '{{answer}}');
  if (!put.ok && put.code === 'credential_off_site') return put;
  const now = await see(agent);
  const last = questionOn(agent, now)?.fields.at(-1);
  // Some send themselves with the last digit, and take the field away while it is typed into; their answer takes a moment.
  if (!last) await rest(agent);
  if (!put.ok) return last ? put : DONE;
  agent.filled.add(keyOf(field));
  if (last) await sendForm(agent, now, last, 'verify');
  return DONE;
}

export async function putCode(agent: Agent, scene: Scene, into: UiElement[], code: string): Promise<Outcome> {
  if (into.length === 1 && into[0]) return typeSecret(agent, scene, into[0], code, '{{totp}}');
  agent.journal.hide(code, '{{totp}}');
  for (const [index, digit] of [...code.replaceAll(/[\s-]/gu, '')].entries()) {
    const field = into[index];
    const put = field ? await typeSecret(agent, scene, field, digit, '{{totp}}') : DONE;
    if (!put.ok) return put;
  }
  return DONE;
}

/** A link of the site's own is opened here; what was done on another device shows by itself, or when asked again. */
async function followElsewhere(
  agent: Agent,
  before: Scene,
  { kind }: OwnerQuestion,
  value: string,
): Promise<Outcome> {
  if (kind === 'confirm' && /^(?:no|n|deny|denied|reject|cancel|false)$/iu.test(value))
    return failed('the owner did not approve the sign-in');
  const link = /^https?:\/\/\S+$/iu.test(value) && agent.login && isOnSite(value, agent.login);
  if (link) agent.journal.hide(value, '{{answer}}');
  if (link) await agent.run.goto(value, 30_000);
  for (let wait = 0; wait < MOVE_ROUNDS && !agent.signal.aborted; wait += 1) {
    const now = await see(agent);
    if (now.text !== before.text && !ownerQuestion(now)) return DONE;
    await agent.clock.sleep(500, agent.signal);
  }
  if (!link) await agent.run.goto(agent.run.front.url(), 30_000);
  await rest(agent, 5_000);
  return DONE;
}
