import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createRouter } from '../../bench/router-world/create-router.ts';
import { simulate } from '../../bench/router-world/simulate.ts';
import { type Runner, World } from '../../bench/router-world/world.ts';
import { movesOf } from '../../src/routing/fold.ts';
import type { AttemptOutcome, Decision } from '../../src/routing/port.ts';
import { readCatalog } from '../../src/runners/catalog.ts';
import { briefOf } from '../../src/runs/decision-brief.ts';
import { outcomeOf, requestOf, siteName } from './history-names.ts';

const DAY_MS = 86_400_000;
/** How long the simulated world lasts. */
const DAYS = 60;
const CANDIDATES = 14;

interface Past {
  runs: number;
  seed?: number;
  /** Its end: the latest run began shortly before. */
  nowMs: number;
}

interface PastAttempt {
  outcome: AttemptOutcome;
  moves: number[];
  decision: Decision | null;
}

/**
 * Gives the first workspace of a database a past of sixty days: runs, attempts, decisions, lessons and postings as the
 * service writes them. The real decision core chose the runners, in a simulated world whose runners bear names of the catalog.
 */
export async function writeHistory(pool: pg.Pool, past: Past): Promise<void> {
  const owner = await pool.query(
    `select w.id as workspace, k.id as key from workspaces w join api_keys k on k.workspace_id = w.id order by w.created_at limit 1`,
  );
  const { workspace, key } = owner.rows[0] as { workspace: string; key: string };
  const startMs = past.nowMs - DAYS * DAY_MS;
  const runs = [...Map.groupBy(play(past), ({ outcome }) => outcome.runId).values()];
  const rows = runs.map((attempts) => rowsOf(attempts, { workspace, key, startMs }));
  await insert(
    pool,
    'runs',
    rows.map(({ run }) => run),
  );
  await insert(
    pool,
    'attempts',
    rows.flatMap(({ attempts }) => attempts),
  );
  await insert(
    pool,
    'decisions',
    rows.flatMap(({ decisions }) => decisions),
  );
  await insert(
    pool,
    'router_observations',
    rows.flatMap(({ lessons }) => lessons),
  );
  const postings = rows.flatMap(({ postings: of }) => of);
  const total = postings.reduce((sum, { amount_micro }) => sum + amount_micro, 0);
  const grant = { ...postings[0], reference: 'grant:history', run_id: null, debit: 'platform:grants' };
  await insert(pool, 'ledger_entries', [
    { ...grant, credit: 'workspace:credits', amount_micro: total },
    ...postings,
  ]);
  await pool.query(`update usage_mark set added_until = (select min(created_at) from ledger_entries)`);
}

/** Every attempt of the world's runs, in the order of time. */
function play({ runs, seed = 7 }: Past): PastAttempt[] {
  const world = new World({ seed, runners: CANDIDATES, runs });
  rename(world.runners);
  const made: PastAttempt[] = [];
  let decision: Decision | null = null;
  const router = createRouter({
    seed,
    onDecided: (decided) => {
      decision = decided;
    },
    onObserved: (outcome, deltas) => {
      const isDecided = outcome.source === 'smart';
      made.push({ outcome, moves: movesOf(deltas.effects), decision: isDecided ? decision : null });
    },
  });
  simulate(world, router);
  return made;
}

/** Runners of the world get names, providers and prices of the catalog's own of their kind. */
function rename(runners: Runner[]): void {
  const kinds = {
    hosted_agent: 'hosted_agent',
    infra: 'browser_infra',
    extraction: 'extraction',
    oss: 'open_source',
  };
  const taken = new Set<string>();
  for (const { info } of runners) {
    const facts = readCatalog().facts.find(
      ({ kind, curated, slug, family }) =>
        curated && kind === kinds[info.kind] && !taken.has(slug) && !taken.has(family),
    );
    if (!facts) continue;
    taken.add(facts.slug).add(facts.family);
    info.slug = facts.slug;
    info.provider = facts.family;
  }
}

function rowsOf(
  attempts: PastAttempt[],
  { workspace, key, startMs }: { workspace: string; key: string; startMs: number },
) {
  const [first] = attempts as [PastAttempt];
  const last =
    attempts.findLast(({ outcome }) => outcome.verdict === 'succeeded') ?? (attempts.at(-1) as PastAttempt);
  const beganMs = startMs + first.outcome.nowMs;
  const runId = idAt('resp', beganMs);
  const site = siteName(first.outcome.domain ?? '');
  const isSweep = first.outcome.source === 'learning';
  let atMs = beganMs;
  const timed = attempts.map((attempt, ordinal) => {
    const startedMs = isSweep ? beganMs : atMs;
    atMs = startedMs + attempt.outcome.latencyMs;
    return {
      ...attempt,
      ordinal,
      id: idAt('att', startedMs),
      startedMs,
      endedMs: atMs,
      costMicro: Math.round(attempt.outcome.costMicro),
    };
  });
  const endedAt = new Date(Math.max(...timed.map(({ endedMs }) => endedMs)));
  const spent = timed.reduce((sum, { costMicro }) => sum + costMicro, 0);
  const result = outcomeOf(last.outcome, site);
  const run = {
    id: runId,
    workspace_id: workspace,
    key_id: key,
    created_at: new Date(beganMs),
    status: last.outcome.verdict,
    request: requestOf(first.outcome, site),
    routing_class: isSweep ? 'learning' : 'smart',
    domain: site,
    task_type: first.outcome.taskType,
    plan: {
      order: first.decision?.chain ?? timed.map(({ outcome }) => outcome.runner.runner),
      decision: first.decision && briefOf(named(first.decision, site)),
      budgetMicro: null,
    },
    fee_rate_ppm: 0,
    expires_at: new Date(beganMs + DAY_MS),
    fence: 2,
    progress_at: endedAt,
    job_id: randomUUID(),
    view_token: randomBytes(32).toString('hex'),
    spent_micro: spent,
    in_flight_micro: 0,
    held_micro: 0,
    progress_events: 0,
    event_sequence: 1,
    runner: last.outcome.runner.runner,
    outcome: result,
    finished_at: endedAt,
  };
  return { run, ...attemptRows(timed, { workspace, runId, site, isSweep, result }) };
}

interface Timed extends PastAttempt {
  ordinal: number;
  id: string;
  startedMs: number;
  endedMs: number;
  costMicro: number;
}

function attemptRows(
  timed: Timed[],
  of: {
    workspace: string;
    runId: string;
    site: string;
    isSweep: boolean;
    result: ReturnType<typeof outcomeOf>;
  },
) {
  const { workspace, runId, site, isSweep } = of;
  return {
    attempts: timed.map(({ outcome, decision, ordinal, id, startedMs, endedMs, costMicro }) => ({
      id,
      run_id: runId,
      ordinal,
      runner: outcome.runner.runner,
      phase: isSweep ? 'probe' : ordinal === 0 ? 'planned' : 'fallback',
      batch: isSweep ? Math.floor(ordinal / 9) + 1 : null,
      status: 'finished',
      price_micro: Math.round(outcome.runner.listPriceMicro),
      cost_micro: costMicro,
      verdict: outcome.verdict,
      defense: outcome.verdict === 'blocked' ? outcome.defense : null,
      fault: outcome.fault,
      error: outcomeOf(outcome, site).error,
      result: {
        finalUrl: `https://${site}/`,
        httpStatus: null,
        title: null,
        steps: [],
        errorCode: null,
        judgement: null,
      },
      started_at: new Date(startedMs),
      finished_at: new Date(endedMs),
      own_key: false,
      decision: decision && briefOf(named(decision, site)),
    })),
    decisions: timed.flatMap(({ decision, ordinal }) =>
      decision ? [{ run_id: runId, ordinal, decision: named(decision, site) }] : [],
    ),
    lessons: timed.map(({ outcome, moves, id, endedMs }) => ({
      attempt_id: id,
      workspace_id: workspace,
      at: new Date(endedMs),
      facts: {
        ...outcome,
        attemptId: id,
        runId,
        workspaceId: workspace,
        domain: site,
        nowMs: endedMs,
        cluster: outcome.defense ?? 'unknown',
        tags: [],
      },
      moves,
    })),
    postings: timed
      .filter(({ costMicro }) => costMicro > 0)
      .flatMap(({ id, endedMs, costMicro }) => {
        const entry = {
          workspace_id: workspace,
          run_id: runId,
          amount_micro: costMicro,
          created_at: new Date(endedMs),
        };
        return [
          { ...entry, reference: `hold:${id}`, debit: 'workspace:credits', credit: 'workspace:held' },
          { ...entry, reference: `attempt:${id}`, debit: 'workspace:held', credit: 'platform:runners' },
        ];
      }),
  };
}

/** The decision with the site's name in it. */
function named(decision: Decision, site: string): Decision {
  return { ...decision, domain: site, summary: decision.summary.replaceAll(decision.domain ?? '', site) };
}

function idAt(prefix: string, atMs: number): string {
  return `${prefix}_${uuidv7({ msecs: Math.floor(atMs) }).replaceAll('-', '')}`;
}

const BATCH = 500;

async function insert(pool: pg.Pool, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let at = 0; at < rows.length; at += BATCH)
    await pool.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows.slice(at, at + BATCH))],
    );
}
