import { createHmac, timingSafeEqual } from 'node:crypto';
import { loadMeans } from '../billing/store.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../platform/http/route.ts';
import { isId, newId } from '../platform/ids.ts';
import type { Routine } from '../platform/routine.ts';
import { admit, meter, noCredits } from './metering.ts';
import type { OpenSession } from './open-session.ts';
import { type Opened, Opening, type OpeningOptions } from './opening.ts';
import { connectUrl, minutePrice } from './render-session.ts';
import type { CreateSession } from './schema.ts';
import { EMBEDDED, type SessionProvider, type SessionProviders } from './session-providers.ts';
import {
  countLiveElsewhere,
  endSession,
  findHolder,
  keepDownloads,
  keepFile,
  type Session,
  type SessionEnd,
} from './store.ts';
import { tidySessions } from './tidying.ts';

export interface SessionHostOptions extends OpeningOptions {
  instanceId: string;
  /** Where the other instances reach this one. */
  instanceUrl(): string;
  providers: SessionProviders;
  /** Makes the tokens of connect URLs; the same on every instance. */
  tokenKey: Buffer;
  /** The most sessions with a browser of this machine. */
  maxSessions: number;
}

/** A session ends if no driver connects within this time. */
const CONNECT_WITHIN_MS = 5 * 60_000;
const DEFAULT_TIMEOUT_SECONDS = 3_600;
const MAX_PER_WORKSPACE = 25;
/** The limit of every provider's smallest plan. */
const PROVIDER_TIMEOUT_SECONDS = 900;
const EMBEDDED_MINUTE_MICRO = 2_000;

interface Chosen {
  /** Null for a browser of this machine. */
  provider: SessionProvider | null;
  isOwnKey: boolean;
  minutePriceMicro: number;
}

const SESSION_BYTES = 500_000_000;

/** Half of the memory is for the browsers of sessions. */
export function sessionsFor(memoryBytes: number): number {
  return Math.max(1, Math.floor(memoryBytes / 2 / SESSION_BYTES));
}

type TokenPurpose = 'drive' | 'watch';

interface Held extends Opened {
  session: Session;
  cancelTimers(): void;
}

/** The sessions of this instance, on browsers of its own and of providers: it begins, holds and ends every one of them. */
export class SessionHost implements AsyncDisposable {
  readonly #options: SessionHostOptions;
  readonly #held = new Map<string, Held>();
  readonly #ending = new Map<string, Promise<void>>();
  readonly #opening: Opening;
  /** Sessions whose browsers are being opened. */
  readonly #beginning = new Set<{ workspaceId: string; provider: string }>();
  #tidying: Routine | null = null;

  constructor(options: SessionHostOptions) {
    this.#options = options;
    this.#opening = new Opening(options);
  }

  start(): void {
    const held = () => [...this.#held.keys()];
    this.#tidying = tidySessions({ ...this.#options, held, end: (id) => this.end(id, 'COMPLETED') });
  }

  /** Throws errors for the caller: no browser, no credits, too many, no such context. */
  async create(caller: Caller, body: CreateSession): Promise<Session> {
    const { workspaceId, feeRatePpm } = caller;
    const provider = await this.#options.providers.choose(workspaceId, body);
    const isOwnKey = provider?.account.isOwn ?? false;
    const minutePriceMicro = provider?.minutePriceMicro ?? EMBEDDED_MINUTE_MICRO;
    const room = { workspaceId, provider: provider?.name ?? EMBEDDED };
    await this.#takeRoom(caller, room, minutePrice({ minutePriceMicro, feeRatePpm, isOwnKey }));
    try {
      return await this.#open(caller, body, { provider, isOwnKey, minutePriceMicro });
    } finally {
      this.#beginning.delete(room);
    }
  }

  get liveCount(): number {
    return this.#held.size;
  }

  live(id: string): OpenSession | null {
    return this.#held.get(id)?.live ?? null;
  }

  /** The address of the other instance that holds a session; null when none does. */
  async elsewhere(id: string): Promise<string | null> {
    const { db, instanceId } = this.#options;
    return this.#held.has(id) || !isId(id, 'sess') ? null : findHolder(db, id, instanceId);
  }

  /** Leads a driver of this process into a session of this instance. */
  connectHere(id: string): URL {
    const baseUrl = this.#options.instanceUrl();
    return new URL(connectUrl(id, { baseUrl, token: this.tokenFor(id, 'drive') }));
  }

  /** For one session and one purpose: driving its browser, or watching its picture. */
  tokenFor(id: string, purpose: TokenPurpose): string {
    const name = purpose === 'drive' ? `session|${id}` : `watch|${id}`;
    return createHmac('sha256', this.#options.tokenKey).update(name).digest('base64url');
  }

  isTokenFor(id: string, purpose: TokenPurpose, token: string): boolean {
    const expected = Buffer.from(this.tokenFor(id, purpose));
    const given = Buffer.from(token);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** Ends the session and saves its results; waits where that is under way. Does nothing where it is over or held elsewhere. */
  async end(id: string, status: SessionEnd['status']): Promise<void> {
    const held = this.#held.get(id);
    if (!held) return this.#ending.get(id);
    this.#held.delete(id);
    held.cancelTimers();
    const ending = this.#finish(held, status).catch((error) =>
      this.#options.log.error({ session: id, cause: String(error) }, 'session could not be ended cleanly'),
    );
    this.#ending.set(id, ending);
    await ending;
    this.#ending.delete(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#opening.stop();
    await Promise.all([...this.#held.keys()].map((id) => this.end(id, 'COMPLETED')));
    await Promise.all(this.#ending.values());
    await this.#opening[Symbol.asyncDispose]();
    await this.#tidying?.[Symbol.asyncDispose]();
  }

  async #open(
    { workspaceId, feeRatePpm, keyId }: Caller,
    body: CreateSession,
    { provider, isOwnKey, minutePriceMicro }: Chosen,
  ): Promise<Session> {
    const { instanceId, instanceUrl } = this.#options;
    const id = newId('sess');
    const seconds = body.timeout ?? (provider ? PROVIDER_TIMEOUT_SECONDS : DEFAULT_TIMEOUT_SECONDS);
    const onOver = (reason: 'left' | 'crashed') =>
      void this.end(id, reason === 'left' ? 'COMPLETED' : 'ERROR');
    const opened = await this.#opening.open({ id, workspaceId, body, seconds, onOver }, provider);
    try {
      const session = await admit(this.#options, {
        id,
        workspaceId,
        provider: provider?.name ?? EMBEDDED,
        providerReference: opened.reference,
        region: opened.region,
        keepAlive: body.keepAlive ?? false,
        contextId: body.browserSettings?.context?.id ?? null,
        userMetadata: body.userMetadata ?? null,
        feeRatePpm,
        minutePriceMicro,
        instanceId,
        instanceUrl: instanceUrl(),
        keyId,
        isOwnKey,
        timeoutSeconds: seconds,
      });
      this.#hold(session, opened, seconds * 1_000);
      return session;
    } catch (error) {
      await opened.live[Symbol.asyncDispose]();
      await opened.close();
      throw error;
    }
  }

  /** Takes a place in the limits for a browser that is about to be opened; counted and taken in one go. */
  async #takeRoom(
    caller: Caller,
    room: { workspaceId: string; provider: string },
    minuteMicro: number,
  ): Promise<void> {
    const { db, instanceId, maxSessions } = this.#options;
    const { workspaceId } = caller;
    const [{ leftMicro, keyLimit }, elsewhere] = await Promise.all([
      loadMeans(db, caller),
      countLiveElsewhere(db, workspaceId, instanceId),
    ]);
    if (leftMicro < minuteMicro) throw noCredits(keyLimit);
    const here = [...this.#beginning, ...[...this.#held.values()].map(({ session }) => session)];
    const ofWorkspace = here.filter((one) => one.workspaceId === workspaceId);
    if (elsewhere + ofWorkspace.length >= MAX_PER_WORKSPACE)
      throw new ApiError('rate_limited', {
        message: `This workspace has its limit of ${MAX_PER_WORKSPACE} live sessions.`,
        retryAfter: 10,
      });
    const embedded = here.filter(({ provider }) => provider === EMBEDDED);
    if (room.provider === EMBEDDED && embedded.length >= maxSessions)
      throw new ApiError('saturated', {
        message: `This instance has its limit of ${maxSessions} live browser sessions.`,
        retryAfter: 10,
      });
    this.#beginning.add(room);
  }

  #hold(session: Session, opened: Opened, timeoutMs: number): void {
    const { clock } = this.#options;
    const timers = [
      clock.after(timeoutMs, () => void this.end(session.id, 'TIMED_OUT')),
      clock.after(CONNECT_WITHIN_MS, () => {
        if (!opened.live.wasUsed && !session.keepAlive) void this.end(session.id, 'COMPLETED');
      }),
      meter(this.#options, session, () => void this.end(session.id, 'COMPLETED')),
    ];
    const cancelTimers = () => {
      for (const cancel of timers) cancel();
    };
    this.#held.set(session.id, { ...opened, session, cancelTimers });
  }

  async #finish({ live, session, keep, close }: Held, status: SessionEnd['status']): Promise<void> {
    const { db } = this.#options;
    const { id } = session;
    live.hangUp();
    try {
      const zip = live.downloads();
      const recording = live.recorder?.events(id) ?? [];
      if (zip) await keepDownloads(db, id, zip);
      if (recording.length > 0) await keepFile(db, id, 'recording', Buffer.from(JSON.stringify(recording)));
      if (live.log.entries.length > 0)
        await keepFile(db, id, 'log', Buffer.from(JSON.stringify(live.log.entries)));
      if (status !== 'ERROR') await keep(session);
    } finally {
      const { trafficBytes } = live;
      await live[Symbol.asyncDispose]();
      await Promise.all([endSession(db, id, { status, proxyBytes: trafficBytes }), close()]);
    }
  }
}
