import { cp, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { startDemoService } from '../support/demo-service.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startService } from '../support/service-process.ts';

const KEY = `svc_${'u'.repeat(32)}`;
const ADDED = '2099-01-01-0000-added.sql';

/** A newer version: this one with a migration more. */
async function newerVersion(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-newer-'));
  for (const name of ['src', 'catalog', 'migrations', 'package.json', 'openapi.json'])
    await cp(name, join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'console', 'docs', 'sdk'])
    await symlink(join(process.cwd(), name), join(folder, name));
  await writeFile(
    join(folder, 'migrations', ADDED),
    "alter table runs add column added text not null default 'new'; create index runs_added on runs (added)",
  );
  return folder;
}

test('a newer version migrates running data under load, and older code is then refused', async () => {
  await using older = await startDemoService(KEY, { SVC_DEMO_PORT: '0' });
  const newer = await newerVersion();
  const create = async (url: string) => {
    const answer = await fetch(`${url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${older.shop}/stores`, routing: 'local-fetch' }),
    });
    return { status: answer.status, json: (await answer.json()) as { id: string; status: string } };
  };
  const answers: Awaited<ReturnType<typeof create>>[] = [];
  let isLoading = true;
  const load = [1, 2].map(async () => {
    while (isLoading) answers.push(await create(older.url));
  });

  const env = {
    DATABASE_URL: older.databaseUrl,
    DATA_DIR: join(older.folder, 'data'),
    SVC_API_KEY: KEY,
    SVC_LOCAL_TARGETS: new URL(older.shop).host,
  };
  await using upgraded = await startService(env, [], [], [join(newer, 'src/main.ts'), 'serve']);
  const duringUpgrade = answers.length;
  const first = await create(upgraded.url);
  isLoading = false;
  await Promise.all(load);
  expect(duringUpgrade).toBeGreaterThan(1);
  expect(
    [...answers, first].filter(({ status, json }) => status !== 200 || json.status !== 'completed'),
  ).toEqual([]);
  const headers = { authorization: `Bearer ${KEY}` };
  for (const { json } of answers) {
    const found = await fetch(`${upgraded.url}/v1/responses/${json.id}`, { headers });
    expect(await found.json()).toMatchObject({ id: json.id, status: 'completed' });
  }

  const refused = await startService(env).catch((error: Error) => error.message);
  expect(refused).toMatch(/cannot start: The database was migrated by a newer version of Switchyard \(2099/);
  const client = new Client({ connectionString: older.databaseUrl });
  await client.connect();
  const { rows } = await client.query('select distinct added from runs');
  await client.end();
  expect(rows).toEqual([{ added: 'new' }]);
  await removeFolder(newer);
});
