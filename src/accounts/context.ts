import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Authenticator } from './authenticate.ts';
import type { Mail } from './people/mail.ts';
import type { Sessions } from './people/sessions.ts';

interface AuditedEvent {
  workspaceId: string;
  action: string;
  /** The person or the account. */
  subjectId: string;
  ip: string;
}

/** Dependencies of the accounts room, built once in `src/assemble.ts`. */
export interface AccountsContext {
  db: Db;
  clock: Clock;
  log: Log;
  authenticator: Authenticator;
  sessions: Sessions;
  /** Never fails: what could not be sent is in the log. */
  sendMail(mail: Mail): Promise<void>;
  /** Keeps a record of what matters for security and has no caller yet: somebody comes in, or fails to. */
  audit(event: AuditedEvent): Promise<void>;
  /** Whether credits can be bought here. */
  sellsCredits: boolean;
  /** The public address of the service. */
  origin(): string;
}
