import { z } from 'zod';
import type { PipeBrowser } from '../browser/pipe-browser.ts';
import { mayBeClosed } from '../platform/failure.ts';

const storedState = z.object({
  cookies: z.array(z.record(z.string(), z.unknown())),
  origins: z.array(z.object({ origin: z.string(), entries: z.array(z.tuple([z.string(), z.string()])) })),
});
type StoredState = z.infer<typeof storedState>;

/** Cookies of the default context and the local storage of these origins, as JSON. */
export async function readState(browser: PipeBrowser, origins: Iterable<string>): Promise<string> {
  const { cookies } = await browser.command('Storage.getCookies');
  const state: StoredState = { cookies: cookies as StoredState['cookies'], origins: [] };
  await atOrigins(browser, [...origins], async (origin, evaluate) => {
    const entries = JSON.parse(await evaluate('JSON.stringify(Object.entries(localStorage))'));
    if (entries.length > 0) state.origins.push({ origin, entries });
  });
  return JSON.stringify(state);
}

export async function applyState(browser: PipeBrowser, text: string): Promise<void> {
  const { cookies, origins } = storedState.parse(JSON.parse(text));
  if (cookies.length > 0) await browser.command('Storage.setCookies', { cookies: cookies.map(asParameter) });
  const entriesOf = new Map(origins.map(({ origin, entries }) => [origin, entries]));
  await atOrigins(browser, [...entriesOf.keys()], async (origin, evaluate) => {
    const entries = JSON.stringify(entriesOf.get(origin));
    await evaluate(`for (const [key, value] of ${entries}) localStorage.setItem(key, value)`);
  });
}

/** Removes the fields that the browser reports of a cookie but does not accept. */
function asParameter({ size: _size, session: _session, ...cookie }: Record<string, unknown>) {
  return cookie;
}

type Evaluate = (expression: string) => Promise<string>;

/** Local storage belongs to pages: an empty one stands in for each origin, and no request leaves the browser. */
async function atOrigins(
  browser: PipeBrowser,
  origins: string[],
  visit: (origin: string, evaluate: Evaluate) => Promise<void>,
): Promise<void> {
  if (origins.length === 0) return;
  const { targetId } = await browser.command('Target.createTarget', { url: 'about:blank' });
  const attached = await browser.command('Target.attachToTarget', { targetId, flatten: true });
  const sessionId = String(attached.sessionId);
  const stopAnswering = browser.onSession(sessionId, (method, params) => {
    if (method !== 'Fetch.requestPaused') return;
    const { requestId } = params;
    const headers = [{ name: 'content-type', value: 'text/html' }];
    const answer = { requestId, responseCode: 200, responseHeaders: headers };
    browser.command('Fetch.fulfillRequest', answer, sessionId).catch(mayBeClosed);
  });
  try {
    await browser.command('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
    for (const origin of origins) {
      await browser.command('Page.navigate', { url: origin }, sessionId);
      await visit(origin, async (expression) => {
        const answer = await browser.command(
          'Runtime.evaluate',
          { expression, returnByValue: true },
          sessionId,
        );
        return String((answer.result as { value?: unknown }).value ?? '[]');
      });
    }
  } finally {
    stopAnswering();
    await browser.command('Target.closeTarget', { targetId });
  }
}
