import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { FileStore } from './file-store.ts';
import { findErasable, forgetArtifact } from './store.ts';

/** Removes bytes whose erasure was committed; a crash in between leaves work to finish, not bytes to find. */
export async function eraseDue(db: Db, store: FileStore, log: Log): Promise<void> {
  for (const { id, storageKey } of await findErasable(db)) {
    const isErased = await store.erase(storageKey).then(
      () => true,
      (error) => {
        // It stays due: the next sweep tries again, and the others do not wait for it.
        log.warn({ artifact: id, reason: String(error) }, 'artifact could not be erased');
        return false;
      },
    );
    if (isErased) await forgetArtifact(db, id);
  }
}
