import type { ElementHandle, Frame, JSHandle } from 'playwright-core';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { endsWithin } from '../../browser/ends-within.ts';
import { collectElements } from './collect-elements.ts';
import { markListeners } from './mark-listeners.ts';
import type { PageModel, UiElement } from './page-model.ts';

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

const MAX_NODES = 15_000;
const MAX_FRAMES = 8;
const LOOK_LIMIT_MS = 8_000;

/** Null when the page does not answer. */
export async function look(run: BrowserRun): Promise<Scene | null> {
  await markListeners(run);
  const frames = run.front.frames().slice(0, MAX_FRAMES);
  const seen = (await Promise.all(frames.map(lookAtFrame))).filter((frame) => frame !== null);
  if (seen.length === 0) return null;
  const model: PageModel = {
    url: run.front.url(),
    title: seen[0]?.data.title ?? '',
    elements: [],
    parents: [],
    ends: [],
  };
  const offsets: number[] = [];
  for (const [index, { data }] of seen.entries()) {
    const offset = model.parents.length;
    offsets.push(offset);
    for (const element of data.elements)
      model.elements.push({
        ...element,
        frame: index,
        node: element.node + offset,
        opens: element.opens < 0 ? -1 : element.opens + offset,
      });
    model.parents.push(...data.parents.map((parent) => (parent < 0 ? -1 : parent + offset)));
    model.ends.push(...data.ends.map((end) => end + offset));
  }
  return {
    model,
    text: seen.map(({ data }) => data.text).join('\n'),
    frameOf: (element) => seen[element.frame]?.frame ?? run.front.mainFrame(),
    async live(element) {
      const owner = seen[element.frame];
      const node = element.node - (offsets[element.frame] ?? 0);
      const handle = await owner?.handle.evaluateHandle((page, at) => page.nodes[at], node).catch(() => null);
      return (handle?.asElement() ?? null) as ElementHandle<HTMLElement> | null;
    },
  };
}

type Collected = ReturnType<typeof collectElements>;

async function lookAtFrame(frame: Frame) {
  const looking = (async () => {
    const handle = (await frame.evaluateHandle(collectElements, MAX_NODES)) as JSHandle<Collected>;
    const data = JSON.parse(await handle.evaluate(written)) as Omit<Collected, 'nodes'> & { text: string };
    return { frame, handle, data };
  })().catch(() => null);
  return (await endsWithin(looking, LOOK_LIMIT_MS)) ? looking : null;
}

/** Runs in the page. One text is brought over much faster than as many values; what scripts add to `JSON` is left out of it. */
function written({ elements, parents, ends, title }: Collected): string {
  const added = [Array.prototype, Object.prototype, String.prototype, Number.prototype].flatMap((owner) => {
    const toJSON = Object.getOwnPropertyDescriptor(owner, 'toJSON');
    return toJSON?.configurable ? [{ owner, toJSON }] : [];
  });
  for (const { owner } of added) Reflect.deleteProperty(owner, 'toJSON');
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
  const text = (document.body?.innerText ?? '').slice(0, 60_000);
  const json = JSON.stringify({ elements, parents, ends, title, text });
  for (const { owner, toJSON } of added) Object.defineProperty(owner, 'toJSON', toJSON);
  return json;
}
