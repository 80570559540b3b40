import sql from 'sql-template-tag';
import { type Clock, pause } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { isId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { ChangeNotices } from '../platform/notify.ts';

const GATHER_MS = 10;
// Notices may get lost; without them a listener polls this often.
const LOOK_MS = 5_000;
const LOOK_UNTOLD_MS = 1_000;

/** One listener to the changes of a workspace. */
export interface Ear {
  /** The runs that changed since the last call, once there are some; none when it is time to look anyway. */
  next(atMostMs: number, gone: AbortSignal): Promise<string[]>;
  [Symbol.dispose](): void;
}

interface Listening {
  changed: string[];
  wake: AbortController;
}

/** Tells listeners that a run of their workspace changed. Notices name runs: one query finds their workspaces. */
export class Bell {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #notices: Pick<ChangeNotices, 'arrive' | 'onChange'>;
  readonly #ears = new Map<string, Set<Listening>>();
  #changed = new Set<string>();
  readonly #closed = new AbortController();

  constructor({ db, clock, log, notices }: { db: Db; clock: Clock; log: Log; notices: ChangeNotices }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#notices = notices;
    notices.onChange((id) => {
      if (this.#ears.size === 0 || !isId(id, 'resp')) return;
      if (this.#changed.size === 0) this.#clock.after(GATHER_MS, () => void this.#ring());
      this.#changed.add(id);
    });
  }

  /** The service stops: listeners hear nothing more, and go on at another instance. */
  close(): void {
    this.#closed.abort();
  }

  get isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  listen(workspaceId: string): Ear {
    const listening: Listening = { changed: [], wake: new AbortController() };
    const ears = this.#ears.get(workspaceId) ?? new Set();
    this.#ears.set(workspaceId, ears.add(listening));
    return {
      next: async (atMostMs, gone) => {
        const lookMs = Math.max(0, Math.min(atMostMs, this.#notices.arrive ? LOOK_MS : LOOK_UNTOLD_MS));
        const stop = AbortSignal.any([gone, listening.wake.signal, this.#closed.signal]);
        if (listening.changed.length === 0) await pause(this.#clock, lookMs, stop);
        const { changed } = listening;
        listening.changed = [];
        listening.wake = new AbortController();
        return changed;
      },
      [Symbol.dispose]: () => {
        ears.delete(listening);
        if (ears.size === 0 && this.#ears.get(workspaceId) === ears) this.#ears.delete(workspaceId);
      },
    };
  }

  async #ring(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed = new Set();
    try {
      const rows = await this.#db.query<{ id: string; workspace_id: string }>(
        sql`select id, workspace_id from runs
            where id = any(${ids}::text[]) and workspace_id = any(${[...this.#ears.keys()]}::text[])`,
      );
      for (const row of rows)
        for (const listening of this.#ears.get(row.workspace_id) ?? []) {
          listening.changed.push(row.id);
          listening.wake.abort();
        }
    } catch (error) {
      this.#log.warn({ reason: String(error) }, 'listeners could not be notified of changed runs');
    }
  }
}
