import { Authenticator, mintKey } from '../../src/accounts/authenticate.ts';
import { insertAccount, insertKey } from '../../src/accounts/store.ts';
import { routesOf } from '../../src/app.ts';
import { grantStatement } from '../../src/billing/store.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from './test-app.ts';
import { TestClient } from './test-client.ts';

export interface TestWorkspace {
  id: string;
  client: TestClient;
}

/** A further workspace in the same service, with credits and a key of its own. */
export async function addWorkspace(service: TestApp, creditsMicro = 100_000_000): Promise<TestWorkspace> {
  const { db } = service.app.context;
  const authenticator = await Authenticator.open(db);
  const id = newId('ws');
  const key = mintKey();
  await db.batch([insertAccount(newId('acct'), id), grantStatement(id, `grant:${id}`, creditsMicro)]);
  await db.query(insertKey(newId('key'), id, authenticator.hash(key), key.slice(-4)));
  const routes = routesOf({ context: service.app.context, executor: null }, () => false);
  return { id, client: new TestClient(service.app.url, key, routes) };
}
