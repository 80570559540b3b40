import { ALLOWED_COMMANDS } from '../../src/sessions/cdp-allow-list.ts';
import { isOutsideWeb, RelayClient, type RelayTarget } from './relay-client.ts';

interface Fuzz {
  connectUrl: string;
  /** A page of the web to be on. */
  page: string;
  random: () => number;
  commands: number;
}

/** Commands that end the session or stop a page for good would end the fuzz with it. */
const ENDING = new Set(['Browser.close', 'Page.close', 'Debugger.pause', 'Fetch.enable']);
const COMMANDS = [...ALLOWED_COMMANDS].filter((name) => !ENDING.has(name));
const AT_ONCE = 25;

const EXTENSION = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html';
const ADDRESSES = [
  'chrome://settings/',
  'chrome://version/',
  'chrome://newtab/',
  'chrome-untrusted://new-tab-page/',
  'devtools://devtools/bundled/inspector.html',
  'file:///etc/passwd',
  'view-source:http://127.0.0.1/',
  'about:version',
  'about:blank',
  'data:text/html,x',
  EXTENSION,
];
const KEYS: [string, number][] = [
  ['t', 84],
  ['n', 78],
  ['j', 74],
  ['h', 72],
  ['u', 85],
  ['o', 79],
  ['s', 83],
  ['p', 80],
  ['Home', 36],
  ['ArrowLeft', 37],
  ['F1', 112],
  ['F6', 117],
  ['F12', 123],
  ['Enter', 13],
  ['Tab', 9],
  [',', 188],
  ['Delete', 46],
];

/** Random allowed commands, many at once. The answer: every target outside the web that the client saw. */
export async function fuzzRelay({ connectUrl, page, random, commands }: Fuzz): Promise<RelayTarget[]> {
  await using client = await RelayClient.connect(connectUrl);
  await client.follow();
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  for (let sent = 0; sent < commands; sent += AT_ONCE) {
    await client.send('Page.navigate', { url: page }, await pageOf(client));
    const burst = Array.from({ length: Math.min(AT_ONCE, commands - sent) }, () => {
      const [method, params] = commandOf(random, pick, client, page);
      return client.send(method, params, random() < 0.1 ? undefined : pick([...client.sessions.keys()]));
    });
    await Promise.race([Promise.all(burst), new Promise((resolve) => setTimeout(resolve, 1_000))]);
    await client.list();
    if (!client.isOpen) throw new Error(`the session ended after ${sent} commands`);
  }
  return client.targets.filter(isOutsideWeb);
}

/** A session on some page; a new one where none is left. */
async function pageOf(client: RelayClient): Promise<string> {
  const found = [...client.sessions].find(([, { type }]) => type === 'page');
  if (found) return found[0];
  await client.send('Target.createTarget', { url: 'about:blank' });
  return client.page();
}

type Pick = <T>(all: readonly T[]) => T;

function commandOf(
  random: () => number,
  pick: Pick,
  client: RelayClient,
  page: string,
): [string, Record<string, unknown>] {
  const kind = random();
  const url = pick([page, ...ADDRESSES]);
  const targetId = pick(client.targets)?.targetId;
  if (kind < 0.35) return ['Input.dispatchKeyEvent', keyOf(random, pick)];
  if (kind < 0.55) return ['Runtime.evaluate', { expression: scriptOf(pick, url), userGesture: true }];
  if (kind < 0.6) return ['Input.dispatchDragEvent', dropOf(random, pick, url)];
  if (kind < 0.65) return ['Target.createTarget', { url, forTab: random() < 0.2, newWindow: random() < 0.2 }];
  if (kind < 0.7) return ['Target.attachToTarget', { targetId, flatten: true }];
  if (kind < 0.75) return ['Page.navigateToHistoryEntry', { entryId: Math.floor(random() * 6) }];
  return [pick(COMMANDS), anyParams(random, url, targetId)];
}

function keyOf(random: () => number, pick: Pick): Record<string, unknown> {
  const [key, code] = pick(KEYS);
  return {
    type: pick(['rawKeyDown', 'keyDown', 'keyUp']),
    modifiers: Math.floor(random() * 16),
    key,
    windowsVirtualKeyCode: code,
    ...(random() < 0.8 ? { nativeVirtualKeyCode: code } : {}),
    ...(random() < 0.5 ? { isSystemKey: true } : {}),
  };
}

function scriptOf(pick: Pick, url: string): string {
  const address = JSON.stringify(url);
  return pick([
    `location.href = ${address}`,
    `void window.open(${address})`,
    `void window.open(${address}, '_blank', 'noopener')`,
    `document.body.append(Object.assign(document.createElement('iframe'), { src: ${address} }))`,
    `Object.assign(document.createElement('a'), { href: ${address}, target: '_blank' }).click()`,
    'history.back()',
    `fetch(${address}).then((answer) => answer.text())`,
  ]);
}

function dropOf(random: () => number, pick: Pick, url: string): Record<string, unknown> {
  const data = { items: [{ mimeType: 'text/uri-list', data: url }], dragOperationsMask: 17 };
  const place = { x: Math.floor(random() * 600), y: Math.floor(random() * 400) };
  return { type: pick(['dragEnter', 'dragOver', 'drop']), ...place, data };
}

function anyParams(random: () => number, url: string, targetId: string | undefined) {
  const number = Math.floor(random() * 5);
  return {
    ...{ url, targetId, sessionId: 'x', expression: 'location.href', nodeId: number, frameId: targetId },
    ...{ type: 'mousePressed', x: number * 90, y: number * 50, button: 'middle', clickCount: 1 },
    ...{ autoAttach: true, flatten: true, waitForDebuggerOnStart: false, discover: true, enabled: true },
    ...{ source: 'void 0', width: 800, height: 600, deviceScaleFactor: 1, mobile: false, entryId: number },
  };
}
