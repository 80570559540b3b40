import { randomBytes } from 'node:crypto';

/** Stores the bytes of artifacts. The store generates its keys; a page's file name is only metadata. */
export interface FileStore {
  /** Under a new key, or the key that a backup restores. */
  write(bytes: Uint8Array, key?: string): Promise<string>;
  /** Null when the bytes are not there. */
  read(key: string): Promise<Uint8Array | null>;
  /** A short-lived signed URL; null when the store has none and we must serve the bytes. */
  linkTo(key: string, headers: ServedAs): Promise<string | null>;
  /** Does nothing when the bytes are not there. */
  erase(key: string): Promise<void>;
  /** The keys of everything in the store, some at a time. */
  keys(): AsyncIterable<string[]>;
}

export function newFileKey(): string {
  return randomBytes(16).toString('hex');
}

/** The origin that this store's links lead to; null when we serve the bytes. */
export async function originOfLinks(store: Pick<FileStore, 'linkTo'>): Promise<string | null> {
  const link = await store.linkTo('any', { contentType: 'text/plain', contentDisposition: 'inline' });
  return link === null ? null : new URL(link).origin;
}

export interface ServedAs {
  contentType: string;
  contentDisposition: string;
}
