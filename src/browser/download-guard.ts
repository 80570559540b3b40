import { stat } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { type Clock, pause } from '../platform/clock.ts';
import { ifUnreadable, mayBeClosed } from '../platform/failure.ts';
import {
  DOWNLOAD_LIMITS,
  type DownloadLimits,
  type GivenFile,
  MAX_DOWNLOADS,
  type RunFiles,
} from './run-files.ts';

const LOOK_EVERY_MS = 200;

/** Watches the disk use of a run's pages: a file that grows too large is cut off, and so is everything past the total. */
export class DownloadGuard implements RunFiles {
  readonly downloads: Download[] = [];
  readonly oversized = new Map<GivenFile, number>();
  readonly #clock: Clock;
  readonly #limits: DownloadLimits;
  readonly #signal: AbortSignal;
  readonly #sizes = new Map<Download, number>();
  readonly #watching = new Map<GivenFile, Promise<void>>();
  #isExceeded = false;

  constructor(clock: Clock, signal: AbortSignal, limits: DownloadLimits = DOWNLOAD_LIMITS) {
    this.#clock = clock;
    this.#signal = signal;
    this.#limits = limits;
  }

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

  async judged(download: GivenFile): Promise<void> {
    await this.#watching.get(download);
  }

  async #watch(download: Download): Promise<void> {
    let isOver = false;
    const ended = download
      .failure()
      .catch(mayBeClosed)
      .then(() => {
        isOver = true;
      });
    while (!this.#signal.aborted) {
      await Promise.race([ended, pause(this.#clock, LOOK_EVERY_MS, this.#signal)]);
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
    .catch(mayBeClosed);
}

/** The size on the disk: the driver reports none before the end. */
async function sizeOf(download: Download): Promise<number> {
  const { _artifact } = download as unknown as { _artifact?: { _initializer?: { absolutePath?: string } } };
  const place = _artifact?._initializer?.absolutePath;
  if (place === undefined) return 0;
  const sizes = await Promise.all(
    [place, `${place}.crdownload`].map((path) =>
      stat(path)
        .then(({ size }) => size)
        .catch(ifUnreadable(0)),
    ),
  );
  return Math.max(...sizes);
}
