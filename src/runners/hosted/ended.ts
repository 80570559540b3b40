import { microUsd } from '../../platform/money.ts';
import { type AttemptResult, type CapturedFile, type RunnerFacts, stuck } from '../contract.ts';
import type { Quote } from '../wire/provider-words.ts';
import type { Ended } from './hosted-provider.ts';

type Named = Pick<RunnerFacts, 'name' | 'price'>;

/** What providers say at the end of a task, each in its own words; here it becomes ours. */
export function resultOf(facts: Named, ended: Ended, files: CapturedFile[], quote: Quote): AttemptResult {
  const shared = { files, page: pageOf(ended), costMicroUsd: costOf(facts, ended) };
  return { ...outcomeOf(facts, ended, quote), ...shared };
}

/** An ended task is not an achieved one, and one without an answer is neither. */
function outcomeOf({ name }: Named, ended: Ended, quote: Quote): AttemptResult {
  if (ended.state === 'stopped') return stuck('provider_stopped', `${name} stopped the task.`);
  if (ended.state === 'failed') {
    const { code = 'runner_failed', reason, login } = ended;
    const message = `${name} failed while doing the task${said(quote(reason))}`;
    return { ...stuck(code, message), ...(login && { login }) };
  }
  const output = readOutput(ended.output);
  if (ended.isAchieved === false) {
    const reason = ended.reason ?? (typeof output === 'string' ? output : null);
    return stuck('not_achieved', `${name} did not achieve the task${said(quote(reason))}`);
  }
  if (output === '') return stuck('no_output', `${name} ended without an answer.`);
  return { ok: true, output, page: null, files: [], costMicroUsd: null };
}

function said(words: string | null): string {
  return words ? `: ${words}` : '.';
}

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

/** What the provider reports, in dollars or in units of the listed price; null for the listed price itself. */
export function costOf(
  { price }: Pick<RunnerFacts, 'price'>,
  { costUsd, costUnits }: { costUsd?: unknown; costUnits?: unknown },
): number | null {
  const reported = numberOf(costUsd) ?? null;
  const units = numberOf(costUnits);
  const micro = reported !== null ? microUsd(reported) : units === null ? null : units * price.microUsd;
  return micro !== null && Number.isSafeInteger(Math.round(micro)) ? Math.round(micro) : null;
}

function numberOf(value: unknown): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && read >= 0 && Number.isFinite(read) ? read : null;
}

function pageOf({ finalUrl, steps }: Ended): AttemptResult['page'] {
  const url = [finalUrl, ...(steps ?? []).map((step) => step.url).reverse()].find((one) =>
    /^https?:/.test(one ?? ''),
  );
  return url ? { finalUrl: url, httpStatus: null, title: null, headers: {}, markup: null } : null;
}
