import { Authenticator, mintKey } from '../../src/accounts/authenticate.ts';
import { insertAccount, insertKey } from '../../src/accounts/store.ts';
import { routesOf } from '../../src/app.ts';
import { grantStatement } from '../../src/billing/store.ts';
import type { Db } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from './test-app.ts';
import { TestClient } from './test-client.ts';

interface NewWorkspace {
  workspaceId: string;
  keyId: string;
  key: string;
}

export interface AddedWorkspace extends NewWorkspace {
  client: TestClient;
}

/** Another tenant on the same service, with 10 dollars of credits by default. */
export async function addWorkspace({ app }: TestApp, creditsMicro = 10_000_000): Promise<AddedWorkspace> {
  const added = await addTenant(app.context.db, creditsMicro);
  const routes = routesOf({ context: app.context, executor: null }, () => false);
  return { ...added, client: new TestClient(app.url, added.key, routes) };
}

/** The same, where the service is another process. */
export async function addTenant(db: Db, creditsMicro: number): Promise<NewWorkspace> {
  const authenticator = await Authenticator.open({ db, origin: () => '', cheapestMicro: () => 0 });
  const [workspaceId, key] = [newId('ws'), mintKey()];
  const stored = authenticator.newKey(key, { workspaceId, name: 'Test' });
  await db.batch([insertAccount(newId('acct'), workspaceId), insertKey(stored)]);
  await db.query(grantStatement(workspaceId, `grant:${workspaceId}`, creditsMicro));
  return { workspaceId, keyId: stored.id, key };
}
