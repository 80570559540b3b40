import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { envelope, responseObject } from './schema.ts';

/** The wire of lists of runs. */

/** How many rows a page has. */
const count = (fallback: number) =>
  z
    .string()
    .optional()
    .transform((value) => clamp(value === undefined || value === '' ? fallback : Number(value), fallback))
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      description: `${fallback} unless told; a value outside is clamped.`,
    });

function clamp(value: number, fallback: number): number {
  if (!Number.isFinite(value)) return fallback;
  return Math.min(100, Math.max(1, Math.trunc(value)));
}

const dateTime = z
  .string()
  .transform(inFull)
  .pipe(z.iso.datetime({ offset: true, local: true, error: 'must be an ISO 8601 date-time' }))
  .transform(inUtc)
  .meta({ format: 'date-time', description: 'ISO 8601; without a zone it is UTC' });

/** ISO 8601 allows small letters, and leaves out seconds and parts of the zone. */
function inFull(value: string): string {
  return value
    .toUpperCase()
    .replace(/T(\d\d:\d\d)(?=$|[Z+-])/, 'T$1:00')
    .replace(/(T.*[+-]\d\d)(?::?(\d\d))?$/, (_, head, minutes = '00') => `${head}:${minutes}`);
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59Z');

/** PostgreSQL has no year 0, fewer zones, and six digits of a second. */
function inUtc(value: string): string {
  const [, second, fraction = '', zone] = /^(.{19})(\.\d{1,6})?\d*(.*)$/.exec(value) ?? [];
  const ms = Date.parse(`${second}${zone || 'Z'}`);
  return `${new Date(Math.min(LAST_MS, Math.max(FIRST_MS, ms))).toISOString().slice(0, 19)}${fraction}Z`;
}

/** One value, or several separated by commas: one of them fits. */
function several<V extends string>(known: readonly V[] | null, what: string) {
  const oneOf = known ? `one of ${known.join(', ')}` : 'a value';
  return z
    .string()
    .transform((list, ctx) => {
      const values = list.split(',').map((value) => value.trim());
      if (
        values.length > 50 ||
        values.some((value) => value === '' || (known && !known.includes(value as V)))
      )
        ctx.addIssue({ code: 'custom', message: `must be ${oneOf}, or several separated by commas` });
      return values as V[];
    })
    .optional()
    .describe(`${what}; ${oneOf}, or several separated by commas.`);
}

const usdBound = (what: string) =>
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/, 'must be an amount of US dollars')
    .transform(Number)
    .optional()
    .meta({ type: 'number', minimum: 0, pattern: undefined, description: what });

const STATUSES = ['running', 'needs_human', 'succeeded', 'failed', 'blocked', 'empty', 'cancelled'] as const;
const VERDICTS = ['succeeded', 'blocked', 'failed', 'empty'] as const;
const CLASSES = ['smart', 'learning', 'learning-all', 'category', 'runner', 'chain'] as const;

export const runsQuery = z.object({
  limit: count(50),
  starting_after: z.string().optional(),
  created_after: dateTime.optional(),
  created_before: dateTime.optional(),
  status: several(STATUSES, 'The status'),
  verdict: several(VERDICTS, 'Verdict of the run'),
  runner: several(null, 'The runner that spoke last'),
  site: several(null, 'The registrable domain of the target, such as `example.com`'),
  routing: several(CLASSES, 'How its runners were chosen'),
  key_id: z.string().optional().describe('Runs that this key made.'),
  tag: z.string().min(1).max(600).optional().describe('A name in `metadata`, or `name=value`.'),
  min_cost_usd: usdBound('Runs that cost at least this, with fees.'),
  max_cost_usd: usdBound('Runs that cost at most this, with fees.'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('Words, or beginnings of words, that the task and its address hold; or the id of a run.'),
  parent_id: z.string().optional(),
  exclude_children: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({ type: 'boolean', enum: undefined, description: 'true unless told: sub-runs are left out.' }),
});

export type RunsQuery = z.output<typeof runsQuery>;

export const runsCodes: Record<string, ErrorCode> = {
  status: 'invalid_list_filter',
  verdict: 'invalid_list_filter',
  runner: 'invalid_list_filter',
  site: 'invalid_list_filter',
  routing: 'invalid_list_filter',
  created_after: 'invalid_list_filter',
  created_before: 'invalid_list_filter',
  min_cost_usd: 'invalid_list_filter',
  max_cost_usd: 'invalid_list_filter',
  tag: 'invalid_list_filter',
  q: 'invalid_list_filter',
  exclude_children: 'invalid_list_filter',
};

export const rowsQuery = runsQuery.extend({
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .describe('`csv`: every run that fits, as a file; `limit` and `starting_after` are not used.'),
});

export const runRow = z
  .strictObject({
    object: z.literal('svc.run_row'),
    id: z.string(),
    status: z.enum(STATUSES),
    verdict: z.enum(VERDICTS).nullable(),
    confidence: z.number().nullable(),
    task: z.string().describe('The first 200 characters.'),
    url: z.string().nullable(),
    site: z.string().nullable(),
    task_type: z.string(),
    routing: z.enum(CLASSES),
    runner: z.string().nullable(),
    attempts: z.int(),
    cost_usd: z.number().describe('With fees.'),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    required_action: z
      .strictObject({ kind: z.enum(['otp', 'text', 'confirm']), prompt: z.string() })
      .nullable(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    timing_ms: z.int().nullable(),
    key_id: z.string().nullable(),
    parent_id: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
  })
  .meta({ id: 'RunRow' });

export const responsesQuery = z.object({
  limit: count(20),
  after: z.string().optional().describe('id of the last row of the page before'),
});

export const inputItemsQuery = z.object({
  limit: count(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().optional().describe('id of the last item of the page before'),
});

export type InputItemsQuery = z.output<typeof inputItemsQuery>;

const page = {
  object: z.literal('list'),
  has_more: z.boolean(),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
};

export const responseList = z.strictObject({ ...page, data: z.array(responseObject) });

const inputItem = z
  .strictObject({
    id: z.string(),
    type: z.literal('message'),
    role: z.enum(['system', 'user']),
    status: z.literal('completed'),
    content: z.array(
      z.union([
        z.strictObject({ type: z.literal('input_text'), text: z.string() }),
        z.strictObject({ type: z.literal('input_file'), filename: z.string() }),
      ]),
    ),
  })
  .meta({ id: 'InputItem' });

export const inputItemList = z.strictObject({ ...page, data: z.array(inputItem) });

export const runList = z.strictObject({
  ...page,
  data: z.array(envelope),
  next_starting_after: z.string().nullable(),
});

export const rowList = z.strictObject({
  ...page,
  data: z.array(runRow),
  next_starting_after: z.string().nullable(),
});

export const manyBody = z.strictObject({
  action: z.enum(['cancel', 'delete']),
  ids: z.array(z.string()).min(1).max(100),
});

export const manyResult = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(
      z.strictObject({
        id: z.string(),
        ok: z.boolean(),
        error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'ManyRuns' });
