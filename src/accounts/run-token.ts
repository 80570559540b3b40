import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The content of a read token: one run of a workspace, the end of its validity, and the key that vouched for it (null: a person). */
export interface RunToken {
  runId: string;
  workspaceId: string;
  keyId: string | null;
  expiresAt: Date;
}

const PREFIX = 'svcr_';

export function isRunToken(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** The token carries its content, signed: nothing is stored. */
export function writeRunToken({ runId, workspaceId, keyId, expiresAt }: RunToken, secret: KeyObject): string {
  const said = JSON.stringify([runId, workspaceId, keyId, Math.floor(expiresAt.getTime() / 1_000)]);
  const payload = Buffer.from(said).toString('base64url');
  return `${PREFIX}${payload}.${signatureOf(payload, secret).toString('base64url')}`;
}

/** Null when this service did not write it. */
export function readRunToken(token: string, secret: KeyObject): RunToken | null {
  const [payload = '', signature = ''] = token.slice(PREFIX.length).split('.');
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(payload, secret)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [runId, workspaceId, keyId, seconds] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { runId, workspaceId, keyId, expiresAt: new Date(seconds * 1_000) };
}

function signatureOf(payload: string, secret: KeyObject): Buffer {
  return createHmac('sha256', secret).update(`run token ${payload}`).digest();
}
