import sql from 'sql-template-tag';
import type { Db, Row, Statement, Tx } from '../../platform/db.ts';
import { json } from '../../platform/sql.ts';
import { PAYMENTS } from '../postings.ts';
import { changed, type PaymentChange, worthMicro } from './payment.ts';

/** In one transaction: the event, the new facts, and the difference in credits. Answers that difference. */
export async function applyNews(
  run: Tx,
  event: { id: string; type: string },
  { paymentId, workspaceId, change }: { paymentId: string; workspaceId: string; change: PaymentChange },
): Promise<number> {
  const isNew = await run(
    sql`insert into payment_events (id, type, payment_id) values (${event.id}, ${event.type}, ${paymentId})
        on conflict do nothing returning id`,
  );
  if (isNew.length === 0) return 0;
  await run(
    sql`insert into payments (id, workspace_id) values (${paymentId}, ${workspaceId}) on conflict do nothing`,
  );
  const [row] = (await run(
    sql`select workspace_id, paid_micro, refunded_micro, disputes, posted_micro, postings
        from payments where id = ${paymentId} for update`,
  )) as Array<Row & PaymentRow>;
  if (!row) throw new Error('a payment is gone');
  const before = { paidMicro: row.paid_micro, refundedMicro: row.refunded_micro, disputes: row.disputes };
  const now = changed(before, change);
  const worth = worthMicro(now);
  const delta = worth - row.posted_micro;
  await run(
    sql`update payments set paid_micro = ${now.paidMicro}, refunded_micro = ${now.refundedMicro},
          disputes = ${json(now.disputes)}, posted_micro = ${worth}, postings = postings + ${delta === 0 ? 0 : 1}
        where id = ${paymentId}`,
  );
  if (delta !== 0) await run(postStatement(row.workspace_id, referenceOf(paymentId, row.postings), delta));
  if (now.paidMicro > 0) await run(firstTopUp(row.workspace_id));
  return delta;
}

interface PaymentRow {
  workspace_id: string;
  paid_micro: number;
  refunded_micro: number;
  disputes: Record<string, number>;
  posted_micro: number;
  postings: number;
}

function referenceOf(paymentId: string, postings: number): string {
  return postings === 0 ? `topup:${paymentId}` : `payment:${paymentId}:${postings}`;
}

/** The credits may go below zero: the returned money was spent. */
function postStatement(workspaceId: string, reference: string, deltaMicro: number): Statement {
  const [debit, credit] = deltaMicro > 0 ? [PAYMENTS, 'workspace:credits'] : ['workspace:credits', PAYMENTS];
  return sql`with entry as (
               insert into ledger_entries (reference, workspace_id, debit, credit, amount_micro)
               values (${reference}, ${workspaceId}, ${debit}, ${credit}, ${Math.abs(deltaMicro)}::bigint)
             )
             insert into balances (workspace_id, credits_micro) values (${workspaceId}, ${deltaMicro}::bigint)
             on conflict (workspace_id) do update set credits_micro = balances.credits_micro + excluded.credits_micro`;
}

function firstTopUp(workspaceId: string): Statement {
  return sql`update workspaces set topped_up_at = db_now() where id = ${workspaceId} and topped_up_at is null`;
}

/** The workspace of a payment, as far as we know it. */
export async function workspaceOfPayment(db: Db, paymentId: string): Promise<string | null> {
  const [row] = await db.query<{ workspace_id: string }>(
    sql`select workspace_id from payments where id = ${paymentId}`,
  );
  return row?.workspace_id ?? null;
}

export async function hasWorkspace(db: Db, id: string): Promise<boolean> {
  return (await db.query(sql`select from workspaces where id = ${id}`)).length > 0;
}

export async function customerOf(db: Db, workspaceId: string): Promise<string | null> {
  const [row] = await db.query<{ id: string | null }>(
    sql`select stripe_customer_id as id from workspaces where id = ${workspaceId}`,
  );
  return row?.id ?? null;
}

/** Keeps the first one, and answers it. */
export async function keepCustomer(db: Db, workspaceId: string, customerId: string): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    sql`update workspaces set stripe_customer_id = coalesce(stripe_customer_id, ${customerId})
        where id = ${workspaceId} returning stripe_customer_id as id`,
  );
  return row?.id ?? customerId;
}
