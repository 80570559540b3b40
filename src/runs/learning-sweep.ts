import type { Run } from './run.ts';

/** How many runners a wave has. */
export const WAVE = 9;
/** How many of them one run tries side by side. */
export const AT_ONCE = 8;

/** A paid calibration: many runners try the same task, in waves. */
export function isSweep({ routingClass }: { routingClass: unknown }): boolean {
  return routingClass === 'learning' || routingClass === 'learning-all';
}

/** How many probes of learning sweeps work on this instance at once, and how many more may wait for their turn. */
export interface ProbeLimits {
  atOnce: number;
  queued: number;
}

interface Planned {
  plan: { order: readonly string[] };
  request: Pick<Run['request'], 'credentialId' | 'hasOwnSecrets'>;
}

/** How many probes a new sweep begins with. Those that sign in work one after the other: together they would lock the account. */
export function probesAtFirst({ plan, request }: Planned): number {
  return hasLogin({ request }) ? 1 : Math.min(AT_ONCE, WAVE, plan.order.length);
}

export function hasLogin({ request }: Pick<Planned, 'request'>): boolean {
  return request.credentialId !== null || request.hasOwnSecrets;
}

export function wavesOf({ plan }: Pick<Planned, 'plan'>): string[][] {
  return Array.from({ length: Math.ceil(plan.order.length / WAVE) }, (_, index) =>
    plan.order.slice(index * WAVE, (index + 1) * WAVE),
  );
}
