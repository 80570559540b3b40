import type { Clock } from '../../platform/clock.ts';
import { rateOf } from '../../platform/interval.ts';
import type { Reads } from '../../platform/reads.ts';
import { changesOf } from './changes.ts';
import { type FirstTries, type Gain, gainsOf, type SmartRuns } from './gains.ts';
import {
  type DayRow,
  loadCalibration,
  loadDays,
  loadOwnAgreement,
  loadSites,
  type SiteRow,
} from './store.ts';
import { summaryOf } from './summary.ts';

const DAY_MS = 86_400_000;
/** This week and the four weeks before it. */
const CHANGE_DAYS = 35;
const MOST = { sites: 16, runners: 24, gains: 12 };

/** Figures about runners, sites and smart routing from the runs of the last days. */
export async function routingInsights(
  { reads: { recent: db }, clock }: { reads: Reads; clock: Clock },
  workspaceId: string,
  days: number,
) {
  const [sites, lately, byDay, buckets, agreement] = await Promise.all([
    loadSites(db, workspaceId, days),
    loadSites(db, workspaceId, CHANGE_DAYS),
    loadDays(db, workspaceId, days),
    loadCalibration(db, workspaceId, days),
    loadOwnAgreement(db, workspaceId, days),
  ]);
  const nowMs = clock.now().getTime();
  const decisions = total(byDay, 'runs');
  const explored = total(byDay, 'explored');
  const smart = smartRuns(byDay);
  const gains = gainsOf(smart, firstTries(sites));
  return {
    object: 'svc.routing_insights' as const,
    summary: summaryOf(smart, gains),
    from: new Date(nowMs - days * DAY_MS).toISOString(),
    to: new Date(nowMs).toISOString(),
    heat_map: heatMap(firstTries(sites)),
    verdict_agreement: agreement,
    days: daysOf(byDay),
    gains: gains.slice(0, MOST.gains).map(renderGain),
    calibration: buckets.map(({ bucket, predicted, tried, succeeded }) => {
      const { rate, low, high } = rateOf(succeeded, tried);
      return {
        from: bucket / 10,
        to: (bucket + 1) / 10,
        predicted,
        observed: rate,
        low,
        high,
        attempts: tried,
      };
    }),
    exploration: { decisions, explored, share: decisions === 0 ? null : explored / decisions },
    changes: changesFrom(lately),
  };
}

/** The sites and runners with the most first tries: the same definition of success as in `gains` and `summary`. */
function heatMap(tries: readonly FirstTries[]) {
  const rows = tries.filter(({ tried }) => tried > 0);
  const sites = busiest(rows, ({ site }) => site, MOST.sites);
  const runners = busiest(rows, ({ runner }) => runner, MOST.runners);
  return rows
    .filter(({ site, runner }) => sites.has(site) && runners.has(runner))
    .map(({ runner, site, tried, succeeded }) => {
      const { rate, low, high } = rateOf(succeeded, tried);
      return { runner, site, attempts: tried, succeeded, success_rate: rate, low, high };
    });
}

function busiest(
  rows: readonly FirstTries[],
  nameOf: (row: FirstTries) => string,
  most: number,
): Set<string> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + row.tried);
  const names = [...counts].sort((one, other) => other[1] - one[1]).slice(0, most);
  return new Set(names.map(([name]) => name));
}

function daysOf(rows: readonly DayRow[]) {
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, of]) => {
    const [runs, succeeded, costUsd] = [total(of, 'runs'), total(of, 'succeeded'), total(of, 'micro') / 1e6];
    return {
      day,
      runs,
      succeeded,
      first_choice_succeeded: total(of, 'first_succeeded'),
      explored: total(of, 'explored'),
      cost_usd: costUsd,
      cost_per_success_usd: succeeded === 0 ? null : costUsd / succeeded,
    };
  });
}

/** Smart runs that compare with single runners: on a site, and begun by an attempt that counts for its runner. */
function smartRuns(byDay: readonly DayRow[]): SmartRuns[] {
  return [...Map.groupBy(byDay, ({ site }) => site ?? '')]
    .map(([site, of]) => ({
      site,
      tried: total(of, 'told'),
      succeeded: total(of, 'told_succeeded'),
      costUsd: total(of, 'told_micro') / 1e6,
    }))
    .filter(({ tried }) => tried > 0);
}

/** Every comparison of runners counts these: later attempts meet only the tasks at which others failed. */
function firstTries(sites: readonly SiteRow[]): FirstTries[] {
  return sites.map((row) => ({
    runner: row.runner,
    site: row.site,
    tried: row.first_tried,
    succeeded: row.first_succeeded,
    costUsd: row.first_micro / 1e6,
  }));
}

function renderGain({ runner, tried, successRate, costPerSuccessUsd, gain, low, high }: Gain) {
  return {
    runner,
    attempts: tried,
    success_rate: successRate,
    cost_per_success_usd: costPerSuccessUsd,
    success_gain: gain,
    low,
    high,
  };
}

function changesFrom(rows: readonly SiteRow[]) {
  const weeks = rows.map(({ runner, site, tried, succeeded, week_tried, week_succeeded }) => ({
    runner,
    site,
    week: { tried: week_tried, succeeded: week_succeeded },
    before: { tried: tried - week_tried, succeeded: succeeded - week_succeeded },
  }));
  return changesOf(weeks).map(({ previousRunner, ...change }) => ({
    ...change,
    previous_runner: previousRunner,
  }));
}

function total(
  rows: readonly DayRow[],
  of:
    | 'runs'
    | 'succeeded'
    | 'first_succeeded'
    | 'explored'
    | 'micro'
    | 'told'
    | 'told_succeeded'
    | 'told_micro',
): number {
  return rows.reduce((sum, row) => sum + row[of], 0);
}
