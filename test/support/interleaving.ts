import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Clock } from '../../src/platform/clock.ts';
import {
  DatabaseAway,
  Db,
  type DbOptions,
  type Row,
  type Statement,
  type Tx,
} from '../../src/platform/db.ts';

interface Turn {
  actor: Actor;
  label: string;
  take(): void;
}

/** Statements that mention none of these do not take part: they run as soon as they are sent. */
const PROTOCOL = /\b(runs|attempts|ledger_entries|pgboss|change_run)\b/;
const BLOCKED = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Runs real code one statement at a time, in an order that the test chooses. An actor represents a process: it waits for
 * its turn before it sends a statement, again before it hears the answer, and in every sleep. It may die at any of them.
 */
export class Interleaving {
  /** The monotonic time of all actors and, through `model_clock`, of the database. */
  seconds = 0;
  readonly history: string[] = [];
  turns: Turn[] = [];
  /** They have no turns until they are taken out again. */
  readonly standing = new Set<Actor>();
  /** Replaces a statement, to prove that the test finds a wrong one. */
  change: (statement: Statement, label: string) => Statement = (statement) => statement;
  #busy = 0;
  #still = Promise.withResolvers<void>();
  readonly #observer: Client;
  readonly #url: string;

  private constructor(url: string, observer: Client) {
    this.#url = url;
    this.#observer = observer;
  }

  /** The database's clock advances only through `pass`; `observer` looks at it past all actors. */
  static async open(url: string): Promise<Interleaving> {
    const observer = new Client({ connectionString: url, application_name: 'observer' });
    await observer.connect();
    return new Interleaving(url, observer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#observer.end();
  }

  async look<T extends Row>(text: string, values: unknown[] = []): Promise<T[]> {
    return this.work(async () => (await this.#observer.query<T>(text, values)).rows);
  }

  actor(name: string, options: Pick<DbOptions, 'log' | 'clock'>): Actor {
    return new Actor(this, name, this.#url, options);
  }

  async pass(seconds: number): Promise<void> {
    this.history.push(`${seconds} seconds pass`);
    this.seconds += seconds;
    await this.look('update model_clock set ahead = make_interval(secs => $1)', [this.seconds]);
  }

  get able(): Turn[] {
    return this.turns.filter(({ actor }) => !this.standing.has(actor));
  }

  /** Gives the turn to one of those that wait for it, and comes back when nothing moves without another turn. */
  async next(index: number, able = this.able): Promise<void> {
    const turn = able[index % Math.max(1, able.length)];
    if (!turn) return;
    this.turns = this.turns.filter((one) => one !== turn);
    this.history.push(`${turn.actor.name}: ${turn.label}`);
    turn.take();
    await this.#untilStill();
  }

  /** Gives all turns but the held ones to one actor, the oldest first, until it is about to do this; a second passes now and then. */
  async alone(actor: Actor, mark: RegExp, held = /^\b$/): Promise<void> {
    for (let count = 1; count < 400; count += 1) {
      const own = this.turns.filter((turn) => turn.actor === actor && !held.test(turn.label));
      if (own.some(({ label }) => mark.test(label))) return;
      if (count % 12 === 0) await this.pass(1);
      await this.next(0, own);
    }
    throw new Error(`${actor.name} never does ${mark}`);
  }

  turn(actor: Actor, label: string, signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = { actor, label, take: resolve };
    this.turns.push(turn);
    signal?.addEventListener('abort', () => {
      this.turns = this.turns.filter((one) => one !== turn);
      resolve();
    });
    return promise;
  }

  async work<T>(work: () => Promise<T>): Promise<T> {
    this.#move(1);
    return work().finally(() => this.#move(-1));
  }

  /** Inside of `work`, for a wait for another actor's turn. */
  async pause(wait: () => Promise<void>): Promise<void> {
    this.#move(-1);
    return wait().finally(() => this.#move(1));
  }

  #move(by: number): void {
    if (this.#busy === 0) this.#still = Promise.withResolvers();
    this.#busy += by;
    if (this.#busy === 0) this.#still.resolve();
  }

  /** As a machine that loses its power: nothing of it goes on, and the server ends its transactions. */
  async crash(actor: Actor): Promise<void> {
    this.history.push(`${actor.name} dies`);
    actor.isDead = true;
    this.turns = this.turns.filter((turn) => turn.actor !== actor);
    actor.undo();
    await this.look(
      `select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = current_database() and application_name = $1`,
      [actor.name],
    );
    await this.#untilStill();
  }

  /** Anything that still moves waits for a lock of an actor that waits for a turn. */
  async #untilStill(): Promise<void> {
    for (;;) {
      for (let round = 0; round < 3; round += 1) await new Promise(setImmediate);
      if (this.#busy === 0) return;
      await Promise.race([this.#still.promise, delay(20)]);
      if (this.#busy === 0) continue;
      const busy = this.#busy;
      const [row] = (await this.#observer.query<{ n: number }>(BLOCKED)).rows;
      if (busy === this.#busy && row?.n === busy) return;
    }
  }
}

/** A process of the model, with a separate database connection and clock. */
export class Actor {
  readonly name: string;
  readonly db: Db;
  isDead = false;
  #losesReply = false;
  #wallOffsetMs = 0;
  /** Rejects the waits of its open transactions. */
  #undo: Array<() => void> = [];
  readonly #model: Interleaving;

  constructor(model: Interleaving, name: string, url: string, options: Pick<DbOptions, 'log' | 'clock'>) {
    this.name = name;
    this.#model = model;
    const own = new URL(url);
    own.searchParams.set('application_name', name);
    this.db = new TurnDb(this, { ...options, url: own.href, connections: 6 });
  }

  /** Time passes for all alike; a sleeper may wake early, which no routine of the service minds. */
  readonly clock: Clock = {
    now: () =>
      new Date(Date.parse('2026-11-18T00:00:00Z') + this.#model.seconds * 1_000 + this.#wallOffsetMs),
    mono: () => this.#model.seconds * 1_000,
    sleep: (ms, signal) => this.#model.turn(this, `wakes after ${Math.round(ms)} ms`, signal),
    after: (ms, call) => {
      const stop = new AbortController();
      const turn = this.#model.turn(this, `is reminded after ${Math.round(ms)} ms`, stop.signal);
      void turn.then(() => stop.signal.aborted || call());
      return () => stop.abort();
    },
  };

  /** The reply to its next statement gets lost on the way. */
  loseReply(): void {
    this.#model.history.push(`${this.name} loses a reply`);
    this.#losesReply = true;
  }

  /** Its wall clock is set wrong. */
  jump(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  turn(label: string): Promise<void> {
    if (this.isDead) return new Promise(() => undefined);
    return this.#model.turn(this, label);
  }

  work<T>(work: () => Promise<T>): Promise<T> {
    return this.#model.work(work);
  }

  /** One statement: its turn to be sent, and another to be heard of. */
  async step<T>(label: string, work: () => Promise<T>): Promise<T> {
    await this.turn(`sends ${label}`);
    const sent = this.work(work).then(
      (answer) => () => answer,
      (error) => () => {
        throw error;
      },
    );
    const heard = await sent;
    await this.turn(`hears of ${label}`);
    if (!this.#losesReply) return heard();
    this.#losesReply = false;
    throw new DatabaseAway('the reply was lost');
  }

  /** Inside of a transaction, where a death must let go of the connection. */
  async stepInside<T>(label: string, work: () => Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    const undo = () => reject(new DatabaseAway('the process is gone'));
    this.#undo.push(undo);
    await this.#model.pause(() => Promise.race([this.turn(label), promise]));
    this.#undo = this.#undo.filter((one) => one !== undo);
    return work();
  }

  changed(statement: Statement): Statement {
    return this.#model.change(statement, labelOf([statement]));
  }

  undo(): void {
    for (const undo of this.#undo) undo();
  }
}

class TurnDb extends Db {
  readonly #actor: Actor;

  constructor(actor: Actor, options: DbOptions) {
    super(options);
    this.#actor = actor;
  }

  override query<T extends Row>(statement: Statement, timeoutMs?: number): Promise<T[]> {
    return this.#step([statement], () => super.query<T>(this.#actor.changed(statement), timeoutMs));
  }

  override batch<T extends Row[][] = Row[][]>(statements: Statement[]): Promise<T> {
    const sent = statements.map((statement) => this.#actor.changed(statement));
    return this.#step(statements, () => super.batch<T>(sent));
  }

  override transaction<T>(work: (run: Tx) => Promise<T>): Promise<T> {
    const actor = this.#actor;
    return actor.step('a transaction', () =>
      super.transaction(async (run) => {
        const result = await work((statement) =>
          actor.stepInside(`sends, inside, ${labelOf([statement])}`, () => run(statement)),
        );
        return actor.stepInside('commits', async () => result);
      }),
    );
  }

  #step<T>(statements: Statement[], send: () => Promise<T>): Promise<T> {
    const isPart = statements.some(({ text }) => PROTOCOL.test(text));
    return isPart ? this.#actor.step(labelOf(statements), send) : this.#actor.work(send);
  }
}

function labelOf(statements: Statement[]): string {
  return statements
    .map(({ name, text }) => name ?? text.replaceAll(/\s+/g, ' ').trim().slice(0, 60))
    .join(' + ');
}
