import type { CDPSession, Frame, Page } from 'playwright-core';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { endsWithin } from '../../browser/ends-within.ts';

const LIMIT_MS = 2_500;
const MAX_DOCUMENTS = 40;
/** Above this number of elements closed shadow roots are not looked for: the whole tree would be sent for each. */
const MAX_TREE = 30_000;

interface Probe {
  session: CDPSession;
  /** The page's own JavaScript contexts, one for each document of the process. */
  contexts: Set<number>;
  /** The documents at the last search for closed shadow roots. */
  searched: string;
}

const probes = new WeakMap<Page | Frame, Promise<Probe | null>>();

/**
 * Marks what only the browser knows for the walk that follows: elements with listeners for clicks, and closed shadow
 * roots. Browsers without the debugging protocol stay unmarked.
 */
export async function markListeners({ context, front }: BrowserRun): Promise<void> {
  const open = async (target: Page | Frame) => {
    const session = await context.newCDPSession(target);
    const contexts = new Set<number>();
    session.on('Runtime.executionContextCreated', ({ context: { id, auxData } }) => {
      if (auxData?.isDefault) contexts.add(id);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId: id }) => contexts.delete(id));
    session.on('Runtime.executionContextsCleared', () => contexts.clear());
    await session.send('Runtime.enable');
    return { session, contexts, searched: '' };
  };
  const probeOf = (target: Page | Frame) => {
    const probe = probes.get(target) ?? open(target).catch(() => null);
    probes.set(target, probe);
    return probe;
  };
  // Only a frame in another process has a session of its own; for the others opening one fails.
  const foreign = front.frames().filter((frame) => frame !== front.mainFrame() && isForeign(frame));
  const targets = [front, ...foreign.slice(0, MAX_DOCUMENTS)];
  const marking = Promise.all(targets.map(async (target) => mark(await probeOf(target)))).catch(() => {});
  await endsWithin(marking, LIMIT_MS);
}

function isForeign(frame: Frame): boolean {
  const [own, parent] = [frame.url(), frame.parentFrame()?.url() ?? ''];
  return URL.canParse(own) && URL.canParse(parent) && new URL(own).origin !== new URL(parent).origin;
}

async function mark(probe: Probe | null): Promise<void> {
  if (!probe) return;
  const { session, contexts } = probe;
  const ids = [...contexts].slice(0, MAX_DOCUMENTS);
  const evaluate = (expression: string) =>
    Promise.all(
      ids.map((contextId) =>
        session
          .send('Runtime.evaluate', {
            expression,
            contextId,
            includeCommandLineAPI: true,
            returnByValue: true,
          })
          .then(({ result }) => String(result.value))
          .catch(() => ''),
      ),
    );
  const sizes = await evaluate(`location.href + ' ' + document.getElementsByTagName('*').length`);
  const documents = sizes.join('\n');
  const size = sizes.reduce((sum, one) => sum + Number(one.split(' ').at(-1)), 0);
  if (documents !== probe.searched && size < MAX_TREE) {
    probe.searched = documents;
    await markClosedRoots(session);
  }
  await evaluate(MARK);
}

interface TreeNode {
  nodeId: number;
  shadowRootType?: string;
  children?: TreeNode[];
  shadowRoots?: TreeNode[];
  contentDocument?: TreeNode;
}

async function markClosedRoots(session: CDPSession): Promise<void> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const closed: number[] = [];
  const queue: TreeNode[] = [root];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (node.shadowRootType === 'closed') closed.push(node.nodeId);
    const { children = [], shadowRoots = [], contentDocument } = node;
    for (const next of [children, shadowRoots.filter((one) => one.shadowRootType !== 'user-agent')])
      for (const one of next) queue.push(one);
    if (contentDocument) queue.push(contentDocument);
  }
  for (const nodeId of closed.slice(0, 500)) {
    const { object } = await session.send('DOM.resolveNode', { nodeId });
    if (!object.objectId) continue;
    const functionDeclaration = "function () { this.host[Symbol.for('closed-shadow')] = this; }";
    await session.send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration });
  }
  await session.send('DOM.disable');
}

/** Runs in the page with the tools of its console. */
const MARK = `(() => {
  const LISTENS = Symbol.for('listens');
  const KINDS = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick', 'contextmenu', 'touchend'];
  const end = performance.now() + 900;
  const roots = [document];
  watchForms(document);
  listenersOf(window).forEach((listener) => markNamed(document, String(listener)));
  for (let root = roots.pop(); root; root = roots.pop()) {
    if (root === document) listenersOf(document).forEach((listener) => markNamed(document, String(listener)));
    for (const node of root.querySelectorAll('*')) {
      if (performance.now() > end) return;
      const shadow = node.shadowRoot ?? node[Symbol.for('closed-shadow')];
      if (shadow) roots.push(shadow);
      const listeners = listenersOf(node);
      if (listeners.length === 0 && !hasFrameworkClick(node)) continue;
      const named = listeners.map((listener) => markNamed(node, String(listener)));
      if (node.tagName !== 'BODY' && node.tagName !== 'HTML') markListening(node, named.includes(true));
    }
    for (const [holder, selector] of delegates(root)) markAll(holder, selector);
  }
  function listenersOf(node) {
    const all = getEventListeners(node);
    return KINDS.flatMap((kind) => all[kind] ?? []).map(({ listener }) => listener);
  }
  function hasFrameworkClick(node) {
    const key = Object.keys(node).find((name) => name.startsWith('__reactProps$') || name.startsWith('__reactEventHandlers$'));
    const props = key && node[key];
    return Boolean(props && (props.onClick || props.onMouseDown || props.onPointerDown || props.onDoubleClick || props.onContextMenu));
  }
  /* The listener of a list is for its entries; that of a large part of the page is for something in it. */
  function markListening(node, isForNamed) {
    if (isForNamed) {
      node[LISTENS] ??= true;
      return;
    }
    const children = [...node.children];
    const isUniform = children.length > 1 && children.every(({ tagName }) => tagName === children[0].tagName);
    const isList = /^(?:UL|OL|DL|TBODY|TABLE|THEAD)$/.test(node.tagName);
    const hasControls = node.querySelector('a[href],button,input,select,textarea,[role]') !== null;
    if (isUniform && !hasControls && (isList || children.length > 3))
      for (const child of children) child[LISTENS] ??= 'self';
    const isSmall = (node.textContent ?? '').length < 300 && node.getElementsByTagName('*').length < 40;
    if (node[LISTENS] !== 'self') node[LISTENS] = isSmall && !(isList && isUniform) ? 'self' : true;
  }
  function markAll(holder, selector) {
    let isFound = false;
    try {
      let left = 5000;
      for (const node of holder.querySelectorAll(selector)) {
        if ((left -= 1) < 0) break;
        node[LISTENS] = 'self';
        isFound = true;
      }
    } catch {}
    return isFound;
  }
  /* A listener for many names them in its source: closest('.item'), dataset.action, classList.contains('item'). */
  function markNamed(holder, source) {
    if (source.length > 20000 || source.includes('[native code]') || !/target|path/i.test(source)) return false;
    const selectors = [];
    for (const [, , selector] of source.matchAll(/\\.(?:closest|matches)\\(\\s*(["'\`])([^"'\`$]{1,200})\\1/g)) selectors.push(selector);
    for (const [, , name] of source.matchAll(/classList\\.contains\\(\\s*(["'\`])([\\w-]{1,80})\\1/g)) selectors.push('.' + name);
    for (const [, , name] of source.matchAll(/(?:get|has)Attribute\\(\\s*(["'\`])(data-[\\w-]{1,80})\\1/g)) selectors.push('[' + name + ']');
    for (const [, name] of source.matchAll(/dataset\\??\\.([a-zA-Z]\\w{0,60})/g))
      selectors.push('[data-' + name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()) + ']');
    for (const [, , name] of source.matchAll(/tagName\\s*={2,3}\\s*(["'\`])(\\w{1,20})\\1/g)) selectors.push(name);
    for (const [, , name] of source.matchAll(/\\.id\\s*={2,3}\\s*(["'\`])([\\w-]{1,80})\\1/g)) selectors.push('#' + name);
    return [...new Set(selectors)].filter((one) => !/^(?:body|html|document|\\*)$/i.test(one)).map((one) => markAll(holder, one)).includes(true);
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
  /* jQuery keeps the selectors of its own listeners. */
  function delegates(root) {
    const found = [];
    if (!window.jQuery) return found;
    const data = window.jQuery._data;
    for (const node of [root, ...root.querySelectorAll('*')]) {
      const key = Object.keys(node).find((name) => /^jQuery\\d+$/.test(name));
      const kept = (key && node[key]?.events) ?? (key && data ? data(node, 'events') : null) ?? {};
      for (const { selector, origType } of Object.values(kept).flat())
        if (selector && KINDS.includes(origType)) found.push([node, selector]);
    }
    return found;
  }
})()`;
