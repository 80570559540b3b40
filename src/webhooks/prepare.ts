import { LRUCache } from 'lru-cache';
import type { Db } from '../platform/db.ts';
import { renderEvent } from './event.ts';
import { type Claimed, freezeBodies, frozenBodies } from './outbox.ts';

export interface PrepareContext {
  db: Db;
  /** The response objects by event; one whose response was deleted is missing. */
  payloadsOf(events: EventSubject[]): Promise<Map<string, { status: string }>>;
}

/** The subject of an event. */
export interface EventSubject {
  eventId: string;
  workspaceId: string;
  runId: string;
  /** The interaction of a `response.requires_action`: rendered as it was asked, even if it is closed by now. */
  interactionId: string | null;
}

// The status that each event type announces; an event that does not match is not sent.
const STATUS: Record<string, string> = {
  'response.completed': 'completed',
  'response.failed': 'failed',
  'response.requires_action': 'requires_action',
  'response.cancelled': 'cancelled',
};

/** The event type that announces a status; null while there is nothing to announce. */
export function typeOf(status: string): string | null {
  return Object.keys(STATUS).find((type) => STATUS[type] === status) ?? null;
}

// A response can be large before it is shortened.
const LOADED_AT_ONCE = 16;
const REMEMBERED_BYTES = 8 * 2 ** 20;

/** The bodies of events: rendered and stored once, and cached because several endpoints need them. */
export class Bodies {
  readonly #ctx: PrepareContext;
  readonly #known = new LRUCache<string, Buffer>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (body) => body.length,
  });

  constructor(ctx: PrepareContext) {
    this.#ctx = ctx;
  }

  /** Events whose response was deleted are missing. */
  async of(claimed: Claimed[]): Promise<Map<string, Buffer>> {
    const bodies = new Map<string, Buffer>();
    const unknown = new Map<string, Telling>();
    for (const { workspaceId, event } of claimed) {
      const body = this.#known.get(event.id);
      if (body) bodies.set(event.id, body);
      else unknown.set(event.id, { workspaceId, ...event });
    }
    const [frozen, fresh] = await Promise.all([this.#frozen(unknown), this.#frozenNow(unknown)]);
    for (const [id, text] of [...frozen, ...fresh]) {
      const body = Buffer.from(text);
      bodies.set(id, body);
      this.#known.set(id, body);
    }
    return bodies;
  }

  async #frozen(events: Map<string, Telling>): Promise<Map<string, string>> {
    const frozen = [...events.values()].filter(({ isFrozen }) => isFrozen);
    return bytesOf(
      this.#ctx.db,
      frozen.map(({ id }) => id),
    );
  }

  async #frozenNow(events: Map<string, Telling>): Promise<Array<[string, string]>> {
    const unfrozen = [...events.values()].filter(({ isFrozen }) => !isFrozen);
    const parts: Telling[][] = [];
    for (let at = 0; at < unfrozen.length; at += LOADED_AT_ONCE)
      parts.push(unfrozen.slice(at, at + LOADED_AT_ONCE));
    const bodies = await Promise.all(parts.map((part) => freeze(this.#ctx, part)));
    return bodies.flatMap((part) => [...part]);
  }
}

type Telling = Claimed['event'] & { workspaceId: string };

async function freeze(ctx: PrepareContext, events: Telling[]): Promise<Map<string, string>> {
  const payloads = await ctx.payloadsOf(events.map(subjectOf));
  const fresh = new Map<string, string>();
  for (const event of events) {
    const data = payloads.get(event.id);
    if (data && data.status === STATUS[event.type]) fresh.set(event.id, renderEvent({ ...event, data }));
  }
  if (fresh.size === 0) return fresh;
  const mine = new Set(await freezeBodies(ctx.db, fresh));
  const others = [...fresh.keys()].filter((id) => !mine.has(id));
  // The instance that stored the body first wins.
  for (const [id, body] of await bytesOf(ctx.db, others)) fresh.set(id, body);
  return fresh;
}

function subjectOf({ id, workspaceId, runId, type, discriminator }: Telling): EventSubject {
  const interactionId = type === 'response.requires_action' ? discriminator : null;
  return { eventId: id, workspaceId, runId, interactionId };
}

async function bytesOf(db: Db, eventIds: string[]): Promise<Map<string, string>> {
  return eventIds.length > 0 ? frozenBodies(db, eventIds) : new Map();
}
