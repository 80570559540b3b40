import type { IncomingMessage } from 'node:http';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import { readBytes, readJsonBody, refuseBody } from './json-body.ts';
import type { Route, Upload } from './route.ts';

const NOT_JSON = 'The body must be JSON (`Content-Type: application/json`).';
const UPLOAD_LIMITS = { files: 1, fileSize: 30_000_000, fields: 20, fieldSize: 100_000, parts: 21 };

/** The reading of the body; the route decides, not the content type alone. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (takes(request) === 'bytes') return readBytes(payload);
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity') return readJsonBody(payload);
    return refuseBody(payload, 'Compressed bodies are not supported; send the JSON as it is.');
  });
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) =>
    takes(request) === 'bytes' ? readBytes(payload) : refuseBody(payload, NOT_JSON),
  );
}

/** In a separate scope: elsewhere multipart bodies stay rejected. */
export async function readUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: UPLOAD_LIMITS });
}

export interface SentBody {
  body: unknown;
  rawBytes: Buffer;
  files: Upload[];
}

const NO_BYTES = Buffer.alloc(0);

export async function sentBody(route: Route, request: FastifyRequest): Promise<SentBody> {
  if (route.takes === 'bytes')
    return { body: undefined, rawBytes: Buffer.isBuffer(request.body) ? request.body : NO_BYTES, files: [] };
  if (route.takes !== 'multipart') return { body: request.body, rawBytes: NO_BYTES, files: [] };
  if (!request.isMultipart())
    throw new ApiError('unsupported_media_type', 'The body must be `multipart/form-data`.');
  const body: Record<string, string> = {};
  const files: Upload[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') body[part.fieldname] = String(part.value);
      else files.push(await readFile(part));
    }
  } catch (error) {
    // The parser's own errors have no code.
    if (error instanceof Error && !('code' in error))
      throw new ApiError('invalid_request', 'The multipart body is malformed.');
    throw error;
  }
  return { body, rawBytes: NO_BYTES, files };
}

async function readFile(part: MultipartFile): Promise<Upload> {
  const { fieldname: field, filename: name, mimetype: contentType } = part;
  return { field, name, contentType, bytes: await part.toBuffer() };
}

function takes(request: FastifyRequest): Route['takes'] {
  return (request.routeOptions.config as { takes?: Route['takes'] }).takes;
}
