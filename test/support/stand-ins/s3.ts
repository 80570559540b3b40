import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The client library needs these to sign its requests; the stand-in checks only that it did. */
export const S3_ENV = {
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'stand-in',
  AWS_EC2_METADATA_DISABLED: 'true',
};

const BUCKET = 'files';
const KEYS_PER_PAGE = 2;

export interface S3StandIn extends AsyncDisposable {
  url: string;
  bucket: string;
  objects: Map<string, Buffer>;
  /** `refuse` answers every request with 403, `fail` with 500; `hang` does not answer. */
  mode: 'up' | 'refuse' | 'fail' | 'hang';
}

/** An object store on loopback that speaks the part of S3's REST wire the service uses, with path-style addresses. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (standIn.mode === 'hang') return;
    if (standIn.mode === 'fail') return void fault(response, 500, 'InternalError');
    if (standIn.mode === 'refuse' || !isSigned(request, url))
      return void fault(response, 403, 'AccessDenied');
    if (bucket !== BUCKET) return void fault(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (key === '') return void ofBucket(request, response, url);
    ofObject(request, response, url, key, body);
  });

  function ofBucket(request: IncomingMessage, response: ServerResponse, url: URL): void {
    if (request.method === 'HEAD') return void response.writeHead(200).end();
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const shown = found.slice(0, KEYS_PER_PAGE);
    const contents = shown.map((key) => `<Contents><Key>${key}</Key></Contents>`);
    const more =
      shown.length < found.length ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${contents.join('')}${more}</ListBucketResult>`,
    );
  }

  function ofObject(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    key: string,
    body: Buffer,
  ): void {
    if (request.method === 'PUT') objects.set(key, body);
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method !== 'GET') return void response.writeHead(request.method === 'PUT' ? 200 : 204).end();
    const bytes = objects.get(key);
    if (!bytes) return void fault(response, 404, 'NoSuchKey');
    const headers = Object.fromEntries(
      ['content-type', 'content-disposition', 'cache-control'].flatMap((name) => {
        const value = url.searchParams.get(`response-${name}`);
        return value === null ? [] : [[name, value]];
      }),
    );
    response.writeHead(200, { 'content-length': bytes.length, ...headers }).end(bytes);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: S3StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: BUCKET,
    objects,
    mode: 'up',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

/** In the header, or in the query of a signed address. */
function isSigned(request: IncomingMessage, url: URL): boolean {
  if (/^AWS4-HMAC-SHA256 Credential=.+\/s3\/aws4_request/.test(request.headers.authorization ?? ''))
    return true;
  const { searchParams } = url;
  return (
    request.method === 'GET' &&
    /^[0-9a-f]{64}$/.test(searchParams.get('X-Amz-Signature') ?? '') &&
    Number(searchParams.get('X-Amz-Expires')) <= 600
  );
}

function fault(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>stand-in: ${code}</Message></Error>`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
