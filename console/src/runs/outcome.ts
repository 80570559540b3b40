import type { RunDetails, RunRow } from '@switchyard/sdk';
import type { Tone } from '../ui/badge.tsx';
import { texts } from './texts.ts';

/** What a run that succeeded holds: an answer, passages near an answer, the text of the page, or an action that was done. */
export type Found = 'value' | 'passages' | 'text' | 'done';

export const FOUND: Record<Found, [tone: Tone, label: string]> = {
  value: ['good', 'Answered'],
  done: ['good', 'Done'],
  passages: ['warn', 'Nearest passages'],
  text: ['info', 'Page text'],
};

type Rung = 'value' | 'passages' | 'text';

/** Null for runs that did not succeed. */
function foundOf(status: string, rung: Rung | null | undefined): Found | null {
  return status === 'succeeded' ? (rung ?? 'value') : null;
}

/** After an action a few words tell how it ended: they are not the text of a page. */
const MOST_WORDS_OF_ACTION = 500;

export function foundIn({ status, evidence, act_script, answer }: RunDetails): Found | null {
  const found = foundOf(status, evidence.reading?.rung);
  const hasActed = act_script.some(({ action }) => action !== 'goto' && action !== 'extract');
  const isShort = (answer?.length ?? 0) < MOST_WORDS_OF_ACTION;
  return found === 'text' && hasActed && isShort ? 'done' : found;
}

/** The same for a line of a list, which has the kind of its task instead of the steps. */
export function foundInRow({ status, reading, task_type }: RunRow): Found | null {
  const isAction = task_type === 'form' || task_type === 'multistep' || task_type === 'download';
  return foundOf(status, isAction && reading === 'text' ? 'value' : reading);
}

/** The words and the colour of a line's badge; undefined where its status says it. */
export function lookOf(row: RunRow): (typeof FOUND)[Found] | undefined {
  const found = foundInRow(row);
  return found ? FOUND[found] : undefined;
}

/** What helps most runs that ended with this code. */
export function commonCure(code: string): string {
  return BY_RUN[code]?.[1] ?? BY_FAULT.runner[0];
}

/** The button of a failure: a new run with one change, or the screen where the cure is. */
export type Cure =
  | { label: string; again: { routing?: string; isDearer?: boolean; isLonger?: boolean } }
  | { label: string; to: '/models' | '/runners' | '/usage' | '/vault' };

export interface Failure {
  what: string;
  /** Whose fault it is. */
  whose: string;
  advice: string;
  cure: Cure;
}

const AGAIN: Cure = { label: texts.again, again: {} };
const OTHER: Cure = { label: 'Run again with another runner', again: { routing: 'smart' } };
const EDIT: Cure = { label: 'Edit and run again', again: {} };
const KEY: Cure = { label: 'Add or replace the key', to: '/runners' };

const WHOSE = {
  site: 'The site',
  runner: 'The runner',
  caller: 'Your request',
  platform: 'The provider or this service',
} as const;

/** Cures by code of the run, where the code alone decides. */
const BY_RUN: Record<string, [whose: string, advice: string, cure: Cure]> = {
  run_timeout: [
    'Your time limit',
    'Give the run more time, or choose a faster runner.',
    { label: 'Give it more time', again: { isLonger: true } },
  ],
  budget_exhausted: [
    'Your spend ceiling',
    'Raise the ceiling. Partial results of its attempts are kept.',
    { label: 'Raise the ceiling', again: { isDearer: true } },
  ],
  insufficient_credits: [
    'Your credits',
    'Add credits, or use a key with a higher spend limit.',
    { label: 'Add credits', to: '/usage' },
  ],
  run_cancelled: ['Nobody', 'Run it again if you still want the answer.', AGAIN],
  blocked: [
    'The site',
    'The site refuses this kind of browser. Runners differ in how they get through.',
    OTHER,
  ],
  model_required: [
    'This service has no language model',
    'Connect a language model, or add the key of a provider.',
    { label: 'Connect a model', to: '/models' },
  ],
  schema_violation: ['The runner', 'Loosen the schema, or name every field in the task.', EDIT],
  unsafe_url: ['Your request', 'Use an address whose redirects stay on public sites.', EDIT],
  internal_error: ['This service', 'Run it again. If it fails again, report the ID of the run.', AGAIN],
};

/** Cures by code of the attempt that speaks for the run, in order. */
const BY_ATTEMPT: Array<[codes: RegExp, advice: string, cure: Cure]> = [
  [/^provider_(auth|quota)$/, 'The provider refused its key or its quota is used up.', KEY],
  [
    /^(model_|no_model$)/,
    'The language model did not work. Test it, then run again.',
    { label: 'Check the model', to: '/models' },
  ],
  [
    /^(login_|credential_)/,
    'Check the stored login, then run again.',
    { label: 'Check the login', to: '/vault' },
  ],
  [/^(not_found|forbidden_domain|missing_url|unsafe_)/, 'Check the address, then run again.', EDIT],
  [/^no_answer$/, 'Nobody answered the question in time. Run again and answer it here.', AGAIN],
];

const BY_FAULT: Record<keyof typeof WHOSE, [advice: string, cure: Cure]> = {
  site: ['Try again later, or with another runner.', OTHER],
  runner: ['Make the task more specific, or choose another runner.', OTHER],
  caller: ['Change the task or its address, then run again.', EDIT],
  platform: ['Nothing was charged for the attempt. Run it again.', AGAIN],
};

/** One sentence, whose fault, and the cure. Null for runs that are under way or succeeded. */
export function failureOf(run: RunDetails): Failure | null {
  if (run.finished_at === null || run.status === 'succeeded') return null;
  const code = run.error?.code ?? '';
  const last =
    run.routing_attempts.findLast(({ runner }) => runner === run.runner) ?? run.routing_attempts.at(-1);
  const what = plain(run.error?.message ?? run.quality?.reason ?? texts.noAnswer);
  const known = BY_RUN[code];
  if (known) return { what, whose: known[0], advice: known[1], cure: known[2] };
  const fault = last && last.fault in WHOSE ? (last.fault as keyof typeof WHOSE) : 'runner';
  const isMissing = run.evidence.http_status === 404 || run.evidence.http_status === 410;
  const attemptCode = isMissing ? 'not_found' : (last?.error?.code ?? '');
  const found = BY_ATTEMPT.find(([codes]) => codes.test(attemptCode));
  const [advice, cure] = found ? [found[1], found[2]] : BY_FAULT[fault];
  return { what, whose: isMissing ? WHOSE.site : WHOSE[fault], advice, cure };
}

/** Messages are for programs, too: their backticks and paths of the API mean nothing here. */
export function plain(message: string): string {
  return message.replace(/\s*\((?:GET|POST|PUT|PATCH|DELETE) [^()]*\)/g, '').replaceAll('`', '');
}
