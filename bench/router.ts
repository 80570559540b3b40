import { writeFileSync } from 'node:fs';
import { type Finding, figure, isMet } from './report.ts';
import {
  createBestStatic,
  createEpsilonGreedy,
  createLinUcb,
  createRandom,
  createThompson,
  createUcb1,
  DOMAIN_TASK,
  GLOBAL,
  POOLED,
} from './router-world/baselines.ts';
import { createRouter } from './router-world/create-router.ts';
import { type Figures, figuresOf, mean, pooled } from './router-world/figures.ts';
import { createOracle } from './router-world/oracle.ts';
import { learningCurve } from './router-world/picture.ts';
import { type Contender, type Record as Played, simulate } from './router-world/simulate.ts';
import { World } from './router-world/world.ts';

// The choice of the parameters saw none of these worlds.
const SEEDS = [901, 902, 903, 904];
const RUNS = Number(process.env.SWITCHYARD_BENCH_ROUTER_RUNS ?? 12_000);
const PICTURE = process.env.SWITCHYARD_BENCH_PICTURE;

const CONTENDERS: Record<string, (world: World) => Contender> = {
  oracle: createOracle,
  random: createRandom,
  'this router': ({ size }) => createRouter({ seed: size.seed }),
  'best static chain': createBestStatic,
  LinUCB: () => createLinUcb(),
  'Thompson, pooled': (world) => createThompson(world, POOLED),
  'Thompson, global': (world) => createThompson(world, GLOBAL),
  'Thompson, per site and task': (world) => createThompson(world, DOMAIN_TASK),
  'epsilon-greedy per site': createEpsilonGreedy,
  'UCB1 per site': () => createUcb1(),
};

/** The decision core of the service, in a world with known truths, beside an oracle and other methods. */
export async function router(): Promise<Finding[]> {
  const played = new Map<string, { figures: Figures[]; records: Played[] }>();
  for (const seed of SEEDS) {
    const world = new World({ seed, runners: 54, runs: RUNS });
    const [oracle, random] = [simulate(world, createOracle(world)), simulate(world, createRandom(world))];
    for (const [name, create] of Object.entries(CONTENDERS)) {
      const record = name === 'oracle' ? oracle : name === 'random' ? random : simulate(world, create(world));
      const known = played.get(name) ?? { figures: [], records: [] };
      known.figures.push(figuresOf(world, record, oracle, random));
      known.records.push(record);
      played.set(name, known);
    }
  }
  const all = new Map([...played].map(([name, { figures }]) => [name, pooled(figures)]));
  console.log(`\n${RUNS} runs each, mean of worlds ${SEEDS.join(', ')}\n\n${tableOf(all)}`);
  if (PICTURE)
    writeFileSync(PICTURE, learningCurve(new Map([...played].map(([name, { records }]) => [name, records]))));
  const own = all.get('this router') as Figures;
  const [oracle, linUcb, chain] = ['oracle', 'LinUCB', 'best static chain'].map((name) => all.get(name)) as [
    Figures,
    Figures,
    Figures,
  ];
  const spread = (played.get('this router')?.figures ?? []).map(({ gap }) => gap);
  const isLong = RUNS >= 50_000;
  return [
    bar('gap to the oracle closed, all runs', own.gap, { atLeast: 0.93 }, spread),
    ...(isLong ? [bar('gap closed, runs 5,000 to the end', own.late, { atLeast: 0.91 })] : []),
    bar('gap closed, runs 0-500', own.first, { atLeast: 0.72 }),
    bar('gap closed, runs 500-5,000', own.middle, { atLeast: 0.86 }),
    bar('gap closed, last fifth', own.last, { atLeast: 0.88 }),
    bar('gap closed, first visits to a site', own.newSites, { atLeast: 0.85 }),
    bar("regret, of LinUCB's", own.regret / linUcb.regret, { atMost: 0.6 }),
    bar("regret, of the best static chain's", own.regret / chain.regret, { atMost: 0.45 }),
    bar("success, of the oracle's", own.success / oracle.success, { atLeast: 0.955 }),
    bar("first-attempt success, of the oracle's", own.firstSuccess / oracle.firstSuccess, { atLeast: 0.88 }),
    bar("cost per success, of the oracle's", own.costPerSuccess / oracle.costPerSuccess, { atMost: 1.4 }),
    bar('first picks kept on a broken runner', own.keptOnBroken, { atMost: 0.65 }),
    bar('calibration error, mean over deciles', own.calibration, { atMost: 0.05 }),
    ...speedFindings(),
  ];
}

/** How long one decision takes, over evidence of some thousand attempts. */
function speedFindings(): Finding[] {
  return [54, 250].map((runners) => {
    const world = new World({ seed: 905, runners, runs: 2_000 });
    const core = createRouter({ seed: 905 });
    simulate(world, core);
    const times: number[] = [];
    for (const run of world.runs.slice(-1_000)) {
      const candidates = world.present(run.nowMs).map((runner) => world.infoOf(runner, run.nowMs));
      const startedAt = performance.now();
      core.decide({
        runId: run.id,
        nowMs: run.nowMs,
        domain: run.domain.name,
        defense: run.domain.told,
        siteTags: run.domain.tags,
        task: 'extract',
        slaProfile: run.slaProfile,
        maxFallbacks: run.maxFallbacks,
        maxCostUsd: run.maxCostUsd,
        candidates,
        attempts: [],
      });
      times.push(performance.now() - startedAt);
    }
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(share * times.length)] ?? 0;
    return {
      ...bar(`decision with ${runners} candidates, p99`, at(0.99), { atMost: 1 }),
      product: `p50 ${at(0.5).toFixed(2)}, mean ${mean(times).toFixed(2)} ms`,
      value: `${at(0.99).toFixed(2)} ms`,
      bar: '<= 1 ms',
    };
  });
}

function bar(
  what: string,
  value: number,
  is: { atLeast?: number; atMost?: number },
  spread: number[] = [],
): Finding {
  return {
    what,
    baseline: '',
    product: '',
    value: value.toFixed(3),
    spread: spread.length > 0 ? `${Math.min(...spread).toFixed(3)}-${Math.max(...spread).toFixed(3)}` : '',
    bar: is.atLeast === undefined ? `<= ${is.atMost}` : `>= ${is.atLeast}`,
    isMet: isMet(value, is),
  };
}

const COLUMNS: [string, (figures: Figures) => string][] = [
  ['gap', ({ gap }) => gap.toFixed(3)],
  ['0-500', ({ first }) => first.toFixed(3)],
  ['500-5k', ({ middle }) => middle.toFixed(3)],
  ['5k-end', ({ late }) => late.toFixed(3)],
  ['last fifth', ({ last }) => last.toFixed(3)],
  ['new sites', ({ newSites }) => newSites.toFixed(3)],
  ['regret', ({ regret }) => regret.toFixed(3)],
  ['success', ({ success }) => success.toFixed(3)],
  ['first attempt', ({ firstSuccess }) => firstSuccess.toFixed(3)],
  ['USD/success', ({ costPerSuccess }) => costPerSuccess.toFixed(4)],
  ['s/success', ({ secondsPerSuccess }) => figure(secondsPerSuccess)],
  ['attempts', ({ attempts }) => attempts.toFixed(2)],
  ['kept on broken', ({ keptOnBroken }) => `${Math.round(100 * keptOnBroken)}%`],
  ['found again', ({ foundAgain }) => `${Math.round(100 * foundAgain)}%`],
];

function tableOf(all: Map<string, Figures>): string {
  const rows = [...all].map(([name, figures]) => [name, ...COLUMNS.map(([, show]) => show(figures))]);
  const head = ['router', ...COLUMNS.map(([title]) => title)];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
