import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Instance } from '../support/cluster.ts';

const EVERY_MS = 100;

/** The time of an instance's cheapest answer: on a shared machine, the measure of all answers. */
export class Pulse {
  readonly #ms: number[] = [];
  readonly #work: Promise<unknown>;
  #isOver = false;

  constructor(...instances: Instance[]) {
    this.#work = Promise.all(instances.map((one) => this.#ask(one)));
    this.#work.catch(() => undefined);
  }

  async #ask({ url }: Instance): Promise<void> {
    while (!this.#isOver) {
      const startedAt = performance.now();
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      this.#ms.push(performance.now() - startedAt);
      await delay(EVERY_MS);
    }
  }

  async stop(): Promise<number[]> {
    this.#isOver = true;
    await this.#work;
    return this.#ms;
  }
}
