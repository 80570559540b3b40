import type { Caller } from '../../platform/http/route.ts';
import { candidatesOf } from '../../routing/candidates.ts';
import type { Plan } from '../../routing/plan.ts';
import type { NewAttempt } from '../attempt-store.ts';
import { holdFor } from '../ceiling.ts';
import type { RequestContext } from '../context.ts';
import { briefOf } from '../decision-brief.ts';
import { newAttempt, priceMicro } from '../lifecycle/decide-next.ts';
import { ceilingMicro, type PreparedRun, questionFor } from './prepare.ts';

/** Null where the ceiling covers no runner of the plan. */
export function firstAttempt(
  ctx: Pick<RequestContext, 'registry'>,
  prepared: PreparedRun,
  plan: Plan,
): NewAttempt | null {
  const { own } = prepared;
  const ceiling = ceilingMicro(prepared) ?? Number.POSITIVE_INFINITY;
  const runner = plan.order.find((slug) => priceMicro(ctx, slug, own) <= ceiling);
  if (runner === undefined) return null;
  const decision = plan.decision && briefOf(plan.decision);
  return newAttempt(ctx, { runner, phase: 'planned', batch: null, ordinal: 0, decision }, own);
}

/** The credits that a run holds before it starts. */
export function heldAtFirst(prepared: PreparedRun, first: NewAttempt | null, caller: Caller): number {
  const { request } = prepared;
  const run = { maxCostMicro: ceilingMicro(prepared), spentMicro: 0, feeRatePpm: caller.feeRatePpm, request };
  return holdFor(run, first ? [first] : []);
}

/** Every runner that fits the task, whatever the caller's routing, with the hold that the run would need there. */
export async function alternatives(ctx: RequestContext, caller: Caller, prepared: PreparedRun) {
  const { own } = prepared;
  const asked = { ...prepared, routing: { class: 'smart' } as const };
  const question = await questionFor(ctx, caller.workspaceId, asked);
  const { eligible } = candidatesOf(question, ctx.registry.seenBy(own), { probation: new Map() });
  return eligible.map(({ runner }) => {
    const spec = { runner, phase: 'planned', batch: null, ordinal: 0, decision: null } as const;
    return { runner, holdMicro: heldAtFirst(prepared, newAttempt(ctx, spec, own), caller) };
  });
}
