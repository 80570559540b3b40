import type { Run } from './run.ts';

/** Runners that the spend ceiling kept from starting, where the plan or the caller's chain would have tried them. */
export function forbiddenOf({ outcome, plan, attempts, routingClass }: Run): string[] {
  const tried = new Set(attempts.map(({ runner }) => runner));
  const decisions = [plan.decision, ...attempts.map(({ decision }) => decision)];
  // A chain is tried in its order, so only the ceiling skips a runner.
  const reached = routingClass === 'chain' ? plan.order.findLastIndex((slug) => tried.has(slug)) : 0;
  const all = [
    ...plan.order.slice(0, Math.max(0, reached)),
    ...decisions.flatMap((decision) => decision?.forbidden ?? []),
    ...(outcome?.forbidden ?? []),
  ];
  return [...new Set(all)].filter((slug) => !tried.has(slug));
}

const MOST_NAMES = 5;

/** The change to the requested routing that admission knew of, and the effect of the spend ceiling since. */
export function routingNoteOf(run: Run): string | null {
  const forbidden = forbiddenOf(run);
  const more = forbidden.length - MOST_NAMES;
  const names = [...forbidden.slice(0, MOST_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const atCeiling = forbidden.length > 0 ? `Too expensive for the spend ceiling: ${names}.` : null;
  return [run.request.routingNote, atCeiling].filter((note) => note != null).join(' ') || null;
}
