import { startPgBouncer } from '../test/support/pgbouncer.ts';
import { readJson } from './api.ts';
import { Load } from './load.ts';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { instantRunner } from './runners.ts';
import { CONNECTIONS, Stage } from './stage.ts';

const ROUNDS = 9;
const SECONDS = 1.5;
const WARM_UP = 4_000;

/** The service behind PgBouncer in transaction mode, against the same service on the server itself. */
export async function pooler(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  // As docs/guides/running.md advises.
  await stage
    .pool()
    .query(`alter database ${new URL(stage.databaseUrl).pathname.slice(1)} set statement_timeout = '10s'`);
  const bouncer = await startPgBouncer(stage.databaseUrl, CONNECTIONS);
  stage.defer(async () => bouncer[Symbol.asyncDispose]());
  const direct = await stage.service({ runners: [instantRunner] });
  const pooled = await stage.service({
    runners: [instantRunner],
    databaseUrl: bouncer.url,
    env: { DATABASE_DIRECT_URL: stage.databaseUrl },
  });
  const task = { input: 'Say hello to the reader of this benchmark.', routing: 'instant' };
  const { id } = await readJson(direct.url, 'POST', '/api/v1/responses', task);
  const create = { method: 'POST' as const, path: '/api/v1/responses', body: JSON.stringify(task) };
  const read = { method: 'GET' as const, path: `/api/v1/responses/${id}` };
  const findings: Finding[] = [];
  for (const [what, request, connections] of [
    ['synchronous run, p50, 1 client', create, 1],
    ['synchronous run, p50, 16 clients', create, 16],
    ['GET of a finished run, p50, 16 clients', read, 16],
  ] as const) {
    const [baseline, product] = [direct, pooled].map(({ url }) => ({
      url,
      requests: [request],
      connections,
    }));
    if (!baseline || !product) throw new Error('both sides are needed');
    for (const side of [baseline, product]) await load.run({ ...side, connections: 16, total: WARM_UP });
    const rounds = await inTurns(
      ROUNDS,
      () => load.run({ ...baseline, seconds: SECONDS }),
      () => load.run({ ...product, seconds: SECONDS }),
    );
    const pairs = rounds.map((round) => ({ baseline: round.baseline.p50Ms, product: round.product.p50Ms }));
    findings.push(ratioFinding(what, 'ms', pairs, { atMost: 1.25 }));
  }
  return findings;
}
