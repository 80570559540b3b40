import { createHmac, timingSafeEqual } from 'node:crypto';
import { chargeAtOnce } from '../billing/postings.ts';
import { loadBalance, withPosting } from '../billing/store.ts';
import { ApiError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import { Aborted, type Db } from '../platform/db.ts';
import type { Caller } from '../platform/http/route.ts';
import { isId, newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Gate } from '../platform/net/gate.ts';
import type { AttemptResult } from '../runners/contract.ts';
import { loadContext, saveContextState, stateContext } from './context-store.ts';
import { type BrowserSettings, EmbeddedBrowsers } from './embedded-browsers.ts';
import { LiveSession } from './live-session.ts';
import type { OpenSession } from './open-session.ts';
import { ProviderSession } from './provider-session.ts';
import { minutePrice } from './render-session.ts';
import type { CreateSession } from './schema.ts';
import { EMBEDDED, type SessionProvider, type SessionProviders } from './session-providers.ts';
import {
  countLive,
  dropOldFiles,
  endOrphans,
  endSession,
  findHolder,
  insertStatement,
  keepFile,
  markClosed,
  minuteStatement,
  type NewSession,
  renewSessions,
  type Session,
  type SessionEnd,
  sessionOf,
  takeUnclosed,
} from './store.ts';
import { applyState, readState } from './stored-state.ts';

export interface SessionHostOptions {
  db: Db;
  clock: Clock;
  log: Log;
  instanceId: string;
  /** Where the other instances reach this one. */
  instanceUrl(): string;
  gate: Gate;
  /** How this machine starts a browser; null where it has none. */
  browser: BrowserSettings | null;
  providers: SessionProviders;
  secrets: {
    seal(text: string, context: string): Promise<Buffer>;
    open(sealed: Buffer, context: string): Promise<string>;
  };
  /** Makes the tokens of connect URLs; the same on every instance. */
  tokenKey: Buffer;
}

const MINUTE_MS = 60_000;
const RENEW_EVERY_MS = 5_000;
const ORPHAN_SECONDS = 60;
/** Nobody came: the session ends. */
const CONNECT_WITHIN_MS = 5 * MINUTE_MS;
const DEFAULT_TIMEOUT_SECONDS = 3_600;
const MAX_PER_WORKSPACE = 25;
/** What every provider's smallest plan allows. */
const PROVIDER_TIMEOUT_SECONDS = 900;
const CLOSE_AGAIN_SECONDS = 30;
const EMBEDDED_MINUTE_MICRO = 2_000;

interface Opened {
  live: OpenSession;
  /** Its id at the provider; null where nothing is left to close there. */
  reference: string | null;
  /** Where the browser is; null where nobody says. */
  region: string | null;
  /** What is to be kept of a session that ends in order. */
  keep(session: Session): Promise<void>;
  close(): Promise<void>;
}

interface Held extends Opened {
  session: Session;
  cancelTimers(): void;
}

/** The sessions of this instance, on browsers of its own and of providers: opens them, bills them by the minute, and ends every one of them. */
export class SessionHost implements AsyncDisposable {
  readonly #options: SessionHostOptions;
  readonly #held = new Map<string, Held>();
  readonly #ending = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  readonly #browsers: EmbeddedBrowsers;
  #loop: Promise<void> | null = null;

  constructor(options: SessionHostOptions) {
    this.#options = options;
    const { browser: settings, clock, log } = options;
    this.#browsers = new EmbeddedBrowsers({ settings, clock, log });
  }

  start(): void {
    this.#loop = this.#keep();
  }

  /** Throws what the caller is to know: no browser, no credits, too many, no such context. */
  async create(caller: Caller, body: CreateSession): Promise<Session> {
    const { db, providers } = this.#options;
    const provider = await providers.choose(caller.workspaceId, body);
    const isOwnKey = provider?.account.isOwn ?? false;
    const { feeRatePpm } = caller;
    const minutePriceMicro = provider?.minutePriceMicro ?? EMBEDDED_MINUTE_MICRO;
    const [{ creditsMicro }, live] = await Promise.all([
      loadBalance(db, caller.workspaceId),
      countLive(db, caller.workspaceId),
    ]);
    if (creditsMicro < minutePrice({ minutePriceMicro, feeRatePpm, isOwnKey })) throw noCredits();
    if (live >= MAX_PER_WORKSPACE)
      throw new ApiError('rate_limited', {
        message: `This workspace has its limit of ${MAX_PER_WORKSPACE} live sessions.`,
        retryAfter: 10,
      });
    const id = newId('sess');
    const timeoutSeconds = body.timeout ?? (provider ? PROVIDER_TIMEOUT_SECONDS : DEFAULT_TIMEOUT_SECONDS);
    const opened = provider
      ? await this.#openAt(provider, id, body, timeoutSeconds)
      : await this.#openHere(caller.workspaceId, id, body);
    try {
      const session = await this.#admit({
        id,
        workspaceId: caller.workspaceId,
        provider: provider?.name ?? EMBEDDED,
        providerReference: opened.reference,
        region: opened.region,
        keepAlive: body.keepAlive ?? false,
        contextId: body.browserSettings?.context?.id ?? null,
        userMetadata: body.userMetadata ?? null,
        feeRatePpm,
        minutePriceMicro,
        instanceId: this.#options.instanceId,
        instanceUrl: this.#options.instanceUrl(),
        keyId: caller.keyId,
        isOwnKey,
        timeoutSeconds,
      });
      this.#hold(session, opened, timeoutSeconds * 1_000);
      return session;
    } catch (error) {
      await opened.live[Symbol.asyncDispose]();
      await opened.close();
      throw error;
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

  /** Belongs to one session of one workspace and is worth nothing without it. */
  tokenFor(id: string): string {
    return createHmac('sha256', this.#options.tokenKey).update(`session|${id}`).digest('base64url');
  }

  isTokenFor(id: string, token: string): boolean {
    const expected = Buffer.from(this.tokenFor(id));
    const given = Buffer.from(token);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** Ends it here and writes down what it leaves; waits where that is under way. Does nothing where it is over or on another instance. */
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
    this.#stop.abort();
    await Promise.all([...this.#held.keys()].map((id) => this.end(id, 'COMPLETED')));
    await Promise.all(this.#ending.values());
    await this.#browsers[Symbol.asyncDispose]();
    await this.#loop;
  }

  async #stateOf(workspaceId: string, contextId: string | undefined): Promise<string | null> {
    if (contextId === undefined) return null;
    const { db, secrets } = this.#options;
    const context = await loadContext(db, workspaceId, contextId);
    if (!context) throw new ApiError('not_found', `There is no context ${contextId.slice(0, 80)}.`);
    return context.state === null ? null : secrets.open(context.state, stateContext(workspaceId, contextId));
  }

  async #openHere(
    workspaceId: string,
    id: string,
    { browserSettings, ...body }: CreateSession,
  ): Promise<Opened> {
    const { clock, gate } = this.#options;
    const { recordSession = true, logSession = true, context, viewport } = browserSettings ?? {};
    const state = await this.#stateOf(workspaceId, context?.id);
    const browser = await this.#browsers.take(viewport);
    const live = new LiveSession({
      id,
      browser,
      gate,
      clock,
      keepAlive: body.keepAlive ?? false,
      isRecorded: recordSession,
      isLogged: logSession,
      onOver: (reason) => this.#over(id, reason),
    });
    const keep = context?.persist
      ? async (session: Session) => this.#keepState(session, live)
      : async () => undefined;
    try {
      if (state !== null) await applyState(browser, state).catch(() => undefined);
      await live.watch();
    } catch (error) {
      await live[Symbol.asyncDispose]();
      throw error;
    }
    return { live, keep, reference: null, region: null, close: async () => undefined };
  }

  async #openAt(
    { lender, account, options }: SessionProvider,
    id: string,
    body: CreateSession,
    seconds: number,
  ): Promise<Opened> {
    const { clock, gate } = this.#options;
    const { keepAlive = false, browserSettings } = body;
    const { name } = lender.facts;
    if (keepAlive && lender.isPerConnection)
      throw new ApiError('invalid_request', {
        message: `A browser of ${name} ends with its connection; leave \`keepAlive\` out.`,
        param: 'keepAlive',
      });
    const { signal } = this.#stop;
    const onOpened = async () => undefined;
    const opened = await lender.open({ attemptId: id, seconds, account, options, signal, onOpened });
    if ('ok' in opened) throw new ApiError('runner_unavailable', failure(opened, name));
    const live = new ProviderSession({
      id,
      lender,
      account,
      opened,
      gate,
      clock,
      keepAlive,
      isLogged: browserSettings?.logSession ?? true,
      onOver: (reason) => this.#over(id, reason),
    });
    if (!(await live.begin()))
      throw new ApiError(
        'runner_unavailable',
        `${name} does not take the connection. Check its key, or try later.`,
      );
    const reference = lender.isPerConnection ? null : opened.reference;
    const close = async () => {
      if (reference === null) return;
      const closed = await lender.close(account, reference);
      if (closed !== 'failed') await markClosed(this.#options.db, id);
    };
    return { live, keep: async () => undefined, reference, region: opened.region ?? null, close };
  }

  #over(id: string, reason: 'left' | 'crashed'): void {
    void this.end(id, reason === 'left' ? 'COMPLETED' : 'ERROR');
  }

  async #admit(created: NewSession): Promise<Session> {
    const { id, workspaceId, keyId, minutePriceMicro, feeRatePpm } = created;
    const payer = created.isOwnKey ? 'workspace' : 'service';
    const posting = chargeAtOnce(`session:${id}:1`, minutePriceMicro, feeRatePpm, payer);
    const charge = { workspaceId, runId: null, keyId, posting, mustCover: true };
    try {
      const [[row] = []] = await this.#options.db.commit(withPosting([insertStatement(created)], charge));
      if (!row) throw new Error('the session was not written');
      return sessionOf(row);
    } catch (error) {
      if (error instanceof Aborted && error.code === 'insufficient_credits') throw noCredits();
      throw error;
    }
  }

  #hold(session: Session, opened: Opened, timeoutMs: number): void {
    const { clock } = this.#options;
    const timers = [
      clock.after(timeoutMs, () => void this.end(session.id, 'TIMED_OUT')),
      clock.after(CONNECT_WITHIN_MS, () => {
        if (!opened.live.wasUsed && !session.keepAlive) void this.end(session.id, 'COMPLETED');
      }),
    ];
    let cancelMinute = () => {};
    const nextMinute = (minute: number) => {
      cancelMinute = clock.after(MINUTE_MS, () => {
        this.#bill(session, minute)
          .then((isPaid) => (isPaid ? nextMinute(minute + 1) : this.end(session.id, 'COMPLETED')))
          .catch(() => nextMinute(minute));
      });
    };
    nextMinute(2);
    const cancelTimers = () => {
      cancelMinute();
      for (const cancel of timers) cancel();
    };
    this.#held.set(session.id, { ...opened, session, cancelTimers });
  }

  /** False when the balance does not cover a further minute, or the session is over. */
  async #bill(session: Session, minute: number): Promise<boolean> {
    const { id, workspaceId, keyId, minutePriceMicro, feeRatePpm, isOwnKey } = session;
    const payer = isOwnKey ? 'workspace' : 'service';
    const posting = chargeAtOnce(`session:${id}:${minute}`, minutePriceMicro, feeRatePpm, payer);
    const charge = { workspaceId, runId: null, keyId, posting, mustCover: true };
    try {
      await this.#options.db.commit(withPosting([minuteStatement(id, minute)], charge));
      return true;
    } catch (error) {
      if (!(error instanceof Aborted)) throw error;
      this.#options.log.info({ session: id }, 'session ended: the balance does not cover a further minute');
      return false;
    }
  }

  async #finish({ live, session, keep, close }: Held, status: SessionEnd['status']): Promise<void> {
    const { db } = this.#options;
    const { id } = session;
    live.hangUp();
    try {
      const zip = await live.downloads();
      const recording = live.recorder?.events(id) ?? [];
      if (zip) await keepFile(db, id, 'downloads', zip);
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

  async #keepState({ workspaceId, contextId }: Session, live: LiveSession): Promise<void> {
    if (contextId === null) return;
    const { db, secrets } = this.#options;
    const state = await readState(live.browser, live.origins);
    await saveContextState(db, contextId, await secrets.seal(state, stateContext(workspaceId, contextId)));
  }

  /** Closes at its provider what nobody here holds any more. */
  async #closeFor({ id, workspaceId, provider: name, providerReference, isOwnKey }: Session): Promise<void> {
    const { db, log, providers } = this.#options;
    const provider = await providers.find(workspaceId, name);
    // Under another key the provider would not know it; then it ends by its own time.
    if (provider?.account.isOwn !== isOwnKey || providerReference === null) return;
    const closed = await provider.lender.close(provider.account, providerReference);
    if (closed === 'failed')
      log.warn({ session: id, provider: name }, 'session could not be closed at its provider');
    else await markClosed(db, id);
  }

  /** Renews this instance's claim, does what others asked of it, and ends what dead instances left. */
  async #keep(): Promise<void> {
    const { db, clock, log, instanceId } = this.#options;
    while (!this.#stop.signal.aborted) {
      await clock.sleep(RENEW_EVERY_MS, this.#stop.signal).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      try {
        const held = [...this.#held.keys()];
        const goesOn = held.length > 0 ? await renewSessions(db, instanceId) : new Set();
        // Released from elsewhere, or gone with its workspace.
        for (const id of held) if (!goesOn.has(id)) await this.end(id, 'COMPLETED');
        const orphans = await endOrphans(db, ORPHAN_SECONDS);
        if (orphans > 0) log.warn({ sessions: orphans }, 'sessions of a lost instance ended');
        for (const session of await takeUnclosed(db, CLOSE_AGAIN_SECONDS)) await this.#closeFor(session);
        await dropOldFiles(db);
      } catch (error) {
        log.warn({ cause: String(error) }, 'sessions could not be looked after');
      }
    }
  }
}

function noCredits(): ApiError {
  return new ApiError('insufficient_credits', 'The balance does not cover a minute of a browser session.');
}

function failure(result: AttemptResult, name: string): string {
  return 'message' in result ? result.message : `${name} lends no browser.`;
}
