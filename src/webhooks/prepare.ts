import type { Db } from '../platform/db.ts';
import { renderEvent } from './event.ts';
import { type Claimed, freezeBodies } from './outbox.ts';

export interface PrepareContext {
  db: Db;
  /** The response object as GET shows it, or null when the response was deleted. */
  payloadOf(workspaceId: string, runId: string): Promise<{ status: string } | null>;
}

// What each event says of the response: nothing is announced that is not true.
const STATUS: Record<string, string> = {
  'response.completed': 'completed',
  'response.failed': 'failed',
  'response.requires_action': 'requires_action',
  'response.cancelled': 'cancelled',
};

/**
 * The bytes of every event among these deliveries, rendered and frozen where that has not been done yet. An event that
 * cannot be told any more (the response was deleted, the question answered) is missing.
 */
export async function bodiesOf(ctx: PrepareContext, claimed: Claimed[]): Promise<Map<string, Buffer>> {
  const events = new Map(claimed.map(({ workspaceId, event }) => [event.id, { workspaceId, ...event }]));
  const bodies = new Map<string, Buffer>();
  const fresh = new Map<string, string>();
  await Promise.all(
    [...events.values()].map(async (event) => {
      if (event.body !== null) {
        bodies.set(event.id, Buffer.from(event.body));
        return;
      }
      const data = await ctx.payloadOf(event.workspaceId, event.runId);
      if (data !== null && data.status === STATUS[event.type])
        fresh.set(event.id, renderEvent({ ...event, data }));
    }),
  );
  if (fresh.size > 0)
    for (const [id, body] of await freezeBodies(ctx.db, fresh)) bodies.set(id, Buffer.from(body));
  return bodies;
}
