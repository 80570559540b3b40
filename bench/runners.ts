import type { AttemptResult, DirectRunner, RunnerFacts } from '../src/runners/contract.ts';

/** Answers at once, so that what is measured is the service. It has a price: money is part of the work. */
export const instantRunner: DirectRunner = {
  facts: factsOf('instant'),
  shape: 'direct',
  run: async (task) => answer(`Answer to: ${task.goal}`),
};

/** The same, and takes a login as a browser of ours does. */
export const signingRunner: DirectRunner = {
  facts: { ...factsOf('signing'), secrets: { channel: 'driver', modelSees: false } },
  shape: 'direct',
  run: async (task, { credential }) => ({
    ...answer(`Answer to: ${task.goal}`),
    ...(credential ? { login: 'signed_in' as const } : {}),
  }),
};

/** Works until it is told to stop. */
export const waitingRunner: DirectRunner = {
  facts: factsOf('waiting'),
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

function factsOf(slug: string): RunnerFacts {
  return {
    slug,
    name: slug,
    kind: 'hosted_agent',
    family: slug,
    engine: null,
    curated: true,
    needsUrl: false,
    trusted: false,
    secrets: { channel: 'none', modelSees: false },
    capabilities: {
      interaction_relay: false,
      login: false,
      downloads: false,
      javascript: true,
      structured_output: true,
      live_view: false,
      replay: false,
      cancel: true,
    },
    price: { unit: 'task', microUsd: 1_000, typicalTaskMicroUsd: 1_000 },
    docsUrl: null,
  };
}
