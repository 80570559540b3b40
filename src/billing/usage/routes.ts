import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { csv } from '../../platform/csv.ts';
import { route } from '../../platform/http/route.ts';
import { usd } from '../../platform/money.ts';
import type { Reader, Reads } from '../../platform/reads.ts';
import {
  type Amounts,
  DIMENSIONS,
  type Dimension,
  loadKeyNames,
  loadTagUsage,
  loadUsage,
  type TagRow,
  type UsageRow,
} from './store.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;
const MAX_ROWS = 10_000;

// PostgreSQL has no year 0, which is a year of ISO 8601.
const day = z.iso.date().refine((date) => date >= '1970', 'must not lie before 1970');

const query = z.object({
  from: day.optional().describe('First day (UTC); 30 days back when left out.'),
  to: day.optional().describe('Last day (UTC), with it; today when left out.'),
  group_by: z
    .string()
    .default('day')
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(
      z.union([z.tuple([z.literal('tag')]), z.array(z.enum(DIMENSIONS)).min(1)], {
        error: 'must be a list of `day`, `runner`, `key` and `site`, or `tag` alone',
      }),
    )
    .describe('Comma list of `day`, `runner`, `key` and `site`; or `tag` alone.'),
  format: z.enum(['json', 'csv']).default('json').describe('`csv` returns a CSV file.'),
});

const amounts = {
  attempts: z.number().int().describe('Attempts of runs that cost something. A session makes none.'),
  runner_usd: z.number().describe('Cost of the runners in US dollars.'),
  platform_fee_usd: z.number().describe('Platform fee in US dollars.'),
  normalization_usd: z.number().describe('Cost of normalization in US dollars.'),
  total_usd: z.number().describe('Total in US dollars.'),
};

const usage = z
  .strictObject({
    object: z.literal('svc.usage'),
    from: z.iso.date().describe('First day, in UTC.'),
    to: z.iso.date().describe('Last day, in UTC.'),
    group_by: z.array(z.enum([...DIMENSIONS, 'tag'])).describe('How the rows are grouped.'),
    data: z
      .array(
        z.strictObject({
          day: z.iso.date().nullable().describe('Day in UTC.'),
          runner: z
            .string()
            .nullable()
            .describe('`session` for browsers that the caller drives: they cost by the minute.'),
          key_id: z.string().nullable().describe('Empty for runs without a key.'),
          key_name: z
            .string()
            .nullable()
            .describe(
              'Name of the key, also of a deleted one; null without a key or without `group_by=key`.',
            ),
          site: z.string().nullable().describe('Host of the target; empty for tasks without one.'),
          tag: z
            .string()
            .nullable()
            .describe(
              '`name=value` of the metadata; empty for runs without any. A run counts for each of its tags.',
            ),
          ...amounts,
        }),
      )
      .describe('One row per group.'),
    total: z.strictObject(amounts).describe('Totals of all rows.'),
    truncated: z.boolean().describe(`More than ${MAX_ROWS} rows: ask for fewer days or dimensions.`),
  })
  .meta({ id: 'Usage' });

export const usageRoute = (ctx: { reads: Reads; clock: Clock }) =>
  route({
    method: 'GET',
    path: '/v1/billing/usage',
    operation: 'usage.get',
    summary: 'Get usage',
    description: 'Returns runs and cost by day, runner, key, site or tag. `format=csv` returns a file.',
    tag: 'Billing',
    query,
    responses: { 200: usage },
    contentTypes: ['application/json', 'text/csv'],
    errors: [],
    async handler({ caller, query }) {
      const days = daysOf(query, ctx.clock.now());
      const { by, rows, total } = await readUsage(ctx.reads.recent, caller.workspaceId, days, query.group_by);
      const names = await loadKeyNames(ctx.reads.recent, caller.workspaceId, by);
      const data = rows.slice(0, MAX_ROWS).map((row) => renderRow(row, names));
      if (query.format === 'csv') return csvAnswer(data, by);
      return {
        status: 200,
        body: {
          object: 'svc.usage',
          ...days,
          group_by: by,
          data,
          total: renderAmounts(total),
          truncated: rows.length > MAX_ROWS,
        },
      };
    },
  });

/** The rows in the requested groups, and their total: tags overlap, so summing them would count a run twice. */
async function readUsage(
  db: Reader,
  workspaceId: string,
  days: { from: string; to: string },
  asked: readonly string[],
) {
  const limit = MAX_ROWS + 1;
  if (asked.includes('tag')) {
    const [rows, all] = await Promise.all([
      loadTagUsage(db, workspaceId, { ...days, limit }),
      loadUsage(db, workspaceId, { ...days, by: ['day'], limit }),
    ]);
    return { by: ['tag' as const], rows, total: sumOf(all) };
  }
  const by = DIMENSIONS.filter((name) => asked.includes(name));
  const rows = await loadUsage(db, workspaceId, { ...days, by, limit });
  return { by, rows, total: sumOf(rows) };
}

function daysOf(asked: { from?: string; to?: string }, now: Date): { from: string; to: string } {
  const to = asked.to ?? now.toISOString().slice(0, 10);
  const from = asked.from ?? new Date(Date.parse(to) - 30 * DAY_MS).toISOString().slice(0, 10);
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (length < 0) throw new ApiError('invalid_request', { message: '`from` is after `to`.', param: 'from' });
  if (length >= MAX_DAYS)
    throw new ApiError('invalid_request', { message: `At most ${MAX_DAYS} days at once.`, param: 'from' });
  return { from, to };
}

function renderRow(row: UsageRow | TagRow, names: ReadonlyMap<string, string>) {
  const { day = null, runner = null, key_id = null, site = null } = row as Partial<UsageRow>;
  const { tag = null } = row as Partial<TagRow>;
  const key_name = names.get(key_id ?? '') ?? null;
  return { day, runner, key_id, key_name, site, tag, ...renderAmounts(row) };
}

function renderAmounts(row: Amounts) {
  return {
    attempts: row.attempts,
    runner_usd: usd(row.runner_micro),
    platform_fee_usd: usd(row.fee_micro),
    normalization_usd: usd(row.normalization_micro),
    total_usd: usd(row.runner_micro + row.fee_micro + row.normalization_micro),
  };
}

function sumOf(rows: Amounts[]): Amounts {
  const sum = (name: 'attempts' | 'runner_micro' | 'fee_micro' | 'normalization_micro') =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    attempts: sum('attempts'),
    runner_micro: sum('runner_micro'),
    fee_micro: sum('fee_micro'),
    normalization_micro: sum('normalization_micro'),
  };
}

function csvAnswer(data: Array<ReturnType<typeof renderRow>>, by: Array<Dimension | 'tag'>) {
  const columns = [
    ...by.map((name) => (name === 'key' ? ('key_id' as const) : name)),
    ...(['attempts', 'runner_usd', 'platform_fee_usd', 'normalization_usd', 'total_usd'] as const),
  ];
  const text = csv(
    columns,
    data.map((row) => columns.map((name) => row[name])),
  );
  return {
    status: 200,
    bytes: Buffer.from(text),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="usage.csv"',
    },
  };
}
