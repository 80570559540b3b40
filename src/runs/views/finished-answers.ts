import { LRUCache } from 'lru-cache';
import { isAvailable } from '../../artifacts/store.ts';
import { SharedQuery } from '../../platform/shared-query.ts';
import type { ViewContext } from '../context.ts';
import type { Run, RunKey } from '../run.ts';
import { loadRunWithVersion, loadVersions } from '../store.ts';
import { renderResponse } from './render.ts';

const MAX_CHARS = 16_000_000;
const MAX_CHARS_OF_ONE = 256_000;
// Files expire after 24 hours or more without a change of their rows: nothing kept is older than that.
const KEPT_MS = 3_600_000;
const YOUNG_MS = 23 * 3_600_000;

interface Kept {
  readonly version: string;
  readonly json: string;
}

/** Caches the JSON of finished runs. An entry is valid while none of the run's rows has changed. */
export class FinishedAnswers {
  readonly #ctx: Pick<ViewContext, 'db' | 'baseUrl' | 'clock'>;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_CHARS,
    ttl: KEPT_MS,
    maxEntrySize: MAX_CHARS_OF_ONE,
    sizeCalculation: ({ json }) => json.length,
  });

  readonly #versions: SharedQuery<RunKey, string | null>;

  constructor(ctx: Pick<ViewContext, 'db' | 'baseUrl' | 'clock'>) {
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
    if (loaded.run.finishedAt && this.#isLasting(loaded.run))
      this.#kept.set(key, { version: loaded.version, json });
    return json;
  }

  #isLasting({ artifacts }: Run): boolean {
    const now = this.#ctx.clock.now().getTime();
    return artifacts.every((file) => !isAvailable(file) || now - file.createdAt.getTime() < YOUNG_MS);
  }
}
