import { Secret } from '../platform/secret.ts';
import type { VaultContext } from './context.ts';
import { type Custody, parseCustody } from './custody.ts';
import { open, seal, sealContext, sealedBy } from './envelope.ts';
import { CannotOpen, keyName } from './key-service.ts';
import { replaceSealed } from './sealed-tables.ts';
import { loadSealed, type Mfa, type SealedField } from './store.ts';

/** A credential for one use on a run. */
export interface OpenCredential {
  id: string;
  domain: string;
  mfa: Mfa;
  custody: Custody;
  username: Secret;
  password: Secret;
  totpSecret: Secret | null;
}

/** Null when there is none (or it is another workspace's). Throws `KeyServiceAway` or `CannotOpen`. */
export async function openCredential(
  ctx: Pick<VaultContext, 'db' | 'keys' | 'log'>,
  workspaceId: string,
  id: string,
): Promise<OpenCredential | null> {
  const found = await loadSealed(ctx.db, workspaceId, id);
  if (!found) return null;
  const contextOf = (field: SealedField): string => sealContext(workspaceId, id, field);
  const take = async (field: SealedField): Promise<Secret | null> => {
    const sealed = found.sealed[field];
    return sealed && new Secret(await open(ctx.keys, sealed, contextOf(field)));
  };
  const [username, password, totpSecret] = await Promise.all([
    take('username'),
    take('password'),
    take('totp_secret'),
  ]);
  if (!username || !password) throw new CannotOpen();
  const opened: Record<SealedField, Secret | null> = { username, password, totp_secret: totpSecret };
  await reseal(ctx, id, found.sealed, opened, contextOf).catch((error) =>
    ctx.log.warn({ id, cause: String(error) }, 'a credential on an old key could not be sealed anew'),
  );
  // A policy that cannot be read allows no runner.
  const custody = parseCustody(found.custody) ?? { policy: 'pinned', runners: [] };
  return { id, domain: found.domain, mfa: found.mfa, custody, username, password, totpSecret };
}

/** Re-seals a value that was opened with an old key version. */
async function reseal(
  ctx: Pick<VaultContext, 'db' | 'keys'>,
  id: string,
  sealed: Record<SealedField, Buffer | null>,
  opened: Record<SealedField, Secret | null>,
  contextOf: (field: SealedField) => string,
): Promise<void> {
  const current = keyName(await ctx.keys.current());
  const changes = await Promise.all(
    (['username', 'password', 'totp_secret'] as const).map(async (column) => {
      const from = sealed[column];
      const value = opened[column];
      if (!from || !value || keyName(sealedBy(from)) === current) return null;
      return { column, from, to: await seal(ctx.keys, value.reveal(), contextOf(column)) };
    }),
  );
  const needed = changes.filter((change) => change !== null);
  if (needed.length > 0) await ctx.db.query(replaceSealed('credentials', id, needed));
}
