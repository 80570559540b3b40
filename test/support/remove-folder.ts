import { rm } from 'node:fs/promises';

/** Also while a browser whose service was killed is still writing in it. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 30 });
}
