import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Actor, Interleaving } from '../../../test/support/interleaving.ts';
import { plainFacts } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { findBreaks } from '../../billing/breaks.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { ChangeNotices } from '../../platform/notify.ts';
import { ProviderKeys } from '../../provider-keys/provider-keys.ts';
import { readCatalog } from '../../runners/catalog.ts';
import { type Runner, stuck } from '../../runners/contract.ts';
import { Registry } from '../../runners/registry.ts';
import type { RunsContext } from '../context.ts';
import { keepTidy } from '../tidy.ts';
import { Watch } from '../views/watch.ts';
import { cancelRun } from './cancel.ts';
import { Executor } from './executor.ts';

/**
 * The lease, fence and settlement protocol, checked over its interleavings: the real executors, janitor and cancel on the
 * real database, one statement at a time in an order that fast-check chooses and shrinks. Between any two statements a
 * process may die, a reply get lost, the queue give up a job, time pass, or a wall clock jump. What is written is
 * recorded by triggers of this test, which know nothing of fences.
 */
const { seed, examples } = inject('protocol') ?? { seed: 20_261_118, examples: 12 };
const CHOICES = 110;

let turns = 0;
let app: TestApp;
let model: Interleaving;

beforeAll(async () => {
  app = await startTestApp({ runners: runnersOf(null), role: 'api' });
  model = await Interleaving.open(app.databaseUrl);
  await model.look(RECORDER);
});
afterAll(async () => {
  await model[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

/** The clock of the database, and who wrote what: `may` is true where the writer owned the run, or took a free one. */
const RECORDER = `
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
  create function model_attempt() returns trigger language plpgsql as $$ begin
    insert into model_writes (run_id, what, may) select new.run_id, 'attempt', owner is not distinct from current_setting('application_name')
      from runs where id = new.run_id;
    return null;
  end $$;
  create trigger model_run after update on runs for each row execute function model_run();
  create trigger model_attempt after insert or update on attempts for each row execute function model_attempt();`;

/** One runner here that fails, one at a provider that succeeds; both wait for their turns. */
function runnersOf(world: { actor: Actor; started(attemptId: string): Promise<void> } | null): Runner[] {
  const works = async (label: string) => world?.actor.turn(label);
  return [
    {
      facts: plainFacts('here'),
      shape: 'direct',
      async run(_task, { attemptId }) {
        await world?.started(attemptId);
        await works('fails here');
        return stuck('runner_crashed', 'It did not work.');
      },
    },
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

/** One run, and the processes that meet over it. */
class World {
  readonly runId: string;
  readonly starts: string[] = [];
  readonly strange: string[] = [];
  readonly #actors = new Map<string, Actor>();
  readonly #executors = new Map<string, Executor>();

  constructor(runId: string) {
    this.runId = runId;
  }

  #context(name: string): RunsContext {
    const log = createLog('silent');
    const actor = model.actor(name, { log, clock: systemClock });
    this.#actors.set(name, actor);
    const { db, clock } = actor;
    const runners = runnersOf({ actor, started: (id) => this.#started(name, id) });
    const registry = new Registry(readCatalog(), runners, []);
    // Never started, so that no hint arrives.
    const notices = new ChangeNotices({ url: app.databaseUrl, db, log, clock });
    const { context } = app.app;
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
    const [row] = await model.look<{ owner: string }>('select owner from runs where id = $1', [this.runId]);
    if (row?.owner !== name) this.strange.push(`${name} starts ${attemptId}, and ${row?.owner} owns the run`);
  }

  execute(name: string): void {
    const executor = new Executor(this.#context(name));
    this.#executors.set(name, executor);
    executor.start();
  }

  tidy(): void {
    keepTidy(this.#context('janitor'));
  }

  cancel(workspaceId: string): void {
    if (this.#actors.has('caller')) return;
    model.history.push('the caller cancels');
    void cancelRun(this.#context('caller'), { workspaceId }, this.runId).catch(() => undefined);
  }

  drain(name: string): void {
    model.history.push(`${name} is told to leave`);
    void this.#executors.get(name)?.drain(0);
  }

  actor(name: string): Actor {
    return this.#actors.get(name) as Actor;
  }

  async crash(name: string): Promise<void> {
    if (!this.actor(name).isDead) await model.crash(this.actor(name));
  }

  /** For longer than a lease lasts, and than the queue waits for a sign of life. */
  async standStill(name: string): Promise<void> {
    model.history.push(`${name} stands still`);
    model.standing.add(this.actor(name));
    await model.pass(31);
    await this.giveUpJob();
  }

  /** As pg-boss does with a job whose holder is silent, or too slow for it. */
  async giveUpJob(): Promise<void> {
    model.history.push('the queue gives the job up');
    await model.look(
      `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now()
       where state = 'active' and data ->> 'subject' = $1`,
      [this.runId],
    );
  }

  async isOver(): Promise<boolean> {
    const [row] = await model.look('select 1 from runs where id = $1 and finished_at is not null', [
      this.runId,
    ]);
    return row !== undefined;
  }

  async end(): Promise<void> {
    for (const actor of this.#actors.values()) {
      await this.crash(actor.name);
      void actor.db[Symbol.asyncDispose]();
    }
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

/** Below it, the choice names whose turn it is; above, one of these happens. */
const TURNS = 880;
const HAPPENINGS: Array<(world: World, workspaceId: string) => unknown> = [
  () => model.pass(7),
  (world) => world.giveUpJob(),
  (world) => world.standStill('a'),
  (world) => world.standStill('a'),
  (world) => world.standStill('b'),
  (world) => world.standStill('b'),
  () => model.standing.clear(),
  () => model.standing.clear(),
  () => model.standing.clear(),
  (world) => world.actor('a').loseReply(),
  (world) => world.actor('b').loseReply(),
  (world) => world.actor('a').jump(-86_400_000),
  (world) => world.actor('b').jump(86_400_000),
  (world) => world.crash('a'),
  (world) => world.crash('b'),
  (world) => world.drain('a'),
  (world, workspaceId) => world.cancel(workspaceId),
  () => model.pass(1_260),
];

async function explore(choices: number[]): Promise<void> {
  model.turns = [];
  model.standing.clear();
  model.history.length = 0;
  const { json } = await app.client.create({
    input: 'What does the mug cost?',
    routing: ['here', 'there'],
    background: true,
  });
  const [row] = await model.look<{ workspace_id: string }>('select workspace_id from runs where id = $1', [
    json.id,
  ]);
  const world = new World(json.id);
  try {
    world.execute('a');
    world.execute('b');
    world.tidy();
    for (const choice of choices) {
      if (choice < TURNS) await model.next(choice);
      else await HAPPENINGS[(choice - TURNS) % HAPPENINGS.length]?.(world, row?.workspace_id ?? '');
    }
    await expectToEnd(world);
    await expectWhole(world);
  } finally {
    turns += model.history.length;
    await world.end();
  }
}

/** With a fresh executor and fair turns for all the run ends; then those who slept on have their turns, too. */
async function expectToEnd(world: World): Promise<void> {
  model.history.push('all have their turns');
  world.execute('c');
  await model.pass(31);
  for (let round = 0; !(await world.isOver()); round += 1) {
    if (round > 120) throw new Error('the run does not end');
    if (round % 30 === 0) await world.giveUpJob();
    await fairRound();
    await model.pass(1);
  }
  model.standing.clear();
  for (let round = 0; round < 6; round += 1) await fairRound();
}

async function fairRound(): Promise<void> {
  for (let left = model.able.length; left > 0; left -= 1) await model.next(0);
}

async function expectWhole(world: World): Promise<void> {
  const { runId } = world;
  const id = [runId];
  expect(world.strange).toEqual([]);
  expect(new Set(world.starts).size, 'starts per attempt').toBe(world.starts.length);
  const strangers = await model.look(
    `select who, what from model_writes w where run_id = $1 and who in ('a', 'b', 'c') and not may
       and not exists (select 1 from model_writes x where x.tx = w.tx and x.what = 'run' and x.may)`,
    id,
  );
  expect(strangers, 'writes of somebody who is not the owner').toEqual([]);
  const ends = await model.look('select who from model_writes where run_id = $1 and ends', id);
  expect(ends, 'ends of the run').toHaveLength(1);
  const bills = await model.look(
    `select reference from ledger_entries where run_id = $1 and reference like 'attempt:%' group by 1 having count(*) > 1`,
    id,
  );
  expect(bills, 'attempts billed twice').toEqual([]);
  expect(await model.look(`select 1 from attempts where run_id = $1 and status = 'running'`, id)).toEqual([]);
  expect(await findBreaks(app.app.context.db)).toEqual([]);
}

test('protocol: no interleaving gives a run two owners, two ends or two bills, and every run ends', {
  timeout: 120_000 * examples,
}, async ({ task }) => {
  const choice = fc.nat({ max: 999 });
  const property = fc.asyncProperty(
    fc.array(choice, { minLength: CHOICES, maxLength: CHOICES, size: 'max' }),
    async (choices) => {
      await explore(choices).catch((error) => {
        throw new Error(`${error.message}\n${model.history.join('\n')}`, { cause: error });
      });
    },
  );
  await fc.assert(property, { seed, numRuns: examples, endOnFailure: true });
  task.meta.gate = {
    does: 'two executors, a janitor and a cancel on one run, in orders of single statements, with deaths, lost replies and clock jumps',
    invariant: 'never two owners, two ends or two bills; every run ends',
    figure: `${examples} runs, ${turns} turns`,
  };
});
