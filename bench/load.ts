import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { API_KEY } from './stage.ts';

export interface LoadPlan {
  url: string;
  requests: Array<{ method: 'GET' | 'POST'; path: string; body?: string }>;
  headers: Record<string, string>;
  connections: number;
  /** The round ends after this time, or after this many requests. */
  seconds?: number;
  total?: number;
}

export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  requests: number;
}

export type LoadAnswer = LoadResult | { failure: string };

/** Clients in a process of their own, one request at a time on each of their connections. */
export class Load {
  readonly #child: ChildProcess;

  constructor() {
    const file = fileURLToPath(new URL('load-process.ts', import.meta.url));
    this.#child = fork(file, { execArgv: [] });
  }

  async run(plan: Omit<LoadPlan, 'headers'>): Promise<LoadResult> {
    const answered = once(this.#child, 'message', { signal: AbortSignal.timeout(120_000) });
    const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
    this.#child.send({ ...plan, headers } satisfies LoadPlan);
    const [answer] = (await answered) as [LoadAnswer];
    if ('failure' in answer) throw new Error(`the load failed: ${answer.failure}`);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}
