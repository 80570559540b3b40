import { attemptScope } from '../../../test/support/scope.ts';
import {
  type LlmStandInOptions,
  type StandInAnswer,
  type StandInQuestion,
  startLlmStandIn,
} from '../../../test/support/stand-ins/llm.ts';
import { openPool } from '../../browser/browser.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { Llm } from '../../platform/llm.ts';
import { createLog } from '../../platform/log.ts';
import { createGate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import { Secret } from '../../platform/secret.ts';
import { Extractor } from '../../reading/index.ts';
import { readCatalog } from '../catalog.ts';
import type { AttemptScope, RunnerFacts, Step, Task } from '../contract.ts';
import { createLocalAgent } from './local-agent.ts';

const { facts } = readCatalog();

export const KEY = 'sk-canary-of-the-model-key-0123456789';

export interface Setting extends LlmStandInOptions {
  task?: Partial<Task>;
  scope?: Partial<AttemptScope>;
  maxSteps?: number;
}

type Answer = (question: StandInQuestion) => StandInAnswer | Promise<StandInAnswer>;

/** The agent with a scripted model, on sites of this machine. */
export async function openLocalAgent(origins: readonly string[]) {
  const owned = new AsyncDisposableStack();
  const localTargets = origins.map((origin) => {
    const { hostname, port } = new URL(origin);
    return { host: hostname, port: Number(port) };
  });
  const gate = createGate({ resolver: systemResolver, localTargets });
  const { pool } = owned.use(await openPool({ gate }));
  const extractor = owned.use(new Extractor());
  const attempt = async (url: string | null, goal: string, answer: Answer, setting: Setting = {}) => {
    const { task, scope, maxSteps, ...options } = setting;
    await using standIn = await startLlmStandIn(answer, { key: KEY, ...options });
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => lines.push(line) });
    const settings = {
      baseUrl: standIn.url,
      apiKey: new Secret(KEY),
      model: 'stand-in-1',
      inputUsdPerMillion: 1,
      outputUsdPerMillion: 1,
    };
    const runner = createLocalAgent({
      facts: facts.find(({ slug }) => slug === 'local-agent') as RunnerFacts,
      llm: new Llm({ settings, clock: systemClock, log }),
      browsers: pool,
      gate,
      extractor,
      clock: systemClock,
      maxSteps,
    });
    const steps: Step[] = [];
    const result = await runner.run(
      {
        goal,
        instructions: null,
        url,
        steps: [],
        successCriteria: null,
        outputSchema: null,
        ...task,
      },
      attemptScope({ onStep: (step) => steps.push(step), agent: { checkFinish: false }, ...scope }),
    );
    return { result, steps, standIn, lines };
  };
  return { attempt, pool, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The number that the page view gives a thing. */
export function ref({ whole }: StandInQuestion, what: string): number {
  const found = [...whole.matchAll(new RegExp(`\\[(\\d+)\\] ${what}`, 'g'))].at(-1)?.[1];
  if (found === undefined) throw new Error(`no ${what} in ${whole}`);
  return Number(found);
}

export function call(name: string, input: Record<string, unknown> = {}): StandInAnswer {
  return { calls: [{ name, input: { thought: `Next: ${name}`, memory: '', ...input } }] };
}

export function done(answer: string, data?: unknown): StandInAnswer {
  return call('finish', { status: 'done', answer, data });
}
