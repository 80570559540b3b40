import { leadsOn, modelHealer, planOf, questionOf, replayScript } from '../../agent/index.ts';
import type { Llm } from '../../platform/llm.ts';
import { type DirectRunner, stuck } from '../contract.ts';
import { browse, type LocalChromiumOptions } from './local-chromium.ts';
import { modelSpend } from './model-spend.ts';

/**
 * Repeats the last success of the same task without a plan of its own. Where a model is configured, it heals single steps whose element
 * is missing.
 */
export function createLocalReplay(options: LocalChromiumOptions & { llm?: Llm | null }): DirectRunner {
  return {
    facts: options.facts,
    shape: 'direct',
    async run(task, scope) {
      const { script } = scope;
      if (script === null)
        return stuck('no_script', 'This workspace has no recorded run of this task to repeat.');
      const { llm, extractor, facts } = options;
      const goal = [task.goal, task.instructions ?? ''].join('\n').trim();
      const healer = llm
        ? modelHealer({
            llm,
            extractor,
            task: { ...task, goal, startUrl: task.url },
            spendMicroUsd: modelSpend(scope, facts).microUsd,
            confirmsActs: () => scope.confirmsActs(),
          })
        : null;
      const result = await browse(options, task, scope, async (words, agent) => {
        const plan = planOf(words);
        const asked = { goal: words.goal, question: questionOf(words), plan };
        const end = await replayScript(asked, script, agent, healer);
        return end.code === null && !words.acts && !leadsOn(plan) ? null : end;
      });
      return { ...result, modelMicroUsd: healer?.purse.costMicroUsd ?? 0 };
    },
  };
}
