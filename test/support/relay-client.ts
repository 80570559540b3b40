import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface RelayTarget {
  targetId: string;
  type: string;
  url: string;
}

interface Message {
  id?: number;
  method?: string;
  params?: { targetInfo?: RelayTarget; sessionId?: string };
  result?: { targetInfos?: RelayTarget[]; targetInfo?: RelayTarget };
  error?: { message: string };
}

/** A driver of a browser session without any manners: it sends what it likes, and keeps all that it hears. */
export class RelayClient implements AsyncDisposable {
  /** Every description of a target that ever came. */
  readonly targets: RelayTarget[] = [];
  /** Protocol sessions with their targets. */
  readonly sessions = new Map<string, RelayTarget>();
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #texts = '';
  #lastId = 0;

  static async connect(url: string): Promise<RelayClient> {
    const socket = new WebSocket(url, { maxPayload: 256_000_000 });
    await once(socket, 'open');
    return new RelayClient(socket);
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data) => this.#hear(String(data)));
    socket.on('close', () => {
      for (const settle of this.#waiting.values()) settle({ error: { message: 'closed' } });
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  heard(words: string): boolean {
    return this.#texts.includes(words);
  }

  /** The answer, or null when none comes in time: a page that waits for its debugger gives none. */
  async send(method: string, params: object = {}, sessionId?: string): Promise<Message | null> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Message | null>();
    this.#waiting.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    const timer = setTimeout(resolve, 5_000, null);
    return promise.finally(() => clearTimeout(timer));
  }

  /** The targets that the browser has now, of every type. */
  async list(): Promise<RelayTarget[]> {
    const answer = await this.send('Target.getTargets', { filter: [{}] });
    return answer?.result?.targetInfos ?? [];
  }

  /** Sees and attaches to everything that it may. */
  async follow(): Promise<void> {
    await this.send('Target.setDiscoverTargets', { discover: true, filter: [{}] });
    const auto = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: [{}] };
    await this.send('Target.setAutoAttach', auto);
  }

  /** The session on its first page. */
  async page(): Promise<string> {
    const page = (await this.list()).find(({ type }) => type === 'page');
    const answer = await this.send('Target.attachToTarget', { targetId: page?.targetId, flatten: true });
    return String((answer?.result as { sessionId?: string } | undefined)?.sessionId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.terminate();
  }

  #hear(text: string): void {
    this.#texts = `${this.#texts}${text}`.slice(-4_000_000);
    const message = JSON.parse(text) as Message;
    const { id = 0, method, params, result } = message;
    this.#waiting.get(id)?.(message);
    this.#waiting.delete(id);
    const told = [params?.targetInfo, result?.targetInfo, ...(result?.targetInfos ?? [])];
    this.targets.push(...told.filter((info) => info !== undefined));
    if (method === 'Target.attachedToTarget' && params?.sessionId && params.targetInfo)
      this.sessions.set(params.sessionId, params.targetInfo);
    if (method === 'Target.detachedFromTarget') this.sessions.delete(params?.sessionId ?? '');
  }
}

/** Written apart from the product's own rule, so that an error there does not hide itself. */
export function isOutsideWeb({ type, url }: RelayTarget): boolean {
  if (type === 'browser_ui') return true;
  if (url === '' || url === 'about:srcdoc' || url.startsWith('about:blank')) return false;
  return !/^(?:https?:\/\/|data:|blob:(?:https?:|null)|chrome-error:\/\/chromewebdata\/)/.test(url);
}
