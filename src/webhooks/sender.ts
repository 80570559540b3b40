import { DatabaseAway } from '../platform/db.ts';
import { type AttemptContext, attemptDelivery } from './attempt.ts';
import { type Claimed, claimDue, forgetOldSecretsStatement, type Lane, type Room } from './outbox.ts';
import { Recorder } from './recorder.ts';

// In flight on this instance: in all, to receivers that have not proven themselves, and to failing ones. What is left
// belongs to receivers that work, so that any number of hanging ones cannot delay them.
const MOST: Room = { all: 64, unproven: 52, failing: 40 };
const POLL_MS = 1_000;
const TIDY_EVERY_MS = 60_000;

export interface Sweep {
  delivered: number;
  failed: number;
  /** True when it ended at its limit and more may be due. */
  hasMore: boolean;
}

/** Sends what is due, on this instance, as long as it lives. Nothing it does is waited for by a run or a caller. */
export class Sender {
  readonly #ctx: AttemptContext;
  readonly #recorder: Recorder;
  readonly #inFlight: Record<Lane, number> = { proven: 0, new: 0, failing: 0 };
  readonly #work = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();
  #wake = new AbortController();
  #lastClaim: Promise<unknown> = Promise.resolve();
  #loops: Promise<void>[] = [];

  constructor(ctx: AttemptContext) {
    this.#ctx = ctx;
    this.#recorder = new Recorder(ctx);
  }

  start(): void {
    this.#loops = [this.#sendDue(), this.#tidy()];
  }

  get isRunning(): boolean {
    return this.#loops.length > 0;
  }

  /** Something may have become due. */
  poke(): void {
    this.#wake.abort();
  }

  /** Sends what is due now (of one workspace, or of all), up to a limit, and waits for the outcome. */
  async sweep(limits: { workspaceId: string | null; deliveries: number; timeMs: number }): Promise<Sweep> {
    const { clock } = this.#ctx;
    const sweep: Sweep = { delivered: 0, failed: 0, hasMore: false };
    const endsAt = clock.mono() + limits.timeMs;
    let left = limits.deliveries;
    while (left > 0 && clock.mono() < endsAt && !this.#stop.signal.aborted) {
      if (this.#room(left).all <= 0) {
        await Promise.race(this.#work);
        continue;
      }
      const sending = await this.#claim(limits.workspaceId, left);
      if (sending.length === 0) return sweep;
      left -= sending.length;
      for (const wasDelivered of await Promise.all(sending)) sweep[wasDelivered ? 'delivered' : 'failed'] += 1;
    }
    return { ...sweep, hasMore: true };
  }

  /** A sweep that nobody waits for. */
  sweepInBackground(workspaceId: string): void {
    const work = this.sweep({ workspaceId, deliveries: 100, timeMs: 10_000 }).catch((error) =>
      this.#complain(error),
    );
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  /** Takes nothing more; what is under way is sent and written down. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.poke();
    await Promise.all(this.#loops);
    await Promise.all(this.#work);
  }

  async #sendDue(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#wake = new AbortController();
      const wake = this.#wake.signal;
      await this.#claim(null, MOST.all).catch((error) => this.#complain(error));
      // A poke or a free place wakes at once; the poll finds retries, and what other instances left.
      await this.#ctx.clock.sleep(POLL_MS, AbortSignal.any([wake, this.#stop.signal])).catch(() => undefined);
    }
  }

  /** Claims as much as there is room for and begins to send it; one claim at a time, so that the room is real. */
  async #claim(workspaceId: string | null, most: number): Promise<Array<Promise<boolean>>> {
    const before = this.#lastClaim;
    const claim = before.then(async () => {
      const room = this.#room(most);
      const claimed = room.all > 0 ? await claimDue(this.#ctx.db, room, workspaceId) : [];
      return claimed.map((one) => this.#send(one));
    });
    this.#lastClaim = claim.catch(() => undefined);
    return claim;
  }

  #room(most: number): Room {
    const { proven, new: fresh, failing } = this.#inFlight;
    return {
      all: Math.min(most, MOST.all - proven - fresh - failing),
      unproven: MOST.unproven - fresh - failing,
      failing: MOST.failing - failing,
    };
  }

  #send(claimed: Claimed): Promise<boolean> {
    this.#inFlight[claimed.lane] += 1;
    const work = attemptDelivery(this.#ctx, claimed)
      .then(async (result) => {
        await this.#recorder.record(result);
        return result.status === 'delivered';
      })
      .finally(() => {
        this.#inFlight[claimed.lane] -= 1;
        this.#work.delete(work);
        this.poke();
      });
    this.#work.add(work);
    return work;
  }

  async #tidy(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#ctx.db.query(forgetOldSecretsStatement()).catch((error) => this.#complain(error));
      await this.#ctx.clock.sleep(TIDY_EVERY_MS, this.#stop.signal).catch(() => undefined);
    }
  }

  #complain(error: unknown): void {
    if (!(error instanceof DatabaseAway))
      this.#ctx.log.error({ cause: String(error), stack: (error as Error)?.stack }, 'webhook sender');
  }
}
