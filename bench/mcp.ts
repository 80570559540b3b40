import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Finding, ratioFinding } from './report.ts';
import { inTurns, median } from './rounds.ts';
import { API_KEY, Stage } from './stage.ts';

const ROUNDS = 9;
const PAGES = 25;
const READ = 'Read this page and give its main content as Markdown.';

/** Reading a page by the MCP tool, with the official client, against the call of the API that it makes. */
export async function mcp(): Promise<Finding[]> {
  await using stage = await Stage.open();
  const { url, demoOrigin } = await stage.service({ env: { SVC_ENV: 'development' } });
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  stage.defer(() => client.close());
  let pages = 0;
  // Every page has an address of its own: a repeated call would join the run of the first.
  const nextPage = () => `${demoOrigin}/products/fernfall-camp-kettle?page=${pages++}`;
  const byApi = async () => {
    const body = JSON.stringify({ url: nextPage(), input: READ });
    // As the tool has one.
    const keyed = { ...headers, 'idempotency-key': crypto.randomUUID() };
    const response = await fetch(`${url}/api/v1/responses`, { method: 'POST', headers: keyed, body });
    if ((await response.json()).status !== 'completed') throw new Error('the page was not read');
  };
  const byTool = async () => {
    const result = await client.callTool({ name: 'fetch_page', arguments: { url: nextPage() } });
    if (result.isError) throw new Error(JSON.stringify(result.content));
  };
  const rounds = await inTurns(
    ROUNDS,
    () => typicalMs(byApi),
    () => typicalMs(byTool),
  );
  return [
    ratioFinding('fetch_page against the same HTTP call, p50, 1 client', 'ms', rounds, { atMost: 1.2 }),
  ];
}

async function typicalMs(read: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < PAGES; count += 1) {
    const started = performance.now();
    await read();
    times.push(performance.now() - started);
  }
  return median(times);
}
