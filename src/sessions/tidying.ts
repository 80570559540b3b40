import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { Routine } from '../platform/routine.ts';
import type { SessionProviders } from './session-providers.ts';
import { dropOldFiles, endOrphans, markClosed, renewSessions, type Session, takeUnclosed } from './store.ts';

const RENEW_EVERY_MS = 5_000;
const ORPHAN_SECONDS = 60;
const CLOSE_AGAIN_SECONDS = 30;

export interface TidyContext {
  db: Db;
  clock: Clock;
  log: Log;
  instanceId: string;
  providers: SessionProviders;
  /** The sessions of this instance. */
  held(): string[];
  /** Ends a session that was released from elsewhere, or is gone with its workspace. */
  end(id: string): Promise<void>;
}

/** Renews this instance's claim on its sessions, serves requests of others, and ends the sessions of dead instances. */
export function tidySessions(ctx: TidyContext): Routine {
  const { clock, log } = ctx;
  const failure = 'sessions could not be looked after';
  return new Routine({ clock, log, everyMs: RENEW_EVERY_MS, failure }, () => tidy(ctx));
}

async function tidy(ctx: TidyContext): Promise<void> {
  const { db, log, instanceId } = ctx;
  const held = ctx.held();
  const goesOn = held.length > 0 ? await renewSessions(db, instanceId) : new Set();
  for (const id of held) if (!goesOn.has(id)) await ctx.end(id);
  const orphans = await endOrphans(db, ORPHAN_SECONDS);
  if (orphans > 0) log.warn({ sessions: orphans }, 'sessions of a lost instance ended');
  for (const session of await takeUnclosed(db, CLOSE_AGAIN_SECONDS)) await closeFor(ctx, session);
  await dropOldFiles(db);
}

/** Closes abandoned sessions at their provider. */
async function closeFor({ db, log, providers }: TidyContext, session: Session): Promise<void> {
  const { id, workspaceId, provider: name, providerReference, isOwnKey } = session;
  const provider = await providers.find(workspaceId, name);
  // Under another key the provider would not know it; then it ends by its own time.
  if (provider?.account.isOwn !== isOwnKey || providerReference === null) return;
  const closed = await provider.lender.close(provider.account, providerReference);
  if (closed === 'failed')
    log.warn({ session: id, provider: name }, 'session could not be closed at its provider');
  else await markClosed(db, id);
}
