import type { AttemptOutcome, Candidate, DecideContext } from '../port.ts';

export const AT_MS = Date.UTC(2026, 0, 5);

export function aCandidate(runner: string, over: Partial<Candidate> = {}): Candidate {
  return { runner, kind: 'hosted_agent', provider: runner, listPriceMicro: 50_000, ...over };
}

export function aContext(over: Partial<DecideContext> = {}): DecideContext {
  return {
    runId: 'resp_1',
    nowMs: AT_MS,
    workspaceId: 'ws_one',
    domain: 'shop.example',
    taskType: 'extract',
    slaProfile: 'balanced',
    maxFallbacks: 5,
    candidates: [aCandidate('one'), aCandidate('two'), aCandidate('three')],
    excluded: [],
    tooDear: [],
    isForced: false,
    attempts: [],
    inFlight: [],
    maxCostMicro: null,
    budgetMicro: null,
    spentMicro: 0,
    timeLeftMs: null,
    ...over,
  };
}

export function anOutcome(runner: string, over: Partial<AttemptOutcome> = {}): AttemptOutcome {
  return {
    attemptId: `att_${runner}_${over.nowMs ?? AT_MS}`,
    runId: 'resp_1',
    nowMs: AT_MS,
    workspaceId: 'ws_one',
    domain: 'shop.example',
    taskType: 'extract',
    runner: aCandidate(runner),
    slaProfile: 'balanced',
    position: 0,
    source: 'smart',
    verdict: 'succeeded',
    answerPresent: true,
    fault: 'none',
    errorCode: null,
    defense: 'none',
    costMicro: 50_000,
    latencyMs: 30_000,
    predicted: null,
    reason: null,
    ownAccount: false,
    task: null,
    isHollow: false,
    ...over,
  };
}

export const FAILED = {
  verdict: 'failed',
  fault: 'runner',
  errorCode: 'run_failed',
  answerPresent: false,
} as const;
export const BLOCKED = {
  verdict: 'blocked',
  fault: 'site',
  errorCode: 'blocked',
  answerPresent: false,
} as const;
export const DOWN = {
  verdict: 'failed',
  fault: 'platform',
  errorCode: 'provider_5xx',
  answerPresent: false,
} as const;
