import { API_VERSION } from '../platform/http/openapi.ts';
import { shorten } from './shorten.ts';
import { mayHoldImages, withoutImages } from './without-images.ts';

/** The types that fire. */
export const RESPONSE_EVENTS = [
  'response.completed',
  'response.failed',
  'response.requires_action',
  'response.cancelled',
] as const;

/** Sent only on a live stream, and only on request. */
export const LIVE_EVENTS = ['response.created', 'response.in_progress', ...RESPONSE_EVENTS] as const;

/** Valid in a subscription but never sent: long-task orchestration is disabled. */
const SILENT_EVENTS = [
  'long_task.progress',
  'long_task.interaction_required',
  'long_task.completed',
  'long_task.partial',
  'long_task.failed',
] as const;

export const EVENT_TYPES = [...RESPONSE_EVENTS, ...SILENT_EVENTS] as const;

export type ResponseEvent = (typeof RESPONSE_EVENTS)[number];

const MAX_BODY_BYTES = 256 * 1024;

export interface EventFacts {
  id: string;
  type: string;
  sequence: number;
  createdAt: Date;
  /** The response object, as GET would show it now. */
  data: unknown;
}

/** The bytes of an event: serialised once, then signed and sent as they are. */
export function renderEvent(event: EventFacts): string {
  const whole = serialise(event, event.data);
  const hasImages = mayHoldImages(whole);
  const data = hasImages ? withoutImages(event.data) : event.data;
  const body = hasImages ? serialise(event, data) : whole;
  if (Buffer.byteLength(body) <= MAX_BODY_BYTES) return body;
  return serialise(event, shorten(data, MAX_BODY_BYTES - Buffer.byteLength(serialise(event, null))));
}

function serialise(event: EventFacts, data: unknown): string {
  return JSON.stringify({
    id: event.id,
    object: 'svc.event',
    api_version: API_VERSION,
    type: event.type,
    sequence: event.sequence,
    created_at: event.createdAt.toISOString(),
    data,
  });
}
