import { type AttemptResult, type CapturedFile, type RunnerFacts, stuck } from '../contract.ts';
import { costOf, readOutput } from '../wire/output.ts';
import type { Quote } from '../wire/provider-messages.ts';
import type { Ended } from './hosted-provider.ts';

type Named = Pick<RunnerFacts, 'name' | 'price'>;

/** Converts the end of a provider's task to an attempt result. */
export function resultOf(facts: Named, ended: Ended, files: CapturedFile[], quote: Quote): AttemptResult {
  const shared = { files, page: pageOf(ended), costMicroUsd: costOf(facts, ended) };
  return { ...outcomeOf(facts, ended, quote), ...shared };
}

/** A completed task can still have missed its goal or have no output. */
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
  const { partly } = ended;
  return { ok: true, output, ...(partly && { partly }), page: null, files: [], costMicroUsd: null };
}

function said(words: string | null): string {
  return words ? `: ${words}` : '.';
}

function pageOf({ finalUrl, steps }: Ended): AttemptResult['page'] {
  const url = [finalUrl, ...(steps ?? []).map((step) => step.url).reverse()].find((one) =>
    /^https?:/.test(one ?? ''),
  );
  return url ? { finalUrl: url, httpStatus: null, title: null, headers: {}, markup: null } : null;
}
