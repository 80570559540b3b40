import type { Download } from 'playwright-core';

/** A file that a page gave. `path` waits until all of it is on this machine's disk, and fails when it does not come. */
export type GivenFile = Pick<Download, 'suggestedFilename' | 'path'>;

/** The files of one run, as far as they may be kept. */
export interface RunFiles {
  /** Those that began, in order. */
  readonly downloads: readonly GivenFile[];
  /** Those that were cut off, and how large they had become. */
  readonly oversized: ReadonlyMap<GivenFile, number>;
  /** Nothing more is let onto the disk. */
  readonly isExceeded: boolean;
  /** The browser says that a download began. */
  admit(download: Download): void;
  /** Resolves when it is known whether the file is too large. */
  judged(file: GivenFile): Promise<void>;
}

export interface DownloadLimits {
  fileBytes: number;
  /** Of all files of a run together, kept or not. */
  totalBytes: number;
}

export const DOWNLOAD_LIMITS: DownloadLimits = { fileBytes: 30_000_000, totalBytes: 500_000_000 };
export const MAX_DOWNLOADS = 20;
