import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { Switchyard } from '../../sdk/src/sdk.ts';
import { serveSite } from '../../src/browser/browser.fixture.ts';
import { fuzzRelay } from '../support/relay-fuzz.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { gate } from './gate.ts';

const KEY = `svc_${'g'.repeat(40)}`;
const COMMANDS = 10_000;
const EACH_SESSION = 500;
const owned = new AsyncDisposableStack();
let page: string;
let service: ServiceProcess;

beforeAll(async () => {
  const database = owned.use(await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-relay-'));
  owned.defer(() => removeFolder(dataDir));
  const site = owned.use(await serveSite({ '/': '<title>Loopback</title><h1>Hello</h1><input>' }));
  page = `${site.origin}/`;
  const targets = { SVC_LOCAL_TARGETS: `127.0.0.1:${site.port}`, SVC_DEMO_PORT: '0' };
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SVC_API_KEY: KEY, ...targets };
  service = owned.use(await startService(env));
});
afterAll(() => owned.disposeAsync());

gate(
  'relay-fuzz',
  {
    does: `${COMMANDS} random allowed commands to browser sessions, with and without tabs`,
    invariant: 'a client never sees a target outside the web',
  },
  async ({ random, times }) => {
    const { sessions } = new Switchyard({ apiKey: KEY, baseUrl: service.url });
    const rounds = (times * COMMANDS) / EACH_SESSION;
    for (let round = 0; round < rounds; round += 1) {
      const browserSettings = { enablePdfViewer: round % 2 === 0 };
      const { id, connectUrl = '' } = await sessions.create({ keepAlive: true, browserSettings });
      expect(await fuzzRelay({ connectUrl, page, random, commands: EACH_SESSION })).toEqual([]);
      await sessions.release(id);
    }
    return `${rounds * EACH_SESSION} commands in ${rounds} sessions`;
  },
);
