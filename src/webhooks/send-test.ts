import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { type ResponseEvent, renderEvent } from './event.ts';
import { emitTestStatement } from './outbox.ts';
import type { Endpoint } from './store.ts';

export interface TestContext {
  db: Db;
  clock: Clock;
  /** The response object of an invented run. */
  sampleOf(type: ResponseEvent, runId: string, now: Date): unknown;
}

/** Queues one sample event for one endpoint and answers the delivery's id. It is tried once and never counts. */
export async function queueTest(
  { db, clock, sampleOf }: TestContext,
  endpoint: Endpoint,
  type: ResponseEvent,
): Promise<string> {
  const eventId = newId('evt');
  const runId = newId('resp');
  const now = clock.now();
  const data = sampleOf(type, runId, now);
  const body = renderEvent({ id: eventId, type, sequence: 1, createdAt: now, data });
  const [row] = await db.query<{ id: string }>(
    emitTestStatement(
      { workspaceId: endpoint.workspaceId, runId, type, discriminator: 'test', sequence: 1, eventId, body },
      endpoint.id,
    ),
  );
  if (!row) throw new Error('the test event was not stored');
  return row.id;
}
