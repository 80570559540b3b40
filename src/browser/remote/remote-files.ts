import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Download, Page } from 'playwright-core';
import {
  DOWNLOAD_LIMITS,
  type DownloadLimits,
  type GivenFile,
  MAX_DOWNLOADS,
  type RunFiles,
} from '../run-files.ts';

/** Files of a browser on another machine, whose disk is not ours to read: the bytes come over the debugging protocol. */
export class RemoteFiles implements RunFiles {
  readonly downloads: GivenFile[] = [];
  readonly oversized = new Map<GivenFile, number>();
  readonly #folder: string;
  readonly #limits: DownloadLimits;
  /** Addresses whose answers were taken: the browser still reports a download, which came to nothing. */
  readonly #onWire = new Set<string>();
  #totalBytes = 0;

  constructor(folder: string, limits: DownloadLimits = DOWNLOAD_LIMITS) {
    this.#folder = folder;
    this.#limits = limits;
  }

  get isExceeded(): boolean {
    return this.#totalBytes > this.#limits.totalBytes;
  }

  /** A download without an answer of the network: made by a script, or by a link's `download` attribute. */
  admit(download: Download): void {
    const url = download.url();
    if (this.#onWire.delete(url)) return;
    const read = readInPage(download.page(), url, this.#limits.fileBytes);
    this.#take(download.suggestedFilename(), read).catch(ignore);
  }

  /** The answer of the network to a download. Resolves when the file is here, or was cut off. */
  async takeAnswer(name: string, url: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    this.#onWire.add(url);
    await this.#take(name, chunks);
  }

  /** `chunks` is read no further than it may be. */
  async #take(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.downloads.length >= MAX_DOWNLOADS || this.isExceeded) return;
    const place = path.join(this.#folder, `file-${this.downloads.length}`);
    const arrived = Promise.withResolvers<string>();
    arrived.promise.catch(ignore);
    const file: GivenFile = { suggestedFilename: () => name, path: () => arrived.promise };
    this.downloads.push(file);
    try {
      await this.#write(file, place, chunks);
      if (this.oversized.has(file)) throw new Error('the file is too large');
      arrived.resolve(place);
    } catch (error) {
      arrived.reject(error);
      await rm(place, { force: true });
    }
  }

  async judged(file: GivenFile): Promise<void> {
    await file.path().catch(ignore);
  }

  async #write(file: GivenFile, place: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await using handle = await open(place, 'wx');
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      this.#totalBytes += chunk.length;
      if (bytes > this.#limits.fileBytes || this.isExceeded) {
        this.oversized.set(file, bytes);
        return;
      }
      await handle.write(chunk);
    }
  }
}

/** Asks for the file once more, from inside the page that offered it. */
async function* readInPage(page: Page, url: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  const data = await page.evaluate(
    async ([address, most]) => {
      const request = new XMLHttpRequest();
      request.open('GET', address);
      request.responseType = 'blob';
      request.send();
      await new Promise((resolve) => request.addEventListener('loadend', resolve));
      if (request.status !== 200) throw new Error('the file is not there');
      const reader = new FileReader();
      // One byte more than the limit shows that it is too large.
      reader.readAsDataURL((request.response as Blob).slice(0, most + 1));
      await new Promise((resolve) => reader.addEventListener('loadend', resolve));
      return String(reader.result);
    },
    [url, maxBytes] as const,
  );
  yield Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
}

function ignore(): void {}
