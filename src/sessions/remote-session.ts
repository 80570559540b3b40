import type { WebSocket } from 'ws';
import { headOf, readCommand } from '../browser/cdp-client.ts';
import type { Clock } from '../platform/clock.ts';
import type { Gate } from '../platform/net/gate.ts';
import { openProviderWire, type ProviderWire } from '../platform/net/provider-socket.ts';
import type { AttemptResult, ProviderAccount } from '../runners/contract.ts';
import type { OpenedSession } from '../runners/infra/browser-source.ts';
import type { Lender } from '../runners/infra/lender.ts';
import { checkRemoteCommand } from './check-command.ts';
import type { OpenSession } from './open-session.ts';
import { SessionLog } from './session-log.ts';
import { MAX_WAITING_BYTES, relayTo, takeFrom } from './socket-relay.ts';

const MAX_CLIENTS = 2;

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
  /** The first connection of a browser; its first driver gets it. */
  #first: ProviderWire | null = null;

  constructor(options: RemoteSessionOptions) {
    this.#options = options;
    this.log = new SessionLog(options.id, options.clock, options.isLogged);
  }

  /** Connects at once to a browser that begins with its connection, so that a refusal is known now. Null when it is there. */
  async begin(): Promise<AttemptResult | null> {
    if (!this.#options.lender.isPerConnection) return null;
    const first = await this.#dial();
    if ('ok' in first) return first;
    first.onClose = () => this.#end('crashed');
    this.#first = first;
    return null;
  }

  get liveViewUrl(): string | null {
    return this.#options.opened.liveViewUrl || null;
  }

  get isFull(): boolean {
    return this.#clients.size >= (this.#options.lender.isPerConnection ? 1 : MAX_CLIENTS);
  }

  async connect(socket: WebSocket): Promise<void> {
    this.#clients.add(socket);
    this.wasUsed = true;
    const tell = relayTo(socket, this.#options.clock);
    const dialled = this.#first ? Promise.resolve(this.#first) : this.#dial();
    let passing = Promise.resolve();
    takeFrom(socket, (text) => {
      passing = passing.then(async () => {
        const wire = await dialled;
        if (!('ok' in wire)) await this.#pass(text, wire, socket, tell);
      });
      return passing;
    });
    const wire = await dialled;
    this.#first = null;
    if ('ok' in wire) {
      this.#clients.delete(socket);
      throw new Error(wire.ok ? 'no connection' : wire.message);
    }
    let isLost = false;
    wire.onText = (text) => {
      this.log.event(headOf(text).method ?? '', text);
      tell(text);
    };
    wire.onClose = () => {
      isLost = true;
      socket.close(1001);
    };
    const leave = () => {
      wire.close();
      this.#clients.delete(socket);
      if (this.#clients.size === 0 && !this.#options.keepAlive) this.#end(isLost ? 'crashed' : 'left');
    };
    if (socket.readyState === socket.OPEN) socket.once('close', leave);
    else leave();
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

  #dial(): Promise<ProviderWire | AttemptResult> {
    const { lender, opened, account } = this.#options;
    return lender.connect(opened, account, { open: openProviderWire, signal: this.#stop.signal });
  }

  async #pass(
    text: string,
    wire: ProviderWire,
    socket: WebSocket,
    tell: (text: string) => void,
  ): Promise<void> {
    const message = readCommand(text);
    if (!message) return socket.close(1003);
    const { id, method, params, sessionId } = message;
    this.log.command(method);
    const { gate, account, lender, clock } = this.#options;
    const verdict = await checkRemoteCommand(method, params, {
      gate,
      isLocalReached: lender.isOwnServer(account),
      onClose: () => clock.after(0, () => socket.close(1000)),
    });
    if ('refuse' in verdict)
      tell(JSON.stringify({ id, sessionId, error: { code: -32_000, message: verdict.refuse } }));
    else if ('answer' in verdict) tell(JSON.stringify({ id, sessionId, result: verdict.answer }));
    else {
      // Written anew: exactly the checked text is sent.
      wire.send(JSON.stringify({ id, method, params, sessionId }));
      if (wire.waitingBytes > MAX_WAITING_BYTES) socket.terminate();
    }
  }

  #end(reason: 'left' | 'crashed'): void {
    if (this.#stop.signal.aborted) return;
    this.#options.onOver(reason);
  }
}
