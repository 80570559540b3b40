import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Interleaving } from '../../../test/support/interleaving.ts';
import { RECORDER, RunWorld, runnersOf } from '../../../test/support/run-world.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { findBreaks } from '../../billing/breaks.ts';

/**
 * The lease, fence and settlement protocol, checked over its interleavings: the real executors, janitor and cancel on the real
 * database, one statement at a time in an order that fast-check chooses and shrinks. Between any two statements a process may
 * die, a reply get lost, the queue give up a job, time pass, or a wall clock jump. Triggers of this test record every write; they
 * know nothing of fences. The second half takes the fence out of one statement after the other and expects the same check to find
 * it.
 */
const { seed, examples } = inject('protocol') ?? { seed: 20_261_118, examples: 6 };
const CHOICES = 60;

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

const FENCE = /(?:r\.)?\bfence = (?:\$\d+|h\.fence|coalesce\(.*?\))/g;
const CLAIMED = /^hears of with claimed/;
const ASKED = /^hears of with paused/;
const PLAIN = ['here', 'there'];

interface Fenced {
  /** The statement, as the history names it. */
  statement: RegExp;
  /** The part of it that stands for the fence, and its place without one. */
  fence?: RegExp;
  unfenced?: string;
  routing?: string[];
  /** The events that lead to it. */
  before?(world: RunWorld): Promise<unknown>;
  /** Another way to the moment in which the next owner has the run, and the first sends the statement or has it to send. */
  overtake?(world: RunWorld): Promise<unknown>;
}

/** The function is given the fence that the run has, and not the executor's. */
const CHANGE = {
  fence: /(?<=change_run\()\$1/,
  unfenced: `(select ($$1::jsonb || jsonb_build_object('fence', coalesce(
    (select fence from runs where id = $$1::jsonb ->> 'id' and workspace_id = $$1::jsonb ->> 'workspace_id'), 0)))::json)`,
};

/** Every statement that an executor may send for a run only as its owner. */
const FENCED: Record<string, Fenced> = {
  claim: {
    statement: /with claimed/,
    fence: /lease_expires_at < db_now\(\)/,
    async overtake(world) {
      await model.alone(world.actor('a'), /^works here/);
      await world.giveUpJob();
      await model.alone(world.actor('b'), CLAIMED);
    },
  },
  renew: {
    statement: /update runs r set lease_expires_at/,
    fence: /r\.fence = h\.fence and r\.owner = \$\d+/,
  },
  progress: { statement: /with run as \( update runs set progress_events/ },
  'settle and dispatch': { ...CHANGE, statement: /settle_attempt dispatch_attempt/ },
  reference: { statement: /with owned/ },
  'reference after the release': {
    statement: /with owned/,
    async overtake(world) {
      const late = /^is told a reference/;
      await model.alone(world.actor('a'), late);
      world.drain('a');
      await model.alone(world.actor('a'), /^hears of with replaced/, late);
    },
  },
  'finish with an attempt': { ...CHANGE, statement: /settle_attempt finish_run/ },
  // Both are in one transaction, and each would undo it.
  release: {
    statement: /update runs set owner = null|with replaced/,
    async before(world) {
      await model.alone(world.actor('a'), /^works here/);
      world.drain('a');
    },
  },
  'exchange of the job': {
    statement: /with replaced/,
    async before(world) {
      await model.alone(world.actor('a'), /^works here/);
      await world.giveUpJob();
      await model.alone(world.actor('b'), /^sends jobs.release/);
    },
  },
  question: { statement: /with paused/, routing: ['asks', 'there'] },
  'close of a question': closing(/update interactions set status = 'expired'/),
  'end of a pause': closing(/update runs set status = 'running'/),
};

/** The next owner asks as well; then the first learns that the run is not its own, and wants to clean up. */
function closing(statement: RegExp): Fenced {
  return {
    statement,
    routing: ['asks', 'there'],
    async overtake(world) {
      await model.alone(world.actor('a'), ASKED);
      await world.standStill('a');
      await model.alone(world.actor('b'), ASKED);
      model.standing.clear();
      await model.alone(world.actor('a'), sends(statement));
    },
  };
}

const sends = ({ source }: RegExp) => new RegExp(`^sends .*(?:${source})`);

/** The first owner stands still just before it sends the statement, and another takes the run over. */
async function overtake(world: RunWorld, fenced: Fenced): Promise<void> {
  if (fenced.overtake) return void (await fenced.overtake(world));
  await fenced.before?.(world);
  await model.alone(world.actor('a'), sends(fenced.statement));
  await world.standStill('a');
  await model.alone(world.actor('b'), CLAIMED);
  model.standing.clear();
}

/** Below it, the choice names whose turn it is; above, one of these happens. */
const TURNS = 880;
const HAPPENINGS: Array<(world: RunWorld, workspaceId: string) => unknown> = [
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

async function inWorld(
  routing: string[],
  work: (world: RunWorld, workspaceId: string) => Promise<void>,
): Promise<void> {
  model.turns = [];
  model.standing.clear();
  model.history.length = 0;
  const { json } = await app.client.create({
    input: 'What does the mug cost?',
    routing,
    background: true,
    interaction_timeout_ms: 20_000,
  });
  const [row] = await model.look<{ workspace_id: string }>('select workspace_id from runs where id = $1', [
    json.id,
  ]);
  const world = new RunWorld(json.id, model, app.app.context, app.databaseUrl);
  try {
    world.execute('a');
    world.execute('b');
    world.tidy();
    await work(world, row?.workspace_id ?? '');
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${message}\n${model.history.join('\n')}`, { cause: error });
  } finally {
    turns += model.history.length;
    await world.end();
  }
}

async function explore(fenced: Fenced | null, choices: number[]): Promise<void> {
  await inWorld(fenced?.routing ?? PLAIN, async (world, workspaceId) => {
    if (fenced) await overtake(world, fenced).catch(goOnWithout);
    for (const choice of choices) {
      if (choice < TURNS) await model.next(choice);
      else await HAPPENINGS[(choice - TURNS) % HAPPENINGS.length]?.(world, workspaceId);
    }
    await expectToEnd(world);
    await expectWhole(world);
  });
}

/** About one beginning in a thousand finds no job in the queue, so that nobody can take the run over before the janitor sends another. */
function goOnWithout(error: Error): void {
  if (!error.message.includes('never does')) throw error;
  model.standing.clear();
}

/** With a fresh executor and fair turns for all, the run ends; then the executors that slept have their turns, too. */
async function expectToEnd(world: RunWorld): Promise<void> {
  model.history.push('all have their turns');
  world.execute('c');
  await model.pass(31);
  // A result is judged in real time, beside the turns.
  const patient = AbortSignal.timeout(30_000);
  for (let round = 0; !(await world.isOver()); round += 1) {
    if (round > 120 && patient.aborted) throw new Error('the run does not end');
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

async function expectWhole(world: RunWorld): Promise<void> {
  const id = [world.runId];
  expect(world.strange).toEqual([]);
  expect(new Set(world.starts).size, 'starts per attempt').toBe(world.starts.length);
  expect(await world.strangers()).toEqual([]);
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

test(`protocol: no interleaving gives a run two owners, two ends or two bills, and every run ends (seed ${seed})`, {
  timeout: 120_000 * examples,
}, async ({ task }) => {
  const property = fc.asyncProperty(
    fc.constantFrom(null, ...Object.values(FENCED)),
    fc.array(fc.nat({ max: 999 }), { minLength: CHOICES, maxLength: CHOICES, size: 'max' }),
    explore,
  );
  await fc.assert(property, { seed, numRuns: examples, endOnFailure: true });
  task.meta.gate = {
    does: 'two executors, a janitor and a cancel on one run, in orders of single statements, with deaths, lost replies and clock jumps',
    invariant: 'never two owners, two ends or two bills; every run ends',
    figure: `${examples} runs, ${turns} turns`,
  };
});

test.each(Object.entries(FENCED))('a missing fence is found: %s', async (_name, fenced) => {
  const { statement, fence = FENCE, unfenced = '($& or true)' } = fenced;
  const overtaken = fc.asyncProperty(
    fc.array(fc.nat({ max: TURNS - 1 }), { maxLength: 4 }),
    async (choices) => {
      await inWorld(fenced.routing ?? PLAIN, async (world) => {
        await overtake(world, fenced);
        for (const choice of choices) await model.next(choice);
        for (let round = 0; round < 2; round += 1) await fairRound();
        expect(await world.strangers()).toEqual([]);
      });
    },
  );
  const once = { seed, numRuns: 1 };
  await fc.assert(overtaken, once);
  model.change = (sent, label) => {
    if (!statement.test(label)) return sent;
    const text = sent.text.replace(fence, unfenced);
    expect(text).not.toBe(sent.text);
    return { ...sent, text };
  };
  try {
    const found = await fc.check(overtaken, { ...once, numRuns: 5, endOnFailure: true });
    expect(String(found.errorInstance)).toMatch(/^Error: expected \[ { who: /);
  } finally {
    model.change = (sent) => sent;
  }
});
