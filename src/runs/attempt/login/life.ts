import type { Statement } from '../../../platform/db.ts';
import { releaseStateStatement } from '../../../vault/signed-in-state.ts';
import { type LoginOutcome, loginEndedStatement } from '../../../vault/store.ts';
import type { Run } from '../../run.ts';
import { eraseOwnSecretsStatement } from './store.ts';

type Owner = Pick<Run, 'id' | 'workspaceId' | 'request'>;

/** For the transaction that ends the run: its findings about the login stay, its own secrets go. */
export function loginOverStatements(run: Owner & Pick<Run, 'attempts'>): Statement[] {
  const { credentialId, hasOwnSecrets, sessionReuse } = run.request;
  const outcome = outcomeOf(run);
  return [
    ...(credentialId && outcome ? [loginEndedStatement(run.workspaceId, credentialId, outcome)] : []),
    ...(credentialId && sessionReuse ? [releaseStateStatement(run.workspaceId, credentialId, run.id)] : []),
    ...(hasOwnSecrets ? [eraseOwnSecretsStatement(run)] : []),
  ];
}

/** The latest attempt that found out speaks for the run. */
function outcomeOf({ attempts }: Pick<Run, 'attempts'>): LoginOutcome | null {
  return attempts.findLast((attempt) => attempt.result?.login)?.result?.login ?? null;
}
