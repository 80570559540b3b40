import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { type OtherHands, outsideTool } from '../../agent/index.ts';
import { BrowserUnavailable } from '../../browser/browser-pool.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { cdpVerdict } from '../../browser/cdp-rules.ts';

const PACKAGE = 'agent-browser/package.json';
const COMMAND_LIMIT_MS = 30_000;
/** It ends by itself if our process dies. */
const IDLE_LIMIT_MS = 20 * 60_000;

const TARGET = {
  type: 'string',
  pattern: '^@?e\\d+$',
  description: 'the reference of the element, such as e12',
};
const TEXT = { type: 'string', maxLength: 20_000 };
const KEY = { type: 'string', pattern: '^[A-Za-z0-9+]{1,40}$' };

/** Its commands that only touch pages, each with its arguments in order. None runs code or touches files here. */
const COMMANDS: Record<string, { does: string; takes: Record<string, object> }> = {
  open: { does: 'Open an address.', takes: { url: { type: 'string', pattern: '^https?://' } } },
  click: { does: 'Click an element.', takes: { target: TARGET } },
  dblclick: { does: 'Double-click an element.', takes: { target: TARGET } },
  fill: { does: 'Empty a field and fill it.', takes: { target: TARGET, text: TEXT } },
  type: { does: 'Type into an element, after what is there.', takes: { target: TARGET, text: TEXT } },
  press: { does: 'Press a key, such as Enter or Control+a.', takes: { key: KEY } },
  hover: { does: 'Move the mouse over an element.', takes: { target: TARGET } },
  check: { does: 'Tick a box.', takes: { target: TARGET } },
  uncheck: { does: 'Untick a box.', takes: { target: TARGET } },
  select: { does: 'Choose an option of a list.', takes: { target: TARGET, option: TEXT } },
  drag: { does: 'Drag an element onto another.', takes: { target: TARGET, onto: TARGET } },
  scroll: { does: 'Scroll.', takes: { direction: { enum: ['up', 'down', 'left', 'right'] } } },
  scrollintoview: { does: 'Scroll to an element.', takes: { target: TARGET } },
  back: { does: 'Go back to the page before.', takes: {} },
};

/**
 * The tools of agent-browser, which is a program of its own. It reaches the run's browser by an address that only it knows, its
 * messages pass our filter, and it can start no browser itself.
 */
export async function agentBrowser(run: BrowserRun): Promise<OtherHands> {
  await using opened = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), 'switchyard-ab-'));
  opened.defer(() => rm(home, { recursive: true, force: true }));
  const place = { home, address: await doorTo(run, opened) };
  opened.defer(async () => void (await use(place, 'close')));
  // Otherwise every user of this machine could watch, on a port of its own.
  const { isOk } = await use(place, 'stream', 'disable');
  if (!isOk) throw new BrowserUnavailable('agent-browser does not work here');
  const parts = opened.move();
  return {
    tools: Object.fromEntries(
      Object.entries(COMMANDS).map(([name, { does, takes }]) => {
        const order = Object.keys(takes);
        const schema = { type: 'object', properties: takes, required: order, additionalProperties: false };
        return [
          name,
          outsideTool(does, schema, name, (input) =>
            use(
              place,
              name,
              ...order.map((one) => wordOf(takes[one], (input as Record<string, string>)[one])),
            ),
          ),
        ];
      }),
    ),
    look: async () => (await use(place, 'snapshot')).text,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

function wordOf(kind: object | undefined, value = ''): string {
  return kind === TARGET ? `@${value.replace('@', '')}` : value;
}

/** A way into the run's browser for one driver that knows browsers by address only. */
async function doorTo(run: BrowserRun, opened: AsyncDisposableStack): Promise<string> {
  const path = `/${randomBytes(24).toString('hex')}`;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path });
  opened.defer(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  server.on('connection', (socket) => void letIn(run, socket));
  await once(server, 'listening');
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

async function letIn(run: BrowserRun, socket: WebSocket): Promise<void> {
  const early: string[] = [];
  let send = (text: string): void => void early.push(text);
  socket.on('error', () => undefined);
  socket.on('message', (data) => send(data.toString()));
  const joining = run.join?.({
    check: cdpVerdict,
    onMessage: (text) => socket.send(text),
    onClose: () => socket.close(),
  });
  const client = await joining?.catch(() => null);
  if (!client) return socket.close();
  socket.on('close', () => client.end());
  send = (text) => client.send(text);
  early.forEach(send);
}

const Answers = z.tuple([
  z.object({
    success: z.boolean(),
    error: z.string().nullish(),
    result: z.looseObject({ snapshot: z.string().optional() }).nullish(),
  }),
]);

interface Place {
  /** For its own files. */
  home: string;
  address: string;
}

/** Runs one command. Its words go in by the program's input, where they cannot be options. */
async function use({ home, address }: Place, ...words: string[]): Promise<{ text: string; isOk: boolean }> {
  const program = join(fileURLToPath(import.meta.resolve(PACKAGE)), '../bin/agent-browser.js');
  const child = spawn(process.execPath, [program, '--session', 'run', '--json', 'batch'], {
    env: {
      HOME: home,
      AGENT_BROWSER_SOCKET_DIR: home,
      AGENT_BROWSER_CDP: address,
      AGENT_BROWSER_IDLE_TIMEOUT_MS: String(IDLE_LIMIT_MS),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: COMMAND_LIMIT_MS,
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined).end(JSON.stringify([words]));
  const read = Answers.safeParse(await json(child.stdout).catch(() => null));
  if (!read.success) return { isOk: false, text: 'agent-browser does not answer' };
  const [{ success, error, result }] = read.data;
  return { isOk: success, text: error ?? result?.snapshot ?? '' };
}
