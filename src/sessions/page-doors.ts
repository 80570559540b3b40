import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPageTools, type PageTools } from '../agent/index.ts';
import type { BrowserRun } from '../browser/browser-run.ts';
import { openRemoteRun } from '../browser/remote/remote-run.ts';
import { ApiError } from '../errors.ts';
import type { Clock } from '../platform/clock.ts';
import { reportedElsewhere } from '../platform/failure.ts';
import type { Gate } from '../platform/net/gate.ts';
import { openProviderSocket } from '../platform/net/provider-socket.ts';
import { Extractor } from '../reading/index.ts';

interface DoorsOptions {
  gate: Gate;
  clock: Clock;
  /** The address under which this instance lets a driver into a session of its own. */
  connectUrl(id: string): URL;
}

interface Door {
  run: BrowserRun;
  tools: PageTools;
  /** One action after the other. */
  last: Promise<unknown>;
}

export interface PageView {
  /** The page as text; its controls have numbers. */
  text: string;
  actions: PageTools['list'];
}

const CONNECT_MS = 15_000;

/**
 * The observation and the actions of our agent on sessions, for callers with a model of their own. Each session has one driver here, which
 * comes through the same filtered relay as a caller's own.
 */
export class PageDoors implements AsyncDisposable {
  readonly #options: DoorsOptions;
  readonly #doors = new Map<string, Promise<Door>>();
  readonly #over = new AbortController();
  #extractor: Extractor | null = null;

  constructor(options: DoorsOptions) {
    this.#options = options;
  }

  async view(id: string): Promise<PageView> {
    return this.#inTurn(id, async ({ tools }) => ({ text: await tools.observe(), actions: tools.list }));
  }

  /** Returns what the action did, and what changed. */
  async act(id: string, call: { name: string; input: unknown }): Promise<string> {
    return this.#inTurn(id, ({ tools }) => tools.act(call));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    const doors = await Promise.allSettled(this.#doors.values());
    const open = doors.flatMap((door) => (door.status === 'fulfilled' ? [door.value.run] : []));
    await Promise.all(open.map((run) => run[Symbol.asyncDispose]()));
    await this.#extractor?.[Symbol.asyncDispose]();
  }

  async #inTurn<T>(id: string, work: (door: Door) => Promise<T>): Promise<T> {
    const door = await this.#door(id);
    const result = door.last.then(() => work(door));
    // The next action does not depend on the success of this one.
    door.last = result.catch(reportedElsewhere);
    return result;
  }

  #door(id: string): Promise<Door> {
    const known = this.#doors.get(id);
    if (known) return known;
    const opening = this.#open(id);
    this.#doors.set(id, opening);
    opening.catch(() => this.#doors.delete(id));
    return opening;
  }

  async #open(id: string): Promise<Door> {
    const { gate, clock, connectUrl } = this.#options;
    const { signal } = this.#over;
    const socket = await openProviderSocket({
      url: connectUrl(id),
      headers: {},
      timeoutMs: CONNECT_MS,
      signal,
    });
    const folder = join(tmpdir(), 'switchyard-sessions');
    const run =
      'refused' in socket
        ? null
        : // Its way out decides about local pages, as for every driver of the session.
          await openRemoteRun({ socket, gate, clock, folder, localAllowed: true, signal });
    if (!run)
      throw new ApiError('runner_unavailable', {
        message: 'The browser of this session does not answer.',
        remediation: 'Close the session and open another one.',
      });
    run.context.once('close', () => {
      this.#doors.delete(id);
      void run[Symbol.asyncDispose]();
    });
    this.#extractor ??= new Extractor();
    const tools = openPageTools({ run, clock, signal, extractor: this.#extractor });
    return { run, tools, last: Promise.resolve() };
  }
}
