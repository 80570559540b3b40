import { type OtherHands, outsideTool } from '../../agent/index.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';

/** Its tools that only touch pages: none runs code, reads files of this machine or writes them. */
const TOOLS = new Set(
  'navigate navigate_back click type fill_form select_option press_key hover drag handle_dialog wait_for tabs find'
    .split(' ')
    .map((name) => `browser_${name}`),
);
/** Inputs that name a file to write. */
const FILE_INPUTS = ['filename', 'path', 'paths'];

interface Listed {
  name: string;
  description: string;
  inputSchema: { properties?: Record<string, unknown> } & Record<string, unknown>;
}

/**
 * The tools of Playwright's MCP server in this process, on the browser that the run already has: our network checks,
 * files and camera stay around it.
 */
export async function playwrightMcp(run: BrowserRun): Promise<OtherHands> {
  const { createConnection } = await import('@playwright/mcp');
  const capabilities = ['core', 'core-navigation', 'core-tabs', 'core-input'] as const;
  const server = await createConnection(
    {
      capabilities: [...capabilities],
      webmcp: false,
      codegen: 'none',
      snapshot: { mode: 'none' },
      imageResponses: 'omit',
    },
    // Its types are of another release of Playwright; the browser's own interface is the same.
    async () => run.context as never,
  );
  const asked = new Map<number, (answer: Answer) => void>();
  const wire: Wire = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => asked.get(message.id)?.(message),
  };
  await server.connect(wire as never);
  let last = 0;
  const call = async (method: string, params: object) => {
    last += 1;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    asked.set(last, resolve);
    wire.onmessage?.({ jsonrpc: '2.0', id: last, method, params });
    return promise;
  };
  const clientInfo = { name: 'switchyard', version: '1' };
  await call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  wire.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const use = async (name: string, args: object) => {
    const { result, error } = await call('tools/call', { name, arguments: args });
    const text = result?.content?.map((part) => part.text ?? '').join('\n') ?? error?.message ?? '';
    const url = /^- Page URL: (\S+)/mu.exec(text)?.[1];
    run.front = run.context.pages().find((page) => page.url() === url) ?? run.front;
    return { text, isOk: error === undefined && result?.isError !== true };
  };
  const { result } = await call('tools/list', {});
  const listed = (result?.tools ?? []).filter(({ name }) => TOOLS.has(name));
  return {
    tools: Object.fromEntries(
      listed.map(({ name, description, inputSchema }) => [
        name,
        outsideTool(description, withoutFiles(inputSchema), name.slice('browser_'.length), (input) =>
          use(name, input),
        ),
      ]),
    ),
    look: async () => (await use('browser_snapshot', {})).text,
  };
}

function withoutFiles(schema: Listed['inputSchema']): Record<string, unknown> {
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) => !FILE_INPUTS.includes(name));
  return { ...schema, properties: Object.fromEntries(kept), additionalProperties: false };
}

interface Answer {
  id: number;
  result?: { content?: { text?: string }[]; isError?: boolean; tools?: Listed[] };
  error?: { message: string };
}

/** The part of a transport that a server of the Model Context Protocol needs. */
interface Wire {
  start(): Promise<void>;
  close(): Promise<void>;
  send(message: Answer): Promise<void>;
  onmessage?(message: object): void;
}
