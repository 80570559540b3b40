import { type KeyLimit, limitReached, RAISE_LIMIT } from '../billing/key-limit.ts';
import { chargeAtOnce } from '../billing/postings.ts';
import { loadMeans, withPosting } from '../billing/store.ts';
import { ApiError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import { Aborted, type Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Statement } from '../platform/sql.ts';
import {
  insertStatement,
  loadSession,
  minuteStatement,
  type NewSession,
  type Session,
  type SessionRow,
} from './store.ts';

const MINUTE_MS = 60_000;

interface MeterContext {
  db: Db;
  clock: Clock;
  log: Log;
}

/** Writes a session down with its first minute. */
export async function admit({ db }: MeterContext, created: NewSession): Promise<Session> {
  try {
    const [[row] = []] = await db.commit<SessionRow[][]>(withMinute(created, 1, insertStatement(created)));
    if (!row) throw new Error('the session was not written');
    return row;
  } catch (error) {
    if (error instanceof Aborted && error.code === 'insufficient_credits') {
      const { keyLimit } = await loadMeans(db, created);
      throw noCredits(keyLimit);
    }
    throw error;
  }
}

/** Bills every minute that begins, and calls back when one is not covered. Stops with the function it returns. */
export function meter(ctx: MeterContext, session: Session, onUnpaid: () => void): () => void {
  let cancel = () => {};
  const next = (minute: number) => {
    cancel = ctx.clock.after(MINUTE_MS, () => {
      bill(ctx, session, minute)
        .then((isPaid) => (isPaid ? next(minute + 1) : onUnpaid()))
        .catch(() => next(minute));
    });
  };
  next(2);
  return () => cancel();
}

/** False when the balance does not cover a further minute, or the session is over. */
async function bill({ db, log }: MeterContext, session: Session, minute: number): Promise<boolean> {
  try {
    await db.commit(withMinute(session, minute, minuteStatement(session.id, minute)));
    return true;
  } catch (error) {
    if (!(error instanceof Aborted)) throw error;
    if (error.code === 'insufficient_credits') {
      log.info({ session: session.id }, 'session ended: the balance does not cover a further minute');
      return false;
    }
    // The reply to an earlier commit of this minute may have been lost.
    const row = await loadSession(db, session.workspaceId, session.id);
    return row !== null && row.endedAt === null && row.minutes >= minute;
  }
}

type Priced = Pick<Session, 'id' | 'workspaceId' | 'keyId' | 'minutePriceMicro' | 'feeRatePpm' | 'isOwnKey'>;

function withMinute(session: Priced, minute: number, statement: Statement) {
  const { id, workspaceId, keyId, minutePriceMicro, feeRatePpm, isOwnKey } = session;
  const payer = isOwnKey ? 'workspace' : 'service';
  const posting = chargeAtOnce(`session:${id}:${minute}`, minutePriceMicro, feeRatePpm, payer);
  return withPosting([statement], { workspaceId, keyId, posting, mustCover: true });
}

export function noCredits(keyLimit: KeyLimit | null): ApiError {
  if (keyLimit)
    return new ApiError('insufficient_credits', {
      message: limitReached(keyLimit),
      remediation: RAISE_LIMIT,
    });
  return new ApiError('insufficient_credits', 'The balance does not cover a minute of a browser session.');
}
