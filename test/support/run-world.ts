import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { ChangeNotices } from '../../src/platform/notify.ts';
import { ProviderKeys } from '../../src/provider-keys/provider-keys.ts';
import { readCatalog } from '../../src/runners/catalog.ts';
import { type AttemptScope, type Runner, stuck } from '../../src/runners/contract.ts';
import { Registry } from '../../src/runners/registry.ts';
import type { RunsContext } from '../../src/runs/context.ts';
import { cancelRun } from '../../src/runs/lifecycle/cancel.ts';
import { Executor } from '../../src/runs/lifecycle/executor.ts';
import { keepTidy } from '../../src/runs/tidy.ts';
import { Watch } from '../../src/runs/views/watch.ts';
import type { Actor, Interleaving } from './interleaving.ts';
import { plainFacts } from './scripted-runner.ts';

/** The clock of the database, and a record of all writes: `may` is true where the writer owned the run, or took a free one. */
export const RECORDER = `
  create table model_clock as select interval '0' as ahead;
  create table model_writes (
    n bigserial, tx xid8 default pg_current_xact_id(), run_id text, what text, who text default current_setting('application_name'),
    may boolean, ends boolean
  );
  grant select on model_clock to public;
  create or replace function db_now() returns timestamptz language sql stable as
    $$ select now() + ahead from model_clock $$;
  create function model_run() returns trigger language plpgsql as $$ begin
    insert into model_writes (run_id, what, may, ends) values (new.id, 'run',
      old.owner is not distinct from current_setting('application_name') or (new.owner = current_setting('application_name')
        and (old.owner is null or old.lease_expires_at < db_now())),
      old.finished_at is null and new.finished_at is not null);
    return null;
  end $$;
  create function model_part() returns trigger language plpgsql as $$ begin
    insert into model_writes (run_id, what, may) select new.run_id, tg_table_name, owner is not distinct from current_setting('application_name')
      from runs where id = new.run_id;
    return null;
  end $$;
  create trigger model_run after update on runs for each row execute function model_run();
  create trigger model_part after insert or update on attempts for each row execute function model_part();
  create trigger model_part after insert or update on interactions for each row execute function model_part();`;

/** Writes of an executor that did not own the run, but for those in one transaction with a write of its owner. */
const STRANGERS = `select who, what from model_writes w where run_id = $1 and who in ('a', 'b', 'c') and not may
  and not exists (select 1 from model_writes x where x.tx = w.tx and x.what = 'run' and x.may)`;

/** One runner here that fails, one here that asks its owner, one at a provider that succeeds; all wait for their turns. */
export function runnersOf(
  world: { actor: Actor; started(attemptId: string): Promise<void> } | null,
): Runner[] {
  const works = async (label: string) => world?.actor.turn(label);
  const direct = (slug: string, ask: (scope: AttemptScope) => Promise<unknown>): Runner => ({
    facts: plainFacts(slug),
    shape: 'direct',
    async run(_task, scope) {
      await world?.started(scope.attemptId);
      await works('works here');
      await ask(scope);
      return stuck('runner_crashed', 'It did not work.');
    },
  });
  return [
    direct('here', async () => undefined),
    direct('asks', (scope) => scope.ask({ kind: 'otp', prompt: 'Enter the code' })),
    {
      facts: plainFacts('there'),
      shape: 'hosted',
      pollIntervalMs: 1_000,
      async start(_task, { attemptId }) {
        await world?.started(attemptId);
        await works('is told a reference');
        return { reference: attemptId };
      },
      async poll() {
        await works('is told a result');
        return { ok: true, output: 'The mug costs 12 dollars.', page: null, files: [], costMicroUsd: 700 };
      },
      cancel: async () => undefined,
    },
  ];
}

/** One run, and the processes that compete for it. */
export class RunWorld {
  readonly runId: string;
  readonly starts: string[] = [];
  readonly strange: string[] = [];
  readonly #context: RunsContext;
  readonly #databaseUrl: string;
  readonly #model: Interleaving;
  readonly #actors = new Map<string, Actor>();
  readonly #executors = new Map<string, Executor>();

  constructor(runId: string, model: Interleaving, context: RunsContext, databaseUrl: string) {
    this.runId = runId;
    this.#model = model;
    this.#context = context;
    this.#databaseUrl = databaseUrl;
  }

  #contextOf(name: string): RunsContext {
    const log = createLog('silent');
    const actor = this.#model.actor(name, { log, clock: systemClock });
    this.#actors.set(name, actor);
    const { db, clock } = actor;
    const runners = runnersOf({ actor, started: (id) => this.#started(name, id) });
    const registry = new Registry(readCatalog(), runners, []);
    // Never started and never flushed, so that no hint arrives.
    const silent = { ...clock, after: () => () => undefined };
    const notices = new ChangeNotices({ url: this.#databaseUrl, db, log, clock: silent });
    const context = this.#context;
    return {
      ...context,
      instanceId: name,
      db,
      clock,
      log,
      registry,
      jobs: inTurns(context.jobs, actor),
      watch: new Watch({ db, clock, log, notices }),
      providerKeys: new ProviderKeys({ db, registry, secrets: context.secrets }),
    };
  }

  async #started(name: string, attemptId: string): Promise<void> {
    this.starts.push(attemptId);
    const [row] = await this.#model.look<{ owner: string }>('select owner from runs where id = $1', [
      this.runId,
    ]);
    if (row?.owner !== name) this.strange.push(`${name} starts ${attemptId}, and ${row?.owner} owns the run`);
  }

  execute(name: string): void {
    const executor = new Executor(this.#contextOf(name));
    this.#executors.set(name, executor);
    executor.start();
  }

  tidy(): void {
    keepTidy(this.#contextOf('janitor'));
  }

  cancel(workspaceId: string): void {
    if (this.#actors.has('caller')) return;
    this.#model.history.push('the caller cancels');
    void cancelRun(this.#contextOf('caller'), { workspaceId }, this.runId).catch(() => undefined);
  }

  drain(name: string): void {
    this.#model.history.push(`${name} is told to leave`);
    void this.#executors.get(name)?.drain(0);
  }

  actor(name: string): Actor {
    return this.#actors.get(name) as Actor;
  }

  async crash(name: string): Promise<void> {
    if (!this.actor(name).isDead) await this.#model.crash(this.actor(name));
  }

  /** For longer than a lease lasts, and than the queue waits for a sign of life. */
  async standStill(name: string): Promise<void> {
    this.#model.history.push(`${name} stands still`);
    this.#model.standing.add(this.actor(name));
    await this.#model.pass(31);
    await this.giveUpJob();
  }

  /** As pg-boss does with a job whose holder is silent, or too slow for it. */
  async giveUpJob(): Promise<void> {
    this.#model.history.push('the queue gives the job up');
    await this.#model.look(
      `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
       where state = 'active' and data ->> 'subject' = $1`,
      [this.runId],
    );
  }

  async isOver(): Promise<boolean> {
    const [row] = await this.#model.look('select 1 from runs where id = $1 and finished_at is not null', [
      this.runId,
    ]);
    return row !== undefined;
  }

  /** The writers that did not own the run. */
  async strangers(): Promise<unknown[]> {
    return this.#model.look(STRANGERS, [this.runId]);
  }

  /** Removes the run from the queue: an unfinished one would go on in the next world. */
  async end(): Promise<void> {
    for (const actor of this.#actors.values()) {
      await this.crash(actor.name);
      void actor.db[Symbol.asyncDispose]();
    }
    await this.#model.look(`delete from pgboss.job where data ->> 'subject' = $1`, [this.runId]);
    await this.#model.look(
      `update runs set status = 'failed', finished_at = db_now(), owner = null, held_micro = 0
       where id = $1 and finished_at is null`,
      [this.runId],
    );
  }
}

/** The queue's own statements, each in its turn. */
function inTurns(jobs: RunsContext['jobs'], actor: Actor): RunsContext['jobs'] {
  const asking = new Set<PropertyKey>(['claim', 'touch', 'release', 'discard', 'dead']);
  return new Proxy(jobs, {
    get(_, name) {
      const method = Reflect.get(jobs, name);
      if (typeof method !== 'function') return method;
      const bound = method.bind(jobs);
      if (!asking.has(name)) return bound;
      return (...given: unknown[]) => actor.step(`jobs.${String(name)}`, () => bound(...given));
    },
  });
}
