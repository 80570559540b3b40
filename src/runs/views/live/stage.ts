import type { Clock } from '../../../platform/clock.ts';
import { DatabaseAway, type Db } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { ChangeNotices } from '../../../platform/notify.ts';
import type { Step } from '../../../runners/contract.ts';
import { Show } from './show.ts';
import { forgetView, saveView } from './store.ts';

interface StageOptions {
  db: Db;
  clock: Clock;
  log: Log;
  notices: Pick<ChangeNotices, 'publish' | 'onChange'>;
}

/**
 * Carries live pictures between instances. A watcher publishes a notice; the instance that executes the run then saves
 * its pictures in the database and publishes a notice for each.
 */
export class Stage implements AsyncDisposable {
  readonly #options: StageOptions;
  /** The pictures of a run's attempts; a viewer sees the attempt that began last. */
  readonly #shows = new Map<string, Show[]>();
  readonly #watchers = new Map<string, Set<() => void>>();
  #isClosed = false;

  constructor(options: StageOptions) {
    this.#options = options;
    options.notices.onChange((notice) => {
      const [kind, runId = ''] = notice.split(':');
      if (kind === 'watch') this.#shows.get(runId)?.at(-1)?.watched();
      if (kind === 'shown') for (const wake of this.#watchers.get(runId) ?? []) wake();
    });
  }

  open(runId: string, steps: readonly (Step & { at: string })[]): Show {
    const { db, clock, log, notices } = this.#options;
    let hasPublished = false;
    const show = new Show({
      clock,
      steps,
      publish: async (view) => {
        hasPublished = true;
        await saveView(db, runId, view).catch((error) => {
          if (!(error instanceof DatabaseAway)) log.warn({ run: runId, reason: String(error) }, 'live view');
        });
        notices.publish(`shown:${runId}`);
      },
      onClosed: () => {
        const others = this.#shows.get(runId)?.filter((other) => other !== show) ?? [];
        if (others.length > 0) this.#shows.set(runId, others);
        else this.#shows.delete(runId);
        if (hasPublished && others.length === 0) forgetView(db, runId).catch(() => undefined);
      },
    });
    this.#shows.set(runId, [...(this.#shows.get(runId) ?? []), show]);
    return show;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Must be repeated every few seconds while somebody watches. */
  watch(runId: string): void {
    this.#options.notices.publish(`watch:${runId}`);
  }

  /** Resolves when the run may show something new, after the time, on abort, or when the instance drains. */
  async next(runId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#isClosed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, watchers.add(resolve));
    const cancel = this.#options.clock.after(timeoutMs, resolve);
    const onAbort = () => resolve();
    signal.addEventListener('abort', onAbort);
    await promise;
    cancel();
    signal.removeEventListener('abort', onAbort);
    watchers.delete(resolve);
    if (watchers.size === 0) this.#watchers.delete(runId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const watchers of this.#watchers.values()) for (const wake of watchers) wake();
  }
}
