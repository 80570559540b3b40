import { type AttemptResult, failedResult, type PageEvidence } from '../contract.ts';

interface EndedFacts {
  page: PageEvidence | null;
  costMicroUsd: number | null;
}

/** What providers say at the end of a task, each in its own words; here it becomes ours. */
export const ended = {
  /** An ended task is not an achieved one, and one without an answer is neither. */
  finished(name: string, output: unknown, isAchieved: boolean, facts: EndedFacts): AttemptResult {
    if (!isAchieved) {
      const said = typeof output === 'string' && output !== '' ? `: ${output.slice(0, 300)}` : '.';
      return {
        ...failedResult('runner', 'not_achieved', `${name} did not achieve the task${said}`),
        ...facts,
      };
    }
    if (output === '' || output === null || output === undefined)
      return { ...failedResult('runner', 'no_output', `${name} ended without an answer.`), ...facts };
    return { ok: true, output, files: [], ...facts };
  },

  failed(name: string, facts: EndedFacts): AttemptResult {
    return { ...failedResult('runner', 'runner_failed', `${name} failed while doing the task.`), ...facts };
  },

  stopped(name: string, facts: EndedFacts): AttemptResult {
    return { ...failedResult('platform', 'provider_stopped', `${name} stopped the task.`), ...facts };
  },
};

/** Structured output often comes as a JSON string. */
export function readOutput(output: unknown): unknown {
  if (typeof output !== 'string') return output ?? '';
  const text = output.trim();
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
