import { readFile, writeFile } from 'node:fs/promises';
import { StartupError } from '../errors.ts';
import { Aborted } from '../platform/db.ts';
import { exportEvidence, importEvidence, readEvidence } from '../routing/transfer.ts';
import { withDatabase } from './with-database.ts';

export function evidenceExport(path: string): Promise<void> {
  return withDatabase(async ({ db }) => {
    const evidence = await exportEvidence(db);
    await writeFile(path, `${JSON.stringify(evidence)}\n`).catch(() => {
      throw new StartupError(`The file ${path} cannot be written.`);
    });
    console.log(`Wrote ${evidence.effects.length} effects to ${path}: no domains, no workspaces.`);
  });
}

export async function evidenceImport(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new StartupError(`The file ${path} cannot be read.`);
  });
  const read = readEvidence(text);
  if (!read.ok)
    throw new StartupError(`${path} is not evidence in the format of this version: ${read.reason}.`);
  await withDatabase(async ({ db }) => {
    const count = await importEvidence(db, read.evidence).catch((error) => {
      if (error instanceof Aborted) throw new StartupError(`${path} was imported before.`);
      throw error;
    });
    console.log(`Added ${count} effects, at a quarter of their weight and by their age.`);
  });
}
