import type { LiveEvent, Run } from '@switchyard/sdk';
import { api, connection, isSignedOut, queries } from './api.ts';

/** Which rooms an event makes stale, by the first word of its type. */
const ROOMS: Record<string, readonly string[]> = {
  response: ['runs', 'overview', 'usage'],
  run: ['runs', 'overview', 'usage'],
  delivery: ['webhooks'],
  session: ['sessions'],
};

const TYPES = [
  'response.created',
  'response.in_progress',
  'response.completed',
  'response.failed',
  'response.requires_action',
  'response.cancelled',
];

const listeners = new Set<(event: LiveEvent) => void>();

/** Hears every event of the workspace; answers how to stop. */
export function onEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const RETRY_MS = 3_000;

/** The one live connection: it goes on where it broke, and makes stale what an event is about. */
export async function followEvents(signal: AbortSignal): Promise<void> {
  let startingAfter: string | undefined;
  while (!signal.aborted) {
    try {
      for await (const event of api.webhooks.events({ signal, startingAfter, types: TYPES })) {
        startingAfter = event.created_at;
        tell(event);
      }
    } catch (error) {
      if (signal.aborted || isSignedOut(error)) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      // What happened in between is not lost: everything on the screen is asked for again.
      if (!connection.get().isOffline) await queries.invalidateQueries();
    }
  }
}

function tell(event: LiveEvent): void {
  patchLists(event);
  for (const room of ROOMS[event.type.split('.')[0] ?? ''] ?? []) makeStale(room);
  for (const listener of listeners) listener(event);
}

/** The event has the run itself: the short lists of live and of waiting runs change before anything is asked. */
function patchLists({ data }: LiveEvent): void {
  const run = (data as { svc?: Run }).svc;
  if (!run) return;
  const lists: Array<[name: string, status: Run['status']]> = [
    ['live', 'running'],
    ['waiting', 'needs_human'],
  ];
  for (const [name, status] of lists)
    queries.setQueryData<Run[]>(['runs', name], (known) => {
      const others = known?.filter(({ id }) => id !== run.id);
      return others && (run.status === status ? [run, ...others] : others);
    });
}

const PAUSE_MS = 500;
const paused = new Map<string, { isStale: boolean }>();

/** At once, and then once in a while however many events there are. */
function makeStale(room: string): void {
  const pause = paused.get(room);
  if (pause) {
    pause.isStale = true;
    return;
  }
  const mine = { isStale: false };
  paused.set(room, mine);
  setTimeout(() => {
    paused.delete(room);
    if (mine.isStale) makeStale(room);
  }, PAUSE_MS);
  void queries.invalidateQueries({ queryKey: [room] });
}
