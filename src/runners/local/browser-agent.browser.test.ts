import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { type Site, serveSite } from '../../browser/browser.fixture.ts';
import { type DemoSite, startDemoSite } from '../../demo-site/start.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createGate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import type { AttemptScope, DirectRunner, Step, Task } from '../contract.ts';
import { openLocalChromium } from './local-chromium.fixture.ts';

let shop: DemoSite;
let hostile: Site;
let runner: DirectRunner;
const owned = new AsyncDisposableStack();

const pages: Record<string, string> = {
  '/alerts': `<h1>Alerts</h1><button onclick="for (let i = 0; i < 15; i++) open('about:blank'); alert('one'); if (confirm('Sure?')) document.body.append('Removed for good'); prompt('Why?')">Remove</button><script>onbeforeunload = () => 'stay'; alert('hello')</script>`,
  '/endless': `<h1>Endless</h1><div id="d"></div><script>let n = 0; const more = () => { for (let i = 0; i < 30; i++) d.insertAdjacentHTML('beforeend', '<p>Entry ' + ++n + '</p>') }; more(); onscroll = more</script>`,
  '/table': `<h1>Tables</h1><form onsubmit="event.preventDefault(); note.textContent = day.value ? 'Booked for ' + day.value : 'Please choose a day.'"><label>Name <input name="name"></label>
    <label for="day">Day</label> <select id="day"><option value="">-</option><option>Monday</option><option>Tuesday</option></select><p class="error" id="note"></p><button>Book</button></form>`,
  '/crash': `<h1>Crash</h1><button onclick="const a = []; for (;;) a.push(new Array(1e7).fill(a.length))">Burn</button>`,
};

beforeAll(async () => {
  shop = owned.use(await startDemoSite({ clock: systemClock, log: createLog('silent') }));
  hostile = owned.use(
    await serveSite((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(pages[request.url ?? '/'] ?? 'nothing');
    }),
  );
  const { hostname, port } = new URL(shop.origin);
  const gate = createGate({
    resolver: systemResolver,
    localTargets: [
      { host: hostname, port: Number(port) },
      { host: '127.0.0.1', port: hostile.port },
    ],
  });
  ({ runner } = owned.use(await openLocalChromium(gate)));
});

afterAll(() => owned.disposeAsync());

async function attempt(
  url: string,
  goal: string,
  more: Partial<Task> = {},
  scope: Partial<AttemptScope> = {},
) {
  const steps: Step[] = [];
  const task = {
    goal,
    instructions: null,
    url,
    steps: [],
    successCriteria: null,
    outputSchema: null,
    ...more,
  };
  const result = await runner.run(task, attemptScope({ onStep: (step) => steps.push(step), ...scope }));
  return { result, steps };
}

test.each([['Add two Speckled Tin Mugs to the basket and tell me the price of the goods', '$28.00']])(
  '%s',
  async (goal, expected) => {
    const { result } = await attempt(`${shop.origin}/`, goal);
    expect(result).toMatchObject({ ok: true, output: expect.stringContaining(expected) });
  },
);

test('a form is filled from a list of fields and sent; the reference of the site is the answer', async () => {
  const { result, steps } = await attempt(
    `${shop.origin}/contact`,
    'Fill in the form: Name: Kim Doe, E-mail address: kim@example.org, Topic: A repair, Message: "My kettle has lost its lid." Tick "You may answer me by e-mail" and click "Send message".',
  );
  expect(result).toMatchObject({ ok: true, output: expect.stringMatching(/M-\d{6}/) });
  expect(result.ok && result.actScript?.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['goto', 'fill', 'select', 'check', 'click', 'extract']),
  );
  expect(steps.every(({ ok }) => ok)).toBe(true);
  const pictures = await Promise.all(steps.map(({ picture }) => picture));
  expect(pictures.filter((picture) => picture != null).length).toBeGreaterThan(4);
});

test('a login asks its owner for the one-time code, and no secret is written down', async () => {
  const asked: string[] = [];
  const { result, steps } = await attempt(
    `${shop.origin}/login`,
    'Log in with username demo and password campfire, then download invoice 1002.',
    {},
    {
      ask: async ({ kind, prompt }) => {
        asked.push(`${kind}: ${prompt}`);
        const { mails } = (await (await fetch(`${shop.origin}/demo/inbox.json`)).json()) as {
          mails: { code: string }[];
        };
        // The first answer is wrong: the site asks again.
        return { answered: true, value: asked.length === 1 ? '000000' : (mails[0]?.code ?? '') };
      },
    },
  );
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatch(/^otp: .*code/i);
  expect(result.ok, JSON.stringify(result).slice(0, 400)).toBe(true);
  expect(result.files.map(({ kind, name }) => [kind, name])).toContainEqual(['download', 'invoice-1002.pdf']);
  const written = JSON.stringify([steps, result.ok && result.actScript, result.ok && result.output]);
  expect(written).not.toContain('campfire');
  expect(written).toContain('{{credential.password}}');
  expect(written).toContain('{{totp}}');
});

test('a file is uploaded', async () => {
  const { result } = await attempt(`${shop.origin}/repairs`, 'Do the upload.', {
    steps: [
      'Upload a file "broken-kettle.txt" that says "It leaks"',
      'Type "The lid is loose" into the "What happened?" field',
      'Click Upload',
    ],
  });
  expect(result).toMatchObject({
    ok: true,
    output: expect.stringContaining('broken-kettle.txt arrived safely'),
  });
});

test('a bot challenge is left to the judge and never put to a human', async () => {
  const asked: unknown[] = [];
  const ask = async (question: unknown) => {
    asked.push(question);
    return { answered: false, reason: 'not_allowed' } as const;
  };
  const { result } = await attempt(
    `${shop.origin}/challenge`,
    'Click "Verify" and read the page.',
    {},
    { ask },
  );
  expect(result).toMatchObject({
    ok: false,
    page: { title: 'Just a moment...', headers: { 'cf-mitigated': 'challenge' } },
  });
  expect(asked).toEqual([]);
});

test('message boxes and a storm of windows hold nobody up, and "are you sure" means yes for what was asked', async () => {
  const { result } = await attempt(`${hostile.origin}/alerts`, 'Click Remove.');
  expect(result).toMatchObject({ ok: true, output: expect.stringContaining('Sure?') });
});

test('what is not on the page is said to be missing, in time also of an endless one', async () => {
  const { result } = await attempt(`${hostile.origin}/endless`, 'Click the link "The end".');
  const message = expect.stringContaining('The end');
  expect(result).toMatchObject({ ok: false, fault: 'runner', code: 'step_failed', message });
});

test('a page that burns its memory fails the attempt, not the browser', async () => {
  const { result } = await attempt(`${hostile.origin}/crash`, 'Click Burn.');
  expect(result).toMatchObject({ ok: false, fault: 'site' });
  // A slow page is waited for.
  const { result: next } = await attempt(`${shop.origin}/slow?ms=1500`, 'Read the text of this page.');
  expect(next).toMatchObject({ ok: true, output: expect.stringContaining('1500') });
});

test('a form that the site refuses for what the task leaves open is no success', async () => {
  const { result } = await attempt(
    `${hostile.origin}/table`,
    'Fill in the form with name Ann Lee and click Book.',
  );
  const message = expect.stringContaining('Please choose a day');
  expect(result, JSON.stringify(result)).toMatchObject({ ok: false, code: 'form_rejected', message });
});
