import { LRUCache } from 'lru-cache';
import { SharedQuery } from '../../platform/shared-query.ts';
import type { RunsContext } from '../context.ts';
import type { RunKey } from '../run.ts';
import { loadRunWithVersion, loadVersions } from '../store.ts';
import { renderResponse } from './render.ts';

const MAX_CHARS = 16_000_000;
const MAX_CHARS_OF_ONE = 256_000;

interface Kept {
  readonly version: string;
  readonly json: string;
}

/** Caches the JSON of finished runs. An entry is valid while none of the run's rows has changed. */
export class FinishedAnswers {
  readonly #ctx: Pick<RunsContext, 'db' | 'baseUrl'>;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_CHARS,
    maxEntrySize: MAX_CHARS_OF_ONE,
    sizeCalculation: ({ json }) => json.length,
  });

  readonly #versions: SharedQuery<RunKey, string | null>;

  constructor(ctx: Pick<RunsContext, 'db' | 'baseUrl'>) {
    this.#ctx = ctx;
    this.#versions = new SharedQuery((runs) => loadVersions(ctx.db, runs));
  }

  /** The answer as JSON; null when the workspace has no such run. */
  async read(workspaceId: string, id: string): Promise<string | null> {
    // The key includes the workspace, so that timing does not reveal reads of another workspace.
    const { db, baseUrl } = this.#ctx;
    const key = `${workspaceId}/${id}`;
    const kept = this.#kept.get(key);
    if (kept && kept.version === (await this.#versions.ask({ id, workspaceId }))) return kept.json;
    const loaded = await loadRunWithVersion(db, workspaceId, id);
    if (loaded === null) return null;
    const json = JSON.stringify(renderResponse(loaded.run, baseUrl()));
    if (loaded.run.finishedAt) this.#kept.set(key, { version: loaded.version, json });
    return json;
  }
}
