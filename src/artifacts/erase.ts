import type { Db } from '../platform/db.ts';
import type { DiskStore } from './disk.ts';
import { findErasable, forgetArtifact } from './store.ts';

/** Removes bytes whose erasure was committed; a crash in between leaves work to finish, not bytes to find. */
export async function eraseDue(db: Db, store: DiskStore): Promise<void> {
  for (const artifact of await findErasable(db)) {
    await store.erase(artifact.storageKey);
    await forgetArtifact(db, artifact.id);
  }
}
