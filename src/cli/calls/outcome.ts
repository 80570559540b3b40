import type { RunDetails } from '@switchyard/sdk';
import pc from 'picocolors';
import { exitCodeOf } from '../terminal/exit-codes.ts';
import { brief, percent, plain, seconds, status, usd } from '../terminal/format.ts';
import type { Service } from './service.ts';

/** The result of a run: the answer to stdout, the rest beside it; the exit code follows its status. */
export function showOutcome({ screen }: Service, run: RunDetails): void {
  process.exitCode = exitCodeOf(run);
  if (screen.isJson) {
    screen.json(run);
    return;
  }
  if (run.answer !== null) screen.line(plain(run.answer));
  for (const line of summaryLines(run)) screen.note(line);
}

export function summaryLines(run: RunDetails): string[] {
  const facts = [
    status(run.status),
    run.runner && `by ${run.runner}`,
    run.fallback_from.length > 0 && `after ${run.fallback_from.join(', ')}`,
    run.status === 'succeeded' && run.confidence !== null && `confidence ${percent(run.confidence)}`,
    `price ${usd(run.cost.total_usd)}${run.budget.max_cost_usd === null ? '' : ` of at most ${usd(run.budget.max_cost_usd)}`}`,
    run.timing_ms !== null && `in ${seconds(run.timing_ms)}`,
  ].filter(Boolean);
  const why = run.error ?? null;
  return [
    facts.join(pc.dim(' · ')),
    ...(why ? [`${brief(why.message, 400)} ${pc.dim(brief(why.remediation, 400))}`] : []),
    ...(!why && run.status !== 'succeeded' && run.quality ? [brief(run.quality.reason, 400)] : []),
    ...(run.question
      ? [
          `It waits for an answer: ${brief(run.question.prompt, 300)}`,
          `Answer with \`switchyard answer ${run.id} <answer>\`, then \`switchyard watch ${run.id}\`.`,
        ]
      : []),
    ...files(run),
    ...((run.replay_url ?? run.live_view) ? [`watch ${run.replay_url ?? run.live_view}`] : []),
    pc.dim(`more: switchyard show (or explain) ${run.id}`),
  ];
}

function files({ artifacts }: RunDetails): string[] {
  return artifacts
    .filter(({ kind }) => kind === 'download')
    .map(
      ({ name, size_bytes, url, unavailable_reason }) =>
        `file ${brief(name, 80)}, ${size_bytes} bytes: ${url ?? unavailable_reason}`,
    );
}
