import { Redactor } from '../../../platform/redactor.ts';
import type { Secret } from '../../../platform/secret.ts';
import {
  type AttemptCredential,
  type AttemptResult,
  type CodeInbox,
  type KeptSession,
  type ProviderAccounts,
  type RunnerFacts,
  stuck,
} from '../../../runners/contract.ts';
import { allows, parseComposed } from '../../../vault/custody.ts';
import { CannotOpen, KeyServiceAway } from '../../../vault/key-service.ts';
import { type OpenCredential, openCredential } from '../../../vault/open-credential.ts';
import { leaseState } from '../../../vault/signed-in-state.ts';
import { credentialUsedStatement } from '../../../vault/store.ts';
import type { AttemptContext } from '../../context.ts';
import type { Run } from '../../run.ts';
import { type OwnSecrets, openOwnSecrets } from './own-secrets.ts';

/** The secrets of one attempt, open from its dispatch to its end. */
export interface OpenLogin {
  credential: AttemptCredential | null;
  /** Answers questions for a one-time code without a human. */
  totpSecret: Secret | null;
  codeInbox: CodeInbox | null;
  /** Knows every secret that this attempt holds. */
  redactor: Redactor;
}

/**
 * Opened only now, for this runner. Custody is checked once more, with today's policy: a runner that may not see the secret gets
 * neither it nor the task.
 */
export async function openLogin(
  ctx: AttemptContext,
  run: Run,
  facts: RunnerFacts,
): Promise<OpenLogin | AttemptResult> {
  const { custody, credentialId, hasOwnSecrets } = run.request;
  const policies = custody ? parseComposed(custody.policy) : [];
  if (!policies.every((policy) => allows(policy, facts))) return refused(facts);
  try {
    const opened = credentialId ? await openCredential(ctx.vault, run.workspaceId, credentialId) : null;
    if (credentialId && !opened) {
      return stuck('credential_gone', 'The credential was deleted during the run.');
    }
    if (opened && !allows(opened.custody, facts)) return refused(facts);
    const own = hasOwnSecrets ? await openOwnSecrets(ctx, run) : null;
    const login = loginOf(opened, own, facts);
    if (login.credential) {
      login.credential.session = await sessionOf(ctx, run, facts);
      await ctx.db.query(credentialUsedStatement(run.workspaceId, credentialId ?? ''));
    }
    return login;
  } catch (error) {
    if (!(error instanceof KeyServiceAway) && !(error instanceof CannotOpen)) throw error;
    ctx.log.error({ run: run.id, cause: error.message }, 'the login of a run cannot be opened');
    return stuck('credential_closed', 'The credential cannot be opened right now.');
  }
}

function loginOf(opened: OpenCredential | null, own: OwnSecrets | null, facts: RunnerFacts): OpenLogin {
  const redactor = new Redactor();
  const totpSecret = own?.totpSecret ?? opened?.totpSecret ?? null;
  if (opened) {
    redactor.hide(opened.username.reveal(), '{{credential.username}}', NAME_AS_WORD);
    redactor.hide(opened.password.reveal(), '{{credential.password}}');
  }
  if (totpSecret) redactor.hide(totpSecret.reveal(), '{{totp}}');
  if (own?.totpUrl) redactor.hide(own.totpUrl, '{{totp_url}}');
  return {
    credential:
      opened && takesSecrets(facts)
        ? {
            domain: opened.domain,
            username: opened.username,
            password: opened.password,
            totpSecret,
            session: null,
          }
        : null,
    totpSecret,
    codeInbox: own && { url: own.totpUrl, identifier: own.totpIdentifier },
    redactor,
  };
}

export function takesSecrets({ secrets }: RunnerFacts): boolean {
  return secrets.channel !== 'none';
}

/** Only a browser of ours can take a state and give one back. */
async function sessionOf(ctx: AttemptContext, run: Run, facts: RunnerFacts): Promise<KeptSession | null> {
  const { credentialId, sessionReuse } = run.request;
  if (!credentialId || !sessionReuse || facts.secrets.channel !== 'driver') return null;
  const lease = await leaseState(ctx.vault, {
    workspaceId: run.workspaceId,
    credentialId,
    runId: run.id,
  });
  // A state that could not be kept costs the next run a login, not this one its result.
  const warn = (error: unknown) => ctx.log.warn({ run: run.id, cause: String(error) }, 'signed-in state');
  return (
    lease && {
      state: lease.state,
      keep: (state) => lease.keep(state).catch(warn),
      drop: () => lease.drop().catch(warn),
    }
  );
}

// Names are often ordinary words; a password is taken out at any length.
const NAME_AS_WORD = 6;

function refused({ slug }: RunnerFacts): AttemptResult {
  const message = `The custody policy does not allow the runner ${slug}; nothing was sent to it.`;
  return stuck('custody_refused', message);
}

/** Shorter ones are ordinary words. */
const LEAST_KEY = 8;

/** Providers quote their input. */
export function hideKeys(accounts: ProviderAccounts, redactor: Redactor): void {
  for (const secret of Object.values(accounts).flatMap(({ secrets }) => Object.values(secrets)))
    redactor.hide(secret.reveal(), '{{provider_key}}', LEAST_KEY);
}
