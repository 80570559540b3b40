import type { Frame, JSHandle } from 'playwright-core';
import { endsWithin } from '../../browser/ends-within.ts';

/** The markup of an open page: as the document has it, and with what it shows from elsewhere put in its place. */
export interface PageMarkup {
  own: string;
  /** With the content of shadow trees and of visible frames. */
  whole: string;
}

const MAX_CHARS = 5_000_000;
const READ_LIMIT_MS = 10_000;
const FRAME_LIMIT_MS = 3_000;
const MOST_FRAMES = 8;
const MOST_NESTED = 3;

/** Null when the page does not answer: its script never ends, or it is gone. */
export async function markupOf(frame: Frame, signal: AbortSignal): Promise<PageMarkup | null> {
  const taken = await take(frame, READ_LIMIT_MS, signal);
  if (!taken) return null;
  return { own: taken.own, whole: await withFrames(taken, 0, signal) };
}

interface Taken extends PageMarkup {
  /** In the order of their places; null where one is gone. */
  frames: (Frame | null)[];
}

async function take(frame: Frame, limitMs: number, signal: AbortSignal): Promise<Taken | null> {
  const work = frame
    .evaluateHandle(serialize, { limit: MAX_CHARS, most: MOST_FRAMES })
    .then(async (handle) => ({ ...(await handle.evaluate(({ own, whole }) => ({ own, whole }))), handle }));
  // Whatever comes too late is let go by itself when the page goes.
  if (!(await endsWithin(work, limitMs, signal))) return null;
  const taken = await work.catch(() => null);
  if (!taken) return null;
  const { own, whole, handle } = taken;
  const frames = whole === null ? [] : await framesOf(handle).catch(() => []);
  void handle.dispose().catch(() => undefined);
  return { own, whole: whole ?? own, frames };
}

async function framesOf(handle: JSHandle<{ frames: Element[] }>): Promise<(Frame | null)[]> {
  const list = await handle.getProperty('frames');
  const elements = [...(await list.getProperties()).values()];
  return Promise.all(elements.map((element) => element.asElement()?.contentFrame() ?? null));
}

/** What the frames show takes the places that were left for them. A frame that does not answer stays empty. */
async function withFrames({ whole, frames }: Taken, depth: number, signal: AbortSignal): Promise<string> {
  if (depth >= MOST_NESTED) return whole;
  const parts = await Promise.all(
    frames.map(async (frame) => {
      const inner = frame && (await take(frame, FRAME_LIMIT_MS, signal));
      return inner ? bodyOf(await withFrames(inner, depth + 1, signal)) : '';
    }),
  );
  return whole.replaceAll(PLACE, (_, index) => `<section>${parts[Number(index)] ?? ''}</section>`);
}

const PLACE = /<section data-frame-place="(\d+)"><\/section>/g;

function bodyOf(markup: string): string {
  const start = /<body\b[^>]*>/i.exec(markup);
  const end = markup.lastIndexOf('</body>');
  return start ? markup.slice(start.index + start[0].length, end < 0 ? undefined : end) : markup;
}

/** In the page. A document made aside holds the copy: there nothing is loaded and no element comes to life. */
function serialize({ limit, most }: { limit: number; most: number }) {
  const root = document.documentElement as HTMLElement | null;
  const own = root?.outerHTML.slice(0, limit) ?? '';
  const frames: Element[] = [];
  const isShown = (frame: Element) => {
    const { width, height } = frame.getBoundingClientRect();
    return width >= 100 && height >= 40 && frame.checkVisibility({ visibilityProperty: true });
  };
  const everything = root ? [...root.querySelectorAll('*')] : [];
  const isComposed = everything.some(
    (element) => element.shadowRoot || (/^i?frame$/i.test(element.localName) && isShown(element)),
  );
  if (!root || !isComposed) return { own, whole: null, frames };

  const aside = document.implementation.createHTMLDocument('');
  const childrenOf = (node: Node): Iterable<Node> => {
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes({ flatten: true });
      return assigned.length > 0 ? assigned : node.childNodes;
    }
    return (node as Element).shadowRoot?.childNodes ?? node.childNodes;
  };
  const copy = (node: Node, depth: number): Node => {
    if (
      node instanceof Element &&
      /^i?frame$/i.test(node.localName) &&
      frames.length < most &&
      isShown(node)
    ) {
      const place = aside.createElement('section');
      place.setAttribute('data-frame-place', String(frames.push(node) - 1));
      return place;
    }
    const made = aside.importNode(node, false);
    // The address of the document it stood in is not known to whoever reads the copy.
    if (node instanceof HTMLAnchorElement && node.hasAttribute('href'))
      (made as Element).setAttribute('href', node.href);
    if (depth < 500) for (const child of childrenOf(node)) made.appendChild(copy(child, depth + 1));
    return made;
  };
  const whole = copy(root, 0) as Element;
  return { own, whole: whole.outerHTML.slice(0, limit), frames };
}
