import { webAddress } from '@switchyard/sdk';

/** The page's view of the browser: its latest picture, the size of its window, and its address. */
export interface Picture {
  src: string;
  width: number;
  height: number;
}

interface Listener {
  onPicture: (picture: Picture) => void;
  onAddress: (url: string) => void;
  onLost: () => void;
}

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
  sessionId?: string;
}

const PICTURE = { format: 'jpeg', quality: 70, maxWidth: 1_600, maxHeight: 1_200 };
const TRY_EVERY_MS = 250;
const MAX_TRIES = 20;

/** A session's browser over its own protocol: shows its foremost page and passes on mouse and keys. */
export class LiveBrowser {
  readonly #socket: WebSocket;
  readonly #listener: Listener;
  readonly #waiting = new Map<number, (result: Record<string, unknown>) => void>();
  #lastId = 0;
  readonly #attached = Promise.withResolvers<void>();
  #page: string | undefined;
  #target: string | undefined;
  #isShown = false;

  constructor(url: string, listener: Listener) {
    this.#listener = listener;
    this.#socket = new WebSocket(url);
    this.#socket.onopen = () => void this.#begin();
    this.#socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Message);
    this.#socket.onclose = () => listener.onLost();
  }

  close(): void {
    this.#socket.onclose = null;
    this.#socket.close();
  }

  /** The reason when the page does not open; null when it does, or comes as a download. */
  async navigate(url: string): Promise<string | null> {
    await this.#attached.promise;
    const { errorText } = await this.#send('Page.navigate', { url: webAddress(url) });
    return typeof errorText === 'string' && errorText !== 'net::ERR_ABORTED' ? errorText : null;
  }

  mouse(event: MouseEvent | WheelEvent, at: { x: number; y: number }): void {
    const type = MOUSE_TYPES[event.type];
    if (!type) return;
    const wheel = event instanceof WheelEvent ? { deltaX: event.deltaX, deltaY: event.deltaY } : {};
    void this.#send('Input.dispatchMouseEvent', {
      type,
      ...at,
      ...wheel,
      button: type === 'mouseWheel' ? 'none' : (['left', 'middle', 'right'][event.button] ?? 'none'),
      buttons: event.buttons,
      clickCount: event.type === 'mousemove' ? 0 : Math.max(1, event.detail),
      modifiers: modifiersOf(event),
    });
  }

  key(event: KeyboardEvent): void {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    const text = isText ? event.key : event.key === 'Enter' ? '\r' : undefined;
    void this.#send('Input.dispatchKeyEvent', {
      type: event.type === 'keyup' ? 'keyUp' : text === undefined ? 'rawKeyDown' : 'keyDown',
      key: event.key,
      code: event.code,
      windowsVirtualKeyCode: event.keyCode,
      modifiers: modifiersOf(event),
      ...(event.type === 'keydown' && text !== undefined && { text }),
    });
  }

  async #begin(): Promise<void> {
    await this.#send('Target.setDiscoverTargets', { discover: true });
    if (this.#page === undefined) await this.#show(await this.#newPage());
  }

  async #newPage(): Promise<string> {
    const { targetInfos } = await this.#send('Target.getTargets', {});
    const pages = (targetInfos as { type: string; targetId: string }[]).filter(({ type }) => type === 'page');
    const first = pages.at(-1)?.targetId;
    if (first !== undefined) return first;
    return (await this.#send('Target.createTarget', { url: 'about:blank' })).targetId as string;
  }

  async #show(targetId: string): Promise<void> {
    if (targetId === this.#target) return;
    this.#target = targetId;
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId, flatten: true });
    this.#page = sessionId as string;
    this.#attached.resolve();
    await this.#send('Page.enable', {});
    void this.#film(targetId);
    const { currentIndex, entries } = await this.#send('Page.getNavigationHistory', {});
    const entry = (entries as { url: string }[] | undefined)?.[currentIndex as number];
    if (entry) this.#listener.onAddress(entry.url);
  }

  /** A page refuses while it is not active yet. */
  async #film(targetId: string): Promise<void> {
    this.#isShown = false;
    for (let tries = 0; !this.#isShown && tries < MAX_TRIES && targetId === this.#target; tries += 1) {
      await this.#send('Page.startScreencast', PICTURE);
      await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
    }
  }

  /** Commands go to the shown page. A refused one answers as a navigation that fails. */
  #send(method: string, params: object): Promise<Record<string, unknown>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const isForPage = !method.startsWith('Target.');
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve({});
    this.#socket.send(JSON.stringify({ id, method, params, ...(isForPage && { sessionId: this.#page }) }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #receive({ id, method, params = {}, result, error, sessionId }: Message): void {
    if (id !== undefined) {
      this.#waiting.get(id)?.(result ?? { errorText: error?.message });
      this.#waiting.delete(id);
    } else if (method === 'Page.screencastFrame' && sessionId === this.#page) {
      const { data, metadata, sessionId: frame } = params as unknown as ScreencastFrame;
      const { deviceWidth: width, deviceHeight: height } = metadata;
      this.#isShown = true;
      this.#listener.onPicture({ src: `data:image/jpeg;base64,${data}`, width, height });
      void this.#send('Page.screencastFrameAck', { sessionId: frame });
    } else if (method === 'Target.targetInfoChanged') {
      const { targetId, url } = params.targetInfo as { targetId: string; url: string };
      if (targetId === this.#target) this.#listener.onAddress(url);
    } else if (method === 'Target.targetDestroyed' && params.targetId === this.#target) {
      void this.#newPage().then((next) => this.#show(next));
    }
  }
}

interface ScreencastFrame {
  data: string;
  metadata: { deviceWidth: number; deviceHeight: number };
  sessionId: number;
}

const MOUSE_TYPES: Record<string, string> = {
  mousedown: 'mousePressed',
  mouseup: 'mouseReleased',
  mousemove: 'mouseMoved',
  wheel: 'mouseWheel',
};

function modifiersOf({
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): number {
  return Number(altKey) + 2 * Number(ctrlKey) + 4 * Number(metaKey) + 8 * Number(shiftKey);
}
