import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { RunnerFacts } from '../contract.ts';

/** What every hosted runner is made from. */
export interface HostedOptions {
  facts: RunnerFacts;
  apiKey: string;
  /** Null for the provider's own address. */
  baseUrl: string | null;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
  retryForMs?: number;
}
