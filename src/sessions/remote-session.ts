import type { WebSocket } from 'ws';
import type { CdpClientOptions } from '../browser/cdp-client.ts';
import { endsWithin } from '../browser/ends-within.ts';
import { SocketBrowser } from '../browser/remote/socket-browser.ts';
import type { Clock } from '../platform/clock.ts';
import type { Gate } from '../platform/net/gate.ts';
import { openProviderSocket } from '../platform/net/provider-socket.ts';
import type { AttemptResult, ProviderAccount } from '../runners/contract.ts';
import type { OpenedSession } from '../runners/infra/browser-source.ts';
import type { Lender } from '../runners/infra/lender.ts';
import { checkCommand } from './check-command.ts';
import { type OpenSession, Refusal } from './open-session.ts';
import { SessionLog } from './session-log.ts';
import { drive, relayTo } from './socket-relay.ts';

const MAX_CLIENTS = 2;
const ANSWER_LIMIT_MS = 30_000;

export interface RemoteSessionOptions {
  id: string;
  lender: Lender;
  account: ProviderAccount;
  opened: OpenedSession;
  gate: Gate;
  clock: Clock;
  keepAlive: boolean;
  isLogged: boolean;
  onOver(reason: 'left' | 'crashed'): void;
}

/** A browser at a provider, driven through here: the caller never sees the provider's address, for keys stand in it. */
export class RemoteSession implements OpenSession {
  readonly log: SessionLog;
  readonly recorder = null;
  wasUsed = false;
  readonly trafficBytes = 0;
  readonly #options: RemoteSessionOptions;
  readonly #clients = new Set<WebSocket>();
  readonly #stop = new AbortController();
  /** The connection of the opening; the first driver gets it. */
  #first: SocketBrowser | null = null;
  #liveViewUrl: string | null;

  constructor(options: RemoteSessionOptions) {
    this.#options = options;
    this.log = new SessionLog(options.id, options.clock, options.isLogged);
    this.#liveViewUrl = options.opened.liveViewUrl || null;
  }

  /** Connects to the browser, so that a refusal is known before anything is billed. Null when the browser answers. */
  async begin(): Promise<AttemptResult | null> {
    const { lender, account, opened } = this.#options;
    const first = await this.#dial();
    if ('ok' in first) return first;
    first.onClose = () => {
      this.#first = null;
      if (lender.isPerConnection) this.#end('crashed');
    };
    this.#first = first;
    void lender.lateLiveView(account, opened, this.#stop.signal).then((url) => {
      this.#liveViewUrl ??= url;
    });
    return null;
  }

  get liveViewUrl(): string | null {
    return this.#liveViewUrl;
  }

  get isFull(): boolean {
    return this.#clients.size >= (this.#options.lender.isPerConnection ? 1 : MAX_CLIENTS);
  }

  async connect(socket: WebSocket): Promise<void> {
    const { keepAlive } = this.#options;
    this.#clients.add(socket);
    this.wasUsed = true;
    const first = this.#first;
    this.#first = null;
    let browser: SocketBrowser | null = null;
    let isLost = false;
    const join = async () => {
      const dialled = first ?? (await this.#dial());
      if ('ok' in dialled) throw new Refusal(dialled.ok ? 'No connection.' : dialled.message);
      browser = dialled;
      browser.onTarget = (what, info) => void (what === 'closed' && this.log.closed(info));
      browser.onClose = () => {
        isLost = true;
      };
      return browser.join(this.#driverOn(socket));
    };
    await drive(socket, join(), () => {
      this.#clients.delete(socket);
      browser?.close();
      if (this.#clients.size === 0 && !keepAlive) this.#end(isLost || !browser ? 'crashed' : 'left');
    });
  }

  async pages(): Promise<[]> {
    return [];
  }

  downloads(): null {
    return null;
  }

  async dropDownloads(): Promise<void> {}

  async upload(): Promise<false> {
    return false;
  }

  hangUp(): void {
    this.#stop.abort();
    for (const socket of this.#clients) socket.close(1000);
    this.#first?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.hangUp();
  }

  async #dial(): Promise<SocketBrowser | AttemptResult> {
    const { lender, opened, account } = this.#options;
    const { signal } = this.#stop;
    const socket = await lender.connect(opened, account, { open: openProviderSocket, signal });
    if ('ok' in socket) return socket;
    const browser = new SocketBrowser(socket);
    const watching = browser.watch().then(
      () => true,
      () => false,
    );
    if ((await endsWithin(watching, ANSWER_LIMIT_MS, signal)) && (await watching)) return browser;
    browser.close();
    return lender.silent(account, socket);
  }

  #driverOn(socket: WebSocket): CdpClientOptions {
    const { gate, account, lender, clock } = this.#options;
    const isLocalReached = lender.isOwnServer(account);
    const onClose = () => void clock.after(0, () => socket.close(1000));
    return {
      check: (method, params) => {
        this.log.command(method);
        return checkCommand(method, params, { gate, isLocalReached, onClose });
      },
      onEvent: (method, text) => this.log.event(method, text),
      onMessage: relayTo(socket, clock),
      onClose: () => socket.close(1001),
    };
  }

  #end(reason: 'left' | 'crashed'): void {
    if (this.#stop.signal.aborted) return;
    this.#options.onOver(reason);
  }
}
