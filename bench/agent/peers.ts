/** The other browser agents, with their own tools, on a Chromium of this machine. Installed by `npm ci` in `peers/`. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import type { Deed } from '../../test/support/agent-scenarios.ts';
import type { Hands } from '../../test/support/run-scenario.ts';
import { launchRemoteChromium } from '../../test/support/stand-ins/browser-infra.ts';

const FOLDER = path.join(import.meta.dirname, 'peers');
const load = createRequire(path.join(FOLDER, 'package.json'));

export interface Peer extends AsyncDisposable {
  name: string;
  hands: Hands;
  /** For opening pages and for looking at their state. */
  page(): Page;
}

export async function installPeers(): Promise<void> {
  if (await stat(path.join(FOLDER, 'node_modules')).catch(() => null)) return;
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER });
}

export const PEERS = { 'Playwright MCP': playwrightMcp, 'agent-browser': agentBrowser, Stagehand: stagehand };

/** A Chromium, a second connection to it, and a file to upload. */
async function stage() {
  const stack = new AsyncDisposableStack();
  const browser = stack.use(await launchRemoteChromium());
  const address = `http://127.0.0.1:${browser.port}`;
  const own = await chromium.connectOverCDP(address);
  stack.defer(() => own.close());
  // Without a listener this connection would dismiss the dialogs that the peer is to answer.
  own.contexts()[0]?.on('dialog', () => undefined);
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-bench-peer-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'notes.txt');
  await writeFile(file, 'Some notes.');
  const page = () => own.contexts()[0]?.pages()[0] as Page;
  await page().setViewportSize({ width: 1280, height: 800 });
  const socket = `ws://127.0.0.1:${browser.port}${browser.path}`;
  return { stack, address, socket, folder, file, page };
}

/** The line of a control: its reference and the words beside it. */
function finder(reference: RegExp) {
  return (observation: string, name: string) => {
    const lines = observation.split('\n').filter((line) => reference.test(line));
    const line = lines.find((one) => one.includes(`"${name}"`)) ?? lines.find((one) => one.includes(name));
    return line ? (reference.exec(line)?.[1] ?? null) : null;
  };
}

async function playwrightMcp(): Promise<Peer> {
  const { stack, address, file, page, folder } = await stage();
  const { createConnection } = load('@playwright/mcp') as {
    createConnection(options: object): Promise<Server>;
  };
  const server = await createConnection({
    browser: { cdpEndpoint: address, isolated: false },
    capabilities: ['core', 'core-navigation', 'core-tabs', 'core-input', 'vision'],
    outputDir: folder,
    allowUnrestrictedFileAccess: true,
  });
  const asked = new Map<number, (answer: Answer) => void>();
  const wire: Wire = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => asked.get(message.id)?.(message),
  };
  await server.connect(wire);
  let last = 0;
  const call = async (method: string, params: object) => {
    last += 1;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    asked.set(last, resolve);
    wire.onmessage?.({ jsonrpc: '2.0', id: last, method, params });
    return promise;
  };
  const clientInfo = { name: 'bench', version: '1' };
  await call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  wire.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const use = async (name: string, args: object) => {
    const { result, error } = await call('tools/call', { name: `browser_${name}`, arguments: args });
    const text = result?.content?.map((part) => part.text ?? '').join('\n') ?? error?.message ?? '';
    return { text, isOk: error === undefined && result?.isError !== true };
  };
  const act: Hands['act'] = async (deed, target, onto) => {
    const { that = '' } = deed;
    const [x, y] = that.split(',').map(Number);
    const calls: Partial<Record<Deed['act'], [string, object]>> = {
      click: ['click', { target }],
      double: ['click', { target, doubleClick: true }],
      right: ['click', { target, button: 'right' }],
      shift: ['click', { target, modifiers: ['Shift'] }],
      type: ['type', { target, text: that }],
      append: ['press_key', { key: 'End' }],
      submit: ['type', { target, text: that, submit: true }],
      press: ['press_key', { key: that }],
      select: ['select_option', { target, values: [that] }],
      check: ['click', { target }],
      hover: ['hover', { target }],
      drag: ['drag', { startTarget: target, endTarget: onto }],
      scroll: ['mouse_wheel', { deltaX: 0, deltaY: 300 }],
      wait: ['wait_for', { text: that }],
      gone: ['wait_for', { textGone: that }],
      accept: ['handle_dialog', { accept: true, ...(that && { promptText: that }) }],
      dismiss: ['handle_dialog', { accept: false }],
      tab: ['tabs', { action: 'select', index: Number(that) }],
      back: ['navigate_back', {}],
      open: ['navigate', { url: new URL(that, page().url()).href }],
      read: ['snapshot', {}],
      point: ['mouse_click_xy', { x, y }],
    };
    if (deed.act === 'upload') {
      const clicked = await use('click', { target });
      return clicked.isOk ? use('file_upload', { paths: [file] }) : clicked;
    }
    if (deed.act === 'scroll') await use('hover', { target });
    if (deed.act === 'append') {
      await use('click', { target });
      await use('press_key', { key: 'End' });
      for (const key of that) await use('press_key', { key: key === ' ' ? 'Space' : key });
      return { text: '', isOk: true };
    }
    const wanted = calls[deed.act];
    return wanted ? use(...wanted) : null;
  };
  return {
    name: 'Playwright MCP',
    page,
    hands: { observe: async () => (await use('snapshot', {})).text, find: finder(/\[ref=(\w+)\]/u), act },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function agentBrowser(): Promise<Peer> {
  const { stack, socket, folder, file, page } = await stage();
  const program = load.resolve('agent-browser/bin/agent-browser.js');
  const use = async (...words: string[]) => {
    const child = spawn(process.execPath, [program, '--session', 'bench', '--json', 'batch'], {
      env: { ...process.env, HOME: folder, AGENT_BROWSER_SOCKET_DIR: folder, AGENT_BROWSER_CDP: socket },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: 40_000,
    });
    child.stdin.end(JSON.stringify([words]));
    const [one] = ((await json(child.stdout).catch(() => null)) as Batch | null) ?? [];
    const text = one?.error ?? one?.result?.snapshot ?? JSON.stringify(one?.result ?? '');
    return { text, isOk: one?.success === true };
  };
  stack.defer(async () => void (await use('close')));
  const act: Hands['act'] = async (deed, ref, onto) => {
    const target = `@${ref}`;
    const { that = '' } = deed;
    const [x = '', y = ''] = that.split(',');
    const calls: Partial<Record<Deed['act'], string[][]>> = {
      click: [['click', target]],
      double: [['dblclick', target]],
      right: [
        ['hover', target],
        ['mouse', 'down', 'right'],
        ['mouse', 'up', 'right'],
      ],
      type: [['fill', target, that]],
      append: [['type', target, that]],
      submit: [
        ['fill', target, that],
        ['press', 'Enter'],
      ],
      press: [['press', that]],
      select: [['select', target, that]],
      check: [['check', target]],
      hover: [['hover', target]],
      drag: [['drag', target, `@${onto}`]],
      scroll: [
        ['hover', target],
        ['mouse', 'wheel', '300'],
      ],
      upload: [['upload', target, file]],
      wait: [['wait', '--text', that]],
      gone: [['wait', '--fn', `!document.body.innerText.includes(${JSON.stringify(that)})`]],
      accept: [['dialog', 'accept', ...(that ? [that] : [])]],
      dismiss: [['dialog', 'dismiss']],
      tab: [['tab', `t${Number(that) + 1}`]],
      back: [['back']],
      open: [['open', new URL(that || '/', page().url()).href]],
      read: [['read']],
      point: [
        ['mouse', 'move', x, y],
        ['mouse', 'down'],
        ['mouse', 'up'],
      ],
    };
    const wanted = calls[deed.act];
    if (!wanted) return null;
    let result = { text: '', isOk: true };
    for (const words of wanted) if (result.isOk) result = await use(...words);
    return result;
  };
  return {
    name: 'agent-browser',
    page,
    hands: { observe: async () => (await use('snapshot')).text, find: finder(/\bref=(e\d+)/u), act },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function stagehand(): Promise<Peer> {
  const { stack, socket, page } = await stage();
  const { Stagehand } = load('@browserbasehq/stagehand') as {
    Stagehand: new (options: object) => StagehandApi;
  };
  const options = {
    env: 'LOCAL',
    localBrowserLaunchOptions: { cdpUrl: socket },
    verbose: 0,
    disablePino: true,
    disableAPI: true,
  };
  // It wants the name of a model even where none is asked.
  const agent = new Stagehand({ ...options, model: { modelName: 'openai/gpt-4.1-mini', apiKey: 'none' } });
  await agent.init();
  stack.defer(() => agent.close().catch(() => undefined));
  let paths: Record<string, string> = {};
  const current = () => agent.context.activePage() ?? agent.context.pages()[0];
  const act: Hands['act'] = async (deed, ref, onto) => {
    const { that = '' } = deed;
    const methods: Partial<Record<Deed['act'], [string, string[]]>> = {
      click: ['click', []],
      double: ['doubleClick', []],
      type: ['fill', [that]],
      append: ['type', [that]],
      submit: ['fill', [that]],
      select: ['selectOptionFromDropdown', [that]],
      check: ['click', []],
      hover: ['hover', []],
      drag: ['dragAndDrop', [`xpath=${paths[onto ?? '']}`]],
      scroll: ['scroll', ['50%']],
    };
    const run = async (work: () => Promise<unknown>) =>
      work().then(
        (result) => {
          const { success = true, message = '' } = (result ?? {}) as { success?: boolean; message?: string };
          return { text: message, isOk: success };
        },
        (error: unknown) => ({ text: String(error), isOk: false }),
      );
    const [x = 0, y = 0] = that.split(',').map(Number);
    if (deed.act === 'press') return run(async () => current()?.keyPress(that));
    if (deed.act === 'point') return run(async () => current()?.click(x, y));
    if (deed.act === 'open')
      return run(async () => void (await current()?.goto(new URL(that, page().url()).href)));
    if (deed.act === 'read') return { text: await observe(), isOk: true };
    const wanted = methods[deed.act];
    if (!wanted) return null;
    const [method, args] = wanted;
    const done = await run(() =>
      agent.act({
        selector: `xpath=${paths[ref ?? '']}`,
        method,
        arguments: args,
        description: deed.on ?? '',
      }),
    );
    return deed.act === 'submit' && done.isOk ? run(async () => current()?.keyPress('Enter')) : done;
  };
  const observe = async () => {
    const seen = await current()?.snapshot();
    paths = seen?.xpathMap ?? {};
    return seen?.formattedTree ?? '';
  };
  return {
    name: 'Stagehand',
    page,
    hands: { observe, find: finder(/\[(\d+-\d+)\]/u), act },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

interface StagehandApi {
  init(): Promise<void>;
  close(): Promise<void>;
  act(action: object): Promise<unknown>;
  context: { activePage(): StagehandPage | undefined; pages(): StagehandPage[] };
}

interface StagehandPage {
  snapshot(): Promise<{ formattedTree: string; xpathMap: Record<string, string> }>;
  keyPress(key: string): Promise<void>;
  click(x: number, y: number): Promise<unknown>;
  goto(url: string): Promise<unknown>;
}

type Batch = { success: boolean; error?: string; result?: { snapshot?: string } }[];

interface Server {
  connect(wire: Wire): Promise<void>;
}

interface Answer {
  id: number;
  result?: { content?: { text?: string }[]; isError?: boolean };
  error?: { message: string };
}

interface Wire {
  start(): Promise<void>;
  close(): Promise<void>;
  send(message: Answer): Promise<void>;
  onmessage?(message: object): void;
}
