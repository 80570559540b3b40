import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { gateFor, type Site, serveSite } from '../../browser/browser.fixture.ts';
import { Secret } from '../../platform/secret.ts';
import type { DirectRunner } from '../contract.ts';
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
  '/script/login': `<h1>Log in</h1><div id="box"><input id="user" placeholder="Username"><input id="pass" type="password" placeholder="Password"><div role="button" tabindex="0" class="btn" id="go">Log in</div><p id="said"></p></div>
    <script>go.onclick = () => { go.textContent = 'Signing in…'; setTimeout(() => { if (pass.value === 'open sesame 42' && user.value) { document.cookie = 'in=1'; document.body.innerHTML = ${JSON.stringify(HOME)} } else { go.textContent = 'Log in'; said.textContent = 'Falsche Angaben' } }, 700) }</script>`,
  '/dialog': `<h1>Shop</h1><p>Welcome, stranger.</p><button onclick="d.showModal()">Log in</button><dialog id="d"><form action="/enter" method="post"><label>Email <input type="email" name="user"></label><label>Password <input type="password" name="pass"></label><button type="button" onclick="d.close()">Cancel</button><button>Log in</button></form></dialog>`,
  '/beside': `<header><form action="/search"><input name="q" type="search" aria-label="Search"></form></header><main><h1>Join us</h1><form action="/join" method="post"><label>Your name <input name="n"></label><label>New password <input type="password" name="p1" autocomplete="new-password"></label><button>Sign up</button></form>
    <h2>Members</h2><form action="/enter" method="post"><label>User <input name="user"></label><label>Password <input type="password" name="pass" autocomplete="current-password"></label><button>Sign in</button></form></main>`,
};

beforeAll(async () => {
  site = owned.use(await serveSite((request, response) => void answer(request, response)));
  const gate = gateFor(site);
  ({ runner } = owned.use(await openLocalChromium(gate, 3_000)));
});
afterAll(() => owned.disposeAsync());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', site.origin).pathname;
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const html = (status: number, text: string, headers = {}) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text);
  const isIn = request.headers.cookie?.includes('in=1');
  if (path === '/enter') {
    const isRight = new URLSearchParams(body).get('pass') === 'open sesame 42';
    if (isRight) return html(303, '', { location: '/home', 'set-cookie': 'in=1; Path=/' });
    return html(200, `<p>Diese Angaben kennen wir nicht.</p>${PAGES['/german/login']}`);
  }
  html(200, isIn ? HOME : (PAGES[path] ?? '<h1>Nothing here</h1>'));
}

async function attempt(path: string, password = 'open sesame 42') {
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
  return runner.run(task, attemptScope({ credential }));
}

test.each(['/two-steps/login', '/german/login', '/script/login', '/dialog', '/beside'])(
  '%s is signed in to',
  async (path) => {
    const result = await attempt(path);
    expect(result).toMatchObject({ ok: true, login: 'signed_in', output: expect.stringContaining('42') });
  },
);

test.each(['/german/login', '/script/login'])(
  '%s says no in its own language, and is understood',
  async (path) => {
    expect(await attempt(path, 'wrong')).toMatchObject({
      ok: false,
      code: 'login_rejected',
      login: 'rejected',
    });
  },
);
