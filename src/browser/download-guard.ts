import { stat } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import type { Clock } from '../platform/clock.ts';

export interface DownloadLimits {
  fileBytes: number;
  /** Of all files of a run together, kept or not. */
  totalBytes: number;
}

const LIMITS: DownloadLimits = { fileBytes: 30_000_000, totalBytes: 500_000_000 };
const LOOK_EVERY_MS = 200;
const MAX_DOWNLOADS = 20;

/** Watches what a run's pages put on the disk: a file that grows too large is cut off, and so is everything past the total. */
export class DownloadGuard {
  /** Those that began, in order. */
  readonly downloads: Download[] = [];
  /** Those that were cut off, and how large they had become. */
  readonly oversized = new Map<Download, number>();
  readonly #clock: Clock;
  readonly #limits: DownloadLimits;
  readonly #signal: AbortSignal;
  readonly #sizes = new Map<Download, number>();
  readonly #watching = new Map<Download, Promise<void>>();
  #isExceeded = false;

  constructor(clock: Clock, signal: AbortSignal, limits: DownloadLimits = LIMITS) {
    this.#clock = clock;
    this.#signal = signal;
    this.#limits = limits;
  }

  /** Nothing more is let onto the disk. */
  get isExceeded(): boolean {
    return this.#isExceeded;
  }

  admit(download: Download): void {
    if (this.downloads.length >= MAX_DOWNLOADS || this.#isExceeded) {
      cutOff(download);
      return;
    }
    this.downloads.push(download);
    this.#watching.set(download, this.#watch(download));
  }

  /** Resolves when it is known whether the file is too large. */
  async judged(download: Download): Promise<void> {
    await this.#watching.get(download);
  }

  async #watch(download: Download): Promise<void> {
    let isOver = false;
    const ended = download
      .failure()
      .catch(() => null)
      .then(() => {
        isOver = true;
      });
    while (!this.#signal.aborted) {
      await Promise.race([ended, this.#clock.sleep(LOOK_EVERY_MS, this.#signal).catch(() => undefined)]);
      const size = await sizeOf(download);
      this.#sizes.set(download, Math.max(size, this.#sizes.get(download) ?? 0));
      const total = [...this.#sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
      if (total > this.#limits.totalBytes) this.#isExceeded = true;
      if (size > this.#limits.fileBytes || this.#isExceeded) {
        this.oversized.set(download, size);
        cutOff(download);
        return;
      }
      if (isOver) return;
    }
  }
}

/** The page may be gone before our answer to it. */
function cutOff(download: Download): void {
  download
    .cancel()
    .then(() => download.delete())
    .catch(() => undefined);
}

/** Where the driver lets it grow; it tells nobody before the end. */
async function sizeOf(download: Download): Promise<number> {
  const { _artifact } = download as unknown as { _artifact?: { _initializer?: { absolutePath?: string } } };
  const place = _artifact?._initializer?.absolutePath;
  if (place === undefined) return 0;
  const sizes = await Promise.all(
    [place, `${place}.crdownload`].map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return Math.max(...sizes);
}
