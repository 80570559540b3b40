/**
 * Reads a set of data files kept as one archive: JSON lines of `{"file", "text"}`, sorted by file name.
 * `node bench/archive.ts list|unpack <archive> [folder]` and `node bench/archive.ts pack <archive> <folder>` edit one by hand.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface Entry {
  file: string;
  text: string;
}

/** The texts of an archive of `bench/data` by file name, in the order of the names. */
export async function readArchive(name: string): Promise<Map<string, string>> {
  return readEntries(path.join(import.meta.dirname, 'data', `${name}.jsonl`));
}

async function readEntries(archive: string): Promise<Map<string, string>> {
  const lines = (await readFile(archive, 'utf8')).split('\n').filter(Boolean);
  const entries: Entry[] = lines.map((line) => JSON.parse(line));
  return new Map(entries.map(({ file, text }) => [file, text]));
}

/** The names of an archive's files of one type, without the extension. */
export function namesOf(files: ReadonlyMap<string, string>, extension: string): string[] {
  return [...files.keys()]
    .filter((file) => file.endsWith(`.${extension}`))
    .map((file) => file.slice(0, -extension.length - 1));
}

async function pack(archive: string, folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const entries = files.map(async (file) => ({
    file: path.relative(folder, file).replaceAll(path.sep, '/'),
    text: await readFile(file, 'utf8'),
  }));
  const sorted = (await Promise.all(entries)).sort((one, other) => (one.file < other.file ? -1 : 1));
  await writeFile(archive, sorted.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

async function unpack(archive: string, folder: string): Promise<void> {
  for (const [file, text] of await readEntries(archive)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
}

if (import.meta.main) {
  const [command, archive = '', folder = ''] = process.argv.slice(2);
  if (command === 'pack') await pack(archive, folder);
  else if (command === 'unpack') await unpack(archive, folder);
  else console.log([...(await readEntries(archive)).keys()].join('\n'));
}
