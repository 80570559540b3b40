import { randomUUID } from 'node:crypto';
import { DatabaseAway, type Db } from '../platform/db.ts';
import { reportedElsewhere } from '../platform/failure.ts';
import { Routine } from '../platform/routine.ts';
import { type AttemptContext, attemptDelivery, postponed } from './attempt.ts';
import { type Claimed, claimDue, findDue, type Lane, PER_ENDPOINT, type Room, release } from './outbox.ts';
import { Bodies, type PrepareContext } from './prepare.ts';
import { ResultWriter } from './result-writer.ts';
import type { Recorded } from './results.ts';
import { forgetOld } from './retention.ts';

// Limits of this instance: in flight in total, to unproven receivers, and to failing ones. The rest is reserved for
// working receivers, so that hanging ones cannot delay them.
const MOST: Room = { now: 64, unproven: 52, failing: 40, ahead: 384 };
const REFILL_AT = 48;
const POLL_MS = 1_000;
const GATHER_MS = 10;
const TIDY_EVERY_MS = 60_000;
// A lease lasts 30 s and an attempt up to 10 s: a delivery that waited longer than this is released instead of sent.
const BEGIN_WITHIN_MS = 15_000;

export interface SenderContext extends AttemptContext, PrepareContext {
  db: Db;
  /** Called with the outcome of every attempt. */
  onAttempted?(isDelivered: boolean): void;
  /** Called when a delivery is due and this instance does not send. */
  onIdlePoke(): void;
}

export interface Delivered {
  delivered: number;
  failed: number;
  /** True when it ended at its limit and more may be due. */
  hasMore: boolean;
}

/** A claimed delivery: waiting for its turn at the endpoint, then in flight. */
interface PendingDelivery {
  claimed: Claimed;
  endpoint: AtEndpoint;
  body: Uint8Array | null;
  claimedMono: number;
  /** Resolves to whether it was delivered; null when it was given back. */
  done: PromiseWithResolvers<boolean | null>;
}

interface AtEndpoint {
  lane: Lane;
  /** Claimed and not recorded yet. */
  held: number;
  /** Of these, not answered yet. */
  open: number;
  inFlight: number;
  waiting: PendingDelivery[];
}

/** Sends due deliveries on this instance. No run and no caller waits for it. */
export class Sender {
  readonly #ctx: SenderContext;
  readonly #owner = randomUUID();
  readonly #results: ResultWriter;
  readonly #bodies: Bodies;
  readonly #atEndpoint = new Map<string, AtEndpoint>();
  readonly #work = new Set<Promise<unknown>>();
  readonly #stop = new AbortController();
  #wake = Promise.withResolvers<void>();
  #isGathering = false;
  readonly #toLookAt = new Set<string>();
  #lastClaim: Promise<unknown> = Promise.resolve();
  #sending: Promise<void> | null = null;
  #routines: Routine[] = [];

  constructor(ctx: SenderContext) {
    this.#ctx = ctx;
    this.#results = new ResultWriter(ctx);
    this.#bodies = new Bodies(ctx);
  }

  start(): void {
    const { clock, log, db } = this.#ctx;
    const failure = 'webhook sender failed';
    this.#sending = this.#sendDue();
    this.#routines = [
      new Routine({ clock, log, everyMs: POLL_MS, failure }, () => this.#lookAtAll()),
      new Routine({ clock, log, everyMs: TIDY_EVERY_MS, failure }, () => forgetOld(db)),
    ];
  }

  get isRunning(): boolean {
    return this.#sending !== null;
  }

  /** A delivery has become due, in one workspace or in any. */
  poke(workspaceId: string | null): void {
    if (!this.isRunning) {
      this.#ctx.onIdlePoke();
      return;
    }
    if (workspaceId === null) {
      this.#track(this.#lookAtAll());
      return;
    }
    this.#toLookAt.add(workspaceId);
    this.#wake.resolve();
  }

  /** Sends due deliveries (of one workspace or all), up to a limit, and waits for the results. */
  async deliverDue(limits: {
    workspaceId: string | null;
    deliveries: number;
    timeMs: number;
  }): Promise<Delivered> {
    const { clock } = this.#ctx;
    const passed: Delivered = { delivered: 0, failed: 0, hasMore: false };
    const endsAt = clock.mono() + limits.timeMs;
    let left = limits.deliveries;
    while (left > 0 && clock.mono() < endsAt && !this.#stop.signal.aborted) {
      if (this.#room(left).now <= 0) {
        await Promise.race(this.#work);
        continue;
      }
      const { workspaceId } = limits;
      const workspaceIds =
        workspaceId === null ? await findDue(this.#ctx.db, this.#room(left)) : [workspaceId];
      const sending = await this.#claim(workspaceIds, left);
      if (sending.length === 0) return passed;
      left -= sending.length;
      for (const outcome of await Promise.all(sending)) {
        if (outcome !== null) passed[outcome ? 'delivered' : 'failed'] += 1;
      }
    }
    return { ...passed, hasMore: true };
  }

  /** Delivers due events without waiting for them. */
  deliverInBackground(workspaceId: string): void {
    this.#track(this.deliverDue({ workspaceId, deliveries: 100, timeMs: 10_000 }));
  }

  /** Stops claiming, finishes and records open deliveries, and releases the rest. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#wake.resolve();
    await Promise.all([this.#sending, ...this.#routines.map((one) => one[Symbol.asyncDispose]())]);
    await this.#lastClaim;
    for (const endpoint of this.#atEndpoint.values()) this.#giveBack(endpoint.waiting.splice(0));
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async #sendDue(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#wake = Promise.withResolvers();
      const workspaceIds = [...this.#toLookAt];
      this.#toLookAt.clear();
      if (workspaceIds.length > 0)
        await this.#claim(workspaceIds, MOST.now + MOST.ahead).catch((error) => this.#complain(error));
      await this.#wake.promise;
    }
  }

  /** Finds retries, and the deliveries of dead instances. */
  async #lookAtAll(): Promise<void> {
    const room = this.#room(MOST.now);
    if (room.now <= 0) return;
    for (const workspaceId of await findDue(this.#ctx.db, room)) this.#toLookAt.add(workspaceId);
    this.#wake.resolve();
  }

  /** A place is free and the workspace may have more. Places that become free together lead to one claim. */
  #freed(workspaceId: string): void {
    this.#toLookAt.add(workspaceId);
    if (this.#isGathering) return;
    this.#isGathering = true;
    void this.#ctx.clock.sleep(GATHER_MS).then(() => {
      this.#isGathering = false;
      this.#wake.resolve();
    });
  }

  /** Claims as much as fits and starts sending; one claim at a time, so that the count is exact. */
  async #claim(workspaceIds: string[], most: number): Promise<Array<Promise<boolean | null>>> {
    const claim = this.#lastClaim.then(async () => {
      const room = this.#room(most);
      if (room.now <= 0 || this.#stop.signal.aborted) return [];
      const claimedMono = this.#ctx.clock.mono();
      const claimed = await claimDue(this.#ctx.db, this.#owner, room, workspaceIds);
      return claimed.map((one) => this.#hold(one, claimedMono));
    });
    this.#lastClaim = claim.catch(reportedElsewhere);
    const held = await claim;
    if (held.length > 0) this.#track(this.#prepare(held));
    return held.map(({ done }) => done.promise);
  }

  /** Claimed deliveries count, even before their bodies are loaded. */
  #room(most: number): Room {
    const room = { ...MOST };
    for (const { lane, open } of this.#atEndpoint.values()) {
      const places = Math.min(open, PER_ENDPOINT);
      room.now -= places;
      if (lane !== 'proven') room.unproven -= places;
      if (lane === 'failing') room.failing -= places;
      room.ahead -= open - places;
    }
    const now = Math.min(most, room.now);
    return { ...room, now, ahead: Math.min(most - now, room.ahead) };
  }

  #hold(claimed: Claimed, claimedMono: number): PendingDelivery {
    const { endpointId, lane } = claimed;
    const endpoint = this.#atEndpoint.get(endpointId) ?? { held: 0, open: 0, inFlight: 0, waiting: [], lane };
    this.#atEndpoint.set(endpointId, endpoint);
    endpoint.lane = lane;
    endpoint.held += 1;
    endpoint.open += 1;
    return { claimed, endpoint, body: null, claimedMono, done: Promise.withResolvers() };
  }

  async #prepare(held: PendingDelivery[]): Promise<void> {
    const bodies = await this.#bodies
      .of(held.map(({ claimed }) => claimed))
      .catch((error) => this.#complain(error));
    for (const one of held) {
      if (!bodies) {
        this.#answered(one, postponed(one.claimed, this.#databaseTime(one)));
        continue;
      }
      one.body = bodies.get(one.claimed.event.id) ?? null;
      one.endpoint.waiting.push(one);
    }
    for (const endpoint of new Set(held.map((one) => one.endpoint))) this.#beginNext(endpoint);
  }

  #beginNext(endpoint: AtEndpoint): void {
    const { clock } = this.#ctx;
    while (endpoint.inFlight < PER_ENDPOINT && endpoint.waiting.length > 0) {
      const held = endpoint.waiting.shift() as PendingDelivery;
      if (this.#stop.signal.aborted || clock.mono() - held.claimedMono > BEGIN_WITHIN_MS) {
        this.#giveBack([held, ...endpoint.waiting.splice(0)]);
        break;
      }
      endpoint.inFlight += 1;
      this.#track(this.#attempt(held));
    }
  }

  /** The place is free once the receiver has answered; recording does not hold it. */
  async #attempt(held: PendingDelivery): Promise<void> {
    const result = await attemptDelivery(this.#ctx, held.claimed, held.body, () => this.#databaseTime(held));
    held.endpoint.inFlight -= 1;
    this.#answered(held, result);
    this.#beginNext(held.endpoint);
  }

  #answered(held: PendingDelivery, result: Recorded): void {
    held.endpoint.open -= 1;
    this.#ctx.onAttempted?.(result.status === 'delivered');
    this.#track(this.#record(held, result));
  }

  async #record(held: PendingDelivery, result: Recorded): Promise<void> {
    await this.#results.write(result);
    held.done.resolve(result.status === 'delivered');
    this.#letGo(held);
  }

  #giveBack(held: PendingDelivery[]): void {
    if (held.length === 0) return;
    for (const { endpoint } of held) endpoint.open -= 1;
    const claimed = held.map((one) => one.claimed);
    this.#track(
      release(this.#ctx.db, claimed).finally(() => {
        for (const one of held) {
          one.done.resolve(null);
          this.#letGo(one);
        }
      }),
    );
  }

  /** Refills before the endpoint runs empty, but not after each delivery: a claim costs the same for one as for many. */
  #letGo({ endpoint, claimed: { endpointId, workspaceId } }: PendingDelivery): void {
    // If it was the only one, nothing else was due, and anything newer has called `poke`.
    const mayHaveMore = endpoint.held > 1 && endpoint.open <= REFILL_AT;
    endpoint.held -= 1;
    if (endpoint.held === 0) this.#atEndpoint.delete(endpointId);
    if (mayHaveMore) this.#freed(workspaceId);
  }

  #databaseTime({ claimed, claimedMono }: PendingDelivery): Date {
    return new Date(claimed.claimedAt.getTime() + this.#ctx.clock.mono() - claimedMono);
  }

  #track(work: Promise<unknown>): void {
    const tracked = work.catch((error) => this.#complain(error)).finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }

  #complain(error: unknown): void {
    if (!(error instanceof DatabaseAway))
      this.#ctx.log.error({ cause: String(error), stack: (error as Error)?.stack }, 'webhook sender failed');
  }
}
