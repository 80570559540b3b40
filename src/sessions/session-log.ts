import type { TargetInfo } from '../browser/web-targets.ts';
import type { Clock } from '../platform/clock.ts';

const MAX_ENTRIES = 1_000;
const MAX_CHARS = 4_096;
const LOGGED_METHODS =
  /^(?:Page\.(?:frameNavigated|downloadWillBegin)|Network\.(?:requestWillBeSent|responseReceived|loadingFailed)|Log\.entryAdded|Runtime\.(?:consoleAPICalled|exceptionThrown))$/;

interface Entry {
  method: string;
  pageId: number;
  sessionId: string;
  timestamp: number;
  request?: { params: object; rawBody: string; timestamp: number };
  response?: { result: object; rawBody: string; timestamp: number };
}

// A driver signs in, and the log is stored as it is.
const SECRET = /^postData|authorization|cookie|token|secret|password|api-?key/i;

/**
 * The last commands and events of a session. Of commands only the name is kept: their values may be secrets. Of events the bodies
 * of requests and the members with telling names are left out.
 */
export class SessionLog {
  readonly entries: Entry[] = [];
  readonly #sessionId: string;
  readonly #clock: Clock;
  readonly #isOn: boolean;

  constructor(sessionId: string, clock: Clock, isOn: boolean) {
    this.#sessionId = sessionId;
    this.#clock = clock;
    this.#isOn = isOn;
  }

  command(method: string): void {
    this.#add(method, (timestamp) => ({ request: { params: {}, rawBody: '', timestamp } }));
  }

  event(method: string, text: string): void {
    if (!LOGGED_METHODS.test(method) || text.length > MAX_CHARS) return;
    const result = paramsIn(text);
    if (result === null) return;
    this.#note(method, result);
  }

  /** The session closed a tab that left the web. */
  closed({ targetId, url }: TargetInfo): void {
    this.#note('Target.closed', { targetId, url, reason: 'Closed: a session holds web pages only.' });
  }

  #note(method: string, result: object): void {
    const rawBody = JSON.stringify({ method, params: result });
    this.#add(method, (timestamp) => ({ response: { result, rawBody, timestamp } }));
  }

  #add(method: string, more: (timestamp: number) => Partial<Entry>): void {
    if (!this.#isOn) return;
    const timestamp = this.#clock.now().getTime();
    this.entries.push({ method, pageId: 0, sessionId: this.#sessionId, timestamp, ...more(timestamp) });
    if (this.entries.length > MAX_ENTRIES) this.entries.shift();
  }
}

/** Null for the text of a provider that is no message. */
function paramsIn(text: string): object | null {
  try {
    return JSON.parse(text, (name, value) => (SECRET.test(name) ? undefined : value)).params ?? {};
  } catch (error) {
    // Malformed, not an object, or nested too deeply for the reviver.
    if ([SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind)) return null;
    throw error;
  }
}
