import { hold, NORMALIZATION_MICRO, priceWithFee } from '../billing/postings.ts';
import { balanceChange } from '../billing/store.ts';
import { ApiError } from '../errors.ts';
import { Aborted, DatabaseAway, isDuplicate, type Row, type Statement } from '../platform/db.ts';
import type { Caller } from '../platform/http/route.ts';
import { isId, newId } from '../platform/ids.ts';
import { preflight } from '../platform/net/preflight.ts';
import type { Batch } from '../platform/shared-commit.ts';
import type { Plan } from '../routing/plan.ts';
import { makePlan } from '../routing/plan.ts';
import { type RequestedRouting, readRouting } from '../routing/requested-routing.ts';
import { asksForActing } from '../runners/asks-for-acting.ts';
import {
  type Custody,
  type CustodyRule,
  composeCustody,
  custodyFacts,
  parseCustody,
  ruleAllows,
} from '../vault/custody.ts';
import { findCredential } from '../vault/store.ts';
import type { RunsContext } from './context.ts';
import { newAttempt, startedAttempt } from './execute.ts';
import type { Executor } from './executor.ts';
import {
  type Claim,
  claimKey,
  fingerprint,
  inFlight,
  readKey,
  releaseKey,
  settleKeyStatement,
} from './idempotency.ts';
import { countWaiting } from './leases.ts';
import { keepOwnSecretsStatement } from './login/own-secrets.ts';
import { type ReadRequest, readRequest } from './read-request.ts';
import { findScript, REPLAY } from './replay/remember.ts';
import type { Run, RunRequest } from './run.ts';
import type { CreateBody } from './schema.ts';
import { insertedRun, insertRunStatement, loadAnyRun, loadRun, type NewRun } from './store.ts';

const PINNED_TTL_MS = 20 * 60_000;
const GRACE_MS = 10 * 60_000;
const CEILING_MS = 24 * 3_600_000;
// A stored policy that cannot be read allows nobody.
const NOBODY: Custody = { policy: 'pinned', runners: [] };

export interface Created {
  run: Run;
  idempotencyKey: string | null;
  isReplay: boolean;
}

/** From a body to a committed run. Every refusal is free: nothing created, nothing billed, no key consumed. */
export async function createRun(
  ctx: RunsContext,
  executor: Executor | null,
  caller: Caller,
  body: CreateBody,
  keyHeader: string | null,
  rawBody: Record<string, unknown>,
): Promise<Created> {
  const key = readKey(keyHeader, body);
  const prepared = await prepare(ctx, caller, body);
  if (key === null)
    return { run: await admit(ctx, executor, caller, prepared, null), idempotencyKey: null, isReplay: false };

  const claimed = await claimKey(ctx.db, caller.workspaceId, key, fingerprint(ctx.fingerprintKey, rawBody));
  if ('runId' in claimed) {
    const run = await loadRun(ctx.db, caller.workspaceId, claimed.runId);
    if (!run) throw new ApiError('response_not_found', 'The response of this idempotency key was deleted.');
    return { run, idempotencyKey: key, isReplay: true };
  }
  ctx.faults.pass('after-idempotency-claim');
  try {
    return {
      run: await admit(ctx, executor, caller, prepared, claimed.claim),
      idempotencyKey: key,
      isReplay: false,
    };
  } catch (error) {
    if (error instanceof ApiError) await releaseKey(ctx.db, claimed.claim);
    throw error;
  }
}

export interface PreparedRun extends ReadRequest {
  routing: RequestedRouting;
  /** The stored login's policy and the request's, together. */
  rule: CustodyRule | null;
}

/** What can be refused by looking at the request and at the login that it names. */
export async function prepare(
  ctx: RunsContext,
  caller: Pick<Caller, 'workspaceId'>,
  body: CreateBody,
): Promise<PreparedRun> {
  const read = await readRequest(body, ctx.schemas);
  const routing = readRouting(body.routing, (slug) => ctx.registry.entry(slug) !== null);
  const isChosen = routing.class === 'runner' || routing.class === 'chain';
  if (isChosen && read.request.timeBudgetMs !== null) {
    throw new ApiError('time_budget_unsupported', {
      message: 'A pinned runner or chain has a fixed time limit of 20 minutes.',
      param: 'time_budget_ms',
    });
  }
  if (routing.class === 'learning' || routing.class === 'learning-all') {
    if (read.request.task.url === null) {
      throw new ApiError('missing_url', { message: 'A learning sweep needs a target URL.', param: 'url' });
    }
    throw new ApiError('feature_disabled', {
      message: 'Learning sweeps are not part of this release; use `smart`.',
      param: 'routing',
    });
  }
  const { custody } = read;
  const unknown =
    custody?.policy === 'pinned' && custody.runners.find((slug) => ctx.registry.entry(slug) === null);
  if (unknown) {
    throw new ApiError('invalid_custody', {
      message: `\`custody\`: there is no runner \`${unknown.slice(0, 80)}\`.`,
      param: 'custody',
    });
  }
  return { ...read, routing, rule: await custodyRule(ctx, caller.workspaceId, read) };
}

async function custodyRule(
  ctx: RunsContext,
  workspaceId: string,
  { request, custody }: ReadRequest,
): Promise<CustodyRule | null> {
  const id = request.credentialId;
  if (id === null) return composeCustody(null, custody);
  // Fails closed: a login that cannot be opened now is not promised to a run.
  await ctx.vault.keys.current();
  const found = isId(id, 'cred') ? await findCredential(ctx.db, workspaceId, id) : null;
  if (!found) {
    throw new ApiError('credential_not_found', {
      message: 'There is no such credential.',
      param: 'credential_id',
    });
  }
  const stored = parseCustody(found.custody) ?? NOBODY;
  return composeCustody({ credentialId: id, custody: stored }, custody);
}

export async function planFor(ctx: RunsContext, workspaceId: string, prepared: PreparedRun): Promise<Plan> {
  const { request, routing, rule } = prepared;
  const { goal, steps, outputSchema } = request.task;
  const needsActing = asksForActing(goal, steps, outputSchema !== null);
  const isMultistep = needsActing || steps.length > 0 || /\bdownload\b/i.test(goal);
  return makePlan(
    {
      routing,
      taskType: isMultistep ? 'multistep' : 'extract',
      needsActing,
      hasUrl: request.task.url !== null,
      slaProfile: request.slaProfile,
      maxFallbacks: request.maxFallbacks,
      needsInteraction: request.allowInteraction === true,
      replay: { runner: REPLAY, hasScript: await hasScript(ctx, workspaceId, prepared) },
      needsLogin: request.credentialId !== null,
      isAllowed: (entry) => rule === null || ruleAllows(rule, entry.facts),
    },
    ctx.registry,
    ctx.router,
  );
}

/** Asked only where the answer can matter: it costs a question to the database. */
async function hasScript(
  ctx: RunsContext,
  workspaceId: string,
  { request, routing }: PreparedRun,
): Promise<boolean> {
  const isOpen = routing.class === 'smart' && request.task.url !== null && request.maxFallbacks > 0;
  if (!isOpen || ctx.registry.entry(REPLAY)?.status !== 'available') return false;
  return (await findScript(ctx, workspaceId, request.task)) !== null;
}

/** The ceiling that governs dispatch, and who set it. */
export function ceilingOf(
  request: PreparedRun['request'],
  plan: Plan,
): { maxCostMicro: number | null; source: RunRequest['budgetSource'] } {
  const asked = request.maxCostMicro;
  if (asked !== null && (plan.budgetMicro === null || asked <= plan.budgetMicro))
    return { maxCostMicro: asked, source: 'caller' };
  return { maxCostMicro: plan.budgetMicro, source: plan.budgetMicro === null ? null : 'routing_plan' };
}

async function admit(
  ctx: RunsContext,
  executor: Executor | null,
  caller: Caller,
  prepared: PreparedRun,
  claim: Claim | null,
): Promise<Run> {
  const plan = await planFor(ctx, caller.workspaceId, prepared);
  await vetUrls(ctx, prepared);
  const hasPlace = executor
    ? executor.reserve()
    : (await countWaiting(ctx.db, ctx.maxLiveRuns)) < ctx.maxLiveRuns;
  if (!hasPlace) {
    throw new ApiError('saturated', `This instance has its limit of ${ctx.maxLiveRuns} live runs.`);
  }
  try {
    return await commitAdmission(ctx, executor, caller, prepared, plan, claim);
  } catch (error) {
    executor?.unreserve();
    if (error instanceof Aborted && error.code === 'insufficient_credits') {
      throw new ApiError('insufficient_credits', 'The credits of this workspace do not cover the run.');
    }
    if (error instanceof Aborted && error.code === 'claim_lost') throw inFlight();
    throw error;
  }
}

/** One transaction: the key, the run, its first attempt, its job, the hold. */
async function commitAdmission(
  ctx: RunsContext,
  executor: Executor | null,
  caller: Caller,
  prepared: PreparedRun,
  plan: Plan,
  claim: Claim | null,
): Promise<Run> {
  const id = newId('resp');
  const jobId = ctx.jobs.newJobId();
  const first = newAttempt(ctx, plan.order[0] ?? '', 'planned', 0);
  const { maxCostMicro, source } = ceilingOf(prepared.request, plan);
  const addonMicro = prepared.request.normalize ? NORMALIZATION_MICRO : 0;
  const upper = priceWithFee(first.priceMicro, caller.feeRatePpm) + addonMicro;
  const { rule } = prepared;
  const known = ctx.registry.entries().map(({ facts }) => facts);
  const heldMicro = maxCostMicro === null ? upper : Math.min(upper, maxCostMicro);
  const inserted: NewRun = {
    id,
    workspaceId: caller.workspaceId,
    request: { ...prepared.request, budgetSource: source, custody: rule && custodyFacts(rule, known) },
    routingClass: prepared.routing.class,
    plan,
    feeRatePpm: caller.feeRatePpm,
    maxCostMicro,
    ...timeContract(prepared),
    owner: executor ? ctx.instanceId : null,
    jobId,
    inFlightMicro: executor ? first.priceMicro : 0,
    heldMicro,
  };
  const posting = hold(`hold:${id}`, heldMicro);
  const held = { workspaceId: caller.workspaceId, runId: id, posting, mustCover: true };
  const statements: Statement[] = [
    insertRunStatement(inserted, executor ? first : null, held),
    await ctx.jobs.sendStatement(jobId, id, executor ? 'for_its_sender' : 'for_anyone'),
    ...(claim ? [settleKeyStatement(claim, id)] : []),
    ...(prepared.ownSecrets ? [await keepOwnSecretsStatement(ctx, inserted, prepared.ownSecrets)] : []),
  ];
  ctx.faults.pass('before-admission-commit');
  const leasedMono = ctx.clock.mono();
  const rows = await commitOnce(ctx, { statements, hot: balanceChange(held) });
  ctx.faults.pass('after-admission-commit');
  const run = rows ? insertedRun(inserted, rows[0]?.[0] ?? {}) : await loadAnyRun(ctx.db, id);
  if (!run) throw new DatabaseAway('the run cannot be found again');
  if (!executor) return run;
  const attempt = run.attempts[0] ?? startedAttempt(first, run.createdAt);
  const owned = { ...run, attempts: [attempt] };
  executor.begin(owned, attempt, leasedMono);
  return owned;
}

// A caller hears of a lost database within three seconds, and one question to it may take most of them.
const ASK_AGAIN_WITHIN_MS = 300;

/** A connection that breaks at the commit leaves open whether the run is there: a second try finds out, as null. */
async function commitOnce(ctx: RunsContext, admission: Batch): Promise<Row[][] | null> {
  const startedAt = ctx.clock.mono();
  try {
    return await ctx.db.commit(admission);
  } catch (error) {
    const isTooLate = ctx.clock.mono() - startedAt > ASK_AGAIN_WITHIN_MS;
    if (!(error instanceof DatabaseAway) || isTooLate) throw error;
  }
  try {
    return await ctx.db.commit(admission);
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Attempts share the window; past `expiresInMs` the run is over whatever happened to its executor. */
function timeContract(prepared: PreparedRun): { windowMs: number | null; expiresInMs: number } {
  const { timeBudgetMs } = prepared.request;
  if (timeBudgetMs !== null)
    return {
      windowMs: Math.min(timeBudgetMs, CEILING_MS),
      expiresInMs: Math.min(timeBudgetMs + GRACE_MS, CEILING_MS),
    };
  const isChosen = prepared.routing.class === 'runner' || prepared.routing.class === 'chain';
  return isChosen
    ? { windowMs: PINNED_TTL_MS, expiresInMs: PINNED_TTL_MS }
    : { windowMs: null, expiresInMs: CEILING_MS };
}

/** Every URL that the request names, and where the target redirects to. */
export async function vetUrls(ctx: RunsContext, prepared: PreparedRun): Promise<void> {
  const target = prepared.request.task.url;
  const localAllowed = target !== null && ctx.gate.isLocalTarget(target);
  for (const url of prepared.urls) {
    const vetted = await ctx.gate.vet(url, { localAllowed });
    if (!vetted.ok) throw unsafe(paramOf(url, prepared), vetted.reason);
  }
  if (target === null) return;
  const walked = await preflight(ctx.gate, target, { localAllowed });
  if (!walked.ok) throw unsafe('url', walked.reason);
}

function paramOf(url: string, { request, ownSecrets }: PreparedRun): string {
  if (url === request.task.url) return 'url';
  return url === ownSecrets?.totpUrl ? 'totp_url' : 'input';
}

function unsafe(param: string, reason: string): ApiError {
  return new ApiError('unsafe_url', { message: `\`${param}\`: ${reason}.`, param });
}
