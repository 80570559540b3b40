import type { AttemptResult, DirectRunner } from '../src/runners/contract.ts';
import { plainFacts } from '../test/support/scripted-runner.ts';

/** Answers at once, so that only the service is measured. It has a price: money is part of the work. */
export const instantRunner: DirectRunner = {
  facts: plainFacts('instant'),
  shape: 'direct',
  run: async (task) => answer(`Forty-two for: ${task.goal}`),
};

/** Answers at such length that it takes many events. */
export const wordyRunner: DirectRunner = {
  facts: plainFacts('wordy'),
  shape: 'direct',
  run: async () => answer('The kettle costs 58 euros. '.repeat(250)),
};

/** Answers at once, and takes a login as a browser of ours does. */
export const signingRunner: DirectRunner = {
  facts: { ...plainFacts('signing'), secrets: { channel: 'driver', modelSees: false } },
  shape: 'direct',
  run: async (task, { credential }) => ({
    ...answer(`Forty-two for: ${task.goal}`),
    ...(credential ? { login: 'signed_in' as const } : {}),
  }),
};

/** Works until it is told to stop. */
export const waitingRunner: DirectRunner = {
  facts: plainFacts('waiting'),
  shape: 'direct',
  run: (_task, { signal }) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve(answer('stopped'));
      else signal.addEventListener('abort', () => resolve(answer('stopped')), { once: true });
    }),
};

function answer(output: string): AttemptResult {
  return { ok: true, output, page: null, files: [], costMicroUsd: null };
}
