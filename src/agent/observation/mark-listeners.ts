import type { CDPSession, Page } from 'playwright-core';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { endsWithin } from '../../browser/ends-within.ts';

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

/** Runs in the page with the tools of its console: this document, its own frames and what stands in open shadow. */
const MARK = `((roots) => {
  const mark = (node) => { node[Symbol.for('listens')] = true; };
  let left = 4000;
  for (let root = roots.pop(); root && left > 0; root = roots.pop()) {
    if (root.body) watchForms(root);
    for (const node of root.querySelectorAll('*')) {
      if ((left -= 1) < 0) break;
      if (node.shadowRoot) roots.push(node.shadowRoot);
      try { if (node.contentDocument) roots.push(node.contentDocument); } catch {}
      const { click, mousedown, pointerdown } = getEventListeners(node);
      if (!click && !mousedown && !pointerdown) continue;
      if (node.tagName !== 'BODY' && node.tagName !== 'HTML') mark(node);
    }
    for (const [holder, selector] of delegates(root)) for (const node of holder.querySelectorAll(selector)) mark(node);
  }
  /* A form that the browser itself does not send tells only whom it asks: its fields. */
  function watchForms(page) {
    if (page[Symbol.for('watches-forms')]) return;
    page[Symbol.for('watches-forms')] = true;
    let sent = null;
    page.addEventListener('click', ({ target }) => {
      sent = target.closest?.('button, input')?.form ?? null;
      setTimeout(() => { sent = null; });
    }, true);
    page.addEventListener('submit', () => { page[Symbol.for('kept-back-by')] = null; }, true);
    page.addEventListener('invalid', ({ target }) => {
      if (target.form && target.form === sent) page[Symbol.for('kept-back-by')] ??= target;
    }, true);
  }
  /* A library may listen in one place for many: it keeps for whom. */
  function delegates(root) {
    const found = [];
    if (!window.jQuery) return found;
    for (const node of [root, ...root.querySelectorAll('*')]) {
      const key = Object.keys(node).find((name) => /^jQuery\\d+$/.test(name));
      const events = key ? Object.values(node[key]?.events ?? {}).flat() : [];
      for (const { selector, origType } of events)
        if (selector && /^(?:click|mousedown|pointerdown)$/.test(origType)) found.push([node, selector]);
    }
    return found;
  }
})([document])`;
