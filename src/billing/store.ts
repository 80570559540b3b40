import sql from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import type { Batch, HotChange } from '../platform/shared-commit.ts';
import { json, prepared } from '../platform/sql.ts';
import type { KeyLimit } from './key-limit.ts';
import { GRANTS, type Posting } from './postings.ts';

export interface PostingOf {
  workspaceId: string;
  /** The key whose budget pays. */
  keyId: string | null;
  posting: Posting;
  /** Then the credits may not go below zero, nor the key over its limit. */
  mustCover: boolean;
}

export function entryRow({ reference, debit, credit, amountMicro }: Posting['entries'][number]) {
  return { reference, debit, credit, amount_micro: amountMicro };
}

/**
 * The cached balances after a posting: one row for all runs of a workspace, then one for those of the key. Always in this
 * order, so that two transactions never wait for each other. Of several together the credits must cover the sum.
 */
export function balanceChange({ workspaceId, keyId, posting, mustCover }: PostingOf): HotChange {
  return {
    row: `${workspaceId} ${keyId ?? ''}`,
    amounts: [posting.creditsDelta, posting.heldDelta, mustCover ? 1 : 0],
    statement: ([credits, held, covers = 0]) =>
      prepared(
        'move_balance',
        sql`select move_balance(${workspaceId}, ${credits}, ${held}, ${covers > 0}, ${keyId})`,
      ),
  };
}

/** A transaction with a posting, without a run, whose cause is one of its statements. */
export function withPosting(statements: Statement[], posting: PostingOf): Batch {
  if (posting.posting.entries.length === 0) return { statements, hot: null };
  return { statements: [...statements, postEntriesStatement(posting)], hot: balanceChange(posting) };
}

function postEntriesStatement(change: PostingOf): Statement {
  const { workspaceId, keyId } = change;
  return prepared(
    'post_entries',
    sql`insert into ledger_entries (reference, workspace_id, key_id, debit, credit, amount_micro)
        select reference, ${workspaceId}, ${keyId}, debit, credit, amount_micro
        from json_populate_recordset(null::ledger_entries, ${json(change.posting.entries.map(entryRow))})`,
  );
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

/** The money left to a caller, and its bound: the credits, or the limit of the key when that is lower. */
export async function loadMeans(
  db: Db,
  caller: { workspaceId: string; keyId: string | null },
): Promise<{ leftMicro: number; keyLimit: KeyLimit | null }> {
  const { creditsMicro } = await loadBalance(db, caller.workspaceId);
  const [row] = await db.query<{ limit_micro: number; spent_micro: number }>(
    sql`select limit_micro, spent_micro from key_budgets where key_id = ${caller.keyId} and limit_micro is not null`,
  );
  const underLimitMicro = row ? row.limit_micro - row.spent_micro : Number.POSITIVE_INFINITY;
  if (!row || underLimitMicro >= creditsMicro) return { leftMicro: creditsMicro, keyLimit: null };
  return {
    leftMicro: underLimitMicro,
    keyLimit: { limitMicro: row.limit_micro, spentMicro: row.spent_micro },
  };
}

export interface LedgerEntry {
  reference: string;
  debit: string;
  credit: string;
  amountMicro: number;
  createdAt: Date;
}

/** Those entries of a workspace, in the order in which they were made. */
export async function loadEntries(db: Db, workspaceId: string, references: string[]): Promise<LedgerEntry[]> {
  const rows = await db.queryFor<{
    reference: string;
    debit: string;
    credit: string;
    amount_micro: number;
    created_at: Date;
  }>(
    workspaceId,
    sql`select reference, debit, credit, amount_micro, created_at from ledger_entries
        where workspace_id = ${workspaceId} and reference = any(${references}::text[])
        order by created_at, debit = 'workspace:credits' desc, reference`,
  );
  return rows.map(({ amount_micro: amountMicro, created_at: createdAt, ...entry }) => ({
    ...entry,
    amountMicro,
    createdAt,
  }));
}
