import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { startTestApp } from '../../test/support/test-app.ts';
import { findBreaks } from './breaks.ts';

const WORKER = fileURLToPath(new URL('ledger-worker.fixture.ts', import.meta.url));

test('three processes with eight workers each leave the ledger balanced, and nothing twice', async () => {
  await using service = await startTestApp({ runners: [] });
  const { db } = service.app.context;
  const workspaces: string[] = [];
  for (let count = 0; count < 3; count += 1)
    workspaces.push((await addWorkspace(service, 40_000)).workspaceId);
  const run = promisify(execFile);
  const told = await Promise.all(
    ['1', '2', '3'].map((seed) => run(process.execPath, [WORKER, service.databaseUrl, seed, ...workspaces])),
  );
  const counts = told.map(({ stdout }) => JSON.parse(stdout));
  for (const { done, uncovered, repeated } of counts) {
    expect(done).toBeGreaterThan(0);
    // Of two equal movements one is done: the other finds it done, or no credits left.
    expect(repeated + uncovered).toBeGreaterThanOrEqual(done);
  }
  expect(counts.some(({ uncovered }) => uncovered > 0)).toBe(true);
  expect(await findBreaks(db)).toEqual([]);
  const [sum] = await db.query<{ entries: number; kept: number }>(
    sql`select count(*)::int as entries, (select min(held_micro) >= 0 from balances) as kept from ledger_entries`,
  );
  expect(sum).toMatchObject({ kept: true });
  expect(sum?.entries).toBeGreaterThan(100);
});
