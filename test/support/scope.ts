import type { AttemptScope } from '../../src/runners/contract.ts';

/** A scope for one attempt outside the service; its questions stay unanswered unless a test answers them. */
export function attemptScope(overrides: Partial<AttemptScope> = {}): AttemptScope {
  return {
    attemptId: 'att_1',
    signal: new AbortController().signal,
    accounts: {},
    spendLeftMicroUsd: null,
    agent: {},
    confirmsActs: async () => true,
    script: null,
    onSession: () => undefined,
    onStep: () => undefined,
    onFrame: () => undefined,
    onCamera: () => undefined,
    ask: async () => ({ answered: false, reason: 'not_allowed' }),
    credential: null,
    codeInbox: null,
    onLeft: async () => undefined,
    ...overrides,
  };
}
