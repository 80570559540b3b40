import { isId } from '../../platform/ids.ts';
import type { ViewContext } from '../context.ts';
import type { RunsQuery } from '../schema-list.ts';
import { renderEnvelope, renderResponse } from './render.ts';
import { scanRuns } from './store.ts';

/** One page of `svc.run/v1` envelopes; `next_starting_after` is set even on an empty page. */
export async function listRuns(ctx: ViewContext, workspaceId: string, query: RunsQuery) {
  const scan = await page(ctx, workspaceId, query);
  return {
    object: 'list' as const,
    data: scan.runs.map((run) => renderEnvelope(run, ctx.baseUrl())),
    has_more: scan.hasMore,
    first_id: scan.runs[0]?.id ?? null,
    last_id: scan.runs.at(-1)?.id ?? null,
    next_starting_after: scan.hasMore ? scan.lastScannedId : null,
  };
}

/** The same runs as response objects, in the form of the official clients' pager. */
export async function listResponses(
  ctx: ViewContext,
  workspaceId: string,
  query: { limit: number; after?: string },
) {
  const scan = await page(ctx, workspaceId, { limit: query.limit, starting_after: query.after });
  return {
    object: 'list' as const,
    data: scan.runs.map((run) => renderResponse(run, ctx.baseUrl())),
    has_more: scan.hasMore && scan.runs.length > 0,
    first_id: scan.runs[0]?.id ?? null,
    last_id: scan.runs.at(-1)?.id ?? null,
  };
}

export async function page({ reads }: ViewContext, workspaceId: string, query: RunsQuery) {
  const cursor = query.starting_after;
  const isUnknown = cursor !== undefined && !isId(cursor, 'resp');
  return isUnknown
    ? { runs: [], hasMore: false, lastScannedId: null }
    : scanRuns(reads.current, workspaceId, query);
}
