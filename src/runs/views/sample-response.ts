import type { ResponseEvent } from '../../webhooks/event.ts';
import { bareRequest } from '../bare-request.ts';
import { outcomeOf } from '../ending.ts';
import type { Outcome, Run } from '../run.ts';
import { insertedRun, type NewRun } from '../store.ts';
import { renderResponse } from './render.ts';

const WORDS = 'This is a test event without a run.';
const RUNNER = 'local-fetch';

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
  const asked = {
    ...bareRequest({ goal: WORDS, url: null }, RUNNER),
    metadata: { test: 'true' },
    textFormat: { format: { type: 'text' } },
  };
  const made: NewRun = {
    id,
    workspaceId: '',
    keyId: null,
    request: asked,
    routingClass: 'runner',
    domain: null,
    taskType: 'extract',
    plan: { order: [RUNNER], decision: null, budgetMicro: null },
    feeRatePpm: 0,
    maxCostMicro: null,
    windowMs: null,
    expiresInMs: 0,
    owner: null,
    jobId: '',
    inFlightMicro: 0,
    heldMicro: 0,
  };
  const run = insertedRun(made, { created_at: now, expires_at: now, view_token: '' });
  return { ...run, runner: RUNNER };
}
