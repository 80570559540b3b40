import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { type ResponseEvent, renderEvent } from './event.ts';
import { emitTestStatement } from './outbox.ts';
import { sampleResponse } from './sample.ts';
import type { Endpoint } from './store.ts';

/** Queues one sample event for one endpoint and answers the delivery's id. It is tried once and never counts. */
export async function queueTest(
  { db, clock }: { db: Db; clock: Clock },
  endpoint: Endpoint,
  type: ResponseEvent,
): Promise<string> {
  const eventId = newId('evt');
  const runId = newId('resp');
  const now = clock.now();
  const data = sampleResponse(type, runId, now);
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
