import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** A committed file that is made from the source. */
export interface GeneratedFile {
  path: string;
  text: string;
}

export async function writeGenerated({ path, text }: GeneratedFile): Promise<void> {
  await writeFile(path, text);
  console.log(`Wrote ${basename(path)}.`);
}

export async function isUpToDate({ path, text }: GeneratedFile): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => null)) === text;
}
