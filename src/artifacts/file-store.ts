/** Where the bytes of artifacts are. Keys are of the store's own making; a page's file name is only ever metadata. */
export interface FileStore {
  write(bytes: Uint8Array): Promise<string>;
  /** Null when the bytes are not there. */
  read(key: string): Promise<Uint8Array | null>;
  /** Does nothing when the bytes are not there. */
  erase(key: string): Promise<void>;
  /** The keys of everything in the store, some at a time. */
  keys(): AsyncIterable<string[]>;
}
