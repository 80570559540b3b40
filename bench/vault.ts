import { spawn } from 'node:child_process';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { App } from '../src/app.ts';
import { systemClock } from '../src/platform/clock.ts';
import { newId } from '../src/platform/ids.ts';
import { open, seal, sealContext } from '../src/vault/envelope.ts';
import type { KeyService } from '../src/vault/key-service.ts';
import { LocalKeyRing } from '../src/vault/local-key-ring.ts';
import { openCredential } from '../src/vault/open-credential.ts';
import { type KeysContext, rewrapAll, rotateKeys } from '../src/vault/rotate.ts';
import { sealedCredentials } from '../src/vault/store.ts';
import { readJson } from './api.ts';
import { Load } from './load.ts';
import { type Finding, figure, ratioFinding } from './report.ts';
import { inTurns } from './rounds.ts';
import { instantRunner, signingRunner } from './runners.ts';
import { Stage, serviceEnvironment } from './stage.ts';

const ROUNDS = 7;
// `SWITCHYARD_BENCH_CREDENTIALS` tries it at a smaller size.
const CREDENTIALS = Number(process.env.SWITCHYARD_BENCH_CREDENTIALS ?? 100_000);
const LOGINS = 64;
const WARM_UP = 2_000;
const KILLS = Math.min(20, Math.floor(CREDENTIALS / 1_000));
const SECRETS = ['alice@mail.example', 'correct horse battery staple', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'];
const REWRAP = fileURLToPath(new URL('../src/vault/rewrap-process.fixture.ts', import.meta.url));

/** The cost of sealing against bare AES-GCM, and the effect of rotating many credentials on other work. */
export async function vault(): Promise<Finding[]> {
  return [...(await sealing()), ...(await runs()), ...(await rotation())];
}

async function sealing(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-bench-keys-'));
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  const keys = await LocalKeyRing.open(folder, systemClock);
  const key = randomBytes(32);
  const rounds = await inTurns(
    ROUNDS,
    () =>
      perCredentialMicros(async () => {
        for (const text of SECRETS) bareRoundTrip(key, text);
      }),
    () =>
      perCredentialMicros(async () => {
        const sealed = await Promise.all(SECRETS.map((text, at) => seal(keys, text, `ws|cred|${at}`)));
        await Promise.all(sealed.map((blob, at) => open(keys, blob, `ws|cred|${at}`)));
      }),
  );
  return [ratioFinding('seal and open a credential (3 values)', 'us', rounds, { atMost: 8 })];
}

/** The same run on the same runner, with a stored login that is opened, handed over and dated, and without. */
async function runs(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  const app = await stage.service({ runners: [signingRunner] });
  const login = {
    domain: 'shop.example',
    username: 'alice@mail.example',
    password: 'correct horse',
    custody: 'any',
  };
  const ids = await Promise.all(
    Array.from(
      { length: LOGINS },
      async () => (await readJson(app.url, 'POST', '/api/v1/credentials', login)).id,
    ),
  );
  const task = { input: 'Say hello to the reader of this benchmark.', routing: 'signing' };
  const requestOf = (body: object) => ({
    method: 'POST' as const,
    path: '/api/v1/responses',
    body: JSON.stringify(body),
  });
  const without = { url: app.url, requests: [requestOf(task)] };
  const withLogin = {
    url: app.url,
    requests: ids.map((credential_id) => requestOf({ ...task, credential_id })),
  };
  for (const side of [without, withLogin]) await load.run({ ...side, connections: 16, total: WARM_UP });
  const alone = await inTurns(
    ROUNDS,
    () => load.run({ ...without, connections: 1, seconds: 1.5 }),
    () => load.run({ ...withLogin, connections: 1, seconds: 1.5 }),
  );
  const together = await inTurns(
    ROUNDS,
    () => load.run({ ...without, connections: 16, seconds: 1.5 }),
    () => load.run({ ...withLogin, connections: 16, seconds: 1.5 }),
  );
  return [
    ratioFinding(
      'run with a credential, p50, 1 client',
      'ms',
      alone.map(({ baseline, product }) => ({ baseline: baseline.p50Ms, product: product.p50Ms })),
      { atMost: 2.5 },
    ),
    ratioFinding(
      'runs with a credential, 16 clients',
      '/s',
      together.map(({ baseline, product }) => ({ baseline: baseline.perSecond, product: product.perSecond })),
      { atLeast: 0.4 },
    ),
  ];
}

async function rotation(): Promise<Finding[]> {
  await using stage = await Stage.open();
  await using load = new Load();
  const app = await stage.service({ runners: [instantRunner] });
  const pool = stage.pool();
  const { workspace_id: workspaceId } = await readJson(app.url, 'GET', '/api/v1/me');
  const ids = await fill(pool, app.context.vault.keys, String(workspaceId));
  const ctx: KeysContext = { ...app.context, keys: app.context.vault.keys, tables: [sealedCredentials] };
  return [
    ...(await latencyWhileRotating(load, app, ctx, ids)),
    ...(await speed(pool, ctx)),
    await readsUnderKills(stage, app, ctx, String(workspaceId), ids),
  ];
}

/** In the background, as in the service: with rests, in the process that answers. */
async function latencyWhileRotating(
  load: Load,
  app: App,
  ctx: KeysContext,
  ids: string[],
): Promise<Finding[]> {
  const paths = ids.slice(0, 1_000).map((id) => `/api/v1/credentials/${id}`);
  const read = () =>
    load.run({
      url: app.url,
      requests: paths.map((path) => ({ method: 'GET', path })),
      connections: 4,
      seconds: 2,
    });
  await rotateKeys(ctx);
  const rounds = await inTurns(ROUNDS, read, async () => {
    const stop = new AbortController();
    const rewrap = rewrapAll(ctx, { rest: 1, signal: stop.signal });
    const result = await read();
    stop.abort();
    await rewrap;
    return result;
  });
  const pairs = (of: 'p50Ms' | 'p95Ms') =>
    rounds.map(({ baseline, product }) => ({ baseline: baseline[of], product: product[of] }));
  return [
    ratioFinding('GET /v1/credentials/:id while rotating, p50', 'ms', pairs('p50Ms'), { atMost: 2 }),
    ratioFinding('GET /v1/credentials/:id while rotating, p95', 'ms', pairs('p95Ms'), { atMost: 4 }),
  ];
}

/** All rows at full speed, against the same updates with unchanged bytes. */
async function speed(pool: pg.Pool, ctx: KeysContext): Promise<Finding[]> {
  const plain = await rowsPerSecond(() => updateAll(pool));
  await rotateKeys(ctx);
  const rewrapped = await rowsPerSecond(async () => {
    await rewrapAll(ctx, { rest: 0 });
  });
  return [
    ratioFinding(`rewrap ${CREDENTIALS} credentials`, 'rows/s', [{ baseline: plain, product: rewrapped }], {
      atLeast: 0.25,
    }),
  ];
}

async function readsUnderKills(
  stage: Stage,
  app: App,
  ctx: KeysContext,
  workspaceId: string,
  ids: string[],
): Promise<Finding> {
  await rotateKeys(ctx);
  let isOver = false;
  let reads = 0;
  let failures = 0;
  const reading = (async () => {
    while (!isOver) {
      const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
      await openCredential(app.context.vault, workspaceId, id).catch(() => {
        failures += 1;
        // A database that is gone must not keep this process from hearing its signals.
        return new Promise((resolve) => setImmediate(resolve));
      });
      reads += 1;
    }
  })();
  const keysDir = join(serviceEnvironment(stage).DATA_DIR ?? '', 'keys');
  let kills = 0;
  try {
    for (; kills < KILLS; kills += 1) {
      const child = spawn(process.execPath, [REWRAP, stage.databaseUrl, keysDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      let said = 0;
      // Batches of a hundred: a third of the rows at most, so that the last one too finds work to be killed in.
      const enough = 1 + Math.floor(Math.random() * (CREDENTIALS / 100 / KILLS / 3));
      child.stdout.on('data', (dots: Buffer) => {
        said += dots.length;
        if (said >= enough) child.kill('SIGKILL');
      });
      await ended;
      // A process that died by itself, or had nothing left to do, would prove nothing.
      if (child.signalCode !== 'SIGKILL')
        throw new Error(`rewrap ${kills} ended with ${child.exitCode}, not by our kill`);
    }
    await rewrapAll(ctx, { rest: 0 });
  } finally {
    isOver = true;
    await reading;
  }
  return {
    what: `failed reads during a rotation killed ${kills} times`,
    baseline: '0',
    product: `${failures} of ${reads}`,
    value: String(failures),
    spread: '',
    bar: '0',
    isMet: failures === 0 && reads > 0,
  };
}

async function fill(pool: pg.Pool, keys: KeyService, workspaceId: string): Promise<string[]> {
  const ids = Array.from({ length: CREDENTIALS }, () => newId('cred'));
  for (let start = 0; start < ids.length; start += 1_000) {
    const batch = ids.slice(start, start + 1_000);
    const sealed = (field: string) =>
      Promise.all(batch.map((id) => seal(keys, `${field} of ${id}`, sealContext(workspaceId, id, field))));
    await pool.query(
      `insert into credentials (id, workspace_id, domain, username_masked, mfa, custody, username, password, totp_secret)
       select id, $1, 'shop.example', 'u***', 'totp', 'any', username, password, totp_secret
       from unnest($2::text[], $3::bytea[], $4::bytea[], $5::bytea[]) as t(id, username, password, totp_secret)`,
      [workspaceId, batch, await sealed('username'), await sealed('password'), await sealed('totp_secret')],
    );
  }
  await pool.query('vacuum analyze credentials');
  return ids;
}

async function updateAll(pool: pg.Pool): Promise<void> {
  let afterId = '';
  for (;;) {
    const { rows } = await pool.query(
      'select id, username, password, totp_secret from credentials where id > $1 order by id limit 100',
      [afterId],
    );
    if (rows.length === 0) return;
    afterId = rows.at(-1).id;
    const client = await pool.connect();
    await client.query('begin');
    for (const row of rows) {
      await client.query(
        'update credentials set username = $2, password = $3, totp_secret = $4 where id = $1',
        [row.id, row.username, row.password, row.totp_secret],
      );
    }
    await client.query('commit');
    client.release();
  }
}

async function rowsPerSecond(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  const rate = CREDENTIALS / ((performance.now() - startedAt) / 1_000);
  console.log(`  ${figure(rate)} rows/s`);
  return rate;
}

async function perCredentialMicros(work: () => Promise<void>): Promise<number> {
  const times = 3_000;
  const startedAt = performance.now();
  for (let count = 0; count < times; count += 1) await work();
  return ((performance.now() - startedAt) / times) * 1_000;
}

function bareRoundTrip(key: Buffer, text: string): void {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(cipher.getAuthTag());
  Buffer.concat([decipher.update(sealed), decipher.final()]).toString();
}
