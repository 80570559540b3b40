import sql, { type Sql } from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import type { Batch } from '../platform/shared-commit.ts';
import { guarded, prepared } from '../platform/sql.ts';
import { GRANTS, type Posting } from './postings.ts';

export interface PostingOf {
  workspaceId: string;
  runId: string;
  posting: Posting;
  /** Then the credits may not go below zero by it. */
  mustCover: boolean;
}

/** The entries of a posting as a part of a `with`: they belong into the statement that is the cause of the movement. */
export function entriesPart({ workspaceId, runId, posting }: PostingOf): Sql {
  const { entries } = posting;
  return sql`entries as (
          insert into ledger_entries (reference, workspace_id, run_id, debit, credit, amount_micro)
          select reference, ${workspaceId}, ${runId}, debit, credit, amount_micro
          from unnest(${entries.map((entry) => entry.reference)}::text[], ${entries.map((entry) => entry.debit)}::text[],
                      ${entries.map((entry) => entry.credit)}::text[], ${entries.map((entry) => entry.amountMicro)}::bigint[])
               as entry (reference, debit, credit, amount_micro)
        )`;
}

/** The cached balances after a posting: one row for all runs of a workspace. */
export function balanceChange({ workspaceId, posting, mustCover }: PostingOf): NonNullable<Batch['hot']> {
  const statement = prepared(
    'move_balance',
    sql`with balance as (
          update balances
          set credits_micro = credits_micro + ${posting.creditsDelta}::bigint, held_micro = held_micro + ${posting.heldDelta}::bigint
          where workspace_id = ${workspaceId}
            and (not ${mustCover}::boolean or credits_micro + ${posting.creditsDelta}::bigint >= 0)
          returning 1
        )
        select ${guarded(sql`exists (select 1 from balance)`, 'insufficient_credits')}`,
  );
  return { row: workspaceId, statement };
}

/** A transaction with a posting whose cause is one of its statements. */
export function withPosting(statements: Statement[], posting: PostingOf): Batch {
  if (posting.posting.entries.length === 0) return { statements, hot: null };
  const entries = prepared('post_entries', sql`with ${entriesPart(posting)} select`);
  return { statements: [...statements, entries], hot: balanceChange(posting) };
}

export function grantStatement(workspaceId: string, reference: string, amountMicro: number): Statement {
  return sql`with entry as (
               insert into ledger_entries (reference, workspace_id, debit, credit, amount_micro)
               select ${reference}, ${workspaceId}, ${GRANTS}, 'workspace:credits', ${amountMicro}::bigint
               where ${amountMicro}::bigint > 0
             )
             insert into balances (workspace_id, credits_micro) values (${workspaceId}, ${amountMicro}::bigint)
             on conflict (workspace_id) do update set credits_micro = balances.credits_micro + excluded.credits_micro`;
}

export async function loadBalance(
  db: Db,
  workspaceId: string,
): Promise<{ creditsMicro: number; heldMicro: number }> {
  const [row] = await db.query<{ credits_micro: number; held_micro: number }>(
    sql`select credits_micro, held_micro from balances where workspace_id = ${workspaceId}`,
  );
  return { creditsMicro: row?.credits_micro ?? 0, heldMicro: row?.held_micro ?? 0 };
}

const CHECK_MS = 10 * 60_000;

/** Workspaces whose cached balances are not the sum of their entries. */
export async function findWrongBalances(db: Db): Promise<string[]> {
  const rows = await db.slowQuery<{ workspace_id: string }>(
    sql`select b.workspace_id
        from balances b
        left join (
          select workspace_id,
                 sum(case 'workspace:credits' when credit then amount_micro when debit then -amount_micro else 0 end) as credits,
                 sum(case 'workspace:held' when credit then amount_micro when debit then -amount_micro else 0 end) as held
          from ledger_entries group by workspace_id
        ) e using (workspace_id)
        where b.credits_micro <> coalesce(e.credits, 0) or b.held_micro <> coalesce(e.held, 0)`,
    CHECK_MS,
  );
  return rows.map((row) => row.workspace_id);
}
