import { ApiError } from '../errors.ts';
import { newId } from '../platform/ids.ts';
import type { Secret } from '../platform/secret.ts';
import type { VaultContext } from './context.ts';
import { CUSTODY_FORMS, custodyLabel, parseCustody } from './custody.ts';
import { readDomain } from './domain.ts';
import { seal, sealContext } from './envelope.ts';
import { maskUsername } from './mask-username.ts';
import type { CreateBody, PatchBody } from './schema.ts';
import { type Credential, insertCredential, type SealedField, updateCredential } from './store.ts';

/** Seals everything before storing anything, so that a key service failure leaves no partial row. */
export async function createCredential(
  ctx: VaultContext,
  workspaceId: string,
  body: CreateBody,
): Promise<Credential> {
  const domain = readDomain(body.domain, ctx.isLocalHost);
  if (domain === null) {
    throw new ApiError('invalid_credential', {
      message: '`domain`: must be a host name of at most 253 characters, or a URL with one.',
      param: 'domain',
    });
  }
  const custody = readPolicy(ctx, body.custody);
  const id = newId('cred');
  const sealed = sealer(ctx, workspaceId, id);
  const [username, password, totpSecret] = await Promise.all([
    sealed('username', body.username),
    sealed('password', body.password),
    body.totp_secret ? sealed('totp_secret', body.totp_secret) : null,
  ]);
  return insertCredential(ctx.db, {
    id,
    workspaceId,
    domain,
    sourceId: body.source_id ?? null,
    usernameMasked: maskUsername(body.username.reveal()),
    username,
    password,
    totpSecret,
    mfa: totpSecret ? 'totp' : (body.mfa ?? 'none'),
    custody,
  });
}

/** Null when there is none. */
export async function changeCredential(
  ctx: VaultContext,
  workspaceId: string,
  id: string,
  body: PatchBody,
): Promise<Credential | null> {
  const custody = body.custody === undefined ? undefined : readPolicy(ctx, body.custody);
  const sealed = sealer(ctx, workspaceId, id);
  const [password, totpSecret] = await Promise.all([
    body.password && sealed('password', body.password),
    body.totp_secret && sealed('totp_secret', body.totp_secret),
    ctx.keys.current(),
  ]);
  return updateCredential(ctx.db, workspaceId, id, {
    custody,
    password,
    totpSecret,
    mfa: totpSecret ? 'totp' : body.mfa,
  });
}

function sealer(ctx: VaultContext, workspaceId: string, id: string) {
  return (field: SealedField, value: Secret): Promise<Buffer> =>
    seal(ctx.keys, value.reveal(), sealContext(workspaceId, id, field));
}

function readPolicy(ctx: VaultContext, text: string): string {
  const custody = parseCustody(text);
  const isKnown = custody && (custody.policy !== 'pinned' || custody.runners.every(ctx.isKnownRunner));
  if (!isKnown) {
    throw new ApiError('invalid_custody', {
      message: `\`custody\`: must be ${CUSTODY_FORMS}, with runners from GET /v1/capabilities.`,
      param: 'custody',
    });
  }
  return custodyLabel(custody);
}
