import { ApiError } from '../errors.ts';
import { isId } from '../platform/ids.ts';
import type { RunsContext } from './context.ts';
import type { Run } from './run.ts';
import { loadRun } from './store.ts';

/** The run that a caller names; a run of another workspace is not found. */
export async function requireRun(
  { db }: Pick<RunsContext, 'db'>,
  { workspaceId }: { workspaceId: string },
  id: string,
): Promise<Run> {
  const run = isId(id, 'resp') ? await loadRun(db, workspaceId, id) : null;
  if (!run) throw noSuchResponse();
  return run;
}

export function noSuchResponse(): ApiError {
  return new ApiError('response_not_found', 'Response not found.');
}
