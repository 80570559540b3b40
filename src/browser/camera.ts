import type { CDPSession, Page, PageScreenshotOptions } from 'playwright-core';
import { endsWithin } from './ends-within.ts';

const MAX_PICTURES = 60;
const MAX_WAITING = 3;
const SHOT_LIMIT_MS = 3_000;
const QUALITY = 45;

const PORTRAIT_LIMIT_MS = 10_000;

/** Covered in every picture that lasts, whoever typed into them. */
const SECRET_FIELDS = 'input[type=password], input[autocomplete*=one-time-code]';
/** Where anything can be typed; covered once a secret has been. */
const FIELDS = 'input, textarea, [contenteditable]';

/**
 * Pictures of what a run's browser shows. Nobody waits for them: a picture that cannot be had in time is missing, not a
 * failure. A secret is never in one: from the moment it is known until the next document, nothing is taken without covering
 * every field.
 */
export class Camera {
  readonly #front: () => Page;
  readonly #sessions = new WeakMap<Page, Promise<CDPSession>>();
  #secrecy: 'none' | 'shown' | 'used' = 'none';
  /** Grows with every change of what may be seen; a picture begun before it is thrown away. */
  #era = 0;
  #taken = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(front: () => Page) {
    this.#front = front;
  }

  /** A small picture of the page as it is now, as JPEG. */
  shoot(): Promise<Uint8Array | null> {
    if (this.#taken >= MAX_PICTURES || this.#waiting >= MAX_WAITING) return Promise.resolve(null);
    this.#taken += 1;
    this.#waiting += 1;
    const shot = this.#last.then(() => this.#take());
    this.#last = shot.finally(() => {
      this.#waiting -= 1;
    });
    return shot;
  }

  /** A good picture, worth waiting for. */
  async portrait(type: 'png' | 'jpeg'): Promise<Uint8Array | null> {
    const fields = this.#secrecy === 'none' ? SECRET_FIELDS : FIELDS;
    const options = { type, timeout: PORTRAIT_LIMIT_MS } as const;
    return covered(this.#front(), fields, options).catch(() => null);
  }

  /** A secret is about to be typed. */
  conceal(): void {
    this.#secrecy = 'shown';
    this.#era += 1;
  }

  /** The page has a new document: what was typed is gone from it. */
  documentChanged(): void {
    if (this.#secrecy === 'shown') this.#secrecy = 'used';
  }

  /** Everything asked for so far is there or given up. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #take(): Promise<Uint8Array | null> {
    const era = this.#era;
    const page = this.#front();
    const taking = (this.#secrecy === 'none' ? this.#quick(page) : covered(page, FIELDS, SHOT)).catch(
      () => null,
    );
    const isHere = await endsWithin(taking, SHOT_LIMIT_MS);
    return isHere && era === this.#era ? taking : null;
  }

  async #quick(page: Page): Promise<Uint8Array> {
    const session = await this.#session(page);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'jpeg',
      quality: QUALITY,
      optimizeForSpeed: true,
    });
    return Buffer.from(data, 'base64');
  }

  #session(page: Page): Promise<CDPSession> {
    const known = this.#sessions.get(page);
    if (known) return known;
    const session = page.context().newCDPSession(page);
    this.#sessions.set(page, session);
    return session;
  }
}

const SHOT = { type: 'jpeg', quality: QUALITY, timeout: SHOT_LIMIT_MS } as const;

function covered(page: Page, fields: string, options: PageScreenshotOptions): Promise<Uint8Array> {
  return page.screenshot({ ...options, mask: page.frames().map((frame) => frame.locator(fields)) });
}
