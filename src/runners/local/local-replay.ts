import { leadsOn, planOf, questionOf, replayScript } from '../../agent/index.ts';
import { type DirectRunner, stuck } from '../contract.ts';
import { browse, type LocalChromiumOptions } from './local-chromium.ts';

/** Repeats the last success of the same task, without a model and without a plan of its own. */
export function createLocalReplay(options: LocalChromiumOptions): DirectRunner {
  return {
    facts: options.facts,
    shape: 'direct',
    async run(task, scope) {
      const { script } = scope;
      if (script === null)
        return stuck('no_script', 'This workspace has no recorded run of this task to repeat.');
      return browse(options, task, scope, async (words, agent) => {
        const plan = planOf(words);
        const end = await replayScript(
          { goal: words.goal, question: questionOf(words), plan },
          script,
          agent,
        );
        return end.code === null && !words.acts && !leadsOn(plan) ? null : end;
      });
    },
  };
}
