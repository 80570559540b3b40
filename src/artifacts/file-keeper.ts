import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { Routine } from '../platform/routine.ts';
import type { FileStore } from './file-store.ts';
import { expireArtifacts, findUnknownKeys } from './store.ts';

const EXPIRE_EVERY_MS = 30_000;
const LOOKS_PER_ORPHAN_HUNT = 20;

export interface FileKeeperOptions {
  db: Db;
  files: FileStore;
  clock: Clock;
  log: Log;
}

/** Runs on every instance: erases files past their retention, and bytes without an artifact. */
export class FileKeeper implements AsyncDisposable {
  readonly #options: FileKeeperOptions;
  #suspects: ReadonlySet<string> = new Set();
  #looks = 0;
  #routine: Routine | null = null;

  constructor(options: FileKeeperOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, log } = this.#options;
    const failure = 'artifact retention sweep failed';
    this.#routine = new Routine({ clock, log, everyMs: EXPIRE_EVERY_MS, failure }, (signal) =>
      this.#look(signal),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#routine?.[Symbol.asyncDispose]();
  }

  /**
   * Bytes are written before their row. A key without a row in two scans, ten minutes apart, belongs to a process that
   * died in between or to a run that ended first.
   */
  async eraseOrphans(signal?: AbortSignal): Promise<void> {
    const { db, files, log } = this.#options;
    const suspects = new Set<string>();
    let erased = 0;
    for await (const keys of files.keys()) {
      for (const key of await findUnknownKeys(db, keys)) {
        if (!this.#suspects.has(key)) suspects.add(key);
        else {
          await files.erase(key);
          erased += 1;
        }
      }
      if (signal?.aborted) return;
    }
    if (erased > 0) log.info({ files: erased }, 'orphaned files erased');
    this.#suspects = suspects;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const isHunt = this.#looks % LOOKS_PER_ORPHAN_HUNT === 0;
    this.#looks += 1;
    while (!(await expireArtifacts(this.#options.db)) && !signal.aborted);
    if (isHunt) await this.eraseOrphans(signal);
  }
}
