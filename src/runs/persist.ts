import { type Clock, pause } from '../platform/clock.ts';
import { Aborted, DatabaseAway, type Db, type Row } from '../platform/db.ts';
import type { Batch } from '../platform/shared-commit.ts';

export const RETRY_MS = 250;
/** A repeated transaction may have been committed before: the row has to say. */
export const UNSURE = 'unsure';

/** While the database is away, results wait in memory until it is back or the run belongs to another process. */
export async function persist(
  { db, clock }: { db: Db; clock: Clock },
  batch: Batch,
  signal: AbortSignal,
): Promise<Row[][]> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await db.commit(batch);
    } catch (error) {
      // A refused repetition may mean that only the reply to an earlier commit was lost.
      if (!(error instanceof DatabaseAway)) throw isRepeated ? new Aborted(UNSURE) : error;
      await pause(clock, RETRY_MS, signal);
      if (signal.aborted) throw new Aborted('superseded');
    }
  }
}
