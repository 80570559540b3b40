import { Readable } from 'node:stream';
import sql from 'sql-template-tag';
import type { z } from 'zod';
import { NORMALIZATION_MICRO } from '../../billing/postings.ts';
import { csv } from '../../platform/csv.ts';
import type { Row } from '../../platform/db.ts';
import { isId } from '../../platform/ids.ts';
import { share, usd } from '../../platform/money.ts';
import type { Reader } from '../../platform/reads.ts';
import { billedCost } from '../ceiling.ts';
import { type InteractionRow, interactionOf } from '../interaction-row.ts';
import type { RunsQuery, runRow } from '../schema-list.ts';
import { scanRows } from './store.ts';

type RunRow = z.input<typeof runRow>;

/** A run as a line of a list shows it: no output, no steps, no files. */
const LINE = sql`
  r.id, r.created_at, r.finished_at, r.expires_at, r.finished_at is null and r.expires_at < db_now() as is_overdue,
  r.status, left(r.request->'task'->>'goal', 200) as task, r.request->'task'->>'url' as url, r.request->'metadata' as metadata,
  r.domain, r.task_type, r.routing_class, r.runner, r.key_id, r.parent_id, r.fee_rate_ppm,
  r.outcome->'quality' as quality, r.outcome->'error' as error, r.outcome->'reading'->>'rung' as rung, r.outcome->'normalization' as normalization,
  (select json_agg(json_build_object('costMicro', a.cost_micro, 'isOwnKey', a.own_key)) from attempts a where a.run_id = r.id and a.workspace_id = r.workspace_id) as attempts,
  ${interactionOf(sql`r`)} as interaction`;

interface LineRow extends Row {
  id: string;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date;
  is_overdue: boolean;
  status: RunRow['status'];
  task: string | null;
  url: string | null;
  metadata: Record<string, string> | null;
  domain: string | null;
  task_type: string | null;
  routing_class: RunRow['routing'];
  runner: string | null;
  key_id: string | null;
  parent_id: string | null;
  fee_rate_ppm: number;
  quality: { verdict: RunRow['verdict']; confidence: number | null } | null;
  error: { code: string; message: string } | null;
  rung: 'value' | 'passages' | 'text' | null;
  normalization: { applied: boolean } | null;
  attempts: Array<{ costMicro: number | null; isOwnKey: boolean }> | null;
  interaction: InteractionRow | null;
}

export async function listRows(db: Reader, workspaceId: string, query: RunsQuery) {
  const cursor = query.starting_after;
  const isUnknown = cursor !== undefined && !isId(cursor, 'resp');
  const scan = isUnknown
    ? { rows: [], hasMore: false, lastScannedId: null }
    : await scanRows<LineRow>(db, workspaceId, query, LINE);
  const data = scan.rows.map(renderRow);
  return {
    object: 'list' as const,
    data,
    has_more: scan.hasMore,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    next_starting_after: scan.hasMore ? scan.lastScannedId : null,
  };
}

const COLUMNS = [
  'id',
  'created_at',
  'finished_at',
  'status',
  'verdict',
  'confidence',
  'task',
  'url',
  'site',
  'routing',
  'runner',
  'attempts',
  'cost_usd',
  'timing_ms',
  'key_id',
  'parent_id',
] as const satisfies ReadonlyArray<keyof RunRow>;

/** Every matching run as CSV, page by page. */
export function rowsAsCsv(db: Reader, workspaceId: string, query: RunsQuery): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield csv([...COLUMNS, 'error', 'metadata'], []);
    let cursor: string | undefined;
    do {
      const page = await listRows(db, workspaceId, { ...query, limit: 100, starting_after: cursor });
      yield csv(
        null,
        page.data.map((row) => [
          ...COLUMNS.map((name) => row[name]),
          row.error?.code ?? null,
          JSON.stringify(row.metadata),
        ]),
      );
      cursor = page.next_starting_after ?? undefined;
    } while (cursor !== undefined);
  }
  return Readable.from(lines());
}

function renderRow(row: LineRow): RunRow {
  const attempts = row.attempts ?? [];
  const fee = attempts.reduce((sum, { costMicro }) => sum + share(costMicro ?? 0, row.fee_rate_ppm), 0);
  const spent = attempts.reduce((sum, attempt) => sum + billedCost(attempt), 0);
  const addon = row.normalization?.applied ? NORMALIZATION_MICRO : 0;
  const finishedAt = row.is_overdue ? row.expires_at : row.finished_at;
  const late = { code: 'run_timeout', message: 'The run exceeded its time budget.' };
  const error = row.is_overdue ? late : row.error;
  return {
    object: 'svc.run_row',
    id: row.id,
    status: row.is_overdue ? 'failed' : row.status,
    verdict: row.is_overdue ? 'failed' : (row.quality?.verdict ?? null),
    confidence: row.is_overdue ? null : (row.quality?.confidence ?? null),
    reading: row.is_overdue ? null : row.rung,
    task: row.task ?? '',
    url: row.url,
    site: row.domain,
    task_type: row.task_type ?? 'extract',
    routing: row.routing_class,
    runner: row.runner,
    attempts: attempts.length,
    cost_usd: usd(spent + fee + addon),
    error: error && { code: error.code, message: error.message },
    required_action:
      row.interaction && !row.is_overdue
        ? { kind: row.interaction.kind, prompt: row.interaction.prompt }
        : null,
    created_at: row.created_at.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    timing_ms: finishedAt ? finishedAt.getTime() - row.created_at.getTime() : null,
    key_id: row.key_id,
    parent_id: row.parent_id,
    metadata: row.metadata ?? {},
  };
}
