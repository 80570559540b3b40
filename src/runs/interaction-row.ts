import sql, { type Sql } from 'sql-template-tag';
import type { Interaction } from './run.ts';

/** The open question of a paused run as one JSON column; free for runs that are not paused. */
export function interactionOf(run: Sql): Sql {
  return sql`case when ${run}.status = 'needs_human' then
    (select row_to_json(i) from interactions i where i.run_id = ${run}.id and i.workspace_id = ${run}.workspace_id and i.status = 'waiting') end`;
}

export interface InteractionRow {
  id: string;
  kind: Interaction['kind'];
  prompt: string;
  channel: Interaction['channel'];
  created_at: string;
  expires_at: string;
}

export function toInteraction(row: InteractionRow): Interaction {
  return {
    id: row.id,
    kind: row.kind,
    prompt: row.prompt,
    channel: row.channel,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
  };
}
