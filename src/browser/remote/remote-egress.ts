import type { BrowserContext } from 'playwright-core';
import type { Gate } from '../../platform/net/gate.ts';
import type { Egress } from '../browser-run.ts';
import { isForbidden } from '../browser-slot.ts';

const MAX_REFUSALS = 100;

/**
 * Rules that the driver can enforce without our proxy below the browser: requests and redirects to places
 * that are not public are stopped as far as the debugging protocol shows them. The rest is the provider's network.
 */
export class RemoteEgress implements Egress {
  readonly #gate: Gate;
  readonly #context: BrowserContext;
  readonly #judged = new Map<string, Promise<boolean>>();
  readonly #refusals = new Set<string>();
  #isLocalAllowed = false;

  constructor(context: BrowserContext, gate: Gate) {
    this.#context = context;
    this.#gate = gate;
  }

  /** The browser's own error pages tell of hosts that did not answer. */
  get meter(): Egress['meter'] {
    return { exceeded: null, unreached: [], refusals: [...this.#refusals] };
  }

  allowLocal(): void {
    this.#isLocalAllowed = true;
    this.#judged.clear();
  }

  async restrictWebSockets(isAllowed: (url: string) => boolean): Promise<void> {
    await this.#context.routeWebSocket(
      (url) => !isAllowed(url.href.replace(/^ws/, 'http')),
      (socket) => void socket.close(),
    );
  }

  /** Before the first page. */
  async install(): Promise<void> {
    await this.#context.route('**/*', async (route, request) => {
      const url = request.url();
      const isStopped =
        (request.isNavigationRequest() && isForbidden(new URL(url))) || !(await this.mayReach(url));
      return isStopped ? route.abort('blockedbyclient') : route.fallback();
    });
  }

  /** The name is looked up here, and again where the browser is. */
  async mayReach(url: string): Promise<boolean> {
    if (!/^https?:/i.test(url)) return true;
    const { origin, hostname, port, protocol } = new URL(url);
    const known = this.#judged.get(origin);
    const judging = known ?? this.#gate.vet(`${origin}/`, { localAllowed: this.#isLocalAllowed }).then(isOk);
    this.#judged.set(origin, judging);
    const isPublic = await judging;
    if (!isPublic && this.#refusals.size < MAX_REFUSALS)
      this.#refusals.add(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`);
    return isPublic;
  }
}

function isOk({ ok }: { ok: boolean }): boolean {
  return ok;
}
