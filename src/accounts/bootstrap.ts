import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { grantStatement } from '../billing/store.ts';
import type { Db, Row } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { microUsd } from '../platform/money.ts';
import { type Authenticator, mintKey } from './authenticate.ts';
import { insertAccount, insertKey, lockBootstrap, selectFirstWorkspace } from './store.ts';

export interface FirstKey {
  /** Null when an earlier start created the key elsewhere; only its hash is stored. */
  key: string | null;
  isNew: boolean;
}

/** The first workspace, its trial credits and its key. Safe when several instances start at once. */
export async function bootstrap(options: {
  db: Db;
  authenticator: Authenticator;
  configuredKey: string | null;
  trialCreditsUsd: number;
  dataDir: string;
}): Promise<FirstKey> {
  const { db, authenticator, configuredKey } = options;
  const keyFile = join(options.dataDir, 'api-key');
  const kept = configuredKey ?? (await readFile(keyFile, 'utf8').catch(() => '')).trim();
  const outcome = await db.transaction(async (run): Promise<FirstKey> => {
    await run(lockBootstrap);
    const [existing] = await run<Row & { id: string }>(selectFirstWorkspace);
    if (existing && !kept) return { key: null, isNew: false };
    const key = kept || mintKey();
    const workspaceId = existing?.id ?? newId('ws');
    if (!existing) {
      await run(insertAccount(newId('acct'), workspaceId));
      await run(grantStatement(workspaceId, `grant:${workspaceId}`, microUsd(options.trialCreditsUsd)));
    }
    await run(insertKey(authenticator.newKey(key, { workspaceId, name: 'First key' })));
    return { key, isNew: !kept };
  });
  if (outcome.isNew && outcome.key) {
    await mkdir(options.dataDir, { recursive: true });
    await writeFile(keyFile, `${outcome.key}\n`, { mode: 0o600 });
    await chmod(keyFile, 0o600);
  }
  return outcome;
}
