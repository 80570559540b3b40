import { isAvailable } from '../../artifacts/store.ts';
import { usd } from '../../platform/money.ts';
import type { Runner } from '../../runners/contract.ts';
import type { Attempt, Run } from '../run.ts';

export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

interface Tested {
  run: Pick<Run, 'status' | 'outcome' | 'artifacts'>;
  attempt: Attempt;
  runner: Pick<Runner, 'facts' | 'shape'>;
  /** Nothing of the attempt is left at its provider. */
  isForgotten: boolean;
}

const MOST_CHARS = 120;

/** The stages of one task at a provider, in their order; pure. */
export function checksOf({ run, attempt, runner, isForgotten }: Tested): Check[] {
  const { facts, shape } = runner;
  const { calls = [], states = [], isCostReported = false } = attempt.result?.exchange ?? {};
  const { steps = [], differences = [] } = attempt.result ?? {};
  const code = attempt.error?.code;
  const isDone = run.status === 'succeeded';
  const answered = calls.filter(({ status }) => status !== null).length;
  const isReached = isDone || answered > 0;
  const isCreated =
    isDone || (shape === 'hosted' ? attempt.reference !== null : calls.some(({ status }) => isGood(status)));
  const isOver = attempt.status !== 'running';
  const strange = differences.find(({ field }) => field === 'status');
  const { live_view: hasLiveView } = facts.capabilities;
  const hasAddress = shape !== 'hosted' || Boolean(attempt.session?.liveViewUrl);
  const failure = attempt.error?.message ?? 'no result';
  const kept = run.artifacts.filter(isAvailable).length;
  const check = (name: string, ok: boolean, good: string, bad = failure): Check => ({
    name,
    ok,
    detail: ok ? good : bad,
  });
  return [
    check('reached', isReached, calls.length === 0 ? 'It calls no provider.' : `${answered} answered calls`),
    check('key_accepted', isReached && code !== 'provider_auth', 'No call was refused for its key.'),
    check('created', isCreated, shape === 'hosted' ? 'The task was created.' : 'The page was opened.'),
    check(
      'states_seen',
      !strange,
      states.join(', ') || 'It has no states.',
      `Unknown state: ${strange?.seen}`,
    ),
    check('steps', true, `${steps.length}`),
    check(
      'live_view',
      !isCreated || !hasLiveView || hasAddress,
      hasLiveView ? 'Offered.' : 'Not offered.',
      'No address came.',
    ),
    check('answer', isDone, briefly(run.outcome?.answer)),
    check(
      'files',
      kept === run.artifacts.length,
      `${kept}`,
      `${run.artifacts.length - kept} could not be fetched.`,
    ),
    check('cost_reported', true, isCostReported ? usdOf(attempt) : 'Not reported: the listed price counts.'),
    check('stopped', isOver, 'The task has ended.', 'The task is still running.'),
    check(
      'data_deleted',
      isForgotten,
      'Nothing is left at the provider.',
      'A session is left; its deletion is tried again.',
    ),
  ];
}

function isGood(status: number | null): boolean {
  return status !== null && (status === 101 || (status >= 200 && status < 300));
}

function usdOf({ costMicro }: Attempt): string {
  return `${usd(costMicro ?? 0)} USD`;
}

function briefly(answer: string | null | undefined): string {
  const text = (answer ?? '').replace(/\s+/g, ' ').trim();
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text;
}
