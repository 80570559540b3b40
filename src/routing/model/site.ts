import type { TaskType } from '../../task/index.ts';
import type { Defense } from '../port.ts';

/** A workspace's memory of a site, beside the effects. */
export interface Site {
  defense: Defense;
  source: 'attempt' | 'probe' | 'neighbor' | null;
  seenAtMs: number | null;
  tags: string[];
  visits: number;
  /** Attempts seen here, of any source. */
  attempts: number;
  tasks: Partial<Record<TaskType, SiteTask>>;
}

export interface SiteTask {
  /** The last runner that succeeded without a failure since, how often in a row, and when. */
  winner: { runner: string; successes: number; atMs: number } | null;
  /** The best of the last learning sweep, by cost and time together. */
  sweep: { id: string; runner: string; atMs: number; score: number } | null;
  /** The first runner of the last runs, and how many runs in a row began with it. */
  primary: { runner: string; runs: number } | null;
}

export function newSite(): Site {
  return { defense: 'unknown', source: null, seenAtMs: null, tags: [], visits: 0, attempts: 0, tasks: {} };
}

/**
 * The change that one event makes in the memory of a site. It is applied to the current site, in memory and
 * in the table: attempts work side by side, and instances too.
 */
export type SiteChange =
  | {
      by: 'attempt';
      atMs: number;
      /** The defence it met; null where it met none. */
      defense: Defense | null;
      task: TaskType;
      runner: string;
      /** The first attempt of a smart run. */
      isVisit: boolean;
      /** Null where the attempt says nothing about the runner. */
      isSuccess: boolean | null;
      /** The sweep that it was part of, and its price in cost and time; null outside a sweep. */
      sweep: { id: string; score: number } | null;
    }
  | { by: 'look'; atMs: number; defense: Defense; tags: string[] }
  /** A success that turned out to be none. */
  | { by: 'retraction'; task: TaskType; runner: string };

export function siteAfter(known: Site | undefined, change: SiteChange): Site {
  const site = known ?? newSite();
  switch (change.by) {
    case 'look': {
      // An attempt's experience is surer than a look from outside.
      const isNew = site.defense === 'unknown' && change.defense !== 'unknown';
      const seen = { defense: change.defense, source: 'probe' as const, seenAtMs: change.atMs };
      return { ...site, ...(isNew ? seen : {}), tags: change.tags };
    }
    case 'retraction':
      return withTask(site, change.task, (task) => lostBy(task, change.runner));
    case 'attempt': {
      const { atMs, defense, isVisit } = change;
      const isMet = defense !== null && defense !== 'unknown';
      return {
        ...withTask(site, change.task, (task) => taskAfter(task, change)),
        ...(isMet ? { defense, source: 'attempt' as const, seenAtMs: atMs } : {}),
        visits: site.visits + (isVisit ? 1 : 0),
        attempts: site.attempts + 1,
      };
    }
  }
}

function withTask(site: Site, type: TaskType, change: (task: SiteTask) => SiteTask): Site {
  const known = site.tasks[type] ?? { winner: null, sweep: null, primary: null };
  return { ...site, tasks: { ...site.tasks, [type]: change(known) } };
}

function taskAfter(known: SiteTask, change: Extract<SiteChange, { by: 'attempt' }>): SiteTask {
  const { runner, atMs, isVisit, isSuccess, sweep } = change;
  const runs = (known.primary?.runner === runner ? known.primary.runs : 0) + 1;
  const task = isVisit ? { ...known, primary: { runner, runs } } : known;
  if (isSuccess === null) return task;
  if (!isSuccess) return lostBy(task, runner);
  const successes = known.winner?.runner === runner ? known.winner.successes + 1 : 1;
  // The cheaper and quicker of the sweep's best so far and this success.
  const isBest = sweep && (known.sweep?.id !== sweep.id || sweep.score < known.sweep.score);
  return {
    ...task,
    winner: { runner, successes, atMs },
    sweep: isBest ? { ...sweep, runner, atMs } : known.sweep,
  };
}

function lostBy(task: SiteTask, runner: string): SiteTask {
  return {
    ...task,
    winner: task.winner?.runner === runner ? null : task.winner,
    sweep: task.sweep?.runner === runner ? null : task.sweep,
  };
}
