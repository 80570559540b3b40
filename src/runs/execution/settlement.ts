import { charge, chargeNormalization, combine, type Posting, release } from '../../billing/postings.ts';
import type { SettledAttempt } from '../attempt-store.ts';
import { leftMicro, reservedMicro } from '../ceiling.ts';
import { type Ending, executedRunner, normalizationOf, outcomeOf, statusOf } from '../ending.ts';
import { billedCost } from '../new-attempt.ts';
import type { Run } from '../run.ts';
import { nextMoves } from './next.ts';
import { settleCut } from './settle.ts';
import type { Now } from './standing.ts';

/** The result of the end of an attempt or a run: rows, money, and the state of the run afterwards. */
export interface Settlement {
  run: Run;
  /** The attempts as they are written, the one that came back first. */
  rows: SettledAttempt[];
  posting: Posting;
  spentMicro: number;
  /** The money set aside for these attempts while they were under way. */
  reckonedMicro: number;
  /** Null while the run goes on. */
  ending: Ending | null;
}

/** The consequences of an attempt that came back: the run goes on, or this was its end. Pure. */
export function settlementOf(run: Run, settled: SettledAttempt, now: Now): Settlement {
  const { rows, ...paid } = payFor(run, [settled]);
  const [move] = nextMoves(paid.run, now);
  if (move?.do === 'finish') return endOf(run, move.ending, [settled, ...cutOff(run, now, settled.id)]);
  const written = rows.map(withPartialOutput);
  return { ...paid, run: applied(run, written, paid.run), rows: written, ending: null };
}

/** The run ends, with the attempts that it settles: their charges, the add-on, and the release of the remaining hold. Pure. */
export function endOf(run: Run, ending: Ending, settled: SettledAttempt[]): Settlement {
  const paid = payFor(run, settled);
  const after = paid.run;
  const addon = normalizationOf(after, ending)?.applied ? chargeNormalization(after) : null;
  const left = release(`release:${run.id}`, addon?.heldLeftMicro ?? after.heldMicro);
  const speaking = ending.kind === 'answered' ? ending.attempt.id : null;
  const rows = paid.rows.map((row) => (row.id === speaking ? withoutJudgement(row) : withPartialOutput(row)));
  return {
    run: {
      ...applied(run, rows, after),
      status: statusOf(ending),
      runner: executedRunner(after, ending),
      outcome: outcomeOf(after, ending),
      heldMicro: 0,
      isOverdue: false,
      interaction: null,
    },
    rows,
    posting: combine(paid.posting, ...(addon ? [addon.posting] : []), left),
    spentMicro: paid.spentMicro,
    reckonedMicro: paid.reckonedMicro,
    ending,
  };
}

/** The attempts still under way when a run ends. */
export function cutOff(run: Run, now: Pick<Now, 'worked'>, except?: string): SettledAttempt[] {
  return run.attempts
    .filter(({ id, status }) => status === 'running' && id !== except)
    .map((attempt) => settleCut(attempt, now.worked(attempt)));
}

type Paid = Omit<Settlement, 'ending'>;

/** Each attempt takes its price from the hold of the run; a provider's report above the ceiling is our loss. */
function payFor(run: Run, settled: readonly SettledAttempt[]): Paid {
  const postings: Posting[] = [];
  const paid = { run, rows: [] as SettledAttempt[], spentMicro: 0, reckonedMicro: 0 };
  for (const reported of settled) {
    const attempt = run.attempts.find(({ id }) => id === reported.id);
    const isOwnKey = attempt?.isOwnKey ?? false;
    const row = isOwnKey ? reported : withinCeiling(paid.run, reported);
    const costMicro = billedCost({ costMicro: row.costMicro, isOwnKey });
    paid.rows.push(row);
    const { posting, heldLeftMicro } = charge({
      attemptId: row.id,
      costMicro,
      feeBasisMicro: row.costMicro,
      feeRatePpm: run.feeRatePpm,
      heldMicro: paid.run.heldMicro,
    });
    postings.push(posting);
    paid.spentMicro += costMicro;
    paid.reckonedMicro += attempt ? reservedMicro(attempt) : 0;
    paid.run = {
      ...applied(paid.run, [row], paid.run),
      heldMicro: heldLeftMicro,
      spentMicro: paid.run.spentMicro + costMicro,
    };
  }
  return { ...paid, posting: combine(...postings) };
}

function withinCeiling(run: Run, row: SettledAttempt): SettledAttempt {
  const others = (run.normalizing ?? []).filter((id) => id !== row.id);
  const isNormalized = row.result?.judgement?.normalization?.applied ?? false;
  const left = leftMicro({ ...run, normalizing: isNormalized ? [...others, row.id] : others }, row.id);
  return row.costMicro <= left ? row : { ...row, costMicro: Math.max(0, left) };
}

/** `after`, with the attempts of `run` as the rows leave them. */
function applied(run: Run, rows: readonly SettledAttempt[], after: Run): Run {
  const attempts = run.attempts.map((attempt) => {
    const row = rows.find(({ id }) => id === attempt.id);
    return row ? { ...attempt, ...row } : attempt;
  });
  return { ...after, attempts };
}

/** The run's own outcome holds all of it: no need to write and read it twice. */
function withoutJudgement(settled: SettledAttempt): SettledAttempt {
  return settled.result ? { ...settled, result: { ...settled.result, judgement: null } } : settled;
}

function withPartialOutput(settled: SettledAttempt): SettledAttempt {
  const output = settled.result?.judgement?.output;
  return settled.result && output != null ? { ...settled, result: { ...settled.result, output } } : settled;
}
