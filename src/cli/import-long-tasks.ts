import { readFile } from 'node:fs/promises';
import { firstWorkspaceId, hasWorkspace } from '../accounts/store.ts';
import { StartupError } from '../errors.ts';
import { importHistory } from '../long-tasks/import-history.ts';
import { withDatabase } from './with-database.ts';

export function importLongTasks(file: string, options: { workspace?: string }): Promise<void> {
  return withDatabase(async ({ db }) => {
    const text = await readFile(file, 'utf8').catch(() => {
      throw new StartupError(`The file ${file} cannot be read.`);
    });
    const workspaceId = options.workspace ?? (await firstWorkspaceId(db));
    if (workspaceId === null || !(await hasWorkspace(db, workspaceId)))
      throw new StartupError('Workspace not found. Start the service once, or name another workspace.');
    const { tasks, runs, deliveries } = await importHistory(db, workspaceId, text);
    console.log(`Imported ${tasks} long tasks, ${runs} runs and ${deliveries} deliveries.`);
  });
}
