import type { PipeBrowser } from '../browser/pipe-browser.ts';
import type { Clock } from '../platform/clock.ts';
import { mayBeClosed } from '../platform/failure.ts';

const FRAME_EVERY_MS = 1_000;
const WATCHED_EVERY_MS = 100;
const TRY_EVERY_MS = 250;
const MAX_TRIES = 20;
const MAX_FRAMES = 600;
const MAX_BYTES = 20_000_000;
const MAX_PAGES = 10;

interface Frame {
  at: number;
  /** JPEG, in base64. */
  data: string;
  width: number;
  height: number;
}

/** Pictures of a session's pages: kept about once a second, and shown to viewers as they come. */
export class Recorder {
  readonly #browser: PipeBrowser;
  readonly #clock: Clock;
  readonly #isKept: boolean;
  readonly #frames: Frame[] = [];
  readonly #pages = new Map<string, () => void>();
  readonly #watchers = new Set<(jpeg: Buffer) => void>();
  #bytes = 0;
  #last: Buffer | null = null;

  constructor(browser: PipeBrowser, clock: Clock, isKept: boolean) {
    this.#browser = browser;
    this.#clock = clock;
    this.#isKept = isKept;
  }

  /** A page appeared. */
  async add(targetId: string): Promise<void> {
    if (this.#pages.has(targetId) || this.#pages.size >= MAX_PAGES) return;
    this.#pages.set(targetId, () => undefined);
    const attached = await this.#browser.command('Target.attachToTarget', { targetId, flatten: true });
    const sessionId = String(attached.sessionId);
    let isFilmed = false;
    const stop = this.#browser.onSession(sessionId, (method, params) => {
      if (method !== 'Page.screencastFrame') return;
      isFilmed = true;
      this.#receive(sessionId, params);
    });
    this.#pages.set(targetId, stop);
    const picture = { format: 'jpeg', quality: 50, maxWidth: 1_280, maxHeight: 800 };
    // A page refuses while it is not active yet.
    for (let tries = 0; !isFilmed && tries < MAX_TRIES && this.#pages.has(targetId); tries += 1) {
      await this.#browser.command('Page.startScreencast', picture, sessionId).catch(mayBeClosed);
      await this.#clock.sleep(TRY_EVERY_MS);
    }
  }

  remove(targetId: string): void {
    this.#pages.get(targetId)?.();
    this.#pages.delete(targetId);
  }

  /** Calls back with the latest picture and every one that follows, until the answer is called. */
  watch(onFrame: (jpeg: Buffer) => void): () => void {
    if (this.#last) onFrame(this.#last);
    this.#watchers.add(onFrame);
    return () => this.#watchers.delete(onFrame);
  }

  /** The recording as events of rrweb: one picture whose source changes. */
  events(sessionId: string): object[] {
    const [first] = this.#frames;
    if (!first) return [];
    const meta = { href: 'about:blank', width: first.width, height: first.height };
    return [
      { sessionId, timestamp: first.at, type: 4, data: meta },
      {
        sessionId,
        timestamp: first.at,
        type: 2,
        data: { node: emptyDocument(first), initialOffset: { left: 0, top: 0 } },
      },
      ...this.#frames.slice(1).map((frame) => ({
        sessionId,
        timestamp: frame.at,
        type: 3,
        data: {
          source: 0,
          adds: [],
          removes: [],
          texts: [],
          attributes: [{ id: PICTURE_ID, attributes: { src: srcOf(frame) } }],
        },
      })),
    ];
  }

  #receive(sessionId: string, params: Record<string, unknown>): void {
    const data = String(params.data);
    this.#last = Buffer.from(data, 'base64');
    for (const watcher of this.#watchers) watcher(this.#last);
    const { deviceWidth: width, deviceHeight: height } = params.metadata as Record<string, number>;
    const at = this.#clock.now().getTime();
    if (this.#isKept) this.#keep({ at, data, width: width ?? 1_280, height: height ?? 800 });
    const pause = this.#watchers.size > 0 ? WATCHED_EVERY_MS : FRAME_EVERY_MS;
    const acknowledged = { sessionId: params.sessionId };
    this.#clock.after(pause, () => {
      this.#browser.command('Page.screencastFrameAck', acknowledged, sessionId).catch(mayBeClosed);
    });
  }

  /** About one a second, and always the resting state of a page. */
  #keep(frame: Frame): void {
    const [before, last] = this.#frames.slice(-2);
    const isPassing =
      before && last && last.at - before.at < FRAME_EVERY_MS && frame.at - last.at < FRAME_EVERY_MS;
    const gone = isPassing ? this.#frames.pop() : undefined;
    this.#bytes -= gone?.data.length ?? 0;
    if (this.#frames.length >= MAX_FRAMES || this.#bytes + frame.data.length >= MAX_BYTES) return;
    this.#frames.push(frame);
    this.#bytes += frame.data.length;
  }
}

const PICTURE_ID = 5;

function srcOf({ data }: Frame): string {
  return `data:image/jpeg;base64,${data}`;
}

/** A document of one picture, as rrweb writes documents down. */
function emptyDocument(frame: Frame): object {
  const attributes = { src: srcOf(frame), style: 'width:100%' };
  const picture = { type: 2, tagName: 'img', attributes, childNodes: [], id: PICTURE_ID };
  const head = { type: 2, tagName: 'head', attributes: {}, childNodes: [], id: 3 };
  const body = { type: 2, tagName: 'body', attributes: { style: 'margin:0' }, childNodes: [picture], id: 4 };
  const html = { type: 2, tagName: 'html', attributes: {}, childNodes: [head, body], id: 2 };
  return { type: 0, childNodes: [html], id: 1 };
}
