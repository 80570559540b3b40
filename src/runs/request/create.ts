import { hold } from '../../billing/postings.ts';
import { balanceChange } from '../../billing/store.ts';
import { ApiError } from '../../errors.ts';
import { Aborted, DatabaseAway, isDuplicate, type Row, type Statement } from '../../platform/db.ts';
import type { Caller } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import type { Batch } from '../../platform/shared-commit.ts';
import type { Plan } from '../../routing/plan.ts';
import { custodyFacts } from '../../vault/custody.ts';
import { keepOwnSecretsStatement } from '../attempt/login/own-secrets.ts';
import { type NewAttempt, saveDecisionStatement, startedAttempt } from '../attempt-store.ts';
import { reservedMicro } from '../ceiling.ts';
import type { RequestContext } from '../context.ts';
import { briefOf } from '../decision-brief.ts';
import type { Executor } from '../lifecycle/executor.ts';
import type { Created, Run, RunWarning } from '../run.ts';
import type { CreateBody } from '../schema-create.ts';
import {
  insertedRun,
  insertRunStatement,
  limitSweepsStatements,
  loadAnyRun,
  loadRun,
  type NewRun,
} from '../store.ts';
import { alternatives, firstAttempt, heldAtFirst } from './first-attempt.ts';
import { type Claim, claimKey, findKey, inFlight, markOf, releaseKey } from './idempotency.ts';
import { ceilingMicro, type PreparedRun, planFor, prepare, vetUrls } from './prepare.ts';
import { refuseWhenFull, reserveCapacity } from './reserve-capacity.ts';
import { routingNote } from './routing-note.ts';
import { shortOfCredits } from './short-of-credits.ts';

const PINNED_TTL_MS = 20 * 60_000;
const GRACE_MS = 10 * 60_000;
/** For runs without a time budget. */
const CEILING_MS = 24 * 3_600_000;
/** A budget has no upper bound; dates have one. */
const CENTURY_MS = 100 * 365 * 24 * 3_600_000;
const SWEEPS_PER_ACCOUNT = 3;

export interface CreateRequest {
  body: CreateBody;
  /** The body as it was sent, in the words of its endpoint. */
  sent: Record<string, unknown>;
  endpoint: string;
  headerValues(name: string): string[];
  warnings?: RunWarning[];
  /** A test of its runner. */
  isTest?: boolean;
}

/** Turns a body into a committed run. A refused request creates nothing, bills nothing and does not consume its key. */
export async function createRun(
  ctx: RequestContext,
  executor: Executor | null,
  caller: Caller,
  wanted: CreateRequest,
): Promise<Created> {
  const { key, mark } = markOf(ctx.fingerprintKey, caller, wanted);
  if (mark === null) {
    refuseWhenFull(ctx, executor, caller.workspaceId);
    const prepared = await preparedWith(ctx, caller, wanted);
    return {
      run: await admit(ctx, { executor, caller, prepared, claim: null }),
      idempotencyKey: null,
      isReplay: false,
    };
  }
  // Checked first: a replay is answered even if the same request would be refused now.
  const isFull = executor !== null && !executor.hasRoomFor(caller.workspaceId);
  const known = isFull ? await findKey(ctx.db, mark) : null;
  if (!known) refuseWhenFull(ctx, executor, caller.workspaceId);
  const claimed = known ?? (await claimKey(ctx.db, mark));
  if ('runId' in claimed) {
    const run = await loadRun(ctx.db, caller.workspaceId, claimed.runId);
    if (!run) throw new ApiError('response_not_found', 'The response of this idempotency key was deleted.');
    return { run, idempotencyKey: key, isReplay: true };
  }
  const { claim } = claimed;
  const prepared = await orRelease(ctx, claim, preparedWith(ctx, caller, wanted), isAnswered);
  const run = await orRelease(
    ctx,
    claim,
    admit(ctx, { executor, caller, prepared, claim }),
    // After any other error the run may still exist; the claim then expires on its own.
    (error) => error instanceof ApiError,
  );
  return { run, idempotencyKey: key, isReplay: false };
}

async function preparedWith(
  ctx: RequestContext,
  caller: Caller,
  { body, warnings = [], isTest }: CreateRequest,
): Promise<PreparedRun> {
  const prepared = await prepare(ctx, caller, body);
  const all = [...warnings, ...(prepared.request.warnings ?? [])];
  const more = { ...(all.length > 0 && { warnings: all }), ...(isTest && { isTest: true as const }) };
  return { ...prepared, request: { ...prepared.request, ...more } };
}

/** While the database is away it releases nothing either, and the caller waits for an answer. */
const isAnswered = (error: unknown) => !(error instanceof DatabaseAway);

/** A refused create does not consume its key. */
async function orRelease<T>(
  ctx: RequestContext,
  claim: Claim | null,
  work: Promise<T>,
  isRefusal: (error: unknown) => boolean,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (claim && isRefusal(error)) await releaseKey(ctx.db, claim);
    throw error;
  }
}

/** A checked request on its way to become a run. */
interface Admission {
  id: string;
  caller: Caller;
  /** Null where another instance executes the run. */
  executor: Executor | null;
  prepared: PreparedRun;
  plan: Plan;
  first: NewAttempt | null;
  claim: Claim | null;
  /** Runs of the workspace before it in the queue. */
  ahead: number;
}

async function admit(
  ctx: RequestContext,
  { executor, caller, prepared, claim }: Pick<Admission, 'executor' | 'caller' | 'prepared' | 'claim'>,
): Promise<Run> {
  const id = newId('resp');
  const { workspaceId } = caller;
  const plan = await planFor(ctx, workspaceId, prepared, id);
  await vetUrls(ctx, prepared);
  const first = firstAttempt(ctx, prepared, plan);
  const reservation = { isSweep: prepared.isSweep, workspaceId, plan, request: prepared.request };
  const ahead = await reserveCapacity(ctx, executor, reservation);
  try {
    return await commitAdmission(ctx, { id, caller, executor, prepared, plan, first, claim, ahead });
  } catch (error) {
    executor?.unreserve(reservation);
    if (error instanceof Aborted && error.code === 'insufficient_credits') {
      const neededMicro = heldAtFirst(prepared, first, caller);
      throw await shortOfCredits(ctx, caller, neededMicro, await alternatives(ctx, caller, prepared));
    }
    if (error instanceof Aborted && error.code === 'claim_lost') throw inFlight();
    if (error instanceof Aborted && error.code === 'too_many_sweeps') {
      const message = `An account has at most ${SWEEPS_PER_ACCOUNT} learning runs under way.`;
      throw new ApiError('rate_limited', { message, param: 'routing', retryAfter: 120 });
    }
    throw error;
  }
}

/** One transaction: the run with its key, its first attempt or its job, the hold. */
async function commitAdmission(ctx: RequestContext, admission: Admission): Promise<Run> {
  const { executor, prepared, first } = admission;
  // A sweep's probes wait for their turn.
  const started = executor && !prepared.isSweep ? first : null;
  const newRun = newRunOf(ctx, admission, started);
  const batch = await batchOf(ctx, admission, newRun, started);
  ctx.faults.pass('before-admission-commit');
  const leasedMono = ctx.clock.mono();
  const rows = await commitOnce(ctx, batch);
  ctx.faults.pass('after-admission-commit');
  const run = rows ? insertedRun(newRun, rows[0]?.[0] ?? {}) : await loadAnyRun(ctx.db, newRun);
  if (!run) throw new DatabaseAway('the run cannot be found again');
  ctx.watch.created(run.id);
  if (!executor) {
    ctx.watch.queued();
    return run;
  }
  const attempt = run.attempts[0] ?? (started && startedAttempt(started, run.createdAt));
  const owned = { ...run, attempts: attempt ? [attempt] : [] };
  executor.begin(owned, attempt, leasedMono);
  return owned;
}

function newRunOf(ctx: RequestContext, admission: Admission, started: NewAttempt | null): NewRun {
  const { id, caller, executor, prepared, plan, first } = admission;
  const { routing, request, rule, own } = prepared;
  const hasLogin = request.credentialId !== null;
  return {
    id,
    workspaceId: caller.workspaceId,
    keyId: caller.keyId,
    request: {
      ...request,
      isMulti: prepared.words.isMulti,
      routingNote: routingNote(routing, plan, ctx.registry.seenBy(own), hasLogin),
      custody: rule && custodyFacts(rule, availableFacts(ctx, own)),
    },
    routingClass: routing.class,
    domain: prepared.domain,
    taskType: prepared.words.type,
    plan: {
      order: plan.order,
      decision: plan.decision && briefOf(plan.decision),
      budgetMicro: plan.budgetMicro,
    },
    feeRatePpm: caller.feeRatePpm,
    maxCostMicro: ceilingMicro(prepared),
    ...timeContract(prepared),
    owner: executor ? ctx.instanceId : null,
    jobId: ctx.jobs.newJobId(),
    inFlightMicro: started ? reservedMicro(started) : 0,
    heldMicro: heldAtFirst(prepared, first, caller),
  };
}

function availableFacts({ registry }: RequestContext, own: PreparedRun['own']) {
  const available = registry.entries(own).filter(({ status }) => status === 'available');
  return available.map(({ facts }) => facts);
}

async function batchOf(
  ctx: RequestContext,
  { executor, prepared, plan, claim, ahead }: Admission,
  newRun: NewRun,
  started: NewAttempt | null,
): Promise<Batch> {
  const { id, workspaceId, keyId, jobId, heldMicro } = newRun;
  const posting = hold(`hold:${id}`, heldMicro);
  const statements: Statement[] = [
    insertRunStatement(newRun, started, posting, claim),
    // The executor makes the job of a run that lasts; until then only the lease protects the run.
    ...(executor ? [] : [await ctx.jobs.sendStatement(jobId, id, ahead)]),
    ...(plan.decision ? [saveDecisionStatement(newRun, 0, plan.decision)] : []),
    ...(prepared.isSweep ? limitSweepsStatements(workspaceId, SWEEPS_PER_ACCOUNT) : []),
    ...(prepared.ownSecrets ? [await keepOwnSecretsStatement(ctx, newRun, prepared.ownSecrets)] : []),
  ];
  return { statements, hot: balanceChange({ workspaceId, keyId, posting, mustCover: true }) };
}

// A caller learns of a lost database within three seconds, and a single query can take most of that.
const ASK_AGAIN_WITHIN_MS = 300;

/** When the connection breaks during the commit, the outcome is unknown: the second try returns null if the run exists. */
async function commitOnce(ctx: RequestContext, admission: Batch): Promise<Row[][] | null> {
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

/** All attempts share the window. After `expiresInMs` the run is over even if its executor died. */
function timeContract(prepared: PreparedRun): { windowMs: number | null; expiresInMs: number } {
  const { timeBudgetMs } = prepared.request;
  if (timeBudgetMs !== null) {
    const windowMs = Math.min(timeBudgetMs, CENTURY_MS);
    return { windowMs, expiresInMs: windowMs + GRACE_MS };
  }
  const isChosen = prepared.routing.class === 'runner' || prepared.routing.class === 'chain';
  return isChosen
    ? { windowMs: PINNED_TTL_MS, expiresInMs: PINNED_TTL_MS }
    : { windowMs: null, expiresInMs: CEILING_MS };
}
