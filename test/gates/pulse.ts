import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Instance } from '../support/cluster.ts';

const PER_SECOND = 10;

/** Sends at this rate, whether it is answered or not: a standstill meets every request that falls into it. */
export async function atRate(
  perSecond: number,
  goesOn: (elapsedMs: number) => boolean,
  send: () => Promise<void>,
): Promise<void> {
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let count = 1; goesOn(performance.now() - startedAt); count += 1) {
    sent.push(send());
    await delay(Math.max(0, startedAt + count * (1_000 / perSecond) - performance.now()));
  }
  await Promise.all(sent);
}

/** The time of an instance's cheapest answer: on a shared machine, the measure of all answers. */
export class Pulse {
  readonly #ms: number[] = [];
  readonly #work: Promise<unknown>;
  #isOver = false;

  constructor(...instances: Instance[]) {
    this.#work = Promise.all(
      instances.map((one) =>
        atRate(
          PER_SECOND,
          () => !this.#isOver,
          () => this.#ask(one),
        ),
      ),
    );
    this.#work.catch(() => undefined);
  }

  async #ask({ url }: Instance): Promise<void> {
    const startedAt = performance.now();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    this.#ms.push(performance.now() - startedAt);
  }

  async stop(): Promise<number[]> {
    this.#isOver = true;
    await this.#work;
    return this.#ms;
  }
}
