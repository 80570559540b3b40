import { totalmem } from 'node:os';

/** The memory of this machine or container, in bytes. */
export function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}
