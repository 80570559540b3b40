import { createHmac, timingSafeEqual } from 'node:crypto';
import { chargeAtOnce, priceWithFee } from '../billing/postings.ts';
import { loadBalance, withPosting } from '../billing/store.ts';
import { PipeBrowser, type PipeBrowserOptions } from '../browser/pipe-browser.ts';
import { ApiError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import { Aborted, type Db } from '../platform/db.ts';
import type { Caller } from '../platform/http/route.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { loadContext, saveContextState, stateContext } from './context-store.ts';
import { LiveSession } from './live-session.ts';
import type { CreateSession } from './schema.ts';
import {
  countLive,
  dropOldFiles,
  endOrphans,
  endSession,
  insertStatement,
  keepFile,
  minuteStatement,
  renewSessions,
  type Session,
  type SessionEnd,
  sessionOf,
} from './store.ts';
import { applyState, readState } from './stored-state.ts';

export interface SessionHostOptions {
  db: Db;
  clock: Clock;
  log: Log;
  instanceId: string;
  /** How this machine starts a browser; null where it has none. */
  browser: Omit<PipeBrowserOptions, 'localAllowed' | 'signal'> | null;
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
/** A browser that stands ready for the next session is given up when none comes. */
const SPARE_MS = 10 * MINUTE_MS;
const EMBEDDED_MINUTE_MICRO = 2_000;

interface Held {
  live: LiveSession;
  session: Session;
  persist: boolean;
  cancelTimers(): void;
}

/** The embedded sessions of this instance: opens them, bills them by the minute, and ends every one of them. */
export class SessionHost implements AsyncDisposable {
  readonly #options: SessionHostOptions;
  readonly #held = new Map<string, Held>();
  readonly #ending = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #spare: { browser: Promise<PipeBrowser | null>; cancel(): void } | null = null;
  #loop: Promise<void> | null = null;

  constructor(options: SessionHostOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#keep();
  }

  /** Throws what the caller is to know: no browser, no credits, too many, no such context. */
  async create(caller: Caller, body: CreateSession): Promise<Session> {
    const { db } = this.#options;
    const { browserSettings = {} } = body;
    const price = priceWithFee(EMBEDDED_MINUTE_MICRO, caller.feeRatePpm);
    const [{ creditsMicro }, live] = await Promise.all([
      loadBalance(db, caller.workspaceId),
      countLive(db, caller.workspaceId),
    ]);
    if (creditsMicro < price) throw noCredits();
    if (live >= MAX_PER_WORKSPACE)
      throw new ApiError('rate_limited', {
        message: `This workspace has its limit of ${MAX_PER_WORKSPACE} live sessions.`,
        retryAfter: 10,
      });
    const state = await this.#stateOf(caller.workspaceId, browserSettings.context?.id);
    await using opened = new AsyncDisposableStack();
    const browser = opened.use(await this.#browser());
    if (state !== null) await applyState(browser, state).catch(() => undefined);
    const { viewport } = browserSettings;
    if (viewport) await resize(browser, viewport);
    const session = await this.#admit(caller, body);
    opened.move();
    await this.#hold(session, browser, body, caller.keyId);
    return session;
  }

  live(id: string): LiveSession | null {
    return this.#held.get(id)?.live ?? null;
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

  /** Ends it here and writes down what it leaves. Does nothing where it is over or on another instance. */
  async end(id: string, status: SessionEnd['status']): Promise<void> {
    const held = this.#held.get(id);
    if (!held) return;
    this.#held.delete(id);
    held.cancelTimers();
    const ending = this.#finish(held, status).catch((error) =>
      this.#options.log.error({ session: id, cause: String(error) }, 'session could not be ended cleanly'),
    );
    this.#ending.add(ending);
    await ending;
    this.#ending.delete(ending);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#held.keys()].map((id) => this.end(id, 'COMPLETED')));
    await Promise.all(this.#ending);
    await this.#dropSpare();
    await this.#loop;
  }

  async #stateOf(workspaceId: string, contextId: string | undefined): Promise<string | null> {
    if (contextId === undefined) return null;
    const { db, secrets } = this.#options;
    const context = await loadContext(db, workspaceId, contextId);
    if (!context) throw new ApiError('not_found', `There is no context ${contextId.slice(0, 80)}.`);
    return context.state === null ? null : secrets.open(context.state, stateContext(workspaceId, contextId));
  }

  async #admit(caller: Caller, body: CreateSession): Promise<Session> {
    const id = newId('sess');
    const insert = insertStatement({
      id,
      workspaceId: caller.workspaceId,
      provider: 'embedded',
      providerReference: null,
      region: body.region ?? 'us-west-2',
      keepAlive: body.keepAlive ?? false,
      contextId: body.browserSettings?.context?.id ?? null,
      userMetadata: body.userMetadata ?? null,
      feeRatePpm: caller.feeRatePpm,
      minutePriceMicro: EMBEDDED_MINUTE_MICRO,
      instanceId: this.#options.instanceId,
      timeoutSeconds: body.timeout ?? DEFAULT_TIMEOUT_SECONDS,
    });
    const posting = chargeAtOnce(`session:${id}:1`, EMBEDDED_MINUTE_MICRO, caller.feeRatePpm);
    const { workspaceId, keyId } = caller;
    const charge = { workspaceId, runId: null, keyId, posting, mustCover: true };
    try {
      const [[row] = []] = await this.#options.db.commit(withPosting([insert], charge));
      if (!row) throw new Error('the session was not written');
      return sessionOf(row);
    } catch (error) {
      if (error instanceof Aborted && error.code === 'insufficient_credits') throw noCredits();
      throw error;
    }
  }

  async #hold(
    session: Session,
    browser: PipeBrowser,
    body: CreateSession,
    keyId: string | null,
  ): Promise<void> {
    const { clock, browser: settings } = this.#options;
    const { recordSession = true, logSession = true, context } = body.browserSettings ?? {};
    const live = new LiveSession({
      id: session.id,
      browser,
      gate: (settings as PipeBrowserOptions).gate,
      clock,
      keepAlive: session.keepAlive,
      isRecorded: recordSession,
      isLogged: logSession,
      onOver: (reason) => void this.end(session.id, reason === 'left' ? 'COMPLETED' : 'ERROR'),
    });
    const timeoutMs = (body.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1_000;
    const timers = [
      clock.after(timeoutMs, () => void this.end(session.id, 'TIMED_OUT')),
      clock.after(CONNECT_WITHIN_MS, () => {
        if (!live.wasUsed && !session.keepAlive) void this.end(session.id, 'COMPLETED');
      }),
    ];
    let cancelMinute = () => {};
    const nextMinute = (minute: number) => {
      cancelMinute = clock.after(MINUTE_MS, () => {
        this.#bill(session, minute, keyId)
          .then((isPaid) => (isPaid ? nextMinute(minute + 1) : this.end(session.id, 'COMPLETED')))
          .catch(() => nextMinute(minute));
      });
    };
    nextMinute(2);
    const cancelTimers = () => {
      cancelMinute();
      for (const cancel of timers) cancel();
    };
    const persist = context?.persist ?? false;
    this.#held.set(session.id, { live, session, persist, cancelTimers });
    await live.watch();
  }

  /** False when the balance does not cover a further minute, or the session is over. */
  async #bill(session: Session, minute: number, keyId: string | null): Promise<boolean> {
    const { id, workspaceId, minutePriceMicro, feeRatePpm } = session;
    const posting = chargeAtOnce(`session:${id}:${minute}`, minutePriceMicro, feeRatePpm);
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

  async #finish({ live, session, persist }: Held, status: SessionEnd['status']): Promise<void> {
    const { db } = this.#options;
    const { id } = session;
    live.hangUp();
    try {
      const zip = await live.downloads();
      const recording = live.recorder.events(id);
      if (zip) await keepFile(db, id, 'downloads', zip);
      if (recording.length > 0) await keepFile(db, id, 'recording', Buffer.from(JSON.stringify(recording)));
      if (live.log.entries.length > 0)
        await keepFile(db, id, 'log', Buffer.from(JSON.stringify(live.log.entries)));
      if (persist && status !== 'ERROR') await this.#keepState(session, live);
    } finally {
      await endSession(db, id, { status, proxyBytes: live.browser.trafficBytes });
      await live[Symbol.asyncDispose]();
    }
  }

  async #keepState({ workspaceId, contextId }: Session, live: LiveSession): Promise<void> {
    if (contextId === null) return;
    const { db, secrets } = this.#options;
    const state = await readState(live.browser, live.origins);
    await saveContextState(db, contextId, await secrets.seal(state, stateContext(workspaceId, contextId)));
  }

  /** The one that stands ready, or a new one; then the next is made ready. */
  async #browser(): Promise<PipeBrowser> {
    const spare = this.#spare;
    this.#spare = null;
    spare?.cancel();
    const browser = (await spare?.browser) ?? (await this.#launch());
    this.#prepare();
    return browser;
  }

  async #launch(): Promise<PipeBrowser> {
    const { browser, log } = this.#options;
    if (!browser)
      throw new ApiError(
        'runner_unavailable',
        'This instance has no Chromium; install one or set CHROMIUM_PATH.',
      );
    try {
      return await PipeBrowser.open({ ...browser, localAllowed: false });
    } catch (error) {
      log.error({ cause: String(error) }, 'session browser did not start');
      throw new ApiError('runner_unavailable', 'The browser of this instance did not start.');
    }
  }

  #prepare(): void {
    const { browser: settings, clock } = this.#options;
    if (this.#spare || !settings || this.#stop.signal.aborted) return;
    const browser = PipeBrowser.open({ ...settings, localAllowed: false }).catch(() => null);
    this.#spare = { browser, cancel: clock.after(SPARE_MS, () => void this.#dropSpare()) };
  }

  async #dropSpare(): Promise<void> {
    const spare = this.#spare;
    this.#spare = null;
    spare?.cancel();
    await (await spare?.browser)?.[Symbol.asyncDispose]();
  }

  /** Renews this instance's claim, does what others asked of it, and ends what dead instances left. */
  async #keep(): Promise<void> {
    const { db, clock, log, instanceId } = this.#options;
    while (!this.#stop.signal.aborted) {
      await clock.sleep(RENEW_EVERY_MS, this.#stop.signal).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      try {
        if (this.#held.size > 0)
          for (const id of await renewSessions(db, instanceId)) await this.end(id, 'COMPLETED');
        const orphans = await endOrphans(db, ORPHAN_SECONDS);
        if (orphans.length > 0) log.warn({ sessions: orphans.length }, 'sessions of a lost instance ended');
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

async function resize(browser: PipeBrowser, size: { width: number; height: number }): Promise<void> {
  const { targetInfos } = await browser.command('Target.getTargets');
  const page = (targetInfos as { type: string; targetId: string }[]).find(({ type }) => type === 'page');
  if (!page) return;
  const { windowId } = await browser.command('Browser.getWindowForTarget', { targetId: page.targetId });
  await browser.command('Browser.setWindowBounds', { windowId, bounds: size });
}
