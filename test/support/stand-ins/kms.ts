import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The AWS client library needs these to sign its requests; the stand-in checks only that it did. */
export const KMS_ENV = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'stand-in',
  AWS_REGION: 'eu-central-1',
  AWS_EC2_METADATA_DISABLED: 'true',
};

export const KMS_KEY_ARN = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';
const ALIAS = 'alias/switchyard';

export interface KmsStandIn extends AsyncDisposable {
  url: string;
  keyId: string;
  /** `hang` takes the request and never answers; `deny` refuses the listing of rotations only; `closed` opens nothing. */
  mode: 'up' | 'fail' | 'hang' | 'disabled' | 'deny' | 'closed';
  calls: string[];
  /** Every request body it got. */
  bodies: string[];
}

/** A key service on loopback that speaks AWS KMS's JSON wire, as its API reference documents it. */
export async function startKmsStandIn(): Promise<KmsStandIn> {
  const keys = [randomBytes(32)];
  const rotations: number[] = [];
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).replace('TrentService.', '');
    const text = await bodyOf(request);
    standIn.calls.push(operation);
    standIn.bodies.push(text);
    if (standIn.mode === 'hang') return;
    const answer = isSigned(request)
      ? respond(operation, JSON.parse(text || '{}'))
      : fault(400, 'MissingAuthenticationTokenException');
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(answer.body));
  });

  function respond(operation: string, body: Record<string, unknown>): Answer {
    if (standIn.mode === 'fail' || (standIn.mode === 'closed' && operation === 'Decrypt'))
      return fault(500, 'KMSInternalException');
    if (body.KeyId !== undefined && body.KeyId !== KMS_KEY_ARN && body.KeyId !== ALIAS) {
      return fault(400, 'NotFoundException');
    }
    if (standIn.mode === 'disabled' && operation !== 'DescribeKey') return fault(400, 'DisabledException');
    switch (operation) {
      case 'DescribeKey': {
        const KeyState = standIn.mode === 'disabled' ? 'Disabled' : 'Enabled';
        return ok({
          KeyMetadata: { Arn: KMS_KEY_ARN, KeyId: KMS_KEY_ARN, KeyState, CreationDate: 1_760_000_000 },
        });
      }
      case 'ListKeyRotations':
        if (standIn.mode === 'deny') return fault(400, 'AccessDeniedException');
        if (body.KeyId === ALIAS) return fault(400, 'InvalidArnException');
        return ok({
          Rotations: rotations.map((RotationDate) => ({ KeyId: KMS_KEY_ARN, RotationDate })),
          Truncated: false,
        });
      case 'RotateKeyOnDemand':
        keys.push(randomBytes(32));
        rotations.push(1_760_000_000 + keys.length * 60);
        return ok({ KeyId: KMS_KEY_ARN });
      case 'Encrypt':
        return ok({
          KeyId: KMS_KEY_ARN,
          EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
          CiphertextBlob: wrap(keys, Buffer.from(String(body.Plaintext), 'base64'), contextOf(body)),
        });
      case 'Decrypt': {
        const plain = unwrap(keys, Buffer.from(String(body.CiphertextBlob), 'base64'), contextOf(body));
        return plain === null
          ? fault(400, 'InvalidCiphertextException')
          : ok({ KeyId: KMS_KEY_ARN, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', Plaintext: plain });
      }
      default:
        return fault(400, 'UnsupportedOperationException');
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: KmsStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keyId: ALIAS,
    mode: 'up',
    calls: [],
    bodies: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

function ok(body: Record<string, unknown>): Answer {
  return { status: 200, body };
}

function fault(status: number, type: string): Answer {
  return { status, body: { __type: type, message: `stand-in: ${type}` } };
}

function isSigned(request: IncomingMessage): boolean {
  return /^AWS4-HMAC-SHA256 Credential=.+\/kms\/aws4_request/.test(request.headers.authorization ?? '');
}

function contextOf(body: Record<string, unknown>): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(body.EncryptionContext ?? {}).sort()));
}

/** The blob names its own version, as KMS's does. */
function wrap(keys: Buffer[], plain: Buffer, context: Buffer): string {
  const version = keys.length - 1;
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys[version] as Buffer, nonce).setAAD(context);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, body, cipher.getAuthTag()]).toString('base64');
}

function unwrap(keys: Buffer[], blob: Buffer, context: Buffer): string | null {
  try {
    const key = keys[blob.readUInt8(0)] as Buffer;
    const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(1, 13)).setAAD(context);
    decipher.setAuthTag(blob.subarray(-16));
    return Buffer.concat([decipher.update(blob.subarray(13, -16)), decipher.final()]).toString('base64');
  } catch {
    return null;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
