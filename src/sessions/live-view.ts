import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { ApiError, type ErrorCode } from '../errors.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { SessionHost } from './session-host.ts';

/** Where a person watches a session. Its token opens the picture and nothing else. */
export function liveUrl(id: string, { baseUrl, token }: { baseUrl: string; token: string }): string {
  return `${baseUrl}/live/sessions/${id}?token=${token}`;
}

const BOUNDARY = 'frame';
const HEAD = `--${BOUNDARY}\r\ncontent-type: image/jpeg\r\n\r\n`;

const shared = (host: SessionHost) =>
  ({
    method: 'GET',
    area: 'page',
    access: 'public',
    tag: 'Browser sessions',
    params: z.object({ id: z.string() }),
    elsewhere: ({ id }: { id: string }) => host.elsewhere(id),
    query: z.object({ token: z.string().default('') }),
    responses: { 200: z.unknown() },
    errors: ['session_not_found'] as ErrorCode[],
  }) as const;

function recorderOf(host: SessionHost, id: string, token: string) {
  const recorder = host.isTokenFor(id, 'watch', token) ? host.live(id)?.recorder : null;
  if (!recorder) throw new ApiError('session_not_found', 'This session is over, or the link is not valid.');
  return recorder;
}

const watchPage = (host: SessionHost) =>
  route({
    ...shared(host),
    path: '/live/sessions/:id',
    summary: 'Watch a session',
    async handler({ params, query }) {
      recorderOf(host, params.id, query.token);
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' };
      return { status: 200, headers, bytes: Buffer.from(page(params.id, query.token)) };
    },
  });

const frames = (host: SessionHost) =>
  route({
    ...shared(host),
    path: '/live/sessions/:id/frames',
    summary: 'Pictures of a session',
    async handler({ params, query, takeStream, untilGone }) {
      const recorder = recorderOf(host, params.id, query.token);
      takeStream();
      const stream = new PassThrough();
      stream.write(HEAD);
      let latest: Buffer | null = null;
      const show = () => {
        if (latest === null || stream.writableNeedDrain) return;
        stream.write(latest);
        // A browser shows a picture once the head of the next one came: on a page that rests, that is now.
        stream.write(`\r\n${HEAD}`);
        latest = null;
      };
      stream.on('drain', show);
      const stop = recorder.watch((jpeg) => {
        latest = jpeg;
        show();
      });
      untilGone().addEventListener('abort', () => {
        stop();
        stream.destroy();
      });
      const headers = {
        'content-type': `multipart/x-mixed-replace; boundary=${BOUNDARY}`,
        'cache-control': 'private, no-store',
      };
      return { status: 200, headers, stream };
    },
  });

/** A page with the session's screen, and the stream of pictures behind it. */
export function liveViewRoutes({ host }: { host: SessionHost }): Route[] {
  return [watchPage(host), frames(host)];
}

function page(id: string, token: string): string {
  const frames = `/live/sessions/${encodeURIComponent(id)}/frames?token=${encodeURIComponent(token)}`;
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer"><title>Session ${id.slice(0, 13)}</title>
<style>body{margin:0;background:#14161a;color:#c9ced6;font:14px system-ui;display:flex;flex-direction:column;height:100vh}
header{padding:10px 16px;display:flex;gap:10px;align-items:center}i{width:8px;height:8px;border-radius:4px;background:#3fb950}
img{flex:1;min-height:0;object-fit:contain;width:100%}</style>
<header><i></i><b>Live session</b><span>${id.slice(0, 24)}</span></header><img alt="What the browser shows" src="${frames}">`;
}
