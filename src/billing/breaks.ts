import sql from 'sql-template-tag';
import type { Db } from '../platform/db.ts';

export interface Break {
  what: 'balance' | 'hold' | 'open hold' | 'charge' | 'spend' | 'payment' | 'usage';
  id: string;
}

const CHECK_MS = 10 * 60_000;
const MOST = 1_000;

const CREDITS = sql`sum(case 'workspace:credits' when credit then amount_micro when debit then -amount_micro else 0 end)`;
const HELD = sql`sum(case 'workspace:held' when credit then amount_micro when debit then -amount_micro else 0 end)`;

/**
 * Faults of the ledger, in one look at one moment: a cached balance that is not the sum of its entries, an ended run that still
 * holds credits, an attempt without exactly its charge, a run whose spend is not that of its attempts, a payment whose credits
 * are not its worth, a workspace whose usage differs from its charges. That all entries sum to zero needs no look: each is one
 * row with two sides.
 */
export function findBreaks(db: Db): Promise<Break[]> {
  return db.slowQuery<Break & Record<string, unknown>>(
    sql`select 'balance' as what, workspace_id as id
        from balances b full join (
          select workspace_id, ${CREDITS} as credits, ${HELD} as held from ledger_entries group by workspace_id
        ) e using (workspace_id)
        where coalesce(b.credits_micro, 0) <> coalesce(e.credits, 0) or coalesce(b.held_micro, 0) <> coalesce(e.held, 0)
        union all
        select 'hold', id from run_facts where is_over and held_micro <> 0
        union all
        select 'open hold', r.id from run_facts r join ledger_entries e on e.run_id = r.id
        where r.is_over group by r.id having ${HELD} <> 0
        union all
        select 'charge', a.id from attempt_facts a left join ledger_entries e on e.reference = 'attempt:' || a.id
        where a.is_over and coalesce(e.amount_micro, 0) <> a.billed_micro
        union all
        select 'spend', r.id from run_facts r
        left join (select run_id, sum(billed_micro) as cost from attempt_facts group by run_id) a on a.run_id = r.id
        where r.is_over and r.spent_micro <> coalesce(a.cost, 0)
        union all
        select 'payment', p.id from payments p left join ledger_entries e
          on e.reference = 'topup:' || p.id or starts_with(e.reference, 'payment:' || p.id || ':')
        group by p.id having coalesce(${CREDITS}, 0) <> p.posted_micro
        union all
        select 'usage', workspace_id
        from (select workspace_id, sum(runner_micro + fee_micro + normalization_micro) as added from usage_days group by 1) u
        full join (
          select workspace_id, sum(amount_micro) as charged from ledger_entries
          where debit like 'workspace:%' and credit like 'platform:%' and credit <> 'platform:payments'
            and created_at < (select added_until from usage_mark) group by 1
        ) c using (workspace_id)
        where coalesce(added, 0) <> coalesce(charged, 0)
        limit ${MOST}`,
    CHECK_MS,
  );
}
