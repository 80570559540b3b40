import { newId } from '../../platform/ids.ts';
import { candidateOf, candidatesOf, questionOf } from '../../routing/candidates.ts';
import { REPLAY_RUNNER } from '../../routing/model/parameters.ts';
import type { AttemptOutcome, Decision, PastAttempt, Scope } from '../../routing/port.ts';
import { readRouting } from '../../routing/requested-routing.ts';
import { mayDiffer } from '../../runners/codes.ts';
import type { Difference } from '../../runners/contract.ts';
import type { OwnKeys } from '../../runners/registry.ts';
import { readingOf } from '../../task/index.ts';
import { allows, parseComposed } from '../../vault/custody.ts';
import { typicalMs } from '../attempt/settle.ts';
import type { NewAttempt, SettledAttempt } from '../attempt-store.ts';
import { leftMicro, reservedMicro } from '../ceiling.ts';
import type { LifecycleContext } from '../context.ts';
import { predictedOf } from '../decision-brief.ts';
import { taskKey } from '../replay/remember.ts';
import type { Attempt, Run } from '../run.ts';
import { type AttemptSpec, type Decide, isRetriable } from './move.ts';

/** The price of a runner as it counts against the ceiling. */
export function priceMicro(
  { registry }: Pick<LifecycleContext, 'registry'>,
  slug: string,
  own: OwnKeys,
): number {
  const listed = registry.entry(slug)?.facts.price.typicalTaskMicroUsd ?? 0;
  return reservedMicro({ priceMicro: listed, isOwnKey: registry.isOwnKey(slug, own) });
}

export function scopeOf({ workspaceId, domain, taskType }: Run): Scope {
  return { workspaceId, domain, taskType };
}

/** An attempt as it is written before its runner hears of it. */
export function newAttempt(
  { registry }: Pick<LifecycleContext, 'registry'>,
  spec: AttemptSpec,
  own: OwnKeys,
): NewAttempt {
  const facts = registry.entry(spec.runner)?.facts;
  return {
    ...spec,
    id: newId('att'),
    engine: facts?.engine ?? null,
    priceMicro: facts?.price.typicalTaskMicroUsd ?? 0,
    isOwnKey: registry.isOwnKey(spec.runner, own),
  };
}

export function deciderOf(ctx: LifecycleContext, own: OwnKeys, timeLeftMs: number | null): Decide {
  return {
    next: (run) => decideNext(ctx, run, own, timeLeftMs),
    priceMicro: (runner) => priceMicro(ctx, runner, own),
    typicalMs: (attempt) => typicalMs(ctx.registry, attempt),
    attempt: (spec) => newAttempt(ctx, spec, own),
  };
}

/** The next runner, given the attempts so far. Needs no query: the evidence is in memory. */
function decideNext(ctx: LifecycleContext, run: Run, own: OwnKeys, timeLeftMs: number | null): Decision {
  const { request, routingClass } = run;
  const { task, custody } = request;
  const nowMs = ctx.clock.now().getTime();
  const policies = custody ? parseComposed(custody.policy) : [];
  const question = questionOf(
    {
      ...request,
      routing: readRouting(request.routing, () => true),
      words: readingOf(task),
      isLocalTarget: ctx.gate.isLocalTarget(task.url),
      hasScript: run.plan.order.includes(REPLAY_RUNNER),
      isAffordable: (slug) => priceMicro(ctx, slug, own) <= leftMicro(run),
      covers: (slug) => ctx.registry.covers(slug, task),
    },
    policies.map((policy) => (facts) => allows(policy, facts)),
  );
  const { eligible, skipped, tooDear } = candidatesOf(question, ctx.registry.seenBy(own), {
    probation: ctx.router.probation(nowMs),
  });
  const running = run.attempts.filter(({ status }) => status === 'running');
  return ctx.router.decide({
    ...scopeOf(run),
    runId: run.id,
    nowMs,
    slaProfile: routingClass === 'smart' ? request.slaProfile : 'balanced',
    maxFallbacks: request.maxFallbacks,
    candidates: eligible,
    excluded: skipped,
    tooDear,
    isForced: run.plan.decision?.strategy === 'forced',
    attempts: run.attempts
      .filter((attempt) => attempt.status !== 'running' && !isRetriable(attempt))
      .map(pastAttempt),
    inFlight: running.map(({ runner }) => runner),
    maxCostMicro: run.maxCostMicro,
    budgetMicro: run.plan.budgetMicro,
    spentMicro: run.spentMicro,
    timeLeftMs,
  });
}

function pastAttempt({ runner, verdict, fault, defense, result }: Attempt): PastAttempt {
  const isWeak = result?.isWeak === true;
  return {
    runner,
    verdict: isWeak ? 'failed' : verdict,
    fault: isWeak ? 'runner' : fault,
    defense: defense as PastAttempt['defense'],
  };
}

/** The lesson of a settled attempt. Null for a lost or cut-off attempt: its outcome is unknown. */
export function outcomeFor(
  ctx: LifecycleContext,
  run: Run,
  settled: SettledAttempt,
  latencyMs: number,
): AttemptOutcome | null {
  const attempt = run.attempts.find(({ id }) => id === settled.id);
  const entry = attempt && ctx.registry.entry(attempt.runner);
  const differences = differencesOf(ctx, attempt, settled);
  const code = settled.error?.code ?? null;
  const isCostly = differences !== undefined && code !== null && mayDiffer(code);
  const verdict = settled.verdict ?? (isCostly ? 'failed' : null);
  if (!attempt || !entry || settled.status === 'lost' || verdict === null) return null;
  const isWeak = settled.result?.isWeak === true;
  const before = run.attempts.filter(({ status, id }) => status === 'finished' && id !== attempt.id);
  return {
    ...scopeOf(run),
    attemptId: attempt.id,
    runId: run.id,
    nowMs: ctx.clock.now().getTime(),
    runner: candidateOf(entry),
    slaProfile: run.request.slaProfile,
    position: run.isSweep ? 0 : before.length,
    source: run.isSweep ? 'learning' : run.plan.decision ? 'smart' : 'named',
    // A weak answer teaches as a failure of this runner, so that runners that answer are preferred.
    verdict: isWeak ? 'failed' : verdict,
    answerPresent: !isWeak && (settled.result?.judgement?.answerPresent ?? false),
    // Neither the runner's work nor the site: its provider speaks another wire.
    fault: isCostly ? 'platform' : isWeak ? 'runner' : settled.fault,
    errorCode: code,
    ...(differences && { differences, isCostly }),
    defense: settled.defense as AttemptOutcome['defense'],
    costMicro: settled.costMicro,
    latencyMs,
    predicted: predictedOf(run.plan.decision, attempt.decision, attempt.runner),
    reason: attempt.decision?.reason ?? null,
    ownAccount: attempt.isOwnKey,
    task: taskKey(ctx.fingerprintKey, run.request.task).toString('base64'),
    isHollow: isHollow(settled),
  };
}

/** Not where the workspace chose the address: those answers say nothing to others. */
function differencesOf(
  { registry }: LifecycleContext,
  attempt: Attempt | undefined,
  { result }: SettledAttempt,
): Difference[] | undefined {
  if (!attempt || !result?.differences) return undefined;
  const { family = '' } = registry.entry(attempt.runner)?.facts ?? {};
  const parts = registry.catalog.providers.get(family)?.secrets ?? [];
  const isElsewhere = attempt.isOwnKey && parts.some(({ name }) => name === 'base_url');
  return isElsewhere ? undefined : result.differences;
}

/** The runner accepted its own answer; the schema or the grader did not. */
function isHollow({ verdict, error, result }: SettledAttempt): boolean {
  if (verdict !== 'failed') return false;
  const source = result?.judgement?.quality.source ?? 'deterministic';
  return error?.code === 'schema_violation' || source !== 'deterministic';
}
