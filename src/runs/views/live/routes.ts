import { hash } from 'node:crypto';
import { z } from 'zod';
import { gonePage, playerPage } from '../../../artifacts/player.ts';
import { recordingData } from '../../../artifacts/recording.ts';
import { ApiError } from '../../../errors.ts';
import { keptAs, type Route, route } from '../../../platform/http/route.ts';
import { eventStream, STREAM_HEADERS, type StreamEvent } from '../../../platform/http/sse.ts';
import type { RunsContext } from '../../context.ts';
import { noSuchResponse } from '../../require-run.ts';
import type { RunKey } from '../../run.ts';
import { loadAnyRun } from '../../store.ts';
import { runFacts } from './facts.ts';
import { isOwnRecording, livePath, shownFiles } from './path.ts';
import { loadSighting, type Sighting } from './store.ts';

const params = z.object({ token: z.string() });

const LOOK_EVERY_MS = 1_000;
const SAY_SO_EVERY_LOOKS = 3;

const page = {
  method: 'GET',
  area: 'page',
  access: 'public',
  tag: 'Pages',
  params,
} as const;

const livePage = (ctx: RunsContext) =>
  route({
    ...page,
    path: '/live/:token',
    summary: 'Watch a run in a browser, or its recording once it is over',
    responses: { 200: z.unknown(), 404: z.unknown() },
    errors: [],
    async handler({ params: { token } }) {
      const isThere = (await findSighting(ctx, token, 0)) !== null;
      const { html, headers } = isThere ? playerPage(livePath(token)) : gonePage();
      return { status: isThere ? 200 : 404, bytes: Buffer.from(html), headers };
    },
  });

const liveEvents = (ctx: RunsContext) =>
  route({
    ...page,
    path: '/live/:token/events',
    summary: 'The content of that page, as events',
    responses: { 200: z.unknown() },
    errors: ['response_not_found', 'saturated'],
    async handler({ params: { token }, untilGone, takeStream }) {
      await sight(ctx, token, 0);
      takeStream();
      const stream = eventStream(sightings(ctx, token, untilGone()), ctx.clock, ctx.log, ctx.baseUrl());
      return { status: 200, headers: STREAM_HEADERS, stream };
    },
  });

const liveRecording = (ctx: RunsContext) =>
  route({
    ...page,
    path: '/live/:token/recording',
    summary: 'The recording that page plays',
    responses: { 200: z.unknown() },
    errors: ['response_not_found', 'not_found', 'artifact_expired'],
    async handler({ params: { token } }) {
      const { runId: id, workspaceId } = await sight(ctx, token, 0);
      const { bytes, key } = await findRecording(ctx, { id, workspaceId });
      return {
        status: 200,
        bytes,
        headers: { 'content-type': 'application/json', ...keptAs(hash('sha256', key, 'base64url')) },
      };
    },
  });

/** The live page of a run, its events and its recording. The token in the address is the key; it opens this run only. */
export function liveRoutes(ctx: RunsContext): Route[] {
  return [livePage(ctx), liveEvents(ctx), liveRecording(ctx)];
}

async function findSighting(ctx: RunsContext, token: string, seen: number): Promise<Sighting | null> {
  return /^[0-9a-f]{64}$/.test(token) ? loadSighting(ctx.db, token, seen) : null;
}

async function sight(ctx: RunsContext, token: string, seen: number): Promise<Sighting> {
  const sighting = await findSighting(ctx, token, seen);
  if (!sighting) throw noSuchResponse();
  return sighting;
}

/** `run` for every change of the run, `view` for every picture, and `end`. */
async function* sightings(
  ctx: RunsContext,
  token: string,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  let seen = 0;
  let sent = '';
  for (let look = 0; !signal.aborted && !ctx.stage.isClosed; look += 1) {
    const { runId, workspaceId, status, isOver, sequence, view } = await sight(ctx, token, seen);
    if (look % SAY_SO_EVERY_LOOKS === 0) ctx.stage.watch(runId);
    if (look === 0 || isOver || status === 'needs_human' || !sent.includes(`"status":"${status}"`)) {
      const run = await loadAnyRun(ctx.db, { id: runId, workspaceId });
      const facts = run && JSON.stringify(runFacts(run, ctx.baseUrl()));
      if (facts && facts !== sent) yield { type: 'run', ...JSON.parse(facts) };
      sent = facts ?? sent;
    }
    if (isOver) return yield { type: 'end', status };
    if (view) {
      seen = sequence ?? seen;
      const frame = view.frame && Buffer.from(view.frame).toString('base64');
      yield { type: 'view', status, ms: view.ms, steps: view.steps, frame };
    }
    await ctx.stage.next(runId, LOOK_EVERY_MS, signal);
  }
}

async function findRecording(
  ctx: RunsContext,
  recorded: RunKey,
): Promise<{ bytes: Uint8Array; key: string }> {
  const run = await loadAnyRun(ctx.db, recorded);
  const recordings = run ? shownFiles(run, 'recording').filter(isOwnRecording) : [];
  if (recordings.at(-1)?.isExpired)
    throw new ApiError('artifact_expired', 'The retention of this workspace is over for this recording.');
  const key = recordings.findLast(({ storageKey }) => storageKey !== null)?.storageKey;
  const file = key
    ? await ctx.files.read(key).catch((cause) => {
        throw new ApiError('service_unavailable', { message: 'The file store does not answer.', cause });
      })
    : null;
  const bytes = file && recordingData(file);
  if (!key || !bytes) throw new ApiError('not_found', 'Recording not found.');
  return { bytes, key };
}
