import type { Run } from '../../run.ts';
import { renderResponse } from '../render.ts';

const MAX_TEXT = 20_000;

/** The facts beside the pictures: the task, the open question, and the end of the run. */
export function runFacts(run: Run, baseUrl: string) {
  const { svc, output_text, error, required_action } = renderResponse(run, baseUrl);
  const ask = required_action?.submit_input;
  return {
    status: svc.status,
    task: run.request.task.goal.slice(0, MAX_TEXT),
    url: svc.url,
    runner: svc.runner ?? run.attempts.at(-1)?.runner ?? null,
    question: ask
      ? {
          prompt: ask.prompt,
          url: `${baseUrl}${ask.submit.path}`,
          body: ask.submit.body,
          expires_at: run.interaction?.expiresAt.toISOString() ?? null,
        }
      : null,
    answer: svc.answer_present ? output_text.slice(0, MAX_TEXT) : null,
    verdict: svc.quality?.verdict ?? null,
    reason: error?.message ?? svc.quality?.reason ?? null,
    cost_usd: svc.cost.total_usd,
    timing_ms: svc.timing_ms,
  };
}
