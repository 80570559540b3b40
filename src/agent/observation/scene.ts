import type { ElementHandle, Frame, JSHandle } from 'playwright-core';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { endsWithin } from '../../browser/ends-within.ts';
import { collectElements, type ElementIds } from './collect-elements.ts';
import { markListeners } from './mark-listeners.ts';
import { BLANK, type PageModel, type UiElement } from './page-model.ts';

/** One look at the page, with the way back from what was seen to the live elements. */
export interface Scene {
  model: PageModel;
  /** The text of all frames as shown. */
  text: string;
  live(element: UiElement): Promise<ElementHandle<HTMLElement> | null>;
  frameOf(element: UiElement): Frame;
}

/** An element as it was last seen. */
export interface Located {
  scene: Scene;
  element: UiElement;
}

const MAX_NODES = 120_000;
const MAX_FRAMES = 30;
const LOOK_LIMIT_MS = 12_000;
/** A frame that does not answer, such as one that never loads, must not hold up the page. */
const FRAME_LIMIT_MS = 1_500;
/** Looks whose elements can still be acted on. */
const KEPT_LOOKS = 8;

/** Null when the page does not answer. */
export async function look(run: BrowserRun): Promise<Scene | null> {
  await markListeners(run);
  const page = run.front;
  const main = await lookAtFrame(page.mainFrame());
  if (!main) return null;
  const seen = [main, ...(await lookAtFramesIn(main, MAX_FRAMES))];
  forgetOldLooks(run, seen);
  const { model, offsets } = joined(seen);
  model.url = page.url();
  model.isCut ||= page.frames().length > MAX_FRAMES;
  return {
    model,
    text: seen.map(({ data }) => data.text).join('\n'),
    frameOf: (element) => seen[element.frame]?.frame ?? page.mainFrame(),
    async live(element) {
      const owner = seen[element.frame];
      const node = element.node - (offsets[element.frame] ?? 0);
      const handle = await owner?.handle
        .evaluateHandle((at, index) => at.nodes[index], node)
        .catch(() => null);
      return (handle?.asElement() ?? null) as ElementHandle<HTMLElement> | null;
    },
  };
}

type Collected = ReturnType<typeof collectElements>;

interface Seen {
  frame: Frame;
  handle: JSHandle<Collected>;
  /** The frame that embeds it, and the node of its frame element there. */
  host: { seen: Seen; node: number } | null;
  document: number;
  data: Omit<Collected, 'nodes' | 'elements'> & {
    elements: Partial<UiElement>[];
    text: string;
    above: number;
    below: number;
  };
}

/** All documents as one tree: those of frames follow the main one, and are placed where their frame is. */
function joined(seen: Seen[]): { model: PageModel; offsets: number[] } {
  const model: PageModel = { ...emptyModel(''), title: seen[0]?.data.title ?? '' };
  const offsets: number[] = [];
  const layout: string[] = [];
  const places: { x: number; y: number }[] = [];
  for (const [index, { data, host, document }] of seen.entries()) {
    const offset = model.parents.length;
    const hostIndex = host ? seen.indexOf(host.seen) : -1;
    const hostNode = (host?.node ?? -1) + (offsets[hostIndex] ?? 0);
    const box = host ? model.elements.find(({ node }) => node === hostNode)?.box : undefined;
    const place = { x: box?.x ?? 0, y: box?.y ?? 0 };
    offsets.push(offset);
    places.push(place);
    if (host) model.embedded.set(hostNode, offset);
    for (const part of data.elements) {
      const element = { ...BLANK, ...part };
      element.frame = index;
      element.id += MOST_IDS * document;
      element.node += offset;
      if (element.opens >= 0) element.opens += offset;
      element.box = { ...element.box, x: element.box.x + place.x, y: element.box.y + place.y };
      model.elements.push(element);
    }
    for (const parent of data.parents) model.parents.push(parent < 0 ? -1 : parent + offset);
    for (const end of data.ends) model.ends.push(end + offset);
    for (const [before, owner, text] of data.pieces)
      model.pieces.push([before + offset, owner + offset, text]);
    layout.push(data.layout);
    model.isCut ||= data.isCut;
  }
  model.layout = layout.join('');
  model.above = seen[0]?.data.above ?? 0;
  model.below = seen[0]?.data.below ?? 0;
  return { model, offsets };
}

export function emptyModel(url: string): PageModel {
  const nothing = { elements: [], parents: [], ends: [], layout: '', pieces: [], embedded: new Map() };
  return { url, title: '', ...nothing, isCut: false, above: 0, below: 0 };
}

/** The visible frames of a document and theirs. */
async function lookAtFramesIn(host: Seen, most: number): Promise<Seen[]> {
  const frames = host.frame.childFrames().slice(0, 2 * most);
  const shown = await Promise.all(
    frames.map(async (frame) => {
      const placing = frame
        .frameElement()
        .then((element) => host.handle.evaluate(placeOfFrame, element))
        .catch(() => -1);
      return { frame, node: (await endsWithin(placing, FRAME_LIMIT_MS)) ? await placing : -1 };
    }),
  );
  const visible = shown.filter(({ node }) => node >= 0).slice(0, most);
  const looks = await Promise.all(visible.map(({ frame, node }) => lookAtFrame(frame, { seen: host, node })));
  const seen = looks.filter((one) => one !== null);
  let left = most - seen.length;
  for (const one of [...seen]) {
    if (left <= 0) break;
    const inner = await lookAtFramesIn(one, left);
    left -= inner.length;
    seen.push(...inner);
  }
  return seen;
}

/** Runs in the page: the node of a visible frame; -1 for a hidden one. */
function placeOfFrame({ nodes }: Collected, element: Node): number {
  const { width, height } = (element as Element).getBoundingClientRect();
  const isShown =
    width > 3 && height > 3 && (element as Element).checkVisibility({ visibilityProperty: true });
  return isShown ? nodes.indexOf(element as Element) : -1;
}

interface Numbered {
  ids: JSHandle<ElementIds>;
  /** Number of the document. */
  document: number;
}

const documents = new WeakMap<Frame, Numbered>();
let lastDocument = 0;

function nextDocument(): number {
  lastDocument += 1;
  return lastDocument;
}

const MOST_IDS = 1_000_000;

async function lookAtFrame(frame: Frame, host: Seen['host'] = null): Promise<Seen | null> {
  const looking = (async () => {
    const handle = await collect(frame).catch(() => {
      // Its document is a new one.
      documents.delete(frame);
      return collect(frame);
    });
    const data = JSON.parse(await handle.evaluate(written, BLANK)) as Seen['data'];
    return { frame, handle, host, data, document: documents.get(frame)?.document ?? 0 };
  })().catch(() => null);
  return (await endsWithin(looking, host ? FRAME_LIMIT_MS : LOOK_LIMIT_MS)) ? looking : null;
}

async function collect(frame: Frame): Promise<JSHandle<Collected>> {
  const known = documents.get(frame) ?? {
    ids: await frame.evaluateHandle((): ElementIds => ({ last: 0, of: new WeakMap() })),
    document: nextDocument(),
  };
  documents.set(frame, known);
  return frame.evaluateHandle(collectElements, { most: MAX_NODES, ids: known.ids });
}

/** Runs in the page. One text is transferred much faster than as many values; what scripts add to `JSON` is left out of it. */
function written(page: Collected, blank: UiElement): string {
  const { elements, parents, ends, layout, pieces, frames, isCut, title } = page;
  const added = [Array.prototype, Object.prototype, String.prototype, Number.prototype].flatMap((owner) => {
    const toJSON = Object.getOwnPropertyDescriptor(owner, 'toJSON');
    return toJSON?.configurable ? [{ owner, toJSON }] : [];
  });
  for (const { owner } of added) Reflect.deleteProperty(owner, 'toJSON');
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
  const text = (document.body?.innerText ?? '').slice(0, 60_000);
  const isUsual = (key: keyof UiElement, value: unknown) =>
    value === blank[key] || (Array.isArray(value) && value.length === 0);
  const told = elements.map((element) => {
    const kept: Record<string, unknown> = {};
    for (const key of Object.keys(element) as (keyof UiElement)[])
      if (!isUsual(key, element[key])) kept[key] = element[key];
    return kept;
  });
  const root = document.scrollingElement ?? document.documentElement;
  const above = Math.round(root.scrollTop);
  const below = Math.round(root.scrollHeight - innerHeight - root.scrollTop);
  const all = { elements: told, parents, ends, layout, pieces, frames, isCut, title, text, above, below };
  const json = JSON.stringify(all);
  for (const { owner, toJSON } of added) Object.defineProperty(owner, 'toJSON', toJSON);
  return json;
}

const looks = new WeakMap<BrowserRun, Seen[][]>();

/** Each look keeps its elements alive in the page. */
function forgetOldLooks(run: BrowserRun, newest: Seen[]): void {
  const kept = [...(looks.get(run) ?? []), newest];
  for (const { handle } of kept.length > KEPT_LOOKS ? (kept.shift() ?? []) : [])
    handle.dispose().catch(() => {});
  looks.set(run, kept);
}
