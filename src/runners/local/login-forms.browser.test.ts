import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { gateFor, type Site, serveSite } from '../../browser/browser.fixture.ts';
import { Secret } from '../../platform/secret.ts';
import type { AttemptScope, DirectRunner, Step } from '../contract.ts';
import { openLocalChromium } from './local-chromium.fixture.ts';

let site: Site;
let runner: DirectRunner;
const owned = new AsyncDisposableStack();

const HOME = '<title>Konto</title><h1>Welcome</h1><p>You have 42 points.</p><a href="/out">Log out</a>';

/** Logins of other makes than the demo shop's. */
const PAGES: Record<string, string> = {
  '/two-steps/login': `<h1>Sign in</h1><form action="/two-steps/password" method="post"><input type="email" name="user" placeholder="E-mail address"><button>Next</button></form>`,
  '/two-steps/password': `<h1>Welcome back</h1><p>alice</p><form action="/enter" method="post"><input type="password" name="pass" aria-label="Enter your password"><button>Next</button></form>`,
  '/german/login': `<title>Anmelden</title><h1>Anmelden</h1><form action="/enter" method="post"><label>Benutzername<input name="user"></label><label>Kennwort<input type="password" name="pass"></label><button>Anmelden</button><a href="#">Kennwort vergessen?</a></form>`,
  '/dialog': `<h1>Shop</h1><p>Welcome, stranger.</p><button onclick="d.showModal()">Log in</button><dialog id="d"><form action="/enter" method="post"><label>Email <input type="email" name="user"></label><label>Password <input type="password" name="pass"></label><button type="button" onclick="d.close()">Cancel</button><button>Log in</button></form></dialog>`,
  // Without a form of its own, beside others that are none of its business.
  '/beside': `<header><form action="/search"><input name="q" type="search" aria-label="Search"></form></header><main><h1>Join us</h1><form action="/join" method="post"><label>Your name <input name="n"></label><label>New password <input type="password" name="p1" autocomplete="new-password"></label><button>Sign up</button></form>
    <h2>Members</h2><div id="box"><input id="user" placeholder="Username"><input id="pass" type="password" placeholder="Password" autocomplete="current-password"><div role="button" tabindex="0" class="btn" id="go">Log in</div><p id="said"></p></div>
    <script>go.onclick = () => { go.textContent = 'Signing in…'; setTimeout(() => { if (pass.value === 'open sesame 42' && user.value) { document.cookie = 'in=1'; document.body.innerHTML = ${JSON.stringify(HOME)} } else { go.textContent = 'Log in'; said.textContent = 'Falsche Angaben' } }, 700) }</script></main>`,
};

/** The second questions of these sites after the right name and password, and how often they were sent. */
const QUESTIONS: Record<string, string> = {
  code: `<h1>Check your e-mail</h1><p>We e-mailed a code to a***@mail.example.</p><form action="/check" method="post"><label>Code<input name="said"></label><button>Continue</button></form>`,
  // It goes on by itself with the last digit, and takes the boxes away.
  boxes: `<h1>Check your e-mail</h1><p>We e-mailed a 4-digit code to a***@mail.example.</p><div id="row">${[1, 2, 3, 4].map((at) => `<input maxlength="1" inputmode="numeric" aria-label="Digit ${at}">`).join('')}</div><p id="no" role="alert"></p>
    <script>const boxes = [...row.children]; row.oninput = async () => { const code = boxes.map(({ value }) => value).join(''); if (code.length < 4) return; row.hidden = true;
    const answer = await fetch('/check', { method: 'POST', body: 'said=' + code }); if (answer.url.endsWith('/home')) document.body.innerHTML = await answer.text(); else { no.textContent = 'That code is wrong.'; for (const box of boxes) box.value = ''; row.hidden = false } }</script>`,
  pet: `<h1>Security question</h1><form action="/check" method="post"><label>What was your first pet?<input name="said"></label><button>Continue</button></form>`,
  way: `<h1>Confirm it is you</h1><p>How would you like to receive your code?</p><form action="/send" method="post"><label><input type="radio" name="to" value="voice">Phone call to ***1234</label><label><input type="radio" name="to" value="mail">E-mail to a***@mail.example</label><button>Send code</button></form><p>This page is protected by reCAPTCHA.</p>`,
  robot: `<p>Please complete the CAPTCHA.</p><form action="/enter" method="post"><label>User <input name="user"></label><label>Password <input type="password" name="pass"></label><button>Sign in</button></form>`,
  widget: `<form action="/asks" method="post"><label>User <input name="user"></label><label>Password <input type="password" name="pass"></label><div class="g-recaptcha" data-sitekey="k"></div><button>Sign in</button></form>`,
  typed: `<form action="/asks" method="post"><label>User <input name="user"></label><label>Password <input type="password" name="pass"></label><img src="/captcha.png" alt=""><input name="captcha" aria-label="Code"><button>Sign in</button></form>`,
  // The script of a page may come late.
  tap: `<div id="box"></div><script>setTimeout(() => { box.innerHTML = '<h1>Approve the sign-in</h1><p>Tap Yes in the app on your phone.</p>' }, 600); setInterval(async () => { if ((await fetch('/tapped')).status === 200) location.reload() }, 500)</script>`,
};
const said: string[] = [];
/** The passwords that were sent. */
const entered: string[] = [];
let isTapped = false;

beforeAll(async () => {
  site = owned.use(await serveSite((request, response) => void answer(request, response)));
  const gate = gateFor(site);
  ({ runner } = owned.use(await openLocalChromium(gate, { settleTimeoutMs: 3_000 })));
});
afterAll(() => owned.disposeAsync());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', site.origin).pathname;
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const html = (status: number, text: string, headers = {}) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text);
  const isIn = request.headers.cookie?.includes('in=1');
  const kind = /kind=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  if (path === '/tapped') return html(isTapped ? 200 : 404, '');
  if (path === '/send' && body === 'to=mail')
    return html(303, '', { location: '/asks', 'set-cookie': 'kind=code; Path=/' });
  if (path === '/check') {
    said.push(new URLSearchParams(body).get('said') ?? '');
    const isRight = said.at(-1) === '1234' || said.at(-1) === 'rex';
    if (isRight) return html(303, '', { location: '/home', 'set-cookie': 'in=1; Path=/' });
    return html(200, `<p>Wrong, try again.</p>${QUESTIONS[kind]}`);
  }
  if (kind !== '' && path === '/asks')
    return isTapped && kind === 'tap' ? html(200, HOME) : html(200, isIn ? HOME : (QUESTIONS[kind] ?? ''));
  if (path.startsWith('/asks/'))
    return html(200, PAGES['/german/login'] ?? '', { 'set-cookie': `kind=${path.slice(6)}; Path=/` });
  if (path === '/enter') {
    entered.push(new URLSearchParams(body).get('pass') ?? '');
    const isRight = entered.at(-1) === 'open sesame 42';
    const asks = request.headers.cookie?.includes('kind=');
    if (isRight && asks) return html(303, '', { location: '/asks' });
    if (isRight) return html(303, '', { location: '/home', 'set-cookie': 'in=1; Path=/' });
    return html(200, `<p>Diese Angaben kennen wir nicht.</p>${PAGES['/german/login']}`);
  }
  html(200, isIn ? HOME : (PAGES[path] ?? '<h1>Nothing here</h1>'));
}

async function attempt(path: string, password = 'open sesame 42', ask = attemptScope().ask) {
  const credential = {
    domain: '127.0.0.1',
    username: new Secret('alice@mail.example'),
    password: new Secret(password),
    totpSecret: null,
    session: null,
  };
  const task = {
    goal: 'How many points do I have?',
    instructions: null,
    url: `${site.origin}${path}`,
    steps: [],
    successCriteria: null,
    outputSchema: null,
  };
  return runner.run(task, attemptScope({ credential, ask }));
}

function attemptInWords(path: string, goal: string, onStep: AttemptScope['onStep'] = () => undefined) {
  const task = { goal, url: `${site.origin}${path}`, instructions: null, steps: [] };
  return runner.run({ ...task, successCriteria: null, outputSchema: null }, attemptScope({ onStep }));
}

test.each(['/dialog', '/beside'])('%s is signed in to', async (path) => {
  const result = await attempt(path);
  expect(result).toMatchObject({ ok: true, login: 'signed_in', output: expect.stringContaining('42') });
});

test.each([
  ['boxes', 'otp', ['0000', '1234']],
  ['way', 'otp', ['0000', '1234']],
  ['pet', 'text', ['tom', 'rex']],
  ['tap', 'confirm', ['yes']],
] as const)(
  'a site that asks its owner once more is answered, once each time: %s',
  async (asks, kind, answers) => {
    said.length = 0;
    isTapped = false;
    const left: string[] = [...answers];
    const result = await attempt(`/asks/${asks}`, undefined, async (question) => {
      expect(question.kind).toBe(kind);
      isTapped = true;
      return { answered: true, value: left.shift() ?? '' };
    });
    expect(result).toMatchObject({ ok: true, login: 'signed_in', output: expect.stringContaining('42') });
    expect(said).toEqual(asks === 'tap' ? [] : answers);
  },
);

test('a login that is refused is told as such', async () => {
  const refused = { ok: false, fault: 'caller', code: 'login_rejected', login: 'rejected' };
  expect(await attempt('/beside', 'wrong')).toMatchObject(refused);
});

test('without a login an empty form is not sent', async () => {
  const before = site.requests.length;
  const goal = 'Log in and tell me how many points I have.';
  const result = await attemptInWords('/german/login', goal);
  expect(result).toMatchObject({ ok: false, fault: 'caller', code: 'login_missing' });
  expect(site.requests.slice(before)).not.toContain('/enter');
});

test('a login of two pages takes the login that the words of the task tell, once', async () => {
  entered.length = 0;
  const words =
    'How many points do I have? To log in: my user ID is kim@mail.example and my password is "open sesame 42".';
  const result = await attemptInWords('/two-steps/login', words);
  expect(result).toMatchObject({ ok: true, output: expect.stringContaining('42') });
  expect(entered).toEqual(['open sesame 42']);
});

test('a password in words is told nowhere, and a no in another language is understood', async () => {
  const steps: Step[] = [];
  const goal = 'Log in as kim7 (password Rejected-77) and tell me my points.';
  const result = await attemptInWords('/german/login', goal, (step) => void steps.push(step));
  expect(result).toMatchObject({ ok: false, code: 'login_rejected' });
  expect(entered.at(-1)).toBe('Rejected-77');
  expect(JSON.stringify([result, steps])).not.toContain('Rejected-77');
});

test.each(['robot', 'widget', 'typed'])(
  'a captcha before the door is the site’s doing and says nothing against the login: %s',
  async (kind) => {
    const result = await attempt(`/asks/${kind}`);
    expect(result).toMatchObject({ ok: false, fault: 'site', code: 'captcha' });
    expect(result.login).not.toBe('rejected');
  },
);
