import { z } from 'zod';
import type { BrowserRun } from '../browser/browser-run.ts';
import type { Clock } from '../platform/clock.ts';
import type { Extractor } from '../reading/index.ts';
import { newAgent } from './agent.ts';
import { createJournal } from './journal.ts';
import { newDesk } from './loop/desk.ts';
import { surroundings } from './loop/page-view.ts';
import { lookAgain, perform } from './loop/perform.ts';
import { TOOLS } from './loop/tools.ts';

interface PageToolsOptions {
  run: BrowserRun;
  clock: Clock;
  signal: AbortSignal;
  extractor: Extractor;
}

/** Tools that need a run with an owner or a model. */
const OF_RUNS = ['sign_in', 'ask_owner', 'finish'];

/** The tools and the observation of the model loop, for callers that bring a model of their own. */
export interface PageTools {
  /** Name, description and JSON Schema of the input. */
  list: { name: string; description: string; inputSchema: object }[];
  /** The page as text; controls have numbers. */
  observe(): Promise<string>;
  /** Runs one tool and returns what it did and what changed. */
  act(call: { name: string; input: unknown }): Promise<string>;
}

export function openPageTools({ run, clock, signal, extractor }: PageToolsOptions): PageTools {
  const ask = async () => ({ answered: false, value: '', isForbidden: true });
  const agent = newAgent('', {
    run,
    clock,
    signal,
    journal: createJournal(() => {}),
    ask,
    timeLimitMs: Infinity,
  });
  const desk = newDesk({ agent, extractor });
  const tools = Object.fromEntries(Object.entries(TOOLS).filter(([name]) => !OF_RUNS.includes(name)));
  return {
    list: Object.entries(tools).map(([name, { description, input }]) => ({
      name,
      description,
      inputSchema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
    })),
    async observe() {
      await lookAgain(desk);
      return `${await surroundings(agent)}${desk.view.observe(desk.scene, desk.budget, true).text}`;
    },
    async act({ name, input }) {
      await lookAgain(desk);
      return perform(desk, { id: '', name, input, problem: null }, tools);
    },
  };
}
