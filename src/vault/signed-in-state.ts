import sql from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import { Secret } from '../platform/secret.ts';
import type { VaultContext } from './context.ts';
import { open, seal, sealContext } from './envelope.ts';
import { CannotOpen } from './key-service.ts';
import type { SealedTable } from './sealed-tables.ts';

export const sealedStates: SealedTable = {
  table: 'signed_in_states',
  columns: { state: "workspace_id || '|' || id || '|signed_in_state'" },
};

/** A run's lease on the signed-in state of a credential. */
export interface StateLease {
  /** The state of the last run; null when there is none. */
  state: Secret | null;
  keep(state: string): Promise<void>;
  /** Drops a state that no longer works. */
  drop(): Promise<void>;
}

interface Holder {
  workspaceId: string;
  credentialId: string;
  runId: string;
}

const MAX_CHARS = 1_000_000;

/**
 * One run at a time uses a state: the row names its holder until that run is over. Null when another run holds it; this
 * one then signs in on its own and saves nothing.
 */
export async function leaseState(
  ctx: Pick<VaultContext, 'db' | 'keys' | 'log'>,
  holder: Holder,
): Promise<StateLease | null> {
  const taken = await takeState(ctx.db, holder);
  if (!taken) return null;
  const context = sealContext(holder.workspaceId, holder.credentialId, 'signed_in_state');
  return {
    state: taken.state && (await opened(ctx, taken.state, context)),
    async keep(state) {
      if (state.length > MAX_CHARS) return;
      await ctx.db.query(writeStatement(holder, await seal(ctx.keys, state, context)));
    },
    async drop() {
      await ctx.db.query(writeStatement(holder, null));
    },
  };
}

/** For the transaction that ends the run. */
export function releaseStateStatement(workspaceId: string, credentialId: string, runId: string): Statement {
  return sql`update signed_in_states set run_id = null
             where id = ${credentialId} and workspace_id = ${workspaceId} and run_id = ${runId}`;
}

/** A changed password or a deleted credential invalidates its saved session. */
export function forgetStateStatement(workspaceId: string, credentialId: string): Statement {
  return sql`update signed_in_states set state = null, saved_at = null
             where id = ${credentialId} and workspace_id = ${workspaceId}`;
}

async function takeState(db: Db, holder: Holder): Promise<{ state: Buffer | null } | null> {
  const [row] = await db.query<{ state: Buffer | null }>(
    sql`insert into signed_in_states as held (id, workspace_id, run_id)
        select id, workspace_id, ${holder.runId} from credentials
        where id = ${holder.credentialId} and workspace_id = ${holder.workspaceId} and deleted_at is null
        on conflict (id) do update set run_id = excluded.run_id
        where held.run_id is null or held.run_id = excluded.run_id
        returning state`,
  );
  return row ?? null;
}

/** Only the holder writes, and only while the credential is there. */
function writeStatement({ workspaceId, credentialId, runId }: Holder, state: Buffer | null): Statement {
  return sql`update signed_in_states set state = ${state}, saved_at = case when ${state === null} then null else db_now() end
             where id = ${credentialId} and workspace_id = ${workspaceId} and run_id = ${runId}
               and exists (select 1 from credentials where id = ${credentialId} and deleted_at is null)`;
}

/** A state that cannot be opened is ignored; the run signs in again. */
async function opened(
  ctx: Pick<VaultContext, 'keys' | 'log'>,
  sealed: Buffer,
  context: string,
): Promise<Secret | null> {
  try {
    return new Secret(await open(ctx.keys, sealed, context));
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    ctx.log.warn('a signed-in state cannot be opened and is not used');
    return null;
  }
}
