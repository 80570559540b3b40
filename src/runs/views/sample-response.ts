import type { ResponseEvent } from '../../webhooks/event.ts';
import { outcomeOf } from '../ending.ts';
import type { Outcome, Run } from '../run.ts';
import { renderResponse } from './render.ts';

const WORDS = 'This is a test event; no run stands behind it.';

const STATUS = {
  'response.completed': 'succeeded',
  'response.failed': 'failed',
  'response.requires_action': 'needs_human',
  'response.cancelled': 'cancelled',
} as const satisfies Record<ResponseEvent, Run['status']>;

/** The data of a test event: the response object of an invented run. */
export function sampleResponse(type: ResponseEvent, id: string, now: Date, baseUrl: string) {
  const status = STATUS[type];
  const run: Run = { ...invented(id, now), status };
  if (status === 'needs_human') {
    const asked = {
      id: '',
      kind: 'otp',
      prompt: WORDS,
      channel: 'unknown',
      createdAt: now,
      expiresAt: now,
    } as const;
    return renderResponse({ ...run, interaction: asked }, baseUrl);
  }
  return renderResponse({ ...run, outcome: endOf(run), finishedAt: now }, baseUrl);
}

function endOf(run: Run): Outcome {
  if (run.status === 'failed') return outcomeOf(run, { kind: 'failed', attempt: null, message: WORDS });
  if (run.status === 'cancelled')
    return outcomeOf(run, { kind: 'stopped', code: 'run_cancelled', message: WORDS });
  return {
    output: WORDS,
    answer: WORDS,
    answerPresent: true,
    quality: { verdict: 'succeeded', confidence: 1, reason: WORDS, source: 'deterministic' },
    blockReason: null,
    deliverables: null,
    finalUrl: null,
    error: null,
  };
}

function invented(id: string, now: Date): Run {
  return {
    id,
    workspaceId: '',
    keyId: null,
    createdAt: now,
    viewToken: '',
    status: 'running',
    request: {
      model: 'svc',
      task: {
        goal: WORDS,
        instructions: null,
        url: null,
        steps: [],
        successCriteria: null,
        outputSchema: null,
      },
      routing: 'local-fetch',
      slaProfile: 'balanced',
      maxFallbacks: 5,
      maxCostMicro: null,
      timeBudgetMs: null,
      budgetSource: null,
      custody: null,
      credentialId: null,
      hasOwnSecrets: false,
      sessionReuse: true,
      allowInteraction: null,
      interactionTimeoutMs: 240_000,
      normalize: false,
      background: true,
      metadata: { test: 'true' },
      textFormat: { format: { type: 'text' } },
      inputChars: WORDS.length,
    },
    routingClass: 'runner',
    domain: null,
    taskType: 'extract',
    plan: { order: ['local-fetch'], decision: null, budgetMicro: null },
    feeRatePpm: 0,
    maxCostMicro: null,
    expiresAt: now,
    isOverdue: false,
    windowLeftMs: null,
    fence: 0,
    jobId: '',
    progressAt: now,
    spentMicro: 0,
    heldMicro: 0,
    progressEvents: 0,
    runner: 'local-fetch',
    outcome: null,
    finishedAt: null,
    parentId: null,
    entityId: null,
    role: null,
    interaction: null,
    attempts: [],
    artifacts: [],
  };
}
