import sql, { empty, join } from 'sql-template-tag';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import { readInput } from '../platform/http/read-input.ts';
import { route } from '../platform/http/route.ts';
import { eventStream, STREAM_HEADERS, type StreamEvent } from '../platform/http/sse.ts';
import type { Log } from '../platform/log.ts';
import type { Bell } from './bell.ts';
import { RESPONSE_EVENTS, renderEvent } from './event.ts';
import { type EventSubject, typeOf } from './prepare.ts';
import * as wire from './schema.ts';

interface LiveContext {
  db: Db;
  clock: Clock;
  log: Log;
  baseUrl(): string;
  payloadsOf(events: EventSubject[]): Promise<Map<string, { status: string }>>;
  bell: Pick<Bell, 'listen' | 'isClosed'>;
}

// Clients go on where they were.
const STREAM_MS = 25_000;
const OVERLAP_MS = 5_000;
const AT_ONCE = 50;

// The further changes of a run, besides its ends and questions.
const NAMED: Record<string, string> = { created: 'response.created', attempt: 'response.in_progress' };

/** The events of a workspace for clients that the service cannot reach: they ask, and keep the connection. */
export const liveEventRoute = (ctx: LiveContext) =>
  route({
    method: 'GET',
    path: '/v1/events',
    permission: 'runs',
    operation: 'webhooks.events',
    summary: 'List or stream events',
    description:
      'Returns the events of this workspace as a list. `stream=true` sends them live as server-sent events.',
    tag: 'Webhooks',
    query: wire.liveEventsQuery,
    headers: { 'Last-Event-ID': 'The same as `starting_after`, and wins over it.' },
    responses: { 200: wire.liveEventList },
    events: wire.liveEvent,
    errors: ['saturated'],
    async handler({ caller: { workspaceId }, query, header, untilGone, takeStream }) {
      const asked: Asked = { workspaceId, types: query.types ?? RESPONSE_EVENTS };
      // A reconnecting client sends the time of the last event that it received.
      const last = readInput(lastEvent, { 'last-event-id': header('last-event-id') || undefined }, {});
      const after = last['last-event-id'] ?? query.starting_after ?? null;
      if (query.stream !== 'true') {
        const { data, next } = after === null ? NOTHING : await page(ctx, asked, after);
        return {
          status: 200,
          body: { object: 'list', data, has_more: next !== null, next_starting_after: next },
        };
      }
      takeStream();
      // An answer that has begun misses nothing.
      const since = after === null ? await databaseTime(ctx.db) : beforeOf(after);
      const events = liveEvents(ctx, asked, since, untilGone());
      return {
        status: 200,
        headers: STREAM_HEADERS,
        stream: eventStream(events, ctx.clock, ctx.log, ctx.baseUrl()),
      };
    },
  });

const lastEvent = z.object({ 'last-event-id': wire.liveEventsQuery.shape.starting_after });

/** Workspace and event types to stream. */
interface Asked {
  workspaceId: string;
  types: readonly string[];
}

async function* liveEvents(
  ctx: LiveContext,
  asked: Asked,
  start: Date,
  gone: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const endsAt = ctx.clock.mono() + STREAM_MS;
  const sent: string[] = [];
  using ear = ctx.bell.listen(asked.workspaceId);
  let since = start;
  let changed: string[] = [];
  while (!gone.aborted && !ctx.bell.isClosed && ctx.clock.mono() < endsAt) {
    const { found, events } = await read(ctx, asked, since, sent, changed);
    yield* events;
    sent.push(...found.map(({ eventId }) => eventId));
    // A notice may be lost, so only a scan of all rows gives a safe position.
    const before = beforeOf(found.at(-1)?.at ?? since);
    if (changed.length === 0 && before > since) since = before;
    if (found.length < AT_ONCE) changed = await ear.next(endsAt - ctx.clock.mono(), gone);
  }
}

const NOTHING = { data: [], next: null };

/** The events since then. More than one look may tell the time before `after` again: a page with a next one goes past it. */
async function page(ctx: LiveContext, asked: Asked, after: string) {
  const data: StreamEvent[] = [];
  const sent: string[] = [];
  for (;;) {
    const { found, events } = await read(ctx, asked, beforeOf(after), sent);
    data.push(...events);
    sent.push(...found.map(({ eventId }) => eventId));
    const last = found.at(-1);
    if (last === undefined || found.length < AT_ONCE) return { data, next: null };
    if (last.at > new Date(after)) return { data, next: last.at.toISOString() };
  }
}

/** A change becomes visible after its own time: the latest rows are read again. */
function beforeOf(time: string | Date): Date {
  return new Date(new Date(time).getTime() - OVERLAP_MS);
}

/** Changes since then whose run still exists. */
async function read(
  ctx: LiveContext,
  { workspaceId, types }: Asked,
  since: Date,
  sent: string[],
  changed: string[] = [],
) {
  const isFine = types.some((type) => Object.values(NAMED).includes(type));
  const found = await happenedSince(ctx.db, workspaceId, since, { sent, changed, isFine });
  const payloads = await ctx.payloadsOf(found.map((one) => ({ ...one, workspaceId })));
  const events = found.flatMap(({ eventId: id, at: createdAt, sequence, kind }) => {
    const data = payloads.get(id);
    const type = data && (NAMED[kind] ?? typeOf(data.status));
    return type && types.includes(type)
      ? [JSON.parse(renderEvent({ id, type, sequence, createdAt, data })) as StreamEvent]
      : [];
  });
  return { found, events };
}

async function databaseTime(db: Db): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`select db_now() as now`);
  return row?.now ?? new Date(0);
}

interface Happened {
  eventId: string;
  /** `created`, `attempt`, or empty for an end or a question, which the run itself names. */
  kind: string;
  runId: string;
  interactionId: string | null;
  at: Date;
  sequence: number;
}

/**
 * Ends and questions of runs, and on request the starts of runs and the ends of attempts: of the changed ones, else of all. An
 * event that an endpoint gets too has the same id there.
 */
function happenedSince(
  db: Db,
  workspaceId: string,
  since: Date,
  { sent, changed, isFine }: { sent: string[]; changed: string[]; isFine: boolean },
): Promise<Happened[]> {
  // Every later change belongs to a run that still lives or ended since: each kind has its index.
  const parts =
    changed.length > 0
      ? [sql`id = any(${changed}::text[])`]
      : [sql`finished_at is null`, sql`finished_at > ${since}`];
  const recent = join(
    parts.map(
      (part) => sql`select id, created_at, finished_at, event_sequence from runs
          where workspace_id = ${workspaceId} and deleted_at is null and ${part}`,
    ),
    ' union all ',
  );
  const fine = isFine
    ? sql`union all
          select id, 'created', 'created', null, created_at, 0 from recent where created_at > ${since}
          union all
          select a.run_id, 'attempt', a.id, null, a.finished_at, a.ordinal
          from attempts a join recent r on r.id = a.run_id
          where a.workspace_id = ${workspaceId} and a.finished_at > ${since} and (r.finished_at is null or exists (
            select from attempts b where b.run_id = a.run_id and b.workspace_id = ${workspaceId} and b.started_at >= a.finished_at))`
    : empty;
  return db.query<Happened & { [column: string]: unknown }>(
    sql`with recent as (
          ${recent}
        ), happened as (
          select id as run_id, '' as kind, '' as part, null as interaction_id, finished_at as at, event_sequence as sequence
          from recent where finished_at > ${since}
          union all
          select i.run_id, '', i.id, i.id, i.created_at, null
          from interactions i join recent r on r.id = i.run_id
          where i.workspace_id = ${workspaceId} and i.created_at > ${since}
          ${fine}
        ), named as (
          select coalesce(e.id, 'evt_' || md5(h.run_id || h.part)) as id, h.run_id, h.kind, h.interaction_id, h.at,
                 coalesce(e.sequence, h.sequence,
                   (select count(*)::int from interactions o
                    where o.run_id = h.run_id and o.workspace_id = ${workspaceId} and o.created_at <= h.at)) as sequence
          from happened h
          left join webhook_events e on e.run_id = h.run_id and e.workspace_id = ${workspaceId} and e.discriminator = h.part
        )
        select id as "eventId", run_id as "runId", kind, interaction_id as "interactionId", at, sequence from named
        where id <> all(${sent}::text[]) order by at, id limit ${AT_ONCE}`,
  );
}
