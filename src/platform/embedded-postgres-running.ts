import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { superuser } from './embedded-postgres-cluster.ts';

/** The address of the embedded database that a running service holds, for commands beside it; null when none answers. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const folder = resolve(dataDir);
  try {
    const lines = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    const password = (await readFile(join(folder, 'postgres-password'), 'utf8')).trim();
    const url = `postgres://${superuser}:${password}@127.0.0.1:${Number(lines[3])}/switchyard?sslmode=disable`;
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    await client.connect();
    await client.end();
    return url;
  } catch {
    return null;
  }
}
