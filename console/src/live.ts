import type { WebhookEvent } from '@switchyard/sdk';
import { api, connection, isSignedOut, queries } from './api.ts';

/** Which rooms an event makes stale, by the first word of its type. */
const ROOMS: Record<string, readonly string[]> = {
  response: ['runs', 'overview', 'usage'],
  run: ['runs', 'overview', 'usage'],
  delivery: ['webhooks'],
  session: ['sessions'],
};

const listeners = new Set<(event: WebhookEvent) => void>();

/** Hears every event of the workspace; answers how to stop. */
export function onEvent(listener: (event: WebhookEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const RETRY_MS = 3_000;

/** The one live connection: it goes on where it broke, and makes stale what an event is about. */
export async function followEvents(signal: AbortSignal): Promise<void> {
  let startingAfter: string | undefined;
  while (!signal.aborted) {
    try {
      for await (const event of api.webhooks.events({ signal, startingAfter })) {
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

function tell(event: WebhookEvent): void {
  for (const room of ROOMS[event.type.split('.')[0] ?? ''] ?? [])
    void queries.invalidateQueries({ queryKey: [room] });
  for (const listener of listeners) listener(event);
}
