import type { Attempt, Run } from './run.ts';

const AT = new Date('2026-11-15T02:00:00.000Z');

/** A run as admission leaves it, for tests of pure functions; anything can be put in its place. */
export function aRun(changes: Partial<Run> = {}): Run {
  return {
    id: `resp_${'0'.repeat(32)}`,
    workspaceId: `ws_${'0'.repeat(32)}`,
    createdAt: AT,
    status: 'running',
    request: {
      model: 'svc',
      task: {
        goal: 'Say something',
        instructions: null,
        url: null,
        steps: [],
        successCriteria: null,
        outputSchema: null,
      },
      routing: 'smart',
      slaProfile: 'balanced',
      maxFallbacks: 5,
      maxCostMicro: null,
      timeBudgetMs: null,
      budgetSource: null,
      custody: null,
      allowInteraction: null,
      interactionTimeoutMs: 240_000,
      normalize: false,
      background: false,
      metadata: {},
      textFormat: { format: { type: 'text' } },
      inputChars: 13,
    },
    routingClass: 'smart',
    plan: { order: ['first', 'second', 'third'], decision: null, candidates: [], budgetMicro: null },
    feeRatePpm: 0,
    maxCostMicro: null,
    expiresAt: new Date(AT.getTime() + 86_400_000),
    isOverdue: false,
    windowLeftMs: null,
    fence: 1,
    jobId: '00000000-0000-0000-0000-000000000000',
    progressAt: AT,
    spentMicro: 0,
    heldMicro: 0,
    progressEvents: 0,
    eventSequence: 0,
    runner: null,
    outcome: null,
    finishedAt: null,
    parentId: null,
    entityId: null,
    role: null,
    interaction: null,
    attempts: [],
    artifacts: [],
    ...changes,
  };
}

export function anAttempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    id: `att_${'0'.repeat(32)}`,
    ordinal: 0,
    runner: 'first',
    engine: null,
    phase: 'planned',
    status: 'running',
    reference: null,
    priceMicro: 1_000,
    costMicro: null,
    verdict: null,
    blockReason: null,
    fault: 'none',
    error: null,
    result: null,
    startedAt: AT,
    finishedAt: null,
    ...changes,
  };
}
