import type { Log } from '../log.ts';

export interface EgressLimits {
  /** Open at one time. */
  connections: number;
  /** Received in one response, or through one tunnel. */
  responseBytes: number;
  /** Both ways, over the proxy's life. */
  totalBytes: number;
}

export const egressLimits: EgressLimits = {
  connections: 200,
  responseBytes: 100_000_000,
  totalBytes: 1_000_000_000,
};

export type EgressCap = 'connections' | 'response_bytes' | 'total_bytes';

const MOST_PLACES = 100;

/** The traffic of one browser context against its limits, and the hosts that it could not reach. */
export class EgressMeter {
  readonly limits: EgressLimits;
  readonly #log: Log;
  readonly #refusals = new Set<string>();
  readonly #unreached = new Set<string>();
  #totalBytes = 0;
  #exceeded: EgressCap | null = null;

  constructor(limits: EgressLimits, log: Log) {
    this.limits = limits;
    this.#log = log;
  }

  /** The host:port of destinations that were refused, each once. */
  get refusals(): readonly string[] {
    return [...this.#refusals];
  }

  /** Allowed hosts that did not answer in HTTP, each once; the browser got an error page of ours. */
  get unreached(): readonly string[] {
    return [...this.#unreached];
  }

  /** Bytes so far, both ways. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  get isSpent(): boolean {
    return this.#totalBytes > this.limits.totalBytes;
  }

  /** The first cap that was hit; the attempt has then failed. */
  get exceeded(): EgressCap | null {
    return this.#exceeded;
  }

  count(bytes: number): void {
    this.#totalBytes += bytes;
    if (this.isSpent) this.exceed('total_bytes');
  }

  exceed(cap: EgressCap): void {
    if (this.#exceeded) return;
    this.#exceeded = cap;
    this.#log.warn({ cap }, 'egress cap exceeded');
  }

  refuse(place: string, reason: string): void {
    if (this.#refusals.size < MOST_PLACES) this.#refusals.add(place);
    this.#log.debug({ place, reason }, 'egress refused');
  }

  miss(host: string): void {
    if (this.#unreached.size < MOST_PLACES) this.#unreached.add(host);
  }
}
