import { ApiError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import type { Gate } from '../platform/net/gate.ts';
import type { AttemptResult } from '../runners/contract.ts';
import type { OpenedSession } from '../runners/infra/browser-source.ts';
import { loadContext, saveContextState, stateContext } from './context-store.ts';
import { type BrowserSettings, EmbeddedBrowsers } from './embedded-browsers.ts';
import { LiveSession } from './live-session.ts';
import type { OpenSession } from './open-session.ts';
import { RemoteSession } from './remote-session.ts';
import type { CreateSession } from './schema.ts';
import type { SessionProvider } from './session-providers.ts';
import { markClosed, type Session } from './store.ts';
import { applyState, readState } from './stored-state.ts';

export interface OpeningOptions {
  db: Db;
  clock: Clock;
  log: Log;
  gate: Gate;
  /** How this machine starts a browser; null where it has none. */
  browser: BrowserSettings | null;
  /** Why it has none, where that is known. */
  browserProblem: string | null;
  secrets: {
    seal(text: string, context: string): Promise<Buffer>;
    open(sealed: Buffer, context: string): Promise<string>;
  };
}

/** The browser of a session, on this machine or at a provider. */
export interface Opened {
  live: OpenSession;
  /** Its id at the provider; null where nothing is left to close there. */
  reference: string | null;
  /** The region of the browser; null where it is unknown. */
  region: string | null;
  /** The lasting parts of a session that ends in order. */
  keep(session: Session): Promise<void>;
  close(): Promise<void>;
}

interface Wanted {
  id: string;
  workspaceId: string;
  body: CreateSession;
  seconds: number;
  onOver(reason: 'left' | 'crashed'): void;
}

/** Opens the browsers of sessions. Throws errors for the caller: no browser, no such context, a provider that refuses. */
export class Opening implements AsyncDisposable {
  readonly #options: OpeningOptions;
  readonly #stop = new AbortController();
  readonly #browsers: EmbeddedBrowsers;

  constructor(options: OpeningOptions) {
    this.#options = options;
    const { browser: settings, browserProblem, clock, log } = options;
    this.#browsers = new EmbeddedBrowsers({ settings, browserProblem, clock, log });
  }

  open(wanted: Wanted, provider: SessionProvider | null): Promise<Opened> {
    return provider ? this.#openAt(provider, wanted) : this.#openHere(wanted);
  }

  /** Gives up the openings under way. */
  stop(): void {
    this.#stop.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.#browsers[Symbol.asyncDispose]();
  }

  async #openHere({ id, workspaceId, body, onOver }: Wanted): Promise<Opened> {
    const { clock, gate } = this.#options;
    const { recordSession = true, logSession = true, context, ...wished } = body.browserSettings ?? {};
    const state = await this.#stateOf(workspaceId, context?.id);
    const browser = await this.#browsers.take(wished);
    const live = new LiveSession({
      id,
      browser,
      gate,
      clock,
      keepAlive: body.keepAlive ?? false,
      isRecorded: recordSession,
      isLogged: logSession,
      onOver,
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
    { id, body, seconds, onOver }: Wanted,
  ): Promise<Opened> {
    const { clock, gate, db, log } = this.#options;
    const { keepAlive = false, browserSettings } = body;
    const { name } = lender.facts;
    if (keepAlive && lender.isPerConnection)
      throw new ApiError('invalid_request', {
        message: `${name} closes the browser when the connection drops. Leave \`keepAlive\` out.`,
        param: 'keepAlive',
      });
    const { signal } = this.#stop;
    let left: string | null = null;
    const onOpened = async (session: OpenedSession) => {
      left = session.reference;
    };
    const giveUp = async (result: AttemptResult): Promise<never> => {
      if ((await lender.forget(account, id, left)) === 'failed')
        log.warn({ session: id, provider: name }, 'refused session not closed; it ends by its own timeout');
      throw new ApiError('runner_unavailable', failure(result, name));
    };
    const opened = await lender.open({ attemptId: id, seconds, account, options, signal, onOpened });
    if ('ok' in opened) return giveUp(opened);
    const isLogged = browserSettings?.logSession ?? true;
    const live = new RemoteSession({ id, lender, account, opened, gate, clock, keepAlive, isLogged, onOver });
    const refused = await live.begin();
    if (refused) return giveUp(refused);
    const reference = lender.isPerConnection ? null : opened.reference;
    const close = async () => {
      if (reference === null) return;
      const closed = await lender.close(account, reference);
      if (closed !== 'failed') await markClosed(db, id);
    };
    return { live, keep: async () => undefined, reference, region: opened.region ?? null, close };
  }

  async #stateOf(workspaceId: string, contextId: string | undefined): Promise<string | null> {
    if (contextId === undefined) return null;
    const { db, secrets } = this.#options;
    const context = await loadContext(db, workspaceId, contextId);
    if (!context) throw new ApiError('not_found', `Context ${contextId.slice(0, 80)} not found.`);
    return context.state === null ? null : secrets.open(context.state, stateContext(workspaceId, contextId));
  }

  async #keepState({ workspaceId, contextId }: Session, live: LiveSession): Promise<void> {
    if (contextId === null) return;
    const { db, secrets } = this.#options;
    const state = await readState(live.browser, live.origins);
    await saveContextState(db, contextId, await secrets.seal(state, stateContext(workspaceId, contextId)));
  }
}

function failure(result: AttemptResult, name: string): string {
  return 'message' in result ? result.message : `${name} returned no browser. Try again later.`;
}
