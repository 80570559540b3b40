import type { RunRequest } from './run.ts';

/** The request of a run that nobody sent: a task for one runner, and nothing else. */
export function bareRequest({ goal, url }: { goal: string; url: string | null }, runner: string): RunRequest {
  return {
    model: 'svc',
    task: { goal, instructions: null, url, steps: [], successCriteria: null, outputSchema: null },
    routing: runner,
    slaProfile: 'balanced',
    maxFallbacks: 0,
    maxCostMicro: null,
    timeBudgetMs: null,
    custody: null,
    credentialId: null,
    hasOwnSecrets: false,
    sessionReuse: false,
    allowInteraction: null,
    interactionTimeoutMs: 240_000,
    normalize: false,
    background: true,
    metadata: {},
    textFormat: null,
    inputChars: goal.length,
  };
}
