import type { CDPSession, Page } from 'playwright-core';
import type { BrowserRun } from '../../browser-run.ts';
import { endsWithin } from '../../ends-within.ts';

const LIMIT_MS = 1_500;
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * Pages make things clickable without a role, a cursor or an attribute that says so. Only the browser knows who listens:
 * each such element is marked for the look that follows. A page that cannot be asked stays unmarked.
 */
export async function markListeners({ context, front }: BrowserRun): Promise<void> {
  const session = sessions.get(front) ?? context.newCDPSession(front);
  sessions.set(front, session);
  const marking = session
    .then((open) => open.send('Runtime.evaluate', { expression: MARK, includeCommandLineAPI: true }))
    .catch(() => sessions.delete(front));
  await endsWithin(marking, LIMIT_MS);
}

/** Runs in the page with the tools of its console. */
const MARK = `for (const node of [...document.querySelectorAll('body *')].slice(0, 3000)) {
  const { click, mousedown, pointerdown } = getEventListeners(node);
  if (click || mousedown || pointerdown) node[Symbol.for('listens')] = true;
}`;
