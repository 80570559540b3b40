import sql from 'sql-template-tag';
import type { Statement } from '../platform/db.ts';
import { guarded } from '../platform/sql.ts';
import { renderEvent } from './event.ts';

/** A delivery from before the import. */
export interface ImportedDelivery {
  id: string;
  webhook_id: string;
  event_id: string;
  type: string;
  /** The run or long task of the event. */
  subject_id: string;
  sequence: number;
  status: 'delivered' | 'failed';
  attempt: number;
  last_http_status?: number | null;
  created_at: string;
  data: unknown;
}

/** Its event, once, and the delivery itself. The endpoint must be the workspace's own. */
export function importDeliveryStatements(workspaceId: string, delivery: ImportedDelivery): Statement[] {
  const { event_id: id, type, sequence, data, created_at } = delivery;
  const body = renderEvent({ id, type, sequence, createdAt: new Date(created_at), data });
  return [
    sql`select ${guarded(
      sql`exists (select 1 from webhook_endpoints where id = ${delivery.webhook_id} and workspace_id = ${workspaceId})`,
      'unknown_webhook',
    )}`,
    sql`insert into webhook_events (id, workspace_id, run_id, type, discriminator, sequence, body, created_at)
        values (${id}, ${workspaceId}, ${delivery.subject_id}, ${type}, ${id}, ${sequence}, ${body}, ${created_at})
        on conflict (id) do nothing`,
    sql`insert into webhook_deliveries (id, endpoint_id, event_id, schedule, status, attempt, first_attempt_at,
          next_attempt_at, last_http_status, created_at, updated_at)
        values (${delivery.id}, ${delivery.webhook_id}, ${id}, 'terminal', ${delivery.status}, ${delivery.attempt}, ${created_at},
          null, ${delivery.last_http_status ?? null}, ${created_at}, ${created_at})`,
  ];
}
