import type { Db } from '../../platform/db.ts';
import type { EventSubject } from '../../webhooks/prepare.ts';
import { loadRuns } from '../store.ts';
import { asAsked } from './past-states.ts';
import { type ResponseObject, renderResponse } from './render.ts';
import { loadInteractions } from './store.ts';

/** The response objects that events carry, by event; an event whose run was deleted is missing. */
export async function eventPayloads(
  db: Db,
  events: EventSubject[],
  baseUrl: string,
): Promise<Map<string, ResponseObject>> {
  const asked = events.filter(({ interactionId }) => interactionId !== null);
  const [runs, interactions] = await Promise.all([
    loadRuns(db, distinctRuns(events)),
    asked.length > 0
      ? loadInteractions(
          db,
          asked.map(({ workspaceId }) => workspaceId),
          asked.map(({ interactionId }) => interactionId ?? ''),
        )
      : [],
  ]);
  const payloads = new Map<string, ResponseObject>();
  for (const { eventId, runId, interactionId } of events) {
    const run = runs.find(({ id }) => id === runId);
    const interaction = interactions.find(({ id }) => id === interactionId);
    if (!run || (interactionId !== null && !interaction)) continue;
    const isOld = interaction && run.interaction?.id !== interaction.id;
    payloads.set(eventId, renderResponse(isOld ? asAsked(run, interaction) : run, baseUrl));
  }
  return payloads;
}

function distinctRuns(events: EventSubject[]): EventSubject[] {
  return [...new Map(events.map((event) => [event.runId, event])).values()];
}
