import { DatabaseAway } from '../platform/db.ts';
import type { HeldJob } from '../platform/jobs.ts';
import type { RunsContext } from './context.ts';
import { executeRun } from './execute.ts';
import { LiveRun } from './live-run.ts';
import { publishProgress } from './progress.ts';
import type { Attempt, Run } from './run.ts';
import { claimRun, releaseLease, renewLeases, replaceJobStatement } from './store.ts';

const RENEW_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 2_000;
const TICK_EVERY_MS = 1_000;
// The lease lasts 30 s: an executor that could not renew stops before another may begin.
const SELF_FENCE_MS = 20_000;
const NO_PROGRESS_MS = 10 * 60_000;
// pg-boss expires a job after 24 h at most; a long run moves to a fresh job well before.
const JOB_AGE_MS = 6 * 3_600_000;

/** Executes runs on this instance: takes them, keeps their leases, lets go when told. */
export class Executor {
  readonly #ctx: RunsContext;
  readonly #live = new Map<string, LiveRun>();
  readonly #work = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #reserved = 0;
  #lastRenewed: number;
  #loops: Promise<void>[] = [];

  constructor(ctx: RunsContext) {
    this.#ctx = ctx;
    this.#lastRenewed = ctx.clock.mono();
    ctx.watch.onChange((runId) => void this.#checkOwnership(runId));
  }

  start(): void {
    this.#loops = [
      this.#every(RENEW_EVERY_MS, () => this.#renew()),
      this.#every(LOOK_EVERY_MS, () => this.#take()),
      this.#every(TICK_EVERY_MS, () => this.#tick()),
    ];
  }

  /** A place for a new run, or null when this instance is full. Give it back with `begin` or `unreserve`. */
  reserve(): boolean {
    if (this.#stop.signal.aborted || this.liveCount >= this.#ctx.maxLiveRuns) return false;
    this.#reserved += 1;
    return true;
  }

  unreserve(): void {
    this.#reserved -= 1;
  }

  get liveCount(): number {
    return this.#live.size + this.#reserved;
  }

  /** Starts a run that admission has just committed with us as its owner. */
  begin(run: Run, job: HeldJob, first: Attempt): void {
    this.unreserve();
    this.#execute(run, job, first);
  }

  /** Finishes what can be finished in time, then hands the rest to other instances. */
  async drain(timeoutMs: number): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
    const renewing = setInterval(() => void this.#renew(), RENEW_EVERY_MS);
    const timeUp = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#work),
      this.#ctx.clock.sleep(timeoutMs, timeUp.signal).catch(() => undefined),
    ]);
    timeUp.abort();
    clearInterval(renewing);
    const left = [...this.#live.values()];
    for (const live of left) live.stop('released');
    await Promise.allSettled(this.#work);
    for (const live of left) {
      await releaseLease(this.#ctx.db, live.run).catch(() => undefined);
      await this.#ctx.jobs.release(live.job).catch(() => undefined);
    }
  }

  #execute(run: Run, job: HeldJob, first: Attempt | null): void {
    const { clock, log } = this.#ctx;
    const live = new LiveRun(run, job, clock.mono());
    this.#live.set(run.id, live);
    const work = executeRun(this.#ctx, live, first)
      .catch((error) =>
        log.error({ run: run.id, cause: String(error), stack: error?.stack }, 'run execution failed'),
      )
      .finally(() => {
        this.#live.delete(run.id);
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  /** Once a second: time that is over, and progress worth telling. */
  async #tick(): Promise<void> {
    const now = this.#ctx.clock.mono();
    for (const live of [...this.#live.values()]) {
      if (now > live.windowEndsMono && !live.isWindowOver) live.stopAttempt('window');
      await publishProgress(this.#ctx, live);
    }
  }

  async #take(): Promise<void> {
    const free = this.#ctx.maxLiveRuns - this.liveCount;
    if (free <= 0) return;
    for (const job of await this.#ctx.jobs.claim(Math.min(free, 20))) {
      const claimed = await claimRun(this.#ctx.db, job.subject, this.#ctx.instanceId, job.id);
      this.#ctx.faults.pass('after-claim');
      if (claimed === 'over') await this.#ctx.jobs.discard(job);
      else if (claimed === 'busy' || this.#live.has(job.subject)) await this.#ctx.jobs.release(job);
      else this.#execute(claimed, job, null);
    }
  }

  async #renew(): Promise<void> {
    const { clock, db, jobs, faults } = this.#ctx;
    const lives = [...this.#live.values()];
    const startedAt = clock.mono();
    try {
      const held = lives.map((live) => ({
        id: live.run.id,
        fence: live.run.fence,
        hasProgressed: live.hasProgressed,
      }));
      const owned = held.length > 0 ? await renewLeases(db, this.#ctx.instanceId, held) : new Set<string>();
      faults.pass('during-renewal');
      this.#lastRenewed = startedAt;
      for (const live of lives) {
        live.hasProgressed = false;
        if (!owned.has(live.run.id)) live.stop('superseded');
      }
      await jobs.touch(lives.filter((live) => owned.has(live.run.id)).map((live) => live.job));
      for (const live of lives) await this.#care(live);
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      if (clock.mono() - this.#lastRenewed > SELF_FENCE_MS) for (const live of lives) live.stop('superseded');
    }
  }

  async #care(live: LiveRun): Promise<void> {
    const { clock, db, jobs } = this.#ctx;
    const now = clock.mono();
    if (now - live.lastProgressMono > NO_PROGRESS_MS) live.stopAttempt('no_progress');
    if (now - live.jobSinceMono < JOB_AGE_MS) return;
    const jobId = jobs.newJobId();
    const statements = [
      replaceJobStatement(live.run.id, live.job.id, jobId),
      await jobs.deleteStatement(live.job),
      ...(await jobs.sendHeldStatements(jobId, live.run.id)),
    ];
    await db.batch(statements);
    live.replaceJob({ id: jobId, retryCount: 0 }, now);
  }

  /** A hint says the row changed: if it is over or another's, stop at once instead of at the next renewal. */
  async #checkOwnership(runId: string): Promise<void> {
    const live = this.#live.get(runId);
    if (!live) return;
    const held = [{ id: runId, fence: live.run.fence, hasProgressed: false }];
    const owned = await renewLeases(this.#ctx.db, this.#ctx.instanceId, held).catch(() => null);
    if (owned && !owned.has(runId)) live.stop('superseded');
  }

  async #every(intervalMs: number, work: () => Promise<void>): Promise<void> {
    const { clock, log } = this.#ctx;
    while (!this.#stop.signal.aborted) {
      await clock.sleep(intervalMs, this.#stop.signal).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      await work().catch((error) => {
        if (!(error instanceof DatabaseAway))
          log.error({ cause: String(error), stack: error?.stack }, 'executor');
      });
    }
  }
}
