import type { LiveEvent, Run } from '@switchyard/sdk';
import { api, connection, isSignedOut, openedAt, queries } from './api.ts';

/** The rooms that the end or the start of a run makes stale; its deliveries are among the webhooks. */
const ROOMS = ['runs', 'overview', 'usage', 'webhooks'];

const TYPES = [
  'response.created',
  'response.in_progress',
  'response.completed',
  'response.failed',
  'response.requires_action',
  'response.cancelled',
];

const listeners = new Set<(event: LiveEvent) => void>();

/** Hears every event of the workspace; answers a function that stops it. */
export function onEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const RETRY_MS = 3_000;

const SHARED = 'switchyard-events';
let lastAt: string | undefined;

/**
 * Only one tab holds the live connection and tells the others, for a browser opens only six to a server. Where the browser has no
 * locks (no HTTPS), each tab has its own.
 */
export async function followEvents(signal: AbortSignal): Promise<void> {
  const tabs = new BroadcastChannel(SHARED);
  tabs.onmessage = ({ data }) => tell(data);
  signal.addEventListener('abort', () => tabs.close());
  const lead = () =>
    readEvents(signal, (event) => {
      tell(event);
      tabs.postMessage(event);
    });
  await (navigator.locks?.request(SHARED, { signal }, lead) ?? lead()).catch(() => undefined);
}

/** Continues where it broke. */
async function readEvents(signal: AbortSignal, onNext: (event: LiveEvent) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      const startingAfter = lastAt ?? openedAt;
      for await (const event of api.webhooks.events({ signal, startingAfter, types: TYPES })) onNext(event);
    } catch (error) {
      if (signal.aborted || isSignedOut(error)) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      // Nothing in between is lost: everything on the screen is asked for again.
      if (!connection.get().isOffline) await queries.invalidateQueries();
    }
  }
}

function tell(event: LiveEvent): void {
  lastAt = event.created_at;
  patchLists(event);
  for (const room of ROOMS) void makeStale(room);
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

/** At once, and then at intervals, for any number of events and any delay of an answer. */
async function makeStale(room: string): Promise<void> {
  const pause = paused.get(room);
  if (pause) {
    pause.isStale = true;
    return;
  }
  const mine = { isStale: false };
  paused.set(room, mine);
  await Promise.all([
    queries.invalidateQueries({ queryKey: [room] }),
    new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
  ]);
  paused.delete(room);
  if (mine.isStale) void makeStale(room);
}
