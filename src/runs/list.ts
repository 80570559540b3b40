import type { Db } from '../platform/db.ts';
import { isId } from '../platform/ids.ts';
import { renderEnvelope, renderResponse } from './render.ts';
import type { RunsQuery } from './schema.ts';
import { scanRuns } from './store.ts';

/** One page of `svc.run/v1` envelopes; `next_starting_after` says where to go on, even from an empty page. */
export async function listRuns(db: Db, workspaceId: string, query: RunsQuery) {
  const scan = await page(db, workspaceId, query);
  return {
    object: 'list' as const,
    data: scan.runs.map(renderEnvelope),
    has_more: scan.hasMore,
    first_id: scan.runs[0]?.id ?? null,
    last_id: scan.runs.at(-1)?.id ?? null,
    next_starting_after: scan.hasMore ? scan.lastScannedId : null,
  };
}

/** The same runs as response objects, in the form of the official clients' pager. */
export async function listResponses(db: Db, workspaceId: string, query: { limit: number; after?: string }) {
  const scan = await page(db, workspaceId, { limit: query.limit, starting_after: query.after });
  return {
    object: 'list' as const,
    data: scan.runs.map(renderResponse),
    has_more: scan.hasMore && scan.runs.length > 0,
    first_id: scan.runs[0]?.id ?? null,
    last_id: scan.runs.at(-1)?.id ?? null,
  };
}

async function page(db: Db, workspaceId: string, query: RunsQuery) {
  const cursor = query.starting_after;
  const isUnknown = cursor !== undefined && !isId(cursor, 'resp');
  return isUnknown ? { runs: [], hasMore: false, lastScannedId: null } : scanRuns(db, workspaceId, query);
}
