import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StandInAnswer, StandInQuestion } from '../../../test/support/stand-ins/llm.ts';
import { type Site, serveSite } from '../../browser/browser.fixture.ts';
import { totpCode } from '../../demo-site/account/one-time-code.ts';
import { type DemoSite, startDemoSite } from '../../demo-site/start.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { Secret } from '../../platform/secret.ts';
import type { AttemptScope } from '../contract.ts';
import { call, done, openLocalAgent, ref } from './local-agent.fixture.ts';

let shop: DemoSite;
let vault: Site;
let agent: Awaited<ReturnType<typeof openLocalAgent>>;
const owned = new AsyncDisposableStack();

beforeAll(async () => {
  shop = owned.use(await startDemoSite({ clock: systemClock, log: createLog('silent') }));
  vault = owned.use(await serveSite(indiscreetVault));
  agent = owned.use(await openLocalAgent([shop.origin, vault.origin]));
});
afterAll(() => owned.disposeAsync());

const SEED = 'ORUGKIDLMV2HI3DFEBUXGIDPNYQG433X';
const codeNow = () => totpCode(SEED, systemClock.now().getTime());

function credential(domain: string, username: string, password: string): AttemptScope['credential'] {
  return {
    domain,
    username: new Secret(username),
    password: new Secret(password),
    totpSecret: new Secret(SEED),
    session: null,
  };
}

const givesCode: AttemptScope['ask'] = async () => ({ answered: true, value: codeNow() });

interface ShopTask {
  goal: string;
  path?: string;
  /** What the model does, from page to page. */
  acts: ((question: StandInQuestion) => StandInAnswer)[];
  /** A part of the last page as the model sees it. */
  shows: RegExp;
  scope?: Partial<AttemptScope>;
  files?: string[];
  script: string[];
}

const KETTLE = 'link "Fernfall Camp Kettle"';

const TASKS: ShopTask[] = [
  {
    goal: 'Find the cheapest kettle.',
    acts: [
      (seen) => call('type', { n: ref(seen, 'searchbox "Search the shop"'), text: 'kettle', submit: true }),
      (seen) => call('select', { n: ref(seen, 'combobox "Sort'), options: ['Price: low to high'] }),
      (seen) => call('click', { n: ref(seen, KETTLE) }),
    ],
    shows: /# Fernfall Camp Kettle[\s\S]*\$58\.00/,
    script: ['fill', 'press', 'select', 'click'],
  },
  {
    goal: 'Buy two camp kettles with my account.',
    path: '/account',
    acts: [
      () => call('go', { url: '/products/fernfall-camp-kettle' }),
      (seen) => ({
        calls: [
          { name: 'type', input: { n: ref(seen, 'spinbutton "Quantity"'), text: '2' } },
          { name: 'click', input: { n: ref(seen, 'button "Add to basket"') } },
        ],
      }),
    ],
    shows: /Your basket[\s\S]*\$116\.00/,
    scope: { ask: givesCode },
    script: ['goto', 'fill', 'click'],
  },
  {
    goal: 'Download the price list.',
    path: '/catalogue',
    acts: [(seen) => call('click', { n: ref(seen, 'link "Download the price list') })],
    shows: /price-list\.csv/,
    files: ['price-list.csv'],
    script: ['goto', 'click'],
  },
  {
    goal: 'Write to the shop with the contact form: my name is Kim, kim@example.org, about a product: does the kettle whistle?',
    path: '/contact',
    acts: [
      (seen) => ({
        calls: [
          { name: 'type', input: { n: ref(seen, 'textbox "Name"'), text: 'Kim' } },
          { name: 'type', input: { n: ref(seen, 'textbox "E-mail address"'), text: 'kim@example.org' } },
          { name: 'select', input: { n: ref(seen, 'combobox "What is it about'), options: ['A product'] } },
          { name: 'type', input: { n: ref(seen, 'textbox "Message"'), text: 'Does the kettle whistle?' } },
          { name: 'check', input: { n: ref(seen, 'checkbox'), on: true } },
          { name: 'click', input: { n: ref(seen, 'button "Send message"') } },
        ],
      }),
    ],
    shows: /Thank you for your message[\s\S]*M-\d{6}/,
    script: ['fill', 'select', 'check', 'click'],
  },
  {
    goal: 'Subscribe kim@example.org to the newsletter.',
    path: '/journal',
    acts: [
      (seen) =>
        call('type', {
          n: ref(seen, 'textbox "E-mail for the newsletter"'),
          text: 'kim@example.org',
          submit: true,
        }),
    ],
    shows: /The next letter goes to kim@example\.org/,
    script: ['fill', 'press'],
  },
  {
    goal: 'Is the camp kettle in stock?',
    path: '/products/fernfall-camp-kettle',
    acts: [() => call('read', { part: 'Fernfall Camp Kettle' })],
    shows: /in stock/i,
    script: ['extract'],
  },
];

test.each(TASKS)('the demo shop: $goal', async ({ goal, path = '/', acts, shows, scope, files, script }) => {
  const login = path === '/account' && credential('127.0.0.1', 'ranger', 'lantern');
  let seen = '';
  const { result, steps } = await agent.attempt(
    `${shop.origin}${path}`,
    goal,
    (question) => {
      seen = question.whole;
      return acts[question.index]?.(question) ?? done(shows.exec(question.whole)?.[0] ?? 'not seen');
    },
    { scope: { ...scope, credential: login || null } },
  );
  expect(seen).toMatch(shows);
  expect(result).toMatchObject({ ok: true, output: expect.stringMatching(shows) });
  expect(steps.filter(({ ok }) => !ok)).toEqual([]);
  expect(result.files.map(({ name }) => name)).toEqual(expect.arrayContaining(files ?? []));
  expect(result.ok && result.actScript?.map(({ action }) => action)).toEqual(expect.arrayContaining(script));
  expect(result.login).toBe(login ? 'signed_in' : undefined);
});

test.each([
  ['yes', 'Thank you for your message'],
  ['no', 'the owner refused to press "Send message"'],
])('an act that the task does not order waits for the owner, who says %s', async (value, shows) => {
  const asked: { kind: string; prompt: string; picture: Uint8Array | null | undefined }[] = [];
  const fill = TASKS.find(({ path }) => path === '/contact')?.acts[0];
  const { result } = await agent.attempt(
    `${shop.origin}/contact`,
    'Which topics does the form offer?',
    (question) => (question.index === 0 && fill ? fill(question) : done(question.whole.slice(-40_000))),
    {
      scope: {
        async ask({ kind, prompt, picture }) {
          asked.push({ kind, prompt, picture: await picture?.() });
          return { answered: true, value };
        },
      },
    },
  );
  expect(asked).toMatchObject([{ kind: 'confirm', prompt: expect.stringContaining('"Send message"') }]);
  expect([...(asked[0]?.picture ?? [])].slice(0, 2)).toEqual([0xff, 0xd8]);
  expect(result).toMatchObject({ ok: true, output: expect.stringContaining(shows) });
});

const LOGIN = { username: 'canary-name-8f2k1m5q9z', password: 'canary-pass-"4&7"-x3v9w2' };
let usedCode = '';
const BOX = 'position:absolute;left:0;width:400px;height:60px;background:white;margin:0';

/** Signs in with password and code, and then shows both and the seed wherever a page can. */
function indiscreetVault(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://vault');
  if (request.method === 'POST') {
    void text(request).then((sent) => {
      usedCode = new URLSearchParams(sent).get('code') ?? usedCode;
      const to = pathname === '/login' ? '/code' : `/?was=${encodeURIComponent(LOGIN.password)}#${usedCode}`;
      const cookie = pathname === '/login' ? 'half=yes' : 'in=yes';
      response.writeHead(302, { location: to, 'set-cookie': `${cookie}; Path=/` }).end();
    });
    return;
  }
  const isIn = request.headers.cookie?.includes('in=yes') ?? false;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(isIn ? insideVault() : pathname === '/code' ? CODE_FORM : LOGIN_FORM);
}

const LOGIN_FORM =
  '<title>Sign in</title><h1>Sign in</h1><form method=post action=/login><label>Username <input name=username autocomplete=username></label><label>Password <input type=password name=password></label><button>Sign in</button></form>';
const CODE_FORM =
  '<title>Code</title><h1>Code</h1><form method=post action=/code><label>Enter the 6-digit code from your authenticator app <input name=code autocomplete=one-time-code></label><button>Continue</button></form>';

function insideVault(): string {
  const { username } = LOGIN;
  const password = LOGIN.password.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const grouped = SEED.match(/.{4}/g)?.join(' ');
  const split = `${password.slice(0, 9)}<b>${password.slice(9)}</b>`;
  const code = `${usedCode.slice(0, 3)} ${usedCode.slice(3)}`;
  const boxes = [password, usedCode, SEED, `Hello ${username}`, split, code, grouped]
    .map((secret, at) => `<p style="${BOX};top:${at * 60}px">${secret}</p>`)
    .join('');
  return `<title>Vault ${password}</title>${boxes}<select style="${BOX};top:420px" aria-label=Kept><option>${SEED}</select><div style="margin-top:500px"><h1>Vault</h1>
    <label>Kept <input value="${password}"></label> <label>Note <input></label> <button title="${password}" aria-label="Card ${usedCode}">Card</button>
    <p>Split: ${password.slice(0, 9)}<b>${password.slice(9)}</b>, ${usedCode.slice(0, 3)} ${usedCode.slice(3)}, <b>${usedCode.slice(0, 3)}</b>${usedCode.slice(3)}, ${grouped}, ${SEED.slice(0, 12)}<i>${SEED.slice(12)}</i></p>
    <select aria-label=List><option>${usedCode}<option>${SEED}</select> <a href="/?v=${encodeURIComponent(LOGIN.password)}">Link</a>
    <button onclick="alert('It is ${usedCode}')">Alert</button>
    <button onclick="setTimeout(() => prompt('Your key', '${SEED}'))">Prompt</button></div>`;
}

const ACTS: ((question: StandInQuestion) => StandInAnswer)[] = [
  () => call('read'),
  () => call('find', { text: 'canary' }),
  () => call('read', { part: 'Split' }),
  (seen) => call('read', { n: ref(seen, 'textbox "Kept"') }),
  () => call('extract', { schema: { type: 'object', properties: { password: { type: 'string' } } } }),
  (seen) => call('press', { n: ref(seen, 'textbox "Kept"'), keys: ['Control+A', 'Control+C'] }),
  (seen) => call('press', { n: ref(seen, 'textbox "Note"'), keys: ['Control+V'] }),
  (seen) => call('type', { n: ref(seen, 'textbox "Note"'), text: '{{credential.password}} {{totp}}' }),
  (seen) => call('hover', { n: ref(seen, 'button "Card') }),
  (seen) => call('click', { n: ref(seen, 'button "Alert"') }),
  (seen) => call('click', { n: ref(seen, 'button "Prompt"') }),
  () => call('dialog', { accept: true }),
  () => call('go', { url: '/?again={{credential.password}}' }),
  () => call('ask_owner', { kind: 'confirm', question: 'Is the password {{credential.password}}?' }),
  () => call('sign_in'),
];

test('a model that reads, types, copies and pictures a login, a code and a seed gets none of them', async () => {
  const asked: string[] = [];
  const { result, steps, standIn, lines } = await agent.attempt(
    `${vault.origin}/`,
    'What does the vault say?',
    (question) => {
      if (question.format !== 'text' || !question.tools.includes('click'))
        return { text: JSON.stringify({ password: question.whole.slice(-3_000) }) };
      const at = question.body.messages as { role: string }[];
      const said = ACTS[at.filter(({ role }) => role === 'assistant').length]?.(question);
      const echo = question.last.slice(-1_800);
      if (!said || 'fault' in said) return done(question.whole.slice(-20_000));
      const calls = said.calls?.map(({ name, input }) => ({
        name,
        input: { ...(input as object), thought: echo, memory: echo },
      }));
      return { ...said, calls };
    },
    {
      scope: {
        credential: credential('127.0.0.1', LOGIN.username, LOGIN.password),
        agent: { vision: 'on', checkFinish: true },
        async ask({ kind, prompt }) {
          asked.push(prompt);
          return { answered: true, value: kind === 'otp' ? codeNow() : 'no' };
        },
      },
    },
  );
  expect(result).toMatchObject({ ok: true, login: 'signed_in' });
  expect(usedCode).toMatch(/^\d{6}$/);
  expect(standIn.seen.length).toBeGreaterThan(ACTS.length);
  expect(vault.requests.some((url) => url.includes('again=') && url.includes('canary'))).toBe(false);
  const requests = standIn.seen.map(({ body }) => body.replaceAll(/data:image\/jpeg;base64,[\w+/=]+/g, ''));
  const shown = steps.map(({ picture: _, ...step }) => step);
  const { actScript, page, output } = result.ok ? result : { page: null };
  const channels = { requests, shown, actScript, page, output, lines, asked };
  const parts = [LOGIN.username, 'canary-', 'x3v9w2', usedCode, SEED.slice(0, 8), SEED.slice(-8)];
  const secret = new RegExp(
    [...parts, `${usedCode.slice(0, 3)} ${usedCode.slice(3)}`, 'ORUG KIDL'].join('|'),
    'iu',
  );
  for (const [channel, held] of Object.entries(channels)) {
    const whole = JSON.stringify(held) ?? '';
    const at = whole.search(secret);
    expect({ channel, found: at < 0 ? null : whole.slice(Math.max(0, at - 100), at + 100) }).toEqual({
      channel,
      found: null,
    });
  }
  const pictures = standIn.seen.flatMap(({ body }) => body.match(/data:image\/jpeg;base64,[\w+/=]+/g) ?? []);
  expect(pictures.length).toBeGreaterThan(5);
  for (const picture of pictures) expect(await covered(picture)).toEqual(Array(8).fill(true));
});

/** Whether each box has the colour of a cover in its middle. */
async function covered(source: string): Promise<boolean[]> {
  await using run = await agent.pool.acquire({ localAllowed: true });
  return await run.page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    pen.drawImage(image, 0, 0);
    return Array.from({ length: 8 }, (_, at) => {
      const [red = 0] = pen.getImageData(200, at * 60 + 30, 1, 1).data;
      return Math.abs(red - 153) < 12;
    });
  }, source);
}
