import type { ElementHandle, Frame, JSHandle } from 'playwright-core';
import type { BrowserRun } from '../../browser-run.ts';
import { endsWithin } from '../../ends-within.ts';
import { wordsOf } from '../language/words.ts';
import { collectDrawn } from './collect-drawn.ts';
import { collectElements } from './collect-elements.ts';
import { nameColour } from './colours.ts';
import { markListeners } from './mark-listeners.ts';
import { elementsIn, type PageModel, textOf, type UiElement } from './page-model.ts';

/** One look at the page, with the way back from what was seen to the live elements. */
export interface Scene {
  model: PageModel;
  /** The text of all frames as shown. */
  text: string;
  live(element: UiElement): Promise<ElementHandle<HTMLElement> | null>;
  frameOf(element: UiElement): Frame;
}

const MAX_NODES = 6_000;
const MAX_FRAMES = 8;
const LOOK_LIMIT_MS = 5_000;

/** Null when the page does not answer. `instruction` stands on some pages as text; it is no part of what to act on. */
export async function look(run: BrowserRun, instruction: string): Promise<Scene | null> {
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
  for (const [index, { data }] of seen.entries()) {
    const offset = model.parents.length;
    for (const element of data.elements)
      model.elements.push({
        ...element,
        frame: index,
        node: element.node + offset,
        colour: nameColour(element.colour),
      });
    model.parents.push(...data.parents.map((parent) => (parent < 0 ? -1 : parent + offset)));
    model.ends.push(...data.ends.map((end) => end + offset));
  }
  const offsets = seen.map((_, index) =>
    seen.slice(0, index).reduce((sum, { data }) => sum + data.parents.length, 0),
  );
  return {
    model: withoutEcho(model, instruction),
    text: textWithoutEcho(seen.map(({ data }) => data.text).join('\n'), instruction),
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
    const hasCanvas = data.elements.some(({ tag }) => tag === 'canvas');
    if (hasCanvas) data.elements.push(...(await handle.evaluate(collectDrawn).catch(() => [])));
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

/** Without the part of the page that only repeats the instruction: its words name everything there is to act on. */
function withoutEcho(model: PageModel, instruction: string): PageModel {
  const wanted = wordsOf(instruction).join(' ');
  const echo = echoIn(model, wanted);
  if (echo === null) return model;
  const end = model.ends[echo] ?? echo;
  const elements = model.elements
    .filter(({ node }) => node < echo || node > end)
    // A field without a label takes the text before it for one.
    .map((element) =>
      wordsOf(element.name).join(' ').includes(wanted) ? { ...element, name: element.placeholder } : element,
    );
  return { ...model, elements };
}

/** A control of that name is what to press. */
function isCalled({ role, name }: UiElement, wanted: string): boolean {
  return (
    /^(?:button|link|tab|checkbox|switch|radio|menuitem|option|treeitem)$/u.test(role) &&
    wordsOf(name).join(' ').includes(wanted)
  );
}

/** The smallest part that says it: a page of pictures says nothing else as a whole. */
function echoIn(model: PageModel, wanted: string): number | null {
  if (wanted.split(' ').length < 3) return null;
  let smallest: number | null = null;
  const sizeOf = (node: number) => (model.ends[node] ?? node) - node;
  for (const element of model.elements) {
    for (let node = element.node; node >= 0; node = model.parents[node] ?? -1) {
      if (sizeOf(node) > 40) break;
      const text = wordsOf(textOf(model, node)).join(' ');
      if (text.length > wanted.length * 1.3 + 20) break;
      if (!text.includes(wanted)) continue;
      if (elementsIn(model, node).some((one) => isCalled(one, wanted))) break;
      if (smallest === null || sizeOf(node) < sizeOf(smallest)) smallest = node;
      break;
    }
  }
  return smallest;
}

function textWithoutEcho(text: string, instruction: string): string {
  const words = wordsOf(instruction);
  if (words.length < 3) return text;
  const lines = text.split('\n');
  const echo = lines.findIndex((line) => wordsOf(line).join(' ').includes(words.join(' ')));
  return echo < 0 || lines.length === 1 ? text : lines.toSpliced(echo, 1).join('\n');
}
