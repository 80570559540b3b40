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

interface DriversOptions {
  gate: Gate;
  clock: Clock;
  /** The driver address of a session on this instance. */
  connectUrl(id: string): URL;
}

interface PageDriver {
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
 * Observation and actions on sessions, for callers that use their own model. Each session has one driver here, connected through
 * the same filtered relay as a caller's driver.
 */
export class PageDrivers implements AsyncDisposable {
  readonly #options: DriversOptions;
  readonly #drivers = new Map<string, Promise<PageDriver>>();
  readonly #over = new AbortController();
  #extractor: Extractor | null = null;

  constructor(options: DriversOptions) {
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
    const drivers = await Promise.allSettled(this.#drivers.values());
    const open = drivers.flatMap((driver) => (driver.status === 'fulfilled' ? [driver.value.run] : []));
    await Promise.all(open.map((run) => run[Symbol.asyncDispose]()));
    await this.#extractor?.[Symbol.asyncDispose]();
  }

  async #inTurn<T>(id: string, work: (driver: PageDriver) => Promise<T>): Promise<T> {
    const driver = await this.#driver(id);
    const result = driver.last.then(() => work(driver));
    // The next action does not depend on the success of this one.
    driver.last = result.catch(reportedElsewhere);
    return result;
  }

  #driver(id: string): Promise<PageDriver> {
    const known = this.#drivers.get(id);
    if (known) return known;
    const opening = this.#open(id);
    this.#drivers.set(id, opening);
    opening.catch(() => this.#drivers.delete(id));
    return opening;
  }

  async #open(id: string): Promise<PageDriver> {
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
        : // Its egress proxy decides about local pages, as for every driver of the session.
          await openRemoteRun({ socket, gate, clock, folder, localAllowed: true, signal });
    if (!run)
      throw new ApiError('runner_unavailable', {
        message: 'The browser of this session does not answer.',
        remediation: 'Close the session and open another one.',
      });
    run.context.once('close', () => {
      this.#drivers.delete(id);
      void run[Symbol.asyncDispose]();
    });
    this.#extractor ??= new Extractor();
    const tools = openPageTools({ run, clock, signal, extractor: this.#extractor });
    return { run, tools, last: Promise.resolve() };
  }
}
