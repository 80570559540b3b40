import { isOnSite } from '../../../platform/net/own-site.ts';
import type { Redactor } from '../../../platform/redactor.ts';
import { tracedStep } from '../../../platform/trace.ts';
import { REPLAY_RUNNER } from '../../../routing/model/parameters.ts';
import type {
  AttemptResult,
  AttemptScope,
  ProviderSession,
  Question,
  RunnerFacts,
  Task,
} from '../../../runners/contract.ts';
import { loadConfirmsActs, saveSession } from '../../attempt-store.ts';
import { spendLimitMicro } from '../../ceiling.ts';
import type { AttemptContext } from '../../context.ts';
import { findScript } from '../../replay/remember.ts';
import type { Run } from '../../run.ts';
import type { AtWork } from '../executed-run.ts';
import { askOwner, mayAsk } from '../interaction/ask.ts';
import { nameLeftover } from '../leftovers/store.ts';
import { stopAtProvider } from '../stop-at-provider.ts';
import { codeAnswers } from './answer-code.ts';
import { hideKeys, openLogin, takesSecrets } from './open-login.ts';
import { scrubResult } from './scrub-result.ts';

export interface Dispatched extends AtWork {
  task: Task;
  facts: RunnerFacts;
  /** Where pictures of the attempt go while it runs. */
  show: Pick<AttemptScope, 'onFrame' | 'onCamera'>;
}

/** The secrets of the run are open from here to the end of the attempt, and nothing comes back with one in it. */
export async function withLogin(
  ctx: AttemptContext,
  { liveRun, task, facts, attempt, liveAttempt, show }: Dispatched,
  work: (scope: AttemptScope, redactor: Redactor) => Promise<AttemptResult>,
): Promise<AttemptResult> {
  const login = await openLogin(ctx, liveRun.run, facts);
  if ('ok' in login) {
    // Without its login, this attempt does not go on at the provider.
    stopAtProvider(ctx, liveRun.run, attempt, true);
    return login;
  }
  const { redactor, credential } = login;
  const accounts = await ctx.providerKeys.accountsFor(
    liveRun.run.workspaceId,
    attempt.runner,
    attempt.isOwnKey,
  );
  hideKeys(accounts, redactor);
  const { interactionTimeoutMs } = liveRun.run.request;
  const localAllowed = ctx.gate.isLocalTarget(task.url);
  const domain = credential?.domain ?? (task.url && new URL(task.url).hostname.replace(/^www\./, ''));
  const site = domain
    ? { domain, isLocal: (url: string) => localAllowed && ctx.gate.isLocalTarget(url) }
    : null;
  const options = {
    runId: liveRun.run.id,
    isOwnPage: (url: string) => site === null || isOnSite(url, site),
    localAllowed,
    waitMs: interactionTimeoutMs,
    signal: liveAttempt.signal,
  };
  const script =
    attempt.runner === REPLAY_RUNNER
      ? await findScript(ctx, liveRun.run.workspaceId, liveRun.run.request.task)
      : null;
  let answerCode: ReturnType<typeof codeAnswers> | null = null;
  let wanted: Question['kind'] = 'text';
  const sessions = sessionNotes(ctx, { liveRun, attempt }, redactor);
  const scope: AttemptScope = {
    ...show,
    attemptId: attempt.id,
    signal: liveAttempt.signal,
    spendLeftMicroUsd: spendLimitMicro(liveRun.run, attempt),
    accounts,
    onSession: sessions.note,
    credential,
    codeInbox: takesSecrets(facts) ? login.codeInbox : null,
    agent: { ...ctx.agentDefaults, ...liveRun.run.request.agent },
    confirmsActs: () => loadConfirmsActs(ctx.db, liveRun.run.workspaceId),
    script: script?.lines ?? null,
    async onLeft(item) {
      await nameLeftover(ctx.db, attempt.id, item);
      ctx.faults.pass('after-leftover-named');
    },
    onStep(step) {
      tracedStep('step', { 'svc.attempt_id': attempt.id, 'svc.action': step.action }, step.durationMs);
      liveAttempt.steps.push({ ...redactor.scrubDeep(step), at: ctx.clock.now().toISOString() });
      liveRun.progressed(liveAttempt, ctx.clock.mono());
    },
    async ask(question) {
      wanted = question.kind;
      const prompt = redactor.scrub(question.prompt);
      answerCode ??= codeAnswers(ctx, login, options);
      const reply =
        (await answerCode(question)) ??
        (await askOwner(ctx, { liveRun, attempt, liveAttempt }, { ...question, prompt }));
      if (reply.answered && question.kind === 'otp') redactor.hide(reply.value.trim(), '{{totp}}');
      return reply;
    },
  };
  const worked = await work(scope, redactor);
  const result = script ? { ...worked, script: { id: script.id, version: script.version } } : worked;
  await sessions.written();
  const scrubbed = scrubResult(unanswered(liveRun.run, result, wanted), redactor);
  if (!result.ok && result.code === 'credential_off_site')
    ctx.log.warn({ run: liveRun.run.id, attempt: attempt.id }, 'a login was asked for outside its own site');
  if (redactor.hits > 0)
    ctx.log.warn({ run: liveRun.run.id, attempt: attempt.id, hits: redactor.hits }, 'secrets were taken out');
  return scrubbed;
}

/** Where the attempt runs at its provider: shown at once, and written down behind it. */
function sessionNotes(
  ctx: AttemptContext,
  { liveRun, attempt }: Pick<AtWork, 'liveRun' | 'attempt'>,
  redactor: Redactor,
) {
  let known = JSON.stringify(attempt.session);
  let saved: Promise<void> = Promise.resolve();
  return {
    note({ id, liveViewUrl, replayUrl, region = null }: ProviderSession): void {
      const links = { liveViewUrl: linkOf(liveViewUrl), replayUrl: linkOf(replayUrl) };
      const shown = redactor.scrubDeep({ id, ...links, region });
      if (JSON.stringify(shown) === known) return;
      known = JSON.stringify(shown);
      void liveRun.note({ kind: 'session', attemptId: attempt.id, session: shown });
      saved = saved
        .then(() => saveSession(ctx.db, liveRun.run, attempt.id, shown))
        .then(() => ctx.watch.changed(liveRun.run.id))
        .catch((error: unknown) =>
          ctx.log.warn({ attempt: attempt.id, cause: String(error) }, 'session not noted'),
        );
    },
    written: () => saved,
  };
}

const WANTED: Record<Question['kind'], string> = {
  otp: 'a one-time code',
  text: 'an answer',
  confirm: 'a confirmation',
};

/** What was missing, and the remedy: a question that nobody answered, or that the run may not put. */
function unanswered(run: Run, result: AttemptResult, kind: Question['kind']): AttemptResult {
  if (result.ok || result.code !== 'no_answer') return result;
  const asked = `The site asked for ${WANTED[kind]}`;
  if (!mayAsk(run)) {
    const why = run.isSweep ? 'a learning run never asks its owner' : 'allow_interaction is false';
    return { ...result, message: `${asked}, and ${why}.` };
  }
  const seconds = Math.round(run.request.interactionTimeoutMs / 1_000);
  const remedy = 'Raise interaction_timeout_ms, or extend the question while it waits.';
  return { ...result, message: `${asked}, and none arrived within ${seconds} seconds. ${remedy}` };
}

/** Only web addresses: people will follow the link. */
function linkOf(url: string | null | undefined): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null;
}
