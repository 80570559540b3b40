/** The look of a page at one moment. */
export interface Glimpse {
  /** Changes when the page's content does, as far as it is cheap to tell. */
  mark: string;
  /** How much is on it: elements and letters. */
  elements: number;
  letters: number;
}

/** No look is possible in the middle of a navigation, or at a page too busy to answer. */
export const UNSEEN: Glimpse = { mark: '', elements: 0, letters: 0 };

/** A request that takes longer than this is waited for; shorter ones that repeat for ever do not count. */
const BREATH_MS = 700;

/**
 * Tells from looks at a page, one after the other, how long it has been at rest. Clocks, tickers and carousels never
 * are: but the amount of content on such a page stays about the same, which counts as steady.
 */
export class Stillness {
  #last = '';
  #quietSince: number;
  #steadySince: number;
  #steady: Glimpse = UNSEEN;

  constructor(now: number) {
    this.#quietSince = now;
    this.#steadySince = now;
  }

  /** `waitedMs` is how long the oldest request of the page has been under way; null when there is none. */
  note(glimpse: Glimpse, now: number, waitedMs: number | null): void {
    if (glimpse.mark !== this.#last || waitedMs !== null) this.#quietSince = now;
    this.#last = glimpse.mark;
    if (isAlike(glimpse, this.#steady) && (waitedMs ?? 0) < BREATH_MS) return;
    this.#steady = glimpse;
    this.#steadySince = now;
  }

  /** Nothing changed and nothing was fetched. */
  quietMs(now: number): number {
    return now - this.#quietSince;
  }

  /** The amount of content stayed about the same, and no request was waited for. */
  steadyMs(now: number): number {
    return now - this.#steadySince;
  }
}

function isAlike(now: Glimpse, before: Glimpse): boolean {
  return (
    now.elements > 0 &&
    Math.abs(now.elements - before.elements) <= 2 + before.elements / 50 &&
    Math.abs(now.letters - before.letters) <= 20 + before.letters / 50
  );
}
