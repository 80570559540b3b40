import { z } from 'zod';
import { playerPage } from '../../artifacts/player.ts';
import { recordingData } from '../../artifacts/recording.ts';
import { ApiError } from '../../errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { eventStream, STREAM_HEADERS, type StreamEvent } from '../../platform/http/sse.ts';
import { isId } from '../../platform/ids.ts';
import type { RunsContext } from '../context.ts';
import { loadAnyRun } from '../store.ts';
import { livePath } from './path.ts';
import { loadSighting, type Sighting } from './store.ts';

const params = z.object({ id: z.string(), token: z.string() });
type Params = z.infer<typeof params>;

const LOOK_EVERY_MS = 1_000;
const SAY_SO_EVERY_LOOKS = 3;

/** Where a run can be watched, and its recording seen. The address itself is the key: it opens these pictures only. */
export function liveRoutes(ctx: RunsContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/responses/:id/live/:token',
      summary: 'Watch a run in a browser, or its recording once it is over',
      tag: 'Runs',
      isPublic: true,
      params,
      responses: { 200: z.unknown().describe('A page') },
      contentTypes: ['text/html'],
      errors: ['response_not_found'],
      async handler({ params }) {
        await sight(ctx, params, 0);
        const { html, headers } = playerPage(livePath(params.id, params.token));
        return { status: 200, bytes: Buffer.from(html), headers };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/responses/:id/live/:token/events',
      summary: 'What that page shows, as events',
      tag: 'Runs',
      isPublic: true,
      params,
      responses: { 200: z.unknown().describe('Events `view` while the run goes on, then `end`') },
      contentTypes: ['text/event-stream'],
      errors: ['response_not_found', 'saturated'],
      async handler({ params, untilGone, takeStream }) {
        await sight(ctx, params, 0);
        takeStream();
        const stream = eventStream(sightings(ctx, params, untilGone()), ctx.clock, ctx.log);
        return { status: 200, headers: STREAM_HEADERS, stream };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/responses/:id/live/:token/recording',
      summary: 'The recording that page plays',
      tag: 'Runs',
      isPublic: true,
      params,
      responses: { 200: z.unknown().describe('Frames and steps with their times') },
      errors: ['response_not_found', 'not_found', 'artifact_expired'],
      async handler({ params }) {
        await sight(ctx, params, 0);
        const bytes = await findRecording(ctx, params.id);
        const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-store' };
        return { status: 200, bytes, headers };
      },
    }),
  ];
}

async function sight(ctx: RunsContext, { id, token }: Params, seen: number): Promise<Sighting> {
  const isPossible = isId(id, 'resp') && /^[0-9a-f]{64}$/.test(token);
  const sighting = isPossible ? await loadSighting(ctx.db, id, token, seen) : null;
  if (!sighting) throw new ApiError('response_not_found', 'There is no such response.');
  return sighting;
}

async function* sightings(
  ctx: RunsContext,
  params: Params,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  let seen = 0;
  for (let look = 0; !signal.aborted && !ctx.stage.isClosed; look += 1) {
    if (look % SAY_SO_EVERY_LOOKS === 0) ctx.stage.watch(params.id);
    const { status, isOver, sequence, view } = await sight(ctx, params, seen);
    if (isOver) return yield { type: 'end', status };
    if (view) {
      seen = sequence ?? seen;
      const frame = view.frame && Buffer.from(view.frame).toString('base64');
      yield { type: 'view', status, ms: view.ms, steps: view.steps, frame };
    }
    await ctx.stage.next(params.id, LOOK_EVERY_MS, signal);
  }
}

async function findRecording(ctx: RunsContext, runId: string): Promise<Uint8Array> {
  const run = await loadAnyRun(ctx.db, runId);
  const recordings = run?.artifacts.filter(({ kind }) => kind === 'recording') ?? [];
  if (recordings.at(-1)?.isExpired)
    throw new ApiError('artifact_expired', 'The retention of this workspace is over for this recording.');
  const key = recordings.findLast(({ storageKey }) => storageKey !== null)?.storageKey;
  const file = key
    ? await ctx.files.read(key).catch((cause) => {
        throw new ApiError('service_unavailable', { message: 'The file store does not answer.', cause });
      })
    : null;
  const data = file && recordingData(file);
  if (!data) throw new ApiError('not_found', 'There is no recording of this response.');
  return data;
}
