/** Where the bytes of artifacts are. Keys are of the store's own making; a page's file name is only ever metadata. */
export interface FileStore {
  write(bytes: Uint8Array): Promise<string>;
  /** Null when the bytes are not there. */
  read(key: string): Promise<Uint8Array | null>;
  /** A short-lived address that gives the bytes to whoever has it; null where they can only be had through us. */
  linkTo(key: string, headers: ServedAs): Promise<string | null>;
  /** Does nothing when the bytes are not there. */
  erase(key: string): Promise<void>;
  /** The keys of everything in the store, some at a time. */
  keys(): AsyncIterable<string[]>;
}

export interface ServedAs {
  contentType: string;
  contentDisposition: string;
}
