import { mayBeClosed } from '../platform/failure.ts';
import { isContainer, isDeeper } from '../platform/nesting.ts';
import type { TargetInfo, WebTargets } from './web-targets.ts';

/** A message of the debugging protocol. */
export interface CdpMessage {
  id?: number;
  method?: string;
  params?: CdpValues;
  sessionId?: string;
  result?: CdpValues;
  error?: { message: string };
}

/** Parameters or results of the protocol, with types for the fields that are read here. */
export interface CdpValues {
  [name: string]: unknown;
  targetId?: string;
  sessionId?: string;
  browserContextId?: string;
  targetInfo?: TargetInfo;
  targetInfos?: TargetInfo[];
  processInfo?: { id: number }[];
}

/** The fate of a command: refused with a reason, answered in place, or sent on with these parameters. */
export type CdpVerdict =
  | { refuse: string }
  | { answer: Record<string, unknown> }
  | { params: Record<string, unknown> };

export interface CdpClientOptions {
  /** Asked before a command reaches the browser; commands keep their order while it thinks. */
  check(method: string, params: Record<string, unknown>): CdpVerdict | Promise<CdpVerdict>;
  /** The browser's messages to this client, as JSON text. */
  onMessage(text: string): void;
  /** Every event of this client's sessions, before it is sent on. */
  onEvent?(method: string, text: string): void;
  onClose(): void;
}

/** The browser, as a client uses it. */
interface Wire {
  send(message: CdpMessage, onAnswer?: (text: string) => void): void;
  claim(sessionId: string): void;
  drop(sessionId: string): void;
  /** Makes a new browser context able to use the network. */
  prime(browserContextId: string): Promise<void>;
  targets: WebTargets;
}

/**
 * One of several drivers of a browser. A separate browser session represents its connection: command ids are translated, commands
 * to sessions of other drivers are rejected, and targets outside the web are hidden.
 */
export class CdpClient implements AsyncDisposable {
  readonly #options: CdpClientOptions;
  readonly #root: string;
  readonly #wire: Wire;
  /** Its protocol sessions with their targets, and the sessions that they were attached on. */
  readonly #sessions = new Map<string, { target: string; parent: string | undefined }>();
  /** Targets that the client has been shown. */
  readonly #shown = new Set<string>();
  /** Contexts that are being made ready, and the pages used for it: the client never sees those. */
  readonly #priming = new Set<string>();
  readonly #hidden = new Set<string>();
  #queue: Promise<void> | null = null;
  #isOver = false;

  constructor(options: CdpClientOptions, root: string, wire: Wire) {
    this.#options = options;
    this.#root = root;
    this.#wire = wire;
    wire.targets.watchers.add(this.#onLeft);
  }

  /**
   * A command of the client. A forbidden one is answered with an error and never reaches the browser. The answer is null, or a
   * promise that lasts until the command has passed its check.
   */
  send(text: string): Promise<void> | null {
    if (this.#isOver) return null;
    const message = readCommand(text);
    if (!message) {
      this.end();
      return null;
    }
    const passing = this.#queue
      ? this.#queue.then(() => this.#pass(message) ?? undefined)
      : this.#pass(message);
    if (!passing) return null;
    const queue: Promise<void> = passing.then(() => {
      if (this.#queue === queue) this.#queue = null;
    });
    this.#queue = queue;
    return queue;
  }

  /** An event on one of this client's sessions. */
  receive(method: string, text: string): void {
    if (!this.#isOpen(sessionOf(text))) return;
    this.#options.onEvent?.(method, text);
    if (method.startsWith('Target.') && !this.#isForClient(method, JSON.parse(text))) return;
    this.#tell(this.#withoutRoot(text));
  }

  /** The connection is over; its attachments are released. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#wire.targets.watchers.delete(this.#onLeft);
    for (const session of [this.#root, ...this.#sessions.keys()]) this.#wire.drop(session);
    this.#wire.send({ method: 'Target.detachFromTarget', params: { sessionId: this.#root } });
    this.#options.onClose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }

  #pass(message: Command): Promise<void> | null {
    const { sessionId, params } = message;
    if (sessionId !== undefined && !(this.#sessions.has(sessionId) && this.#isOpen(sessionId))) {
      this.#refuse(message, NO_SESSION, -32_001);
      return null;
    }
    if (typeof params.targetId === 'string' && !this.#wire.targets.isWeb(params.targetId)) {
      this.#refuse(message, NO_TARGET);
      return null;
    }
    const verdict = this.#options.check(message.method, message.params);
    if (!(verdict instanceof Promise)) {
      this.#carryOut(message, verdict);
      return null;
    }
    return verdict.then(
      (late) => this.#carryOut(message, late),
      () => this.#refuse(message, 'The command could not be checked.'),
    );
  }

  #carryOut(message: Command, verdict: CdpVerdict): void {
    if (this.#isOver) return;
    const { id, method, sessionId } = message;
    if ('refuse' in verdict) this.#refuse(message, verdict.refuse);
    else if ('answer' in verdict) this.#tell(JSON.stringify({ id, sessionId, result: verdict.answer }));
    else {
      const sent = { method, params: verdict.params, sessionId: sessionId ?? this.#root };
      const onAnswer = (text: string) => {
        if (!this.#isOpen(sent.sessionId)) return this.#refuse(message, NO_SESSION, -32_001);
        const shown = DESCRIBING.has(method) ? this.#withoutForeign(text) : text;
        if (shown === null) return this.#refuse(message, NO_TARGET);
        return this.#tell(`{"id":${id}${this.#withoutRoot(shown).slice(headEnd(shown))}`);
      };
      const isContext = method === 'Target.createBrowserContext';
      this.#wire.send(sent, isContext ? (text) => void this.#ready(text, onAnswer) : onAnswer);
    }
  }

  /** The client learns of its new context once that can reach the network. */
  async #ready(text: string, onAnswer: (text: string) => void): Promise<void> {
    const { result }: CdpMessage = JSON.parse(text);
    const context = result?.browserContextId;
    if (context !== undefined) {
      this.#priming.add(context);
      await this.#wire.prime(context).catch(mayBeClosed);
      this.#priming.delete(context);
    }
    onAnswer(text);
  }

  /** The target of a session is still one that the client may see. */
  #isOpen(session: string | null): boolean {
    const { target } = this.#sessions.get(session ?? '') ?? {};
    return target === undefined || this.#wire.targets.isWeb(target);
  }

  /** A frame that became part of the browser, such as its PDF viewer, goes on without the client. */
  readonly #onLeft = ({ targetId }: TargetInfo): void => {
    for (const [session, { target, parent }] of this.#sessions)
      if (target === targetId) this.#letGo(session, parent);
  };

  #isForClient(method: string, { params = {}, sessionId }: CdpMessage): boolean {
    const { targetInfo: info, sessionId: child } = params;
    if (!info) return this.#isNewsOfKnown(method, params.targetId, child);
    if (this.#priming.has(info.browserContextId ?? '')) this.#hidden.add(info.targetId);
    const isShown = this.#isShown(info);
    if (isShown) this.#shown.add(info.targetId);
    if (method === 'Target.attachedToTarget' && child !== undefined) {
      if (!isShown) this.#letGo(child, sessionId);
      else {
        this.#sessions.set(child, { target: info.targetId, parent: sessionId });
        this.#wire.claim(child);
      }
    }
    return isShown;
  }

  #isShown(info: TargetInfo): boolean {
    return this.#wire.targets.see(info) === 'web' && !this.#hidden.has(info.targetId);
  }

  /** The end of a target or a session, which the client learns of where it knew it. */
  #isNewsOfKnown(method: string, target = '', child = ''): boolean {
    if (method === 'Target.detachedFromTarget') {
      this.#wire.drop(child);
      return this.#sessions.delete(child);
    }
    return method === 'Target.targetDestroyed' ? this.#shown.delete(target) : this.#shown.has(target);
  }

  /** The browser's answer about its targets, without those outside the web; null when it is about such a one alone. */
  #withoutForeign(text: string): string | null {
    const { id, result, sessionId }: CdpMessage = JSON.parse(text);
    const child = result?.sessionId;
    if (child !== undefined && !this.#sessions.has(child)) return null;
    const one = result?.targetInfo;
    if (one && !this.#isShown(one)) return null;
    const all = result?.targetInfos;
    if (!all) return text;
    const targetInfos = all.filter((info) => this.#isShown(info));
    return JSON.stringify({ id, result: { targetInfos }, sessionId });
  }

  /** Detaches from a page of ours, which would otherwise wait for the client for ever. */
  #letGo(child: string, parent: string | undefined): void {
    this.#wire.send({ method: 'Runtime.runIfWaitingForDebugger', sessionId: child });
    this.#wire.send({ method: 'Target.detachFromTarget', params: { sessionId: child }, sessionId: parent });
  }

  #refuse({ id, sessionId }: Command, message: string, code = -32_000): void {
    this.#tell(JSON.stringify({ id, sessionId, error: { code, message } }));
  }

  #tell(text: string): void {
    if (!this.#isOver) this.#options.onMessage(text);
  }

  /** For the client its browser session is the connection itself. */
  #withoutRoot(text: string): string {
    const tail = `,"sessionId":"${this.#root}"}`;
    return text.endsWith(tail) ? `${text.slice(0, -tail.length)}}` : text;
  }
}

const NO_SESSION = 'Session with given id not found.';
const NO_TARGET = 'No target with given id found';
/** Commands with answers about targets. */
const DESCRIBING = new Set(['Target.attachToTarget', 'Target.getTargetInfo', 'Target.getTargets']);

interface Command {
  id: number;
  method: string;
  params: Record<string, unknown>;
  sessionId?: string;
}

/** No method of the protocol has a name of half this length. */
const MAX_METHOD_CHARS = 100;
const MAX_DEPTH = 1_000;

/** A driver's text as a command that can be written again; null for every other text. */
export function readCommand(text: string): Command | null {
  try {
    const { id, method, params = {}, sessionId }: Partial<Command> = JSON.parse(text);
    const isCommand =
      id !== undefined &&
      Number.isSafeInteger(id) &&
      typeof method === 'string' &&
      method.length <= MAX_METHOD_CHARS;
    const isSessionOk = sessionId === undefined || typeof sessionId === 'string';
    if (!isCommand || !isSessionOk || !isContainer(params) || Array.isArray(params)) return null;
    return isDeeper(params, MAX_DEPTH) ? null : { id, method, params, sessionId };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

// Chromium writes the id or the method first and the session last, so a large message is routed without parsing it.
const ID_HEAD = /^\{"id":(\d+)/;
const METHOD_HEAD = /^\{"method":"([\w.]+)"/;
const SESSION_TAIL = /"sessionId":"([\w.-]+)"\}$/;

export function headOf(text: string): { id?: number; method?: string } {
  const id = ID_HEAD.exec(text)?.[1];
  if (id !== undefined) return { id: Number(id) };
  return { method: METHOD_HEAD.exec(text)?.[1] };
}

export function sessionOf(text: string): string | null {
  return SESSION_TAIL.exec(text.slice(-80))?.[1] ?? null;
}

function headEnd(text: string): number {
  return ID_HEAD.exec(text)?.[0].length ?? 0;
}
