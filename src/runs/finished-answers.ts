import { LRUCache } from 'lru-cache';
import type { Db } from '../platform/db.ts';
import { renderResponse } from './render.ts';
import { loadRunWithVersion, loadVersion } from './store.ts';

const MAX_CHARS = 16_000_000;
const MAX_CHARS_OF_ONE = 256_000;

interface Kept {
  readonly version: string;
  readonly json: string;
}

/** GET of a run. One that is over changes rarely: it is rendered once, and sent again while none of its rows has changed. */
export class FinishedAnswers {
  readonly #db: Db;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_CHARS,
    maxEntrySize: MAX_CHARS_OF_ONE,
    sizeCalculation: ({ json }) => json.length,
  });

  constructor(db: Db) {
    this.#db = db;
  }

  /** The answer as JSON; null when the workspace has no such run. */
  async read(workspaceId: string, id: string): Promise<string | null> {
    // Kept by workspace: whether another one has read this run must not show, not even in the time it takes.
    const key = `${workspaceId}/${id}`;
    const kept = this.#kept.get(key);
    if (kept && kept.version === (await loadVersion(this.#db, workspaceId, id))) return kept.json;
    const loaded = await loadRunWithVersion(this.#db, workspaceId, id);
    if (loaded === null) return null;
    const json = JSON.stringify(renderResponse(loaded.run));
    if (loaded.run.finishedAt) this.#kept.set(key, { version: loaded.version, json });
    return json;
  }
}
