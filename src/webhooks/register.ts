import { ApiError } from '../errors.ts';
import { Aborted, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Gate } from '../platform/net/gate.ts';
import { EVENT_TYPES } from './event.ts';
import { mintSecret, type SecretBox, secretContext } from './secrets.ts';
import { changeEndpoint, type Endpoint, type EndpointChange, insertEndpoint, rotateSecret } from './store.ts';

interface RegisterContext {
  db: Db;
  gate: Gate;
  secretBox: SecretBox;
}

export interface WithSecret {
  endpoint: Endpoint;
  secret: string;
}

export async function registerEndpoint(
  { db, gate, secretBox }: RegisterContext,
  workspaceId: string,
  asked: { url: string; events?: string[]; secret?: string },
): Promise<WithSecret> {
  await requirePublic(gate, asked.url);
  const id = newId('wh');
  const secret = asked.secret ?? mintSecret();
  const sealedSecret = await secretBox.seal(secret, secretContext(workspaceId, id));
  const events = asked.events ?? [...EVENT_TYPES];
  try {
    const endpoint = await insertEndpoint(db, { id, workspaceId, url: asked.url, events, sealedSecret });
    return { endpoint, secret };
  } catch (error) {
    if (!(error instanceof Aborted)) throw error;
    throw new ApiError('webhook_limit', 'This account already has 25 webhook endpoints.');
  }
}

export async function updateEndpoint(
  { db, gate }: RegisterContext,
  workspaceId: string,
  id: string,
  change: EndpointChange,
): Promise<Endpoint | null> {
  if (change.url !== undefined) await requirePublic(gate, change.url);
  return changeEndpoint(db, workspaceId, id, change);
}

/** A new secret; the present one signs beside it for 24 h. */
export async function rotateEndpoint(
  { db, secretBox }: RegisterContext,
  workspaceId: string,
  id: string,
): Promise<WithSecret | null> {
  const secret = mintSecret();
  const sealed = await secretBox.seal(secret, secretContext(workspaceId, id));
  const endpoint = await rotateSecret(db, workspaceId, id, sealed);
  return endpoint && { endpoint, secret };
}

/** The text is also checked again, and the name looked up again, at every attempt. */
async function requirePublic(gate: Gate, url: string): Promise<void> {
  const vetted = await gate.vet(url, { use: 'webhook' });
  if (vetted.ok) return;
  throw new ApiError('invalid_webhook_url', {
    message: `\`url\` is refused: ${vetted.reason}.`,
    param: 'url',
  });
}
