import { Aborted, DatabaseAway, isRefused } from '../../platform/db.ts';
import type { ClaimedJob, HeldJob } from '../../platform/jobs.ts';
import { Routine } from '../../platform/routine.ts';
import type { LifecycleContext } from '../context.ts';
import { probesAtFirst } from '../learning-sweep.ts';
import type { Attempt, Run } from '../run.ts';
import { hasRoomFor } from './capacity.ts';
import { closeRun } from './close.ts';
import { executeRun } from './execute.ts';
import { claimRun, isOwned, releaseLeaseStatement, renewLeases, replaceJobStatement } from './leases.ts';
import { LiveRun } from './live-run.ts';
import { ProbeTurns } from './probe-turns.ts';
import { publishProgress } from './progress.ts';

const RENEW_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 2_000;
// After news of waiting runs, or free capacity where more wait: several at a time cost one query.
const LOOK_SOON_MS = 50;
const MOST_TAKEN = 20;
const TICK_EVERY_MS = 1_000;
const PUBLISH_EVERY_MS = 250;
const NO_PROGRESS_MS = 10 * 60_000;
// pg-boss expires a job after 24 h at most; a long run moves to a fresh job well before.
const JOB_AGE_MS = 6 * 3_600_000;
// The next owner must not wait for a runner that ignores the stop signal.
const LET_GO_MS = 1_000;

const INTERNAL_ERROR = {
  kind: 'stopped',
  code: 'internal_error',
  message: 'A fault of the service ended the run.',
} as const;

/** A run before its admission, as far as its capacity is concerned. */
export type Reservation = Parameters<typeof probesAtFirst>[0] & Pick<Run, 'isSweep' | 'workspaceId'>;

/** Executes runs on this instance: claims them, renews their leases, releases them on shutdown. */
export class Executor {
  readonly #ctx: LifecycleContext;
  readonly #liveRun = new Map<string, LiveRun>();
  readonly probes: ProbeTurns;
  #isLeaving = false;
  /** The workspaces of runs that are being admitted. */
  readonly #reserved: string[] = [];
  /** Takes new work. */
  #looking: Routine | null = null;
  #isLookDue = false;
  /** The last look found as many runs as it could take. */
  #hasMoreWaiting = false;
  /** Loops that care for the live runs, until none is left. */
  #keeping: Routine[] = [];

  constructor(ctx: LifecycleContext) {
    this.#ctx = ctx;
    this.probes = new ProbeTurns(ctx.clock, ctx.probeLimits);
    ctx.watch.onClosed((runId) => this.#liveRun.get(runId)?.stop('superseded'));
    ctx.watch.onChange((runId) => void this.#checkOwnership(runId));
    ctx.watch.onQueued(() => this.#lookSoon());
  }

  start(): void {
    const every = (everyMs: number, failure: string, work: () => Promise<void>) =>
      new Routine({ clock: this.#ctx.clock, log: this.#ctx.log, everyMs, failure }, work);
    this.#looking = every(LOOK_EVERY_MS, 'taking runs failed', () => this.#take());
    this.#keeping = [
      every(RENEW_EVERY_MS, 'renewing leases failed', () => this.#renew()),
      every(TICK_EVERY_MS, 'checking the time of runs failed', () => this.#tick()),
      every(PUBLISH_EVERY_MS, 'publishing the progress of runs failed', () => this.#publish()),
    ];
  }

  /** Reserves capacity for a new run; false when this instance is full. Released by `begin` or `unreserve`. */
  reserve(run: Reservation): boolean {
    if (this.#isLeaving || !this.hasRoomFor(run.workspaceId)) return false;
    if (run.isSweep && !this.probes.reserve(probesAtFirst(run))) return false;
    this.#reserved.push(run.workspaceId);
    return true;
  }

  unreserve(run: Reservation): void {
    if (run.isSweep) this.probes.unreserve(probesAtFirst(run));
    this.#reserved.splice(this.#reserved.indexOf(run.workspaceId), 1);
  }

  get liveCount(): number {
    return this.#liveRun.size + this.#reserved.length;
  }

  hasRoomFor(workspaceId: string): boolean {
    const limit = this.#ctx.maxLiveRuns;
    const all = this.liveCount;
    if (all < limit) return true;
    const held = [...this.#reserved, ...[...this.#liveRun.values()].map(({ run }) => run.workspaceId)];
    return hasRoomFor({ all, own: held.filter((id) => id === workspaceId).length }, limit);
  }

  /** Starts a run that admission has committed with us as its owner, leased when `leasedMono` was the time. */
  begin(run: Run, first: Attempt | null, leasedMono: number): void {
    this.#execute(run, null, first, leasedMono);
    this.unreserve(run);
  }

  /** The instance takes no new work; runs under way go on. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Hands over at once the runs that another instance can continue, lets the rest finish in time, then hands those over, too. */
  async drain(timeoutMs: number): Promise<void> {
    const { clock } = this.#ctx;
    this.#isLeaving = true;
    await this.#looking?.[Symbol.asyncDispose]();
    const endsAt = clock.mono() + timeoutMs;
    const handedOver = new Map<LiveRun, Promise<void>>();
    // If this fails, the lease lapses.
    const handOver = (liveRun: LiveRun) =>
      handedOver.set(
        liveRun,
        this.#release(liveRun).catch(() => undefined),
      );
    while (this.liveCount > 0 && clock.mono() < endsAt) {
      for (const liveRun of this.#liveRun.values()) {
        liveRun.isLeaving = true;
        if (liveRun.canBeHandedOver && !handedOver.has(liveRun)) handOver(liveRun);
      }
      await clock.sleep(20);
    }
    for (const liveRun of this.#liveRun.values()) if (!handedOver.has(liveRun)) handOver(liveRun);
    await Promise.all(handedOver.values());
    await Promise.all(this.#keeping.map((routine) => routine[Symbol.asyncDispose]()));
  }

  async #release(liveRun: LiveRun): Promise<void> {
    const { clock, db, jobs } = this.#ctx;
    liveRun.stop('released');
    const endsAt = clock.mono() + LET_GO_MS;
    while (this.#liveRun.get(liveRun.run.id) === liveRun && clock.mono() < endsAt) await clock.sleep(20);
    const jobId = jobs.newJobId();
    await db.batch([
      replaceJobStatement(liveRun.run, liveRun.job.id, jobId),
      releaseLeaseStatement(liveRun.run),
      await jobs.discardStatement(liveRun.job.id),
      await jobs.sendStatement(jobId, liveRun.run.id),
    ]);
    this.#ctx.watch.queued();
  }

  #execute(run: Run, job: HeldJob | null, first: Attempt | null, leasedMono: number): void {
    const liveRun = new LiveRun(run, job, leasedMono);
    if (first) liveRun.open(first.id);
    this.#liveRun.set(run.id, liveRun);
    void this.#executeLive(liveRun).finally(() => {
      this.#liveRun.delete(run.id);
      if (this.#hasMoreWaiting) this.#lookSoon();
    });
  }

  /** A run that fails on a fault of ours would fail again with its next owner: it ends. */
  async #executeLive(liveRun: LiveRun): Promise<void> {
    const { run } = liveRun;
    try {
      if (run.isUnreadable) throw new Error('the stored run lacks members that this version needs');
      if (run.isSweep) {
        liveRun.turns = this.probes.open(() => liveRun.wake());
        liveRun.turns.want(probesAtFirst(run));
      }
      await executeRun(this.#ctx, liveRun);
    } catch (error) {
      this.#ctx.log.error(
        { run: run.id, cause: String(error), stack: (error as Error).stack },
        'run execution failed',
      );
      // A refusal of the database may pass; the next owner tries again.
      if (error instanceof DatabaseAway || error instanceof Aborted || isRefused(error)) return;
      liveRun.stop('over');
      await closeRun(this.#ctx, run, INTERNAL_ERROR).catch((cause: unknown) =>
        this.#ctx.log.error({ run: run.id, cause: String(cause) }, 'run could not be ended'),
      );
    }
  }

  #lookSoon(): void {
    if (this.#isLookDue) return;
    this.#isLookDue = true;
    this.#ctx.clock.after(LOOK_SOON_MS, () => {
      this.#isLookDue = false;
      this.#looking?.wake();
    });
  }

  /** Once a second: time that is over, and leases that could not be kept. */
  async #tick(): Promise<void> {
    const { clock } = this.#ctx;
    const now = clock.mono();
    const lives = [...this.#liveRun.values()];
    for (const liveRun of lives) liveRun.tick(now);
    if (lives.every((liveRun) => liveRun.mayAct(now))) return;
    // This process may have stood still and the lease be ours yet: one last try before letting go.
    await this.#renew().catch(() => undefined);
    for (const liveRun of lives) if (!liveRun.mayAct(clock.mono())) liveRun.stop('superseded');
  }

  async #publish(): Promise<void> {
    for (const liveRun of [...this.#liveRun.values()]) await publishProgress(this.#ctx, liveRun);
  }

  async #take(): Promise<void> {
    const free = this.#ctx.maxLiveRuns - this.liveCount;
    if (free <= 0) {
      this.#hasMoreWaiting = true;
      return;
    }
    const most = Math.min(free, MOST_TAKEN);
    let busy = 0;
    const claimed = await this.#ctx.jobs.claim(most);
    for (const job of claimed) if ((await this.#takeOver(job)) === 'busy') busy += 1;
    this.#hasMoreWaiting = claimed.length - busy === most;
    if (this.#hasMoreWaiting) this.#lookSoon();
  }

  /** `busy` for a run that another instance has. */
  async #takeOver(job: ClaimedJob): Promise<'taken' | 'busy'> {
    const { clock, db, jobs, faults, instanceId } = this.#ctx;
    const liveRun = this.#liveRun.get(job.subject);
    const leasedMono = clock.mono();
    // pg-boss gave our own job up for dead, after a stall or a lost heartbeat: the execution just goes on with it.
    if (liveRun && !liveRun.signal.aborted) {
      liveRun.replaceJob(job, leasedMono);
      return 'taken';
    }
    const claimed = liveRun ? 'busy' : await claimRun(db, job.subject, instanceId, job.id);
    faults.pass('after-claim');
    if (claimed === 'over') await jobs.discard(job);
    else if (claimed === 'busy') await jobs.release(job);
    else this.#execute(claimed, job, null, leasedMono);
    return claimed === 'busy' ? 'busy' : 'taken';
  }

  async #renew(): Promise<void> {
    const { clock, db, jobs, faults, instanceId } = this.#ctx;
    const lives = [...this.#liveRun.values()].filter((liveRun) => !liveRun.signal.aborted);
    if (lives.length === 0) return;
    const startedAt = clock.mono();
    const held = lives.map((liveRun) => ({
      id: liveRun.run.id,
      fence: liveRun.run.fence,
      hasProgressed: liveRun.takeProgress(),
    }));
    const owned = await renewLeases(db, instanceId, held);
    faults.pass('during-renewal');
    for (const liveRun of lives) {
      if (owned.has(liveRun.run.id)) liveRun.leased(startedAt);
      else liveRun.stop('superseded');
    }
    const kept = lives.filter((liveRun) => owned.has(liveRun.run.id));
    const touched = await jobs.touch(kept.map((liveRun) => liveRun.job));
    for (const liveRun of kept) {
      const now = clock.mono();
      for (const attempt of liveRun.attempts.values()) {
        const isAtWork = attempt.hasBegun && !attempt.isAsking;
        if (isAtWork && attempt.isQuiet(now, NO_PROGRESS_MS)) attempt.stop('no_progress');
      }
      const isJobLost = !touched.has(liveRun.job.id) && !liveRun.signal.aborted;
      if (isJobLost || now - liveRun.jobSinceMono > JOB_AGE_MS) await this.#renewJob(liveRun);
    }
  }

  /** Replaces a job that is not made yet, old, handed out to another or gone, by a held one. */
  async #renewJob(liveRun: LiveRun): Promise<void> {
    const { clock, db, jobs } = this.#ctx;
    const jobId = jobs.newJobId();
    const statements = [
      replaceJobStatement(liveRun.run, liveRun.job.id, jobId),
      await jobs.discardStatement(liveRun.job.id),
      ...(await jobs.sendHeldStatements(jobId, liveRun.run.id)),
    ];
    await db.batch(statements).then(
      () => {
        liveRun.replaceJob({ id: jobId, retryCount: 0 }, clock.mono());
        // The run ended while its job was exchanged: only we know the new one.
        return this.#liveRun.has(liveRun.run.id) ? undefined : jobs.discard(liveRun.job);
      },
      (error) => {
        // The run ended in the meantime, or belongs to another instance: the next renewal tells.
        if (!(error instanceof Aborted)) throw error;
      },
    );
  }

  /** The row may have changed: stop a run that is over or owned elsewhere now, not at the next renewal. */
  async #checkOwnership(runId: string): Promise<void> {
    const liveRun = this.#liveRun.get(runId);
    if (!liveRun) return;
    const isOurs = await isOwned(this.#ctx.db, this.#ctx.instanceId, liveRun.run).catch(() => true);
    if (!isOurs) liveRun.stop('superseded');
  }
}
