import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { FileStore } from './file-store.ts';
import { findErasable, forgetArtifact } from './store.ts';

/** Removes bytes that are marked for erasure. After a crash the mark remains, and the next sweep finishes. */
export async function eraseDue(db: Db, store: FileStore, log: Log): Promise<void> {
  for (const { id, storageKey } of await findErasable(db)) {
    const isErased = await store.erase(storageKey).then(
      () => true,
      (error) => {
        // It stays marked: the next sweep tries again.
        log.warn({ artifact: id, reason: String(error) }, 'could not erase an artifact');
        return false;
      },
    );
    if (isErased) await forgetArtifact(db, id);
  }
}
