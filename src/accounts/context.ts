import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Authenticator } from './authenticate.ts';
import type { OAuth } from './oauth/provider.ts';
import type { ConsoleSessions } from './people/console-sessions.ts';
import type { Mail } from './people/mail.ts';

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
  sessions: ConsoleSessions;
  oauth: OAuth;
  /** Never fails: the log has the mails that could not be sent. */
  sendMail(mail: Mail): Promise<void>;
  /** Records security events that have no caller yet: a sign-in, or a failed one. */
  audit(event: AuditedEvent): Promise<void>;
  /** Whether credits can be bought here. */
  sellsCredits: boolean;
  /** The public address of the service. */
  origin(): string;
}
