import { Secret } from '../../src/platform/secret.ts';
import { readCatalog } from '../../src/runners/catalog.ts';
import type { ExtractionEngine } from '../../src/runners/extraction/extraction-engine.ts';
import type { HostedProvider, HostedTask, ProviderApi } from '../../src/runners/hosted/hosted-provider.ts';
import type { BrowserSource } from '../../src/runners/infra/browser-source.ts';

/** A module for the compiler, which compares the bodies with the types of the clients. */
export async function requestsModule(): Promise<string> {
  const bodies = JSON.stringify(await recordedRequests(), null, 1);
  return `import type { Requests } from '../wire-requests.ts';\nconst sent: Requests = ${bodies};\nvoid sent;\n`;
}

/** Where a browser of `adapter` is connected to, with the wishes of a session. */
export async function recordedAddress(adapter: string, baseUrl: string): Promise<URL> {
  const { source }: { source: BrowserSource } = await adapterOf(adapter);
  const account = { family: '', secrets: { api_key: new Secret('key') }, baseUrl: null, isOwn: false };
  const session = { attemptId: 'attempt_1', seconds: 900, account, baseUrl, options: {} };
  return new URL(source.address?.(session).cdpUrl ?? '');
}

/** The names under which providers hand out what they made. */
const MADE = Object.fromEntries(
  ['id', 'sessionId', 'session_id', 'agent_id', 'vault_id', 'jobId', 'runId', 'run_id', 'workflow_id'].map(
    (name) => [name, 'x'],
  ),
);
const SCHEMA = { type: 'object', properties: { price: { type: 'string' } } };
const NO_TASK = { instructions: null, steps: [], successCriteria: null, codeInbox: null };
const BARE = { url: null, outputSchema: null, credential: null, maxCostUsd: null, maxCostUnits: null };
const WHOLE = {
  url: 'https://shop.example/',
  outputSchema: SCHEMA,
  credential: {
    domain: 'shop.example',
    username: new Secret('user'),
    password: new Secret('password'),
    totpSecret: new Secret('seed'),
    session: null,
  },
  maxCostUsd: 2,
  maxCostUnits: 5,
};

/**
 * The bodies that our adapters send for every row of the catalog whose provider has a client, by adapter and path: for a task
 * with nothing but words, and for one with everything.
 */
async function recordedRequests(): Promise<Record<string, object[]>> {
  const seen = new Map<string, Set<string>>();
  const rows = readCatalog().rows.filter(({ facts: { wire } }) => wire?.checked === 'sdk');
  for (const { adapter, options, facts, baseUrl } of rows) {
    const account = {
      family: facts.family,
      secrets: Object.fromEntries(['api_key', 'account_id', 'zone'].map((name) => [name, new Secret('x')])),
      baseUrl: null,
      isOwn: false,
    };
    const send = (path: string, body: object | undefined) => {
      if (body === undefined) return;
      const key = `${adapter} ${path}`;
      seen.set(key, (seen.get(key) ?? new Set()).add(JSON.stringify(body)));
    };
    const module = await adapterOf(adapter);
    const common = { account, options, attemptId: 'attempt_1' };
    const source: BrowserSource | undefined = module.source;
    const opened = source?.open?.({ ...common, seconds: 900, baseUrl: baseUrl ?? '' });
    if (opened) send(opened.path, opened.body);
    for (const { url, outputSchema: schema, maxCostUsd, ...rest } of [BARE, WHOLE]) {
      const engine: ExtractionEngine | undefined = module.engine;
      const page = { ...common, url: url ?? 'https://shop.example/', prompt: 'Find it', schema, maxCostUsd };
      const call = engine?.request(page);
      if (call) send(call.path, call.body as object | undefined);
      const provider: HostedProvider | undefined = module.provider;
      const task: HostedTask = {
        ...NO_TASK,
        ...common,
        ...rest,
        goal: 'Find it',
        url: facts.needsUrl ? WHOLE.url : url,
        outputSchema: schema,
        maxCostUsd,
        // Logins go to those alone that declare a channel for them.
        ...(facts.secrets.channel === 'none' && { credential: null }),
        onLeft: async () => {},
      };
      await provider?.start(task, recorder(send, account));
    }
  }
  return Object.fromEntries(
    [...seen].map(([key, bodies]) => [key, [...bodies].map((body) => JSON.parse(body))]),
  );
}

const ADAPTERS = {
  hosted: (file: string) => import(`../../src/runners/hosted/agents/${file}.ts`),
  infra: (file: string) => import(`../../src/runners/infra/sources/${file}.ts`),
  extraction: (file: string) => import(`../../src/runners/extraction/engines/${file}.ts`),
};

function adapterOf(name: string) {
  const [kind = '', file = ''] = name.split('/');
  return ADAPTERS[kind as keyof typeof ADAPTERS](file);
}

/** A provider that makes whatever is asked for. */
function recorder(
  send: (path: string, body: object | undefined) => void,
  account: ProviderApi['account'],
): ProviderApi {
  return {
    account,
    post: async (path, body, shape) => {
      send(path, body);
      return shape.parse({ ...MADE, data: MADE });
    },
    get: () => Promise.reject(new Error('nothing is read before the task begins')),
    maybe: async () => null,
    find: async () => null,
    end: async () => true,
    once: (_key, make) => make(),
    session: () => {},
    stateOf: () => 'running',
  };
}
