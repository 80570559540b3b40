import type { CDPSession, Page, PageScreenshotOptions } from 'playwright-core';
import { type Clock, pause } from '../platform/clock.ts';
import { escapePattern } from '../platform/escape-pattern.ts';
import { CODE } from '../platform/redactor.ts';
import { endsWithin } from './ends-within.ts';
import { Screencast } from './screencast.ts';

const MAX_PICTURES = 60;
const MAX_WAITING = 3;
const SHOT_LIMIT_MS = 3_000;
const PORTRAIT_LIMIT_MS = 10_000;
const QUALITY = 45;
const MAX_WIDTH = 4_000;
const MAX_HEIGHT = 12_000;
const NOT_DRAWN_YET = 'Unable to capture screenshot';
const DRAWN_SOON_MS = 50;
/** The greatest age of the last frame while nobody watches. */
const FRAME_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 500;
/** A shorter secret stands in too many words to be looked for. */
const LEAST_TEXT = 4;
/** A shorter name is often a word of its own. */
const LONG_NAME = 8;

/** Covered in every lasting picture, typed by a person or by the run. */
const SECRET_FIELDS = 'input[type=password], input[autocomplete*=one-time-code]';
/** Grey: the cover should be visible, but not catch the eye. */
const MASK_COLOUR = '#999999';
/** Fields that may show a secret; covered once one has been typed. */
const FIELDS = 'input, select, textarea, [contenteditable]';

/**
 * Pictures of a run's browser. No run waits for them: a picture that does not come in time is missing, not a failure. A secret is
 * never in one: from the moment it is known until the next document, every picture covers every field, and nothing is filmed.
 */
export class Camera {
  readonly #front: () => Page;
  readonly #session: (page: Page) => Promise<CDPSession>;
  readonly #clock: Clock;
  /** Values with a flag for mere names. */
  readonly #secrets = new Map<string, boolean>();
  #secrecy: 'none' | 'shown' | 'used' = 'none';
  /** Grows with every change of the visible part; older pictures are thrown away. */
  #era = 0;
  #taken = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** The page that still owes a picture. */
  #silent: Page | null = null;
  #onFrame: ((jpeg: Uint8Array) => void) | null = null;
  #lastFrameMono = 0;
  #isWatched = false;
  #screencast: Screencast | null = null;

  constructor(front: () => Page, session: (page: Page) => Promise<CDPSession>, clock: Clock) {
    this.#front = front;
    this.#session = session;
    this.#clock = clock;
  }

  /** A small picture of the page as it is now, as JPEG. */
  shoot(): Promise<Uint8Array | null> {
    if (this.#taken >= MAX_PICTURES || this.#waiting >= MAX_WAITING) return Promise.resolve(null);
    this.#taken += 1;
    return this.#queue();
  }

  /** A good picture, worth waiting for. */
  async portrait(type: 'png' | 'jpeg', extent: 'view' | 'page' = 'view'): Promise<Uint8Array | null> {
    const taking = this.#portray(this.#front(), type, extent);
    return (await endsWithin(taking, PORTRAIT_LIMIT_MS)) ? taking : null;
  }

  /** Takes pictures of the browser until disposed: from time to time, or continuously while somebody watches. */
  film(onFrame: (jpeg: Uint8Array) => void): AsyncDisposable {
    const stop = new AbortController();
    this.#onFrame = onFrame;
    this.#lastFrameMono = this.#clock.mono();
    const looking = this.#keepLooking(stop.signal);
    return {
      [Symbol.asyncDispose]: async () => {
        stop.abort();
        await looking;
        await this.#last;
        this.#onFrame = null;
        this.#uncast();
      },
    };
  }

  watch(isWatched: boolean): void {
    this.#isWatched = isWatched;
    if (isWatched) this.#cast();
    else this.#uncast();
  }

  /**
   * A secret is about to be typed; when given, it is covered wherever the page repeats it. A name that may stand in other words
   * is covered only where it stands by itself.
   */
  conceal(secret = '', isName = false): void {
    if (secret.length >= LEAST_TEXT) this.#secrets.set(secret, isName && secret.length < LONG_NAME);
    this.#secrecy = 'shown';
    this.#era += 1;
    this.#uncast();
  }

  /** The page has a new document: the typed text is gone from it. */
  documentChanged(): void {
    if (this.#secrecy === 'shown') this.#secrecy = 'used';
    if (this.#isWatched) this.#cast();
  }

  async #keepLooking(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(this.#clock, LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      if (this.#isWatched && this.#secrets.size === 0) this.#cast();
      else if (this.#clock.mono() - this.#lastFrameMono > FRAME_EVERY_MS && this.#waiting === 0)
        await this.#queue();
    }
  }

  #queue(): Promise<Uint8Array | null> {
    this.#waiting += 1;
    const shot = this.#last.then(() => this.#take());
    this.#last = shot.then((picture) => {
      this.#waiting -= 1;
      if (picture) this.#show(picture);
    });
    return shot;
  }

  async #take(): Promise<Uint8Array | null> {
    const era = this.#era;
    const page = this.#front();
    if (page === this.#silent) return null;
    const isCovered = this.#secrecy !== 'none';
    const taking = this.#patiently(
      () => (isCovered ? this.#covered(page, FIELDS, SHOT) : this.#quick(page, QUICK_SHOT)),
      SHOT_LIMIT_MS,
    );
    const isHere = await endsWithin(taking, SHOT_LIMIT_MS);
    if (!isHere) this.#silent = page;
    void taking.finally(() => {
      if (this.#silent === page) this.#silent = null;
    });
    return isHere && era === this.#era ? taking : null;
  }

  async #portray(page: Page, type: 'png' | 'jpeg', extent: 'view' | 'page'): Promise<Uint8Array | null> {
    const fields = this.#secrecy === 'none' ? SECRET_FIELDS : FIELDS;
    const isCovered = this.#secrecy !== 'none' || extent === 'page' || (await hasAny(page, fields));
    const clip = extent === 'page' ? await extentOf(page) : undefined;
    const options = { type, timeout: PORTRAIT_LIMIT_MS, ...(clip && { fullPage: true, clip }) } as const;
    const take = () =>
      isCovered ? this.#covered(page, fields, options) : this.#quick(page, { format: type });
    return this.#patiently(take, PORTRAIT_LIMIT_MS);
  }

  /** Chromium refuses pictures while a page has yet to be drawn for the first time, which is soon over. */
  async #patiently(take: () => Promise<Uint8Array>, limitMs: number): Promise<Uint8Array | null> {
    const endMono = this.#clock.mono() + limitMs;
    const era = this.#era;
    for (;;) {
      const taken = await take().catch((error: Error) => error);
      if (!(taken instanceof Error)) return taken;
      const isHopeless = !taken.message.includes(NOT_DRAWN_YET) || era !== this.#era;
      if (isHopeless || this.#clock.mono() > endMono) return null;
      await this.#clock.sleep(DRAWN_SOON_MS);
    }
  }

  #show(jpeg: Uint8Array): void {
    this.#lastFrameMono = this.#clock.mono();
    this.#onFrame?.(jpeg);
  }

  /** Films the page that is in front now, unless a secret stands on it. */
  #cast(): void {
    const page = this.#front();
    if (this.#screencast?.page === page || this.#onFrame === null) return;
    this.#uncast();
    // A film cannot cover typed text that a page repeats.
    if (this.#secrecy === 'shown' || this.#secrets.size > 0) return;
    const cast = new Screencast(page, this.#session(page), this.#clock, (jpeg) => {
      if (this.#screencast === cast) this.#show(jpeg);
    });
    this.#screencast = cast;
  }

  #uncast(): void {
    this.#screencast?.stop();
    this.#screencast = null;
  }

  async #quick(page: Page, options: QuickOptions): Promise<Uint8Array> {
    const session = await this.#session(page);
    // The browser packs pictures on the one thread that all of its runs share.
    const { data } = await session.send('Page.captureScreenshot', { ...options, optimizeForSpeed: true });
    return Buffer.from(data, 'base64');
  }

  #covered(page: Page, fields: string, options: PageScreenshotOptions): Promise<Uint8Array> {
    const mask = page
      .frames()
      .flatMap((frame) => [
        frame.locator(fields),
        ...[...this.#secrets].map(([secret, isName]) =>
          frame.getByText(isName ? alone(secret) : inGroups(secret)),
        ),
      ]);
    return page.screenshot({ ...options, mask, maskColor: MASK_COLOUR });
  }
}

/** The name with two words before it at most: "Signed in as demo", and not a line about the demo shop. */
function alone(name: string): RegExp {
  return new RegExp(`^\\s*(?:\\S+\\s+){0,3}${escapePattern(name)}\\s*[.!,]?\\s*$`, 'iu');
}

/** A code or seed with gaps, too: "481 516". */
function inGroups(secret: string): string | RegExp {
  return CODE.test(secret) ? new RegExp([...secret].join('[\\s-]?'), 'iu') : secret;
}

/** A page may be endless; its picture is not. */
async function extentOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const [width, height] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.scrollHeight,
  ]);
  return { x: 0, y: 0, width: Math.min(width ?? 1, MAX_WIDTH), height: Math.min(height ?? 1, MAX_HEIGHT) };
}

/** Covering takes several times as long as the picture itself, so it is done only where there is a field to cover. */
async function hasAny(page: Page, fields: string): Promise<boolean> {
  const found = await Promise.all(
    page.frames().map((frame) => frame.evaluate(holds, fields).catch(() => true)),
  );
  return found.includes(true);
}

/** Runs in the page. The driver's own search would load all of its code into each page first. */
function holds(fields: string): boolean {
  const isIn = (root: Document | ShadowRoot): boolean =>
    root.querySelector(fields) !== null ||
    [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && isIn(shadowRoot));
  return isIn(document);
}

type QuickOptions = { format: 'png' | 'jpeg'; quality?: number };

const QUICK_SHOT: QuickOptions = { format: 'jpeg', quality: QUALITY };
const SHOT = { type: 'jpeg', quality: QUALITY, timeout: SHOT_LIMIT_MS } as const;
