import type { CDPSession, Page } from 'playwright-core';
import type { Clock } from '../platform/clock.ts';

/** The next picture is sent only when the last one was acknowledged: this slows a busy page down. */
const ACKNOWLEDGE_MS = 250;

interface Frame {
  data: string;
  sessionId: number;
}

/** The pictures that Chromium itself sends while a page changes, a few a second. */
export class Screencast {
  readonly page: Page;
  readonly #session: Promise<CDPSession>;
  readonly #clock: Clock;
  readonly #onFrame: (jpeg: Uint8Array) => void;
  #isOver = false;

  constructor(page: Page, session: Promise<CDPSession>, clock: Clock, onFrame: (jpeg: Uint8Array) => void) {
    this.page = page;
    this.#session = session;
    this.#clock = clock;
    this.#onFrame = onFrame;
    this.#start().catch(ignore);
  }

  stop(): void {
    this.#isOver = true;
    this.#session
      .then(async (session) => {
        session.off('Page.screencastFrame', this.#receive);
        await session.send('Page.stopScreencast');
      })
      .catch(ignore);
  }

  async #start(): Promise<void> {
    const session = await this.#session;
    if (this.#isOver) return;
    session.on('Page.screencastFrame', this.#receive);
    await session.send('Page.startScreencast', {
      format: 'jpeg',
      quality: 50,
      maxWidth: 1280,
      maxHeight: 800,
    });
  }

  readonly #receive = ({ data, sessionId }: Frame): void => {
    if (this.#isOver) return;
    this.#onFrame(Buffer.from(data, 'base64'));
    this.#clock.after(ACKNOWLEDGE_MS, () => {
      this.#session.then((session) => session.send('Page.screencastFrameAck', { sessionId })).catch(ignore);
    });
  };
}

/** The page may be gone before our answer to it. */
function ignore(): void {}
