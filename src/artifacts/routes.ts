import { create as attachment } from 'content-disposition';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Db } from '../platform/db.ts';
import { type Answer, keptAs, type Route, route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import type { FileStore } from './file-store.ts';
import { rangeOf } from './range.ts';
import { findArtifact } from './store.ts';

// Anything else is served as a plain download, so that it never renders on our origin.
const SAFE_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/plain',
  'text/csv',
  'application/pdf',
  'application/json',
]);

interface ArtifactsContext {
  db: Db;
  store: FileStore;
}

const downloadArtifact = (ctx: ArtifactsContext) =>
  route({
    method: 'GET',
    path: '/v1/responses/:id/artifacts/:artifactId',
    operation: 'runs.artifact',
    opensToRunToken: true,
    summary: 'Download a file',
    description:
      'Downloads a captured file. Range requests are supported. With an object store the response is a redirect to a URL that is valid for ten minutes.',
    tag: 'Runs',
    params: z.object({
      id: z.string().describe('ID of the run.'),
      artifactId: z.string().describe('ID of the file.'),
    }),
    responses: {
      200: z.unknown().describe('The bytes, as an attachment'),
      206: z.unknown().describe('The part that `Range` asks for'),
      302: z.unknown().describe('Redirect to the object store; valid for ten minutes'),
      416: z.unknown().describe('The file ends before the part that `Range` asks for'),
    },
    headers: { Range: 'A part of the file, such as bytes=0-1023: one at a time.' },
    contentTypes: ['application/octet-stream'],
    errors: ['response_not_found', 'not_found', 'artifact_expired'],
    async handler({ caller, params, header, isHead }): Promise<Answer> {
      if (!isId(params.id, 'resp')) throw new ApiError('response_not_found', 'Response not found.');
      const isKnown = isId(params.artifactId, 'art');
      const artifact = isKnown
        ? await findArtifact(ctx.db, caller.workspaceId, params.id, params.artifactId)
        : null;
      if (artifact?.isExpired)
        throw new ApiError('artifact_expired', 'The retention of this workspace is over for this file.');
      if (!artifact?.storageKey) throw notFound();
      const servedAs = {
        contentType: SAFE_TYPES.has(artifact.contentType) ? artifact.contentType : 'application/octet-stream',
        // The library leaves simple names unquoted; older clients need quotes.
        contentDisposition: attachment(artifact.name).replace(/filename=([^\s;"]+)/, 'filename="$1"'),
      };
      const location = await ctx.store.linkTo(artifact.storageKey, servedAs);
      const headers = { ...headersOf(servedAs), ...(artifact.kind === 'recording' && keptAs(artifact.id)) };
      // The signed URL is valid for GET only, so a HEAD is answered here.
      if (location !== null && isHead) return { status: 200, length: artifact.sizeBytes, headers };
      if (location !== null)
        return { status: 302, bytes: NOTHING, headers: { location, 'cache-control': 'private, no-store' } };
      const bytes = await ctx.store.read(artifact.storageKey);
      if (bytes === null) throw new ApiError('not_found', ELSEWHERE);
      return isHead ? { status: 200, bytes, headers } : partOf(bytes, header('range'), headers);
    },
  });

export function artifactRoutes(ctx: ArtifactsContext): Route[] {
  return [downloadArtifact(ctx)];
}

function headersOf(servedAs: { contentType: string; contentDisposition: string }): Record<string, string> {
  return {
    'content-type': servedAs.contentType,
    'content-disposition': servedAs.contentDisposition,
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
  };
}

/** The bytes, or the part of them that was asked for. */
function partOf(bytes: Uint8Array, asked: string | null, headers: Record<string, string>): Answer {
  const range = rangeOf(asked, bytes.length);
  if (range === null) return { status: 200, bytes, headers };
  if (range === 'outside')
    return {
      status: 416,
      bytes: NOTHING,
      headers: { ...headers, 'content-range': `bytes */${bytes.length}` },
    };
  const { first, last } = range;
  return {
    status: 206,
    bytes: bytes.subarray(first, last + 1),
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${bytes.length}` },
  };
}

const NOTHING = new Uint8Array();

const ELSEWHERE =
  'The bytes of this artifact are not on the disk of this instance. Several machines need an object store, or one folder for all.';

function notFound(): ApiError {
  return new ApiError('not_found', 'Artifact not found on this response.');
}
