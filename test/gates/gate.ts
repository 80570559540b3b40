import { inject, test } from 'vitest';
import { seeded } from '../support/seeded.ts';

export interface GateReport {
  /** In the words of docs/reliability.md. */
  does: string;
  invariant: string;
  figure?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    gateSeed: number;
    /** How many times as long as usual the faults go on. */
    gateTimes: number;
    /** For the check of the lease protocol, which is also an ordinary test. */
    protocol?: { seed: number; examples: number };
  }
  interface TaskMeta {
    gate?: GateReport;
  }
}

interface Gate {
  /** The same numbers for the same seed, with any selection of gates. */
  random: () => number;
  times: number;
}

/** One fault and the condition that must hold in spite of it; the work answers the reached figure. */
export function gate(
  name: string,
  { does, invariant, isSkipped = false }: GateReport & { isSkipped?: boolean },
  work: (gate: Gate) => Promise<string>,
): void {
  test.skipIf(isSkipped)(name, { timeout: 600_000 * inject('gateTimes') }, async ({ task }) => {
    task.meta.gate = { does, invariant };
    const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, inject('gateSeed'));
    const figure = await work({ random: seeded(seed), times: inject('gateTimes') });
    task.meta.gate = { does, invariant, figure };
  });
}

export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
