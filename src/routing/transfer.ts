import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Db } from '../platform/db.ts';
import { jsonOf } from '../platform/json.ts';
import { guarded, json } from '../platform/sql.ts';
import { TASK_TYPES } from '../task/index.ts';
import { LEVELS, TRANSFER } from './model/parameters.ts';
import { LEVEL_INDEX } from './model/predict.ts';
import { type EffectDelta, effectHalfLifeMs, remaining, scaled } from './model/state.ts';
import { DEFENSES } from './port.ts';
import { addEffects, type EffectRow } from './store.ts';

/** Knowledge about runners, defences and kinds of task on its way to another installation: no domains, no workspaces. */

const MOVED = LEVELS.filter(({ of }) => of === 'all' || of === 'cluster').map(({ name }) => name);
const KEY = new RegExp(
  `^(?:${MOVED.join('|')})(?:\\|(?:${DEFENSES.join('|')}))?(?:\\|(?:${TASK_TYPES.join('|')}))?$`,
);

const question = z.tuple([z.number().min(0), z.number(), z.number().min(0)]);
const effect = z.strictObject({
  key: z.string().regex(KEY, 'must be a key of the cluster, task or global level'),
  column: z.string().max(200),
  at: z.iso.datetime(),
  block: question,
  complete: question,
});
const file = z.strictObject({
  format: z.literal('switchyard.evidence'),
  version: z.literal(1),
  exported_at: z.iso.datetime(),
  effects: z.array(effect).max(200_000),
});
export type EvidenceFile = z.infer<typeof file>;

export async function exportEvidence(db: Db): Promise<EvidenceFile> {
  const rows = await db.query<EffectRow & { updated_at: Date }>(
    sql`select key, col, updated_at, block_lam, block_h, block_n, complete_lam, complete_h, complete_n
        from router_effects where workspace_id is null and split_part(key, '|', 1) = any(${MOVED}) order by key, col`,
  );
  return {
    format: 'switchyard.evidence',
    version: 1,
    exported_at: (await databaseTime(db)).toISOString(),
    effects: rows.map((row) => ({
      key: row.key,
      column: row.col,
      at: row.updated_at.toISOString(),
      block: [row.block_lam, row.block_h, row.block_n],
      complete: [row.complete_lam, row.complete_h, row.complete_n],
    })),
  };
}

/** Parses a file; a message in words where it is none. */
export function readEvidence(
  text: string,
): { ok: true; evidence: EvidenceFile } | { ok: false; reason: string } {
  const parsed = file.safeParse(jsonOf(text));
  if (parsed.success) return { ok: true, evidence: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, reason: `${issue?.path.join('.') || 'the file'}: ${issue?.message}` };
}

/**
 * Adds it to the evidence here, weighed down and by its age. Another installation has other sites and other callers: local
 * evidence soon counts more. Aborts with `imported_before` for a file that was taken already.
 */
export async function importEvidence(db: Db, evidence: EvidenceFile): Promise<number> {
  const nowMs = (await databaseTime(db)).getTime();
  const deltas = evidence.effects.map((one) => ({ ...deltaOf(one, nowMs), workspaceId: null }));
  const mark = `import|${createHash('sha256').update(JSON.stringify(evidence)).digest('hex')}`;
  await db.batch([
    sql`with marked as (
          insert into router_memory (key, value) values (${mark}, ${json({ effects: deltas.length })})
          on conflict do nothing returning 1
        ) select ${guarded(sql`exists (select 1 from marked)`, 'imported_before')}`,
    ...(deltas.length > 0 ? [addEffects(deltas)] : []),
  ]);
  return deltas.length;
}

function deltaOf(
  { key, column, at, block, complete }: EvidenceFile['effects'][number],
  nowMs: number,
): EffectDelta {
  const level = LEVEL_INDEX[key.split('|')[0] ?? ''] ?? 0;
  const share = TRANSFER.weight * remaining(nowMs - Date.parse(at), effectHalfLifeMs(level));
  return { level, key, column, add: scaled([...block, ...complete], share) };
}

async function databaseTime(db: Db): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`select db_now() as now`);
  if (!row) throw new Error('the database tells no time');
  return row.now;
}
