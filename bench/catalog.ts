import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { Secret } from '../src/platform/secret.ts';
import { builtRunner } from '../test/support/built-runner.ts';
import { taskOf } from '../test/support/hosted-adapter-suite.ts';
import { attemptScope } from '../test/support/scope.ts';
import { standIn as smooth } from '../test/support/stand-ins/hosted/smooth.ts';
import { startStandIn } from '../test/support/stand-ins/stand-in.ts';
import { type Finding, figure, ratioFinding, valueFinding } from './report.ts';
import { inTurns, median } from './rounds.ts';

const ROUNDS = 11;
const TASKS = 100;
const GOAL = 'Read the page [[after=0]]';

/** The lines of a provider, the cost of all of them at the start, and an adapter's overhead on its calls. */
export async function catalog(): Promise<Finding[]> {
  return [...adapters(), ...loading(), await hosted()];
}

function adapters(): Finding[] {
  const kinds = { 'hosted/agents': 90, 'infra/sources': 45, 'extraction/engines': 60 };
  return Object.entries(kinds).map(([folder, most]) => {
    const place = new URL(`../src/runners/${folder}/`, import.meta.url);
    const files = readdirSync(place).filter((name) => !name.includes('.test.'));
    const lines = files.map((name) => readFileSync(new URL(name, place), 'utf8').split('\n').length - 1);
    // With its row and its stand-in, three files; nothing else is touched.
    return valueFinding(`the median of ${files.length} files in ${folder}`, median(lines), 'lines', most);
  });
}

/** In a process of its own, so that nothing is loaded before. */
function loading(): Finding[] {
  const child = fileURLToPath(new URL('./catalog-process.ts', import.meta.url));
  const rounds = Array.from({ length: 5 }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', child], { encoding: 'utf8' });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout) as { rows: number; readMs: number; buildMs: number; megabytes: number };
  });
  const of = (name: 'readMs' | 'buildMs' | 'megabytes') => median(rounds.map((round) => round[name]));
  const rows = rounds[0]?.rows;
  return [
    plain(`reading the catalog of ${rows} rows`, `${figure(of('readMs'))} ms`),
    plain('building the runners of all that are dispatched', `${figure(of('buildMs'))} ms`),
    plain('memory of both, after a collection', `${figure(of('megabytes'))} MB`),
  ];
}

/** A figure without a bar. */
function plain(what: string, value: string): Finding {
  return { what, baseline: '', product: value, value, spread: '', bar: '', isMet: true };
}

async function hosted(): Promise<Finding> {
  await using resources = new AsyncDisposableStack();
  const provider = resources.use(await startStandIn(smooth));
  const runner = await builtRunner('smooth', resources);
  if (runner.shape !== 'hosted') throw new Error('smooth is hosted');
  const { family } = runner.facts;
  const account = { family, secrets: { api_key: new Secret('k') }, baseUrl: provider.url, isOwn: false };
  const scope = attemptScope({ accounts: { [family]: account } });
  const task = taskOf(GOAL);
  const headers = { apikey: 'k', 'content-type': 'application/json' };

  async function bare(): Promise<void> {
    const path = `${provider.url}/api/v1/task`;
    const body = JSON.stringify({ task: GOAL });
    const made = await request(path, { method: 'POST', headers, body });
    const { r } = (await made.body.json()) as { r: { id: string } };
    const seen = await request(`${path}/${r.id}`, { headers });
    await seen.body.json();
  }
  async function product(): Promise<void> {
    if (runner.shape !== 'hosted') return;
    const started = await runner.start(task, scope);
    if (!('reference' in started)) throw new Error(JSON.stringify(started));
    const ended = await runner.poll(started.reference, scope, task);
    if (ended === null || !('ok' in ended && ended.ok)) throw new Error(JSON.stringify(ended));
  }
  const timed = (one: () => Promise<void>) => async () => {
    const begunAt = performance.now();
    for (let at = 0; at < TASKS; at += 1) await one();
    return (performance.now() - begunAt) / TASKS;
  };
  const pairs = await inTurns(ROUNDS, timed(bare), timed(product));
  return ratioFinding('a task at a provider that answers at once, against its bare calls', 'ms', pairs, {
    atMost: 3,
  });
}
