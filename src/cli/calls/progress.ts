import type { Attempt, RunDetails, Step } from '@switchyard/sdk';
import pc from 'picocolors';
import { brief, seconds, usd } from '../terminal/format.ts';

/** News about a run since the last look, as lines. */
export class Progress {
  readonly #said = new Set<string>();

  hear(run: RunDetails): string[] {
    const fresh = newsOf(run).filter(({ key }) => !this.#said.has(key));
    for (const { key } of fresh) this.#said.add(key);
    return fresh.sort((one, other) => one.at.localeCompare(other.at)).map(({ line }) => line);
  }
}

interface News {
  key: string;
  at: string;
  line: string;
}

function newsOf(run: RunDetails): News[] {
  const attempts = attemptsOf(run);
  return [
    {
      key: 'id',
      at: '',
      line: `${pc.bold(run.id)}  ${pc.dim(`come back with: switchyard watch ${run.id}`)}`,
    },
    ...(run.live_view ? [{ key: run.live_view, at: '', line: `${pc.dim('watch')} ${run.live_view}` }] : []),
    ...attempts.map((attempt) => ({
      key: `start ${attempt.id}`,
      at: attempt.started_at,
      line: startLine(attempt, attempts),
    })),
    ...run.steps.map((step) => ({ key: `step ${step.index} ${step.at}`, at: step.at, line: stepLine(step) })),
    ...attempts
      .filter(({ status, verdict }) => status !== 'running' && verdict !== 'succeeded')
      .map((attempt) => ({
        key: `end ${attempt.id}`,
        at: attempt.finished_at ?? attempt.started_at,
        line: endLine(attempt),
      })),
  ];
}

/** The runner at work, its progress, and the cost against the ceiling. */
export function statusLine(run: RunDetails | null, elapsedMs: number): string {
  if (run === null) return `asking the service  ${seconds(elapsedMs)}`;
  const atWork = attemptsOf(run).filter(({ status }) => status === 'running');
  const names = atWork.map(({ runner }) => runner);
  const who =
    run.status === 'needs_human'
      ? 'waits for an answer'
      : names.length === 0
        ? 'waits for a runner'
        : `${brief(names.slice(0, 3).join(', '), 60)}${names.length > 3 ? ` and ${names.length - 3} more` : ''} at work`;
  return [who, `${run.steps.length} steps`, seconds(elapsedMs), spendOf(run)].join(pc.dim(' · '));
}

function spendOf(run: RunDetails): string {
  const spent = usd(run.progress?.spend_usd ?? run.cost.total_usd);
  const ceiling = run.budget.max_cost_usd;
  return ceiling === null ? spent : `${spent} of ${usd(ceiling)}`;
}

function attemptsOf(run: RunDetails): Attempt[] {
  return run.progress?.attempts ?? run.routing_attempts;
}

export function stepLine({ action, target, detail, ok, duration_ms }: Step): string {
  const what = brief([target, detail].filter(Boolean).join(': '), 90);
  return `  ${ok ? pc.green('✓') : pc.red('✗')} ${action}${what && ` ${what}`}  ${pc.dim(seconds(duration_ms))}`;
}

function startLine({ runner, phase, index }: Attempt, attempts: Attempt[]): string {
  const before = attempts.findLast((other) => other.index < index);
  if (phase === 'race' || phase === 'probe') return `${pc.cyan('→')} ${runner} tries beside it`;
  return before ? `${pc.cyan('→')} ${runner} takes over from ${before.runner}` : `${pc.cyan('→')} ${runner}`;
}

function endLine({ runner, status, verdict, block_reason, error, cost_usd, timing_ms }: Attempt): string {
  const why = brief(block_reason ?? error?.message, 90);
  const how = verdict ?? status;
  return `${pc.yellow('✗')} ${runner}: ${how}${why && ` (${why})`}  ${pc.dim(`${seconds(timing_ms)}, ${usd(cost_usd)}`)}`;
}
