import { setTimeout as delay } from 'node:timers/promises';
import {
  CdpClient,
  type CdpClientOptions,
  type CdpMessage,
  type CdpValues,
  headOf,
  sessionOf,
} from './cdp-client.ts';
import { type TargetInfo, WebTargets } from './web-targets.ts';

const CLOSE_EVERY_MS = 20;
const MAX_CLOSES = 50;
const NEW_TAB = /^chrome(?:-search)?:\/\/(?:newtab|new-tab-page)/;
const GONE = 'the browser is gone';

/** A browser behind one connection, which drivers share with us. A tab that leaves the web is closed. */
export abstract class SharedBrowser {
  readonly targets = new WebTargets();
  /** Its targets as they come, change and go; those outside the web are closed at once. */
  onTarget: (what: 'seen' | 'gone' | 'closed', info: TargetInfo) => void = () => undefined;
  readonly #pending = new Map<number, (message: CdpMessage) => void>();
  /** Commands of joined clients that wait for their answer, and the clients by protocol session. */
  readonly #forwarded = new Map<number, (text: string) => void>();
  readonly #clients = new Map<string, CdpClient>();
  /** Listeners of the protocol sessions opened here. */
  readonly #listeners = new Map<string, (method: string, params: CdpValues) => void>();
  #lastId: number;
  #watching: Promise<void> | null = null;
  #isOver = false;

  /** Ids of commands begin after `lastId`. */
  constructor(lastId = 0) {
    this.#lastId = lastId;
    this.targets.watchers.add((info, visibility) => {
      if (visibility !== 'foreign') return;
      void this.closePage(info.targetId);
      this.onTarget('closed', info);
    });
  }

  /** To the browser. */
  protected abstract write(message: CdpMessage): void;

  /** Makes a new browser context able to use the network. */
  protected async prime(_browserContextId: string): Promise<void> {}

  /**
   * Connects a driver on a separate browser session; it sees only its own protocol sessions.
   * Disconnecting detaches everything it had attached.
   */
  async join(options: CdpClientOptions): Promise<CdpClient> {
    await this.watch();
    const root = await this.#attach();
    const client = new CdpClient(options, root, {
      send: (message, onAnswer) => {
        const id = ++this.#lastId;
        if (onAnswer) this.#forwarded.set(id, onAnswer);
        this.write({ ...message, id });
      },
      claim: (session) => this.#clients.set(session, client),
      drop: (session) => this.#clients.delete(session),
      prime: (browserContextId) => this.prime(browserContextId),
      targets: this.targets,
    });
    this.#clients.set(root, client);
    return client;
  }

  /** Subscribes to a protocol session opened here; the returned function unsubscribes. */
  onSession(sessionId: string, listener: (method: string, params: CdpValues) => void): () => void {
    this.#listeners.set(sessionId, listener);
    return () => this.#listeners.delete(sessionId);
  }

  /** Sends an unfiltered command. Throws with the browser's error message. */
  async command(
    method: string,
    params: Record<string, unknown> = {},
    sessionId?: string,
  ): Promise<CdpValues> {
    if (this.#isOver) throw new Error(`${method}: ${GONE}`);
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<CdpMessage>();
    this.#pending.set(id, resolve);
    this.write({ id, method, params, sessionId });
    const { result, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  /** Takes note of every target from now on. */
  watch(): Promise<void> {
    this.#watching ??= this.#beginWatch();
    return this.#watching;
  }

  /** A session with this id is a driver's or ours. */
  protected hasSession(sessionId = ''): boolean {
    return this.#clients.has(sessionId) || this.#listeners.has(sessionId);
  }

  /** From the browser, as Chromium writes it. */
  protected receive(text: string): void {
    const { id, method = '' } = headOf(text);
    const answered = id !== undefined && this.#forwarded.get(id);
    if (answered) {
      this.#forwarded.delete(id);
      answered(text);
      return;
    }
    const client = id === undefined ? this.#clients.get(sessionOf(text) ?? '') : undefined;
    if (client) client.receive(method, text);
    else this.#receiveOwn(text);
  }

  /** The connection has closed: pending commands fail. */
  protected hangUp(): void {
    this.#isOver = true;
    for (const settle of this.#pending.values()) settle({ error: { message: GONE } });
    for (const client of new Set(this.#clients.values())) client.end();
    this.#clients.clear();
  }

  /** Asks until the browser does not know the page: one that is still being set up survives the first time. */
  protected async closePage(targetId: string): Promise<void> {
    for (let tries = 0; tries < MAX_CLOSES; tries += 1) {
      const isKnown = await this.command('Target.closeTarget', { targetId }).then(
        () => true,
        () => false,
      );
      if (!isKnown) return;
      await delay(CLOSE_EVERY_MS);
    }
  }

  async #beginWatch(): Promise<void> {
    await this.#emptyNewTabs();
    const session = await this.#attach();
    this.onSession(session, (method, params) => this.#follow(method, params));
    await this.command('Target.setDiscoverTargets', { discover: true, filter: [{}] }, session);
  }

  /** A browser that was started elsewhere may show its page for new tabs; closing its last tab would end it. */
  async #emptyNewTabs(): Promise<void> {
    const { targetInfos = [] } = await this.command('Target.getTargets');
    for (const { targetId, url } of targetInfos) {
      if (!NEW_TAB.test(url)) continue;
      const attached = await this.command('Target.attachToTarget', { targetId, flatten: true });
      const sessionId = String(attached.sessionId);
      await this.command('Page.navigate', { url: 'about:blank' }, sessionId);
      await this.command('Target.detachFromTarget', { sessionId });
    }
  }

  /** A session on the browser itself. */
  async #attach(): Promise<string> {
    const { sessionId } = await this.command('Target.attachToBrowserTarget');
    return String(sessionId);
  }

  #receiveOwn(text: string): void {
    const message: CdpMessage = JSON.parse(text);
    const { id, method = '', params = {}, sessionId } = message;
    if (id !== undefined) {
      this.#pending.get(id)?.(message);
      this.#pending.delete(id);
    } else this.#listeners.get(sessionId ?? '')?.(method, params);
  }

  #follow(method: string, { targetInfo, targetId }: CdpValues): void {
    if (targetInfo && this.targets.see(targetInfo) === 'web') this.onTarget('seen', targetInfo);
    if (method !== 'Target.targetDestroyed' || targetId === undefined) return;
    this.targets.forget(targetId);
    this.onTarget('gone', { targetId, type: '', url: '' });
  }
}
