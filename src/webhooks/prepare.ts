import { LRUCache } from 'lru-cache';
import type { Db } from '../platform/db.ts';
import { renderEvent } from './event.ts';
import { type Claimed, freezeBodies, frozenBodies } from './outbox.ts';

export interface PrepareContext {
  db: Db;
  /** The response objects as GET shows them; one that was deleted is missing. */
  payloadsOf(
    wanted: Array<{ workspaceId: string; runId: string }>,
  ): Promise<Array<{ id: string; status: string }>>;
  /** Whether the question behind a `response.requires_action` still waits for its answer. */
  isInteractionOpen(interactionId: string): Promise<boolean>;
}

// What each event says of the response: nothing is announced that is not true.
const STATUS: Record<string, string> = {
  'response.completed': 'completed',
  'response.failed': 'failed',
  'response.requires_action': 'requires_action',
  'response.cancelled': 'cancelled',
};

// A response can be large before it is shortened.
const LOADED_AT_ONCE = 16;
const REMEMBERED_BYTES = 8 * 2 ** 20;

/** The bytes of events: rendered and frozen once, and remembered for a while, as several endpoints ask for them. */
export class Bodies {
  readonly #ctx: PrepareContext;
  readonly #known = new LRUCache<string, Buffer>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (body) => body.length,
  });

  constructor(ctx: PrepareContext) {
    this.#ctx = ctx;
  }

  /** An event that cannot be told any more (the response was deleted, the question answered) is missing. */
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
    const untold = [...events.values()].filter(({ isFrozen }) => !isFrozen);
    const parts: Telling[][] = [];
    for (let at = 0; at < untold.length; at += LOADED_AT_ONCE)
      parts.push(untold.slice(at, at + LOADED_AT_ONCE));
    const bodies = await Promise.all(parts.map((part) => freeze(this.#ctx, part)));
    return bodies.flatMap((part) => [...part]);
  }
}

type Telling = Claimed['event'] & { workspaceId: string };

async function freeze(ctx: PrepareContext, events: Telling[]): Promise<Map<string, string>> {
  const payloads = new Map((await ctx.payloadsOf(events)).map((payload) => [payload.id, payload]));
  const fresh = new Map<string, string>();
  for (const event of events) {
    const data = payloads.get(event.runId);
    if (data && data.status === STATUS[event.type] && (await isAbout(ctx, event)))
      fresh.set(event.id, renderEvent({ ...event, data }));
  }
  if (fresh.size === 0) return fresh;
  const mine = new Set(await freezeBodies(ctx.db, fresh));
  const others = [...fresh.keys()].filter((id) => !mine.has(id));
  // Whoever came first has decided on the bytes.
  for (const [id, body] of await bytesOf(ctx.db, others)) fresh.set(id, body);
  return fresh;
}

/** A response asks one question at a time: if this one is still open, it is the one that was loaded before. */
async function isAbout(ctx: PrepareContext, { type, discriminator }: Telling): Promise<boolean> {
  return type !== 'response.requires_action' || ctx.isInteractionOpen(discriminator);
}

async function bytesOf(db: Db, eventIds: string[]): Promise<Map<string, string>> {
  return eventIds.length > 0 ? frozenBodies(db, eventIds) : new Map();
}
