import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { FileStore } from '../artifacts/file-store.ts';
import { openFileStore } from '../artifacts/open-file-store.ts';
import { type BackupPart, backUp, type RestorePart, restore } from '../platform/backup.ts';
import { systemClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db.ts';
import { readKeyRing, restoreKeyRing } from '../vault/local-key-ring.ts';
import { type CommandContext, withDatabase } from './with-database.ts';

type Context = Pick<CommandContext, 'config' | 'log'>;

/** `switchyard backup`: database, captured files, key ring and first API key in one file. The service may run. */
export function backupCommand(file: string): Promise<void> {
  return withDatabase((ctx) => writeBackup(file, ctx));
}

/** `switchyard export`: the same of a database that an older version made. */
export function exportCommand(file: string): Promise<void> {
  return withDatabase((ctx) => writeBackup(file, ctx), { asFound: true });
}

async function writeBackup(file: string, { url, db, ...ctx }: CommandContext): Promise<void> {
  const { keysDir } = ctx.config.kms;
  // Read first: a key that is retired after this line may still be needed by the snapshot.
  const ring = await readKeyRing(keysDir);
  const store = await openStore(ctx, (statement) => db.query(statement));
  const parts: BackupPart[] = [
    { name: 'files', read: () => readFiles(store) },
    { name: 'key_ring', read: () => readRing(keysDir, ring) },
    { name: 'api_key', read: () => readApiKey(ctx) },
  ];
  const { tables, rows, parts: records } = await backUp(url, file, parts);
  console.log(`Saved ${rows} rows of ${tables} tables and ${records.files ?? 0} files to ${file}.`);
  console.log(
    ring
      ? 'The file contains the key ring and opens every stored login. Keep it secret.'
      : 'The file contains no keys: they stay in the key service.',
  );
}

/** `switchyard restore`: an empty installation becomes the one that was backed up. */
export function restoreCommand(file: string): Promise<void> {
  return withDatabase((ctx) => fill(file, ctx));
}

/** `switchyard import`: the same from another version. Its tables and columns that this version lacks are left out. */
export function importCommand(file: string): Promise<void> {
  return withDatabase((ctx) => fill(file, ctx, 'any version'));
}

async function fill(
  file: string,
  { url, ...ctx }: CommandContext,
  from: 'this version' | 'any version' = 'this version',
): Promise<void> {
  const openPartOf = (name: string, run: Tx) => openPart(ctx, name, run);
  const { tables, rows, parts, leftOut } = await restore(url, file, openPartOf, from);
  console.log(`Restored ${rows} rows of ${tables} tables and ${parts.files ?? 0} files.`);
  if (leftOut.length > 0)
    console.log(`Left out, because this version does not have them: ${leftOut.join(', ')}.`);
}

/** The folder or prefix of the files is named after the installation, which the database knows. */
async function openStore({ config, log }: Context, run: Tx): Promise<FileStore | null> {
  const [row] = await run(
    sql`select encode(value, 'hex') as name from service_secrets where name = 'installation'`,
  );
  return row ? openFileStore(config.artifacts, String(row.name), systemClock, log) : null;
}

const fileRecord = z.object({ key: z.string(), base64: z.base64() });
const keyRecord = z.object({ key: z.string() });

async function openPart(ctx: Context, name: string, run: Tx): Promise<RestorePart> {
  if (name === 'key_ring') return (record) => restoreKeyRing(ctx.config.kms.keysDir, record);
  if (name === 'api_key')
    return async (record) => {
      await mkdir(ctx.config.dataDir, { recursive: true });
      await writeFile(apiKeyFile(ctx), `${keyRecord.parse(record).key}\n`, { mode: 0o600 });
    };
  const store = await openStore(ctx, run);
  return async (record) => {
    const { key, base64 } = fileRecord.parse(record);
    await store?.erase(key);
    await store?.write(Buffer.from(base64, 'base64'), key);
  };
}

async function* readFiles(store: FileStore | null) {
  if (!store) return;
  for await (const keys of store.keys())
    for (const key of keys) {
      const bytes = await store.read(key);
      if (bytes) yield { key, base64: Buffer.from(bytes).toString('base64') };
    }
}

type Ring = NonNullable<Awaited<ReturnType<typeof readKeyRing>>>;

/** The ring after the snapshot, with the keys that were retired since `before`. */
async function* readRing(keysDir: string, before: Ring | null) {
  const ring = await readKeyRing(keysDir);
  if (!ring) return;
  const keyBefore = new Map(before?.versions.map(({ version, key }) => [version, key]));
  yield {
    ...ring,
    versions: ring.versions.map((one) => ({ ...one, key: one.key ?? keyBefore.get(one.version) ?? null })),
  };
}

async function* readApiKey(ctx: Context) {
  const key = (await readFile(apiKeyFile(ctx), 'utf8').catch(() => '')).trim();
  if (key) yield { key };
}

function apiKeyFile({ config }: Context): string {
  return join(config.dataDir, 'api-key');
}
