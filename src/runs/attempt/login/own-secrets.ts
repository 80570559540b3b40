import type { Statement } from '../../../platform/db.ts';
import { Secret } from '../../../platform/secret.ts';
import { sealContext } from '../../../vault/envelope.ts';
import type { AttemptContext } from '../../context.ts';
import { insertOwnSecretsStatement, loadOwnSecrets } from './store.ts';

/** Secrets of the request itself, never stored in the open: a poll address can hold a token too. */
export interface OwnSecrets {
  totpSecret: Secret | null;
  totpIdentifier: string | null;
  totpUrl: string | null;
}

interface Owner {
  id: string;
  workspaceId: string;
}

/** For the transaction that admits the run. A later owner of the run finds them again. */
export async function keepOwnSecretsStatement(
  ctx: Pick<AttemptContext, 'secrets'>,
  run: Owner,
  own: OwnSecrets,
): Promise<Statement> {
  const text = JSON.stringify({ ...own, totpSecret: own.totpSecret?.reveal() ?? null });
  return insertOwnSecretsStatement(run, await ctx.secrets.seal(text, contextOf(run)));
}

export async function openOwnSecrets(
  ctx: Pick<AttemptContext, 'db' | 'secrets'>,
  run: Owner,
): Promise<OwnSecrets | null> {
  const sealed = await loadOwnSecrets(ctx.db, run);
  if (!sealed) return null;
  const { totpSecret, totpIdentifier, totpUrl } = JSON.parse(await ctx.secrets.open(sealed, contextOf(run)));
  return { totpSecret: totpSecret === null ? null : new Secret(totpSecret), totpIdentifier, totpUrl };
}

function contextOf(run: Owner): string {
  return sealContext(run.workspaceId, run.id, 'run_secrets');
}
