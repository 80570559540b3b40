import type { Clock } from '../platform/clock.ts';
import { DatabaseAway, type Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
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
  readonly #stop = new AbortController();
  #suspects: ReadonlySet<string> = new Set();
  #loop: Promise<void> | null = null;

  constructor(options: FileKeeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  /**
   * Bytes are written before their row. A key without a row in two scans, ten minutes apart, belongs to a process that
   * died in between or to a run that ended first.
   */
  async eraseOrphans(): Promise<void> {
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
      if (this.#stop.signal.aborted) return;
    }
    if (erased > 0) log.info({ files: erased }, 'orphaned files erased');
    this.#suspects = suspects;
  }

  async #run(): Promise<void> {
    const { db, clock } = this.#options;
    const { signal } = this.#stop;
    for (let look = 0; !signal.aborted; look += 1) {
      await this.#guarded(async () => {
        while (!(await expireArtifacts(db)) && !signal.aborted);
      });
      if (look % LOOKS_PER_ORPHAN_HUNT === 0) await this.#guarded(() => this.eraseOrphans());
      await clock.sleep(EXPIRE_EVERY_MS, signal).catch(() => undefined);
    }
  }

  async #guarded(work: () => Promise<void>): Promise<void> {
    await work().catch((error) => {
      if (!(error instanceof DatabaseAway))
        this.#options.log.error({ cause: String(error) }, 'artifact retention sweep failed');
    });
  }
}
