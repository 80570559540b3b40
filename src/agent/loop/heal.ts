import type { Llm } from '../../platform/llm.ts';
import { userMessage } from '../../platform/llm-messages.ts';
import type { Extractor } from '../../reading/index.ts';
import type { Agent } from '../agent.ts';
import type { ScriptLine } from '../journal.ts';
import { newDesk } from './desk.ts';
import { drive } from './drive.ts';
import { fenced } from './extract.ts';
import { Consent } from './irreversible.ts';
import { offeredTools, type Tools, withHooks } from './loop-tools.ts';
import { surroundings } from './page-view.ts';
import { lookAgain, performAll } from './perform.ts';
import { pressedBy } from './pressed.ts';
import { type ModelTask, SYSTEM, taskPrompt } from './prompt.ts';
import { askPaid, Purse } from './purse.ts';
import { TOOLS } from './tools.ts';

/** Repairs the repetition of a script where the page has changed. */
export interface Healer {
  /** Does one step on the current page; false when it could not. */
  step(agent: Agent, line: ScriptLine): Promise<boolean>;
  /** Does the rest of the task from the current page; false when it could not. */
  rest(agent: Agent, failed: ScriptLine): Promise<boolean>;
}

interface HealerOptions {
  llm: Llm;
  extractor: Extractor;
  task: ModelTask;
  spendMicroUsd: number;
  confirmsActs(): Promise<boolean>;
}

const ACTING = 'click type press select check hover drag scroll upload go back dialog'.split(' ');
const ACTING_TOOLS: Tools = Object.fromEntries(
  ACTING.flatMap((name) => (TOOLS[name] ? [[name, TOOLS[name]]] : [])),
);

/** Heals with a language model; all calls together stay within the money. */
export function modelHealer(options: HealerOptions): Healer & { purse: Purse } {
  const { llm, extractor, task, confirmsActs } = options;
  const purse = new Purse(options.spendMicroUsd);
  return {
    purse,
    step: (agent, line) =>
      undisturbed(agent, async () => {
        const desk = newDesk({ agent, extractor, llm });
        await lookAgain(desk);
        const today = agent.clock.now().toISOString().slice(0, 10);
        const page = `${await surroundings(agent)}${desk.view.observe(desk.scene, desk.budget, true).text}`;
        const reply = await askPaid(llm, purse, {
          system: SYSTEM,
          messages: [
            userMessage(`${taskPrompt(task, today)}\n\n${orderOf(line)}`),
            userMessage(`The page now:\n${fenced(agent.journal.scrub(page))}`),
          ],
          tools: offeredTools(ACTING_TOOLS),
          mustCall: true,
          signal: agent.signal,
        });
        const [call] = reply?.ok ? reply.calls : [];
        if (!call) return false;
        const before = agent.journal.script.length;
        const consent = new Consent(agent, task, confirmsActs);
        const tools = withHooks(ACTING_TOOLS, {
          begin: () => undefined,
          refusalOf: async (name, input) => consent.refusalOf(await pressedBy(desk, name, input)),
          end: () => undefined,
        });
        const [said = 'Not done'] = await performAll(desk, [call], tools);
        const lines = agent.journal.script.slice(before);
        for (const made of lines)
          Object.assign(made, {
            healed: true,
            was: line.was ?? line.name ?? '',
            ...(line.intent && { intent: line.intent }),
          });
        return !said.startsWith('Not done') && lines.length > 0;
      }),
    rest: (agent, failed) =>
      undisturbed(agent, async () => {
        const before = `Recorded steps have done the beginning of the task on the open page. This step could not be repeated: ${describe(failed)}. Go on from here, and do not repeat what is done.`;
        const { end, costMicroUsd } = await drive(task, {
          agent,
          llm,
          extractor,
          spendMicroUsd: purse.leftMicroUsd,
          takePicture: async () => null,
          vision: 'off',
          checkFinish: false,
          confirmsActs,
          before,
        });
        purse.costMicroUsd += costMicroUsd;
        return end.kind === 'finished' && end.finish.status === 'done';
      }),
  };
}

/** A desk changes how dialogs and the task's words are handled; afterwards the script goes on as before. */
async function undisturbed<T>(agent: Agent, work: () => Promise<T>): Promise<T> {
  const { instruction, run } = agent;
  const { holdsDialogs } = run;
  try {
    return await work();
  } finally {
    agent.instruction = instruction;
    run.holdsDialogs = holdsDialogs;
  }
}

function orderOf(line: ScriptLine): string {
  const intent = line.intent ? ` Its intent was: ${line.intent}` : '';
  return `A recorded script repeats this task. One step does not find its element on the changed page: ${describe(line)}.${intent} Do exactly this one step now, with one call.`;
}

function describe({ action, role, name, value }: ScriptLine): string {
  return `${action} ${role ?? ''} "${name ?? ''}"${value === null || value === '' ? '' : ` with "${value}"`}`;
}
