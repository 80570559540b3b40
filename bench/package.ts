import { lstat, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPacked, pack } from '../test/support/packed.ts';
import { removeFolder } from '../test/support/remove-folder.ts';
import { type Finding, valueFinding } from './report.ts';

/** Half the size of an early checkout (986 MB), and half of the files of its production install (36,678). */
const MAX_MB = 493;
const MAX_FILES = 18_339;

/** The disk use of `npm install` of the packed service, with Node 24 where the machine is Linux. */
export async function packageSize(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-size-'));
  try {
    const file = await pack(folder, '.');
    const app = await installPacked(folder, file);
    const { size } = await lstat(file);
    const entries = await readdir(app, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory());
    let blocks = 0;
    for (const { parentPath, name } of entries) blocks += (await lstat(join(parentPath, name))).blocks;
    return [
      valueFinding('the file that npm pack makes', size / 2 ** 20, 'MB', 16),
      valueFinding('installed, on the disk', (blocks * 512) / 2 ** 20, 'MB', MAX_MB),
      valueFinding('installed, files', files.length, 'files', MAX_FILES),
    ];
  } finally {
    await removeFolder(folder);
  }
}
