import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../test/support/console-page.ts';
import { fillRuns } from './fill-runs.ts';
import { type Finding, ratioFinding, valueFinding } from './report.ts';
import { inTurns, type Pair } from './rounds.ts';
import { instantRunner, waitingRunner } from './runners.ts';
import { API_KEY, Stage } from './stage.ts';

const ROUNDS = 7;
const EVENTS = 9;
const MAX_SCRIPT_KB = 250;
const RUNS = 100_000;
const MAX_FRAME_MS = 50;

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The console in Chromium: its weight, its first paint and answer to a key, and the delay of an event on the screen. */
export async function consoleInBrowser(): Promise<Finding[]> {
  await using stage = await Stage.open();
  const app = await stage.service({
    runners: [instantRunner, waitingRunner],
    env: { SVC_ENV: 'development' },
  });
  const browser = await launchChromium();
  stage.defer(() => browser.close());
  await create(app.url, 'instant');
  await fillRuns(stage.pool(), RUNS);
  const page = await (await browser.newContext()).newPage();
  await page.goto(app.signInUrl ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const signedIn = await page.context().storageState();
  // A page of the same server with one sentence on it.
  const empty = `${app.url}/live/none`;
  const home = `${app.url}/console`;
  return [
    valueFinding('script of the first screen, gzip', await scriptKb(page, home), 'kB', MAX_SCRIPT_KB),
    ...(await listFindings(page, app.url)),
    ratioFinding(
      'first paint against an empty page',
      'ms',
      await inTurns(
        ROUNDS,
        () => paintMs(browser, signedIn, empty),
        () => paintMs(browser, signedIn, home),
      ),
      { atMost: 4 },
    ),
    ratioFinding(
      'a key to what it opens, against a bare element',
      'ms',
      await inTurns(
        ROUNDS,
        () => bareAnswerMs(page, empty),
        () => paletteMs(page, home),
      ),
      { atMost: 4 },
    ),
    ratioFinding(
      'event to the changed screen, against the event itself',
      'ms',
      await eventDelays(page, app.url, empty),
      { atMost: 2 },
    ),
  ];
}

async function create(url: string, routing: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Say something', routing, background: routing === 'waiting' }),
  });
  if (!response.ok) throw new Error(`a run was refused: ${await response.text()}`);
  return (await response.json()).id;
}

/** Every script that the page fetched until the home screen stood, as gzip sends it. */
async function scriptKb(page: Page, home: string): Promise<number> {
  await page.goto(home);
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.endsWith('.js')),
  );
  let bytes = 0;
  for (const script of new Set(scripts)) {
    const answer = await fetch(script, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    bytes += Number(answer.headers.get('content-length'));
  }
  if (bytes === 0) throw new Error('no script was seen');
  return bytes / 1000;
}

/** The list of all runs, scrolled by wheel through its first pages: its elements, and its longest frame. */
async function listFindings(page: Page, url: string): Promise<Finding[]> {
  await page.goto(`${url}/console/runs`);
  const list = page.getByRole('region', { name: 'Runs' });
  await list.getByRole('listitem').first().waitFor();
  const elements: number[] = [];
  const frames: number[] = [];
  await list.hover();
  for (let round = 0; round < ROUNDS; round += 1) {
    frames.push(await longestFrameMs(page));
    elements.push(await page.evaluate(() => document.querySelectorAll('*').length));
  }
  const [first = 0] = elements;
  return [
    valueFinding(
      `elements after ${ROUNDS} times as far, of ${first} at first`,
      Math.max(...elements),
      'elements',
      Math.round(first * 1.1),
    ),
    valueFinding(`longest frame while scrolling ${RUNS} runs`, Math.max(...frames), 'ms', MAX_FRAME_MS),
  ];
}

/** Two seconds of turning the wheel. */
async function longestFrameMs(page: Page): Promise<number> {
  const measured = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const from = performance.now();
        let [last, longest] = [from, 0];
        const look = (now: number) => {
          longest = Math.max(longest, now - last);
          last = now;
          if (now - from > 2_000) resolve(longest);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  for (let turns = 0; turns < 20; turns += 1) await page.mouse.wheel(0, 700);
  return measured;
}

/** As a first visit after signing in: no cache. */
async function paintMs(browser: Browser, signedIn: StorageState, url: string): Promise<number> {
  const context = await browser.newContext({ storageState: signedIn });
  const page = await context.newPage();
  await page.goto(url);
  const handle = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  const ms = (await handle.jsonValue()) as number;
  await context.close();
  return ms;
}

async function bareAnswerMs(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.evaluate(() => {
    document.addEventListener('keydown', () => document.body.append(document.createElement('input')));
  });
  return keyMs(page, 'input');
}

async function paletteMs(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label="Loading"]'));
  return keyMs(page, '[cmdk-input]');
}

/** From a key press until the element is painted. */
function keyMs(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const tell = () => setTimeout(() => resolve(performance.now() - started));
        const look = () => requestAnimationFrame(document.querySelector(wanted) ? tell : look);
        const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', key));
        requestAnimationFrame(look);
      }),
    selector,
  );
}

/** Cancels runs one after another: the delay until a bare stream hears of it, and until the list of live runs has changed. */
async function eventDelays(page: Page, url: string, empty: string): Promise<Pair[]> {
  await page.goto(`${url}/console`);
  const bare = await page.context().newPage();
  await bare.goto(empty);
  // A page in the background is not drawn.
  await page.bringToFront();
  const pairs: Pair[] = [];
  for (let round = 0; round <= EVENTS; round += 1) {
    const id = await create(url, 'waiting');
    await page.locator('section', { hasText: 'Running now' }).locator(`a[href$="${id}"]`).waitFor();
    pairs.push(await oneEvent(bare, page, id, url));
  }
  await bare.close();
  return pairs.slice(1);
}

async function oneEvent(bare: Page, page: Page, run: string, url: string): Promise<Pair> {
  const heard = await bare.evaluateHandle(
    (id) =>
      new Promise<{ at: Promise<number> }>((listening) => {
        const events = new EventSource('/api/v1/events?stream=true&types=response.cancelled');
        const at = new Promise<number>((resolve) => {
          events.addEventListener('response.cancelled', ({ data }) => {
            if (!String(data).includes(id)) return;
            resolve(Date.now());
            events.close();
          });
        });
        events.onopen = () => listening({ at });
      }),
    run,
  );
  const changed = page.evaluate(
    (id) =>
      new Promise<number>((resolve) => {
        const list = [...document.querySelectorAll('section')].find(({ textContent }) =>
          textContent?.startsWith('Running now'),
        );
        const watch = new MutationObserver(() => {
          if (list?.querySelector(`a[href$="${id}"]`)) return;
          watch.disconnect();
          requestAnimationFrame(() => resolve(Date.now()));
        });
        watch.observe(list ?? document.body, { childList: true, subtree: true });
      }),
    run,
  );
  const headers = { authorization: `Bearer ${API_KEY}` };
  const answer = await fetch(`${url}/api/v1/responses/${run}/cancel`, { method: 'POST', headers });
  const endedAt = Date.parse((await answer.json()).svc.finished_at);
  const heardAt = await heard.evaluate(({ at }) => at);
  return { baseline: heardAt - endedAt, product: (await changed) - endedAt };
}
