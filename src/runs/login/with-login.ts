import { isOnSite } from '../../platform/net/own-site.ts';
import type { Redactor } from '../../platform/redactor.ts';
import type { AttemptResult, AttemptScope, RunnerFacts, Step } from '../../runners/contract.ts';
import type { RunsContext } from '../context.ts';
import { askOwner } from '../interaction/ask.ts';
import { nameLeftover } from '../leftovers/store.ts';
import type { LiveRun } from '../live-run.ts';
import type { Attempt, Run } from '../run.ts';
import { codeAnswers } from './answer-code.ts';
import { openLogin, takesSecrets } from './open-login.ts';
import { scrubResult } from './scrub-result.ts';

interface Dispatched {
  facts: RunnerFacts;
  attempt: Attempt;
  /** Where the steps of the attempt are collected. */
  steps: Array<Step & { at: string }>;
  /** Where pictures of the attempt go while it runs. */
  show: Pick<AttemptScope, 'onFrame' | 'onCamera'>;
  script: AttemptScope['script'];
  /** Ends what a provider already does for this attempt: without its login it is not gone on with. */
  stop(): Promise<void>;
}

/** The secrets of the run are open from here to the end of the attempt, and nothing comes back with one in it. */
export async function withLogin(
  ctx: RunsContext,
  live: LiveRun,
  { facts, attempt, steps, show, script, stop }: Dispatched,
  work: (scope: AttemptScope, redactor: Redactor) => Promise<AttemptResult>,
): Promise<AttemptResult> {
  const login = await openLogin(ctx, live.run, facts);
  if ('ok' in login) {
    await stop();
    return login;
  }
  const { redactor, credential } = login;
  const { task, interactionTimeoutMs } = live.run.request;
  const localAllowed = task.url !== null && ctx.gate.isLocalTarget(task.url);
  const domain = credential?.domain ?? (task.url && new URL(task.url).hostname.replace(/^www\./, ''));
  const site = domain
    ? { domain, isLocal: (url: string) => localAllowed && ctx.gate.isLocalTarget(url) }
    : null;
  const answerCode = codeAnswers(ctx, login, {
    runId: live.run.id,
    isOwnPage: (url) => site === null || isOnSite(url, site),
    localAllowed,
    waitMs: interactionTimeoutMs,
    signal: live.attemptSignal,
  });
  const scope: AttemptScope = {
    ...show,
    attemptId: attempt.id,
    signal: live.attemptSignal,
    spendLeftMicroUsd: spendLeft(live.run),
    credential,
    codeInbox: takesSecrets(facts) ? login.codeInbox : null,
    script,
    async onLeft(item) {
      await nameLeftover(ctx.db, attempt.id, item);
      ctx.faults.pass('after-leftover-named');
    },
    onStep(step) {
      steps.push({ ...redactor.scrubDeep(step), at: ctx.clock.now().toISOString() });
      live.progressed(ctx.clock.mono());
    },
    async ask(question) {
      const prompt = redactor.scrub(question.prompt);
      const reply =
        (await answerCode(question)) ?? (await askOwner(ctx, live, attempt.id, { ...question, prompt }));
      if (reply.answered && question.kind === 'otp') redactor.hide(reply.value.trim(), '{{totp}}');
      return reply;
    },
  };
  const result = await work(scope, redactor);
  const scrubbed = scrubResult(unasked(live.run, result), redactor);
  if (!result.ok && result.code === 'credential_off_site')
    ctx.log.warn({ run: live.run.id, attempt: attempt.id }, 'a login was asked for outside its own site');
  if (redactor.hits > 0)
    ctx.log.warn({ run: live.run.id, attempt: attempt.id, hits: redactor.hits }, 'secrets were taken out');
  return scrubbed;
}

/** Nobody was late with an answer where nobody may be asked. */
function unasked({ request }: Run, result: AttemptResult): AttemptResult {
  if (result.ok || result.code !== 'no_answer' || request.allowInteraction !== false) return result;
  const message = 'The site asks for something that only its owner has, and `allow_interaction` is false.';
  return { ...result, message };
}

function spendLeft({ maxCostMicro, spentMicro }: Run): number | null {
  return maxCostMicro === null ? null : Math.max(0, maxCostMicro - spentMicro);
}
