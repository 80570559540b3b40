import sql from 'sql-template-tag';
import { z } from 'zod';
import { loadUsage } from '../../billing/usage/store.ts';
import type { Clock } from '../../platform/clock.ts';
import { route } from '../../platform/http/route.ts';
import { usd } from '../../platform/money.ts';
import type { Reader, Reads } from '../../platform/reads.ts';
import { loadRunDays, type RunsOfDay, tookMs } from './run-days.ts';

const figures = z
  .strictObject({
    runs: z.int().describe('Deleted ones count, too.'),
    finished: z.int().describe('Number of ended runs.'),
    succeeded: z
      .int()
      .describe('Number of runs that ended with an answer, including the answer that nothing was found.'),
    spend_usd: z.number().describe('Everything that was billed, with fees.'),
    median_ms: z
      .number()
      .nullable()
      .describe('Median duration of ended runs in milliseconds, accurate to 1%; null without any.'),
  })
  .meta({ id: 'OverviewFigures' });

const overview = z
  .strictObject({
    object: z.literal('svc.overview'),
    today: figures.describe('Since midnight UTC.'),
    week: figures.describe('The seven days before today.'),
    days: z
      .array(
        z.strictObject({
          day: z.iso.date().describe('Day in UTC.'),
          runs: z.int().describe('Number of runs.'),
          succeeded: z.int().describe('Number of successes.'),
          spend_usd: z.number().describe('Cost of the day in US dollars.'),
        }),
      )
      .describe('Those seven days and today.'),
    live: z.int().describe('Runs that go on now.'),
    waiting: z.int().describe('Runs that wait for an answer.'),
    ever: z.boolean().describe('This workspace has a run.'),
    demo: z
      .strictObject({
        url: z.string().describe('URL of the demo shop.'),
        task: z.string().describe('Example task for the demo shop.'),
      })
      .nullable()
      .describe('A first task that needs no internet access; null without the demo shop.'),
  })
  .meta({ id: 'Overview' });

type Overview = z.infer<typeof overview>;

interface OverviewContext {
  reads: Reads;
  clock: Clock;
  demo(): Overview['demo'];
}

/** How a workspace does today against the week before. */
export const overviewRoute = (ctx: OverviewContext) =>
  route({
    method: 'GET',
    path: '/v1/overview',
    operation: 'overview.get',
    summary: 'Get an overview',
    description:
      "Compares today's runs, success rate, cost and duration with the previous week, and lists the live runs.",
    tag: 'Runs',
    responses: { 200: overview },
    errors: [],
    handler: async ({ caller }) => ({ status: 200, body: await overviewOf(ctx, caller.workspaceId) }),
  });

const DAY_MS = 86_400_000;
const DAYS = 8;

async function overviewOf(ctx: OverviewContext, workspaceId: string): Promise<Overview> {
  const now = ctx.clock.now().getTime();
  const days = Array.from({ length: DAYS }, (_, at) =>
    new Date(now - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
  const [from = '', today = ''] = [days[0], days.at(-1)];
  const [rows, usage, [present]] = await Promise.all([
    loadRunDays(ctx.reads.recent, workspaceId, from),
    loadUsage(ctx.reads.recent, workspaceId, { from, to: today, by: ['day'], limit: DAYS + 1 }),
    loadPresent(ctx.reads.current, workspaceId),
  ]);
  const spent = new Map(
    usage.map((row) => [row.day, row.runner_micro + row.fee_micro + row.normalization_micro]),
  );
  const micro = (some: string[]) => some.reduce((sum, day) => sum + (spent.get(day) ?? 0), 0);
  const figuresOf = (some: string[]) => ({
    ...countsOf(rows.filter(({ day }) => some.includes(day))),
    spend_usd: usd(micro(some)),
  });
  return {
    object: 'svc.overview',
    today: figuresOf([today]),
    week: figuresOf(days.slice(0, -1)),
    days: days.map((day) => {
      const { runs, succeeded, spend_usd } = figuresOf([day]);
      return { day, runs, succeeded, spend_usd };
    }),
    live: present?.live ?? 0,
    waiting: present?.waiting ?? 0,
    ever: present?.ever ?? false,
    demo: ctx.demo(),
  };
}

function countsOf(rows: readonly RunsOfDay[]) {
  const sum = (some: readonly RunsOfDay[]) => some.reduce((total, row) => total + row.runs, 0);
  const over = rows.filter((row): row is RunsOfDay & { took: number } => row.took !== null);
  const finished = sum(over);
  let upTo = 0;
  const middle = over
    .sort((one, other) => one.took - other.took)
    .find((row) => {
      upTo += row.runs;
      return 2 * upTo >= finished;
    });
  return {
    runs: sum(rows),
    finished,
    succeeded: sum(over.filter(({ status }) => status === 'succeeded' || status === 'empty')),
    median_ms: middle ? tookMs(middle.took) : null,
  };
}

function loadPresent(db: Reader, workspaceId: string) {
  return db.query<{ [column: string]: unknown; live: number; waiting: number; ever: boolean }>(
    sql`select count(*) filter (where status = 'running')::int as live,
               count(*) filter (where status = 'needs_human')::int as waiting,
               exists (select from runs where workspace_id = ${workspaceId} and deleted_at is null) as ever
        from runs
        where workspace_id = ${workspaceId} and finished_at is null and deleted_at is null and parent_id is null
          and expires_at > db_now()`,
  );
}
