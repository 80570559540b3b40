import type { Run } from './run.ts';

/** How many runners a wave has. */
export const WAVE = 9;
/** How many of them one run tries side by side. */
export const AT_ONCE = 8;

/** A paid calibration: many runners try the same task, in waves. */
export function isSweep({ routingClass }: { routingClass: unknown }): boolean {
  return routingClass === 'learning' || routingClass === 'learning-all';
}

export function wavesOf({ plan }: Pick<Run, 'plan'>): string[][] {
  return Array.from({ length: Math.ceil(plan.order.length / WAVE) }, (_, index) =>
    plan.order.slice(index * WAVE, (index + 1) * WAVE),
  );
}
