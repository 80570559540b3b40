import type { RunDetails, Switchyard } from '@switchyard/sdk';
import { dollars } from './show-run.ts';
import type { Output } from './tool-shapes.ts';

type Card = Awaited<ReturnType<Switchyard['runs']['explain']>>;

/** The decision card in lines: the reason, the candidates, the excluded runners, the work of each attempt. */
export function explainLines(run: RunDetails, card: Card | null): string {
  const attempts = run.routing_attempts.map((attempt) => {
    const cost = attempt.cost_usd === null ? '' : `, ${dollars(attempt.cost_usd)}`;
    const time = attempt.timing_ms === null ? '' : `, ${(attempt.timing_ms / 1_000).toFixed(1)} s`;
    const why = attempt.error ? `: ${attempt.error.message}` : '';
    return `- ${attempt.runner}: ${attempt.verdict ?? attempt.status}${cost}${time}${why}`;
  });
  const tried = attempts.length > 0 ? ['Attempts:', ...attempts] : ['No attempt yet.'];
  if (card === null) return ['The router did not choose the runners of this run.', ...tried].join('\n');
  const weighed = card.candidates.slice(0, 8).map((one) => {
    const success = `${Math.round(one.successProbability * 100)} % success`;
    const time = `${(one.expectedLatencyMs / 1_000).toFixed(1)} s`;
    return `- ${one.runner}: ${success}, ${dollars(one.expectedCostUsd)}, ${time} expected`;
  });
  const left = card.excluded.slice(0, 8).map((one) => `- ${one.runner}: ${one.excludedBecause}`);
  return [
    `${card.chosen.runner}: ${card.chosen.reason}`,
    card.summary,
    ...tried,
    ...(weighed.length > 0 ? ['Weighed:', ...weighed] : []),
    ...(left.length > 0 ? [`Left out (${card.excluded.length}):`, ...left] : []),
  ].join('\n');
}

export function explained(run: RunDetails, card: Card | null): Output<'explain_run'> {
  return {
    chosen: card && { runner: card.chosen.runner, reason: card.chosen.reason },
    summary: card?.summary ?? null,
    attempts: run.routing_attempts.map(({ runner, verdict, status, cost_usd, timing_ms, error }) => ({
      runner,
      result: verdict ?? status,
      cost_usd,
      timing_ms,
      error: error?.message ?? null,
    })),
    candidates: (card?.candidates ?? []).map((one) => ({
      runner: one.runner,
      success_probability: one.successProbability,
      expected_cost_usd: one.expectedCostUsd,
      expected_latency_ms: one.expectedLatencyMs,
    })),
    excluded: (card?.excluded ?? []).map(({ runner, excludedBecause: reason }) => ({ runner, reason })),
  };
}

type Runner = Awaited<ReturnType<Switchyard['runners']['list']>>['runners'][number];

const MAX_RUNNERS = 60;

/** The runners whose line has every word of the search. */
export function searched(runners: Runner[], search: string | undefined): Runner[] {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return runners.filter((runner) => words.every((word) => runnerLine(runner).toLowerCase().includes(word)));
}

export function runnerLines(runners: Runner[]): string {
  if (runners.length === 0) return 'No runner fits. Search for other words, or pass {"all":true}.';
  const more = runners.length - MAX_RUNNERS;
  const lines = runners.slice(0, MAX_RUNNERS).map(runnerLine);
  return [...lines, ...(more > 0 ? [`and ${more} more; search to narrow`] : [])].join('\n');
}

function runnerLine(runner: Runner): string {
  const off = runner.status === 'available' ? '' : `, ${runner.status}: ${runner.unavailable_reason ?? ''}`;
  const price = `${dollars(runner.price.typical_task_usd)} a task`;
  return `- ${runner.slug} (${runner.name}, ${runner.kind}, ${price}${off}): ${abilities(runner).join(', ')}`;
}

export function abilities({ capabilities }: Runner): string[] {
  return Object.entries(capabilities).flatMap(([name, is]) => (is ? [name] : []));
}
