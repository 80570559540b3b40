import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { DiskStore } from './disk.ts';
import type { FileStore } from './file-store.ts';
import { S3Store } from './s3.ts';

/** The store of the settings. `installation` separates the files of different databases. */
export async function openFileStore(
  settings: Config['artifacts'],
  installation: string,
  clock: Clock,
  log: Log,
): Promise<FileStore> {
  if (settings.store === 'disk' || settings.bucket === null)
    return DiskStore.open(join(settings.folder, installation));
  const { bucket, endpoint, region } = settings;
  return S3Store.open({ bucket, endpoint, region, prefix: `${installation}/`, clock, log });
}
