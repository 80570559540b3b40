import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { KeyService } from './key-service.ts';

/** Dependencies of the vault, built once in `src/assemble.ts`. */
export interface VaultContext {
  db: Db;
  keys: KeyService;
  log: Log;
  isKnownRunner(slug: string): boolean;
  /** A host the operator opened as a local target: only such a domain may be an IP address. */
  isLocalHost(host: string): boolean;
}
