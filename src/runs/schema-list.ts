import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { listOf, nextPage, pageEnds, pageLimit, startingAfter } from '../platform/http/lists.ts';
import { CONFIDENCE, envelope, responseObject } from './schema.ts';

/** The wire of lists of runs. */

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
    .replace(/^([^T]*T.*[+-]\d\d)(?::?(\d\d))?$/, (_, head, minutes = '00') => `${head}:${minutes}`);
}

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59Z');

/** PostgreSQL has no year 0, fewer zones, and six digits of a second. */
function inUtc(value: string): string {
  const [, second, fraction = '', zone] = /^(.{19})(\.\d{1,6})?\d*(.*)$/s.exec(value) ?? [];
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
  limit: pageLimit(50),
  starting_after: startingAfter,
  created_after: dateTime.optional(),
  created_before: dateTime.optional(),
  status: several(STATUSES, 'The status'),
  verdict: several(VERDICTS, 'Verdict of the run'),
  runner: several(null, 'Runner of the last attempt'),
  site: several(null, 'The registrable domain of the target, such as `example.com`'),
  routing: several(CLASSES, 'How its runners were chosen'),
  key_id: z.string().optional().describe('Runs that this key made.'),
  feedback: z
    .enum(['correct', 'wrong'], { error: 'must be correct or wrong' })
    .optional()
    .describe('Runs whose owner judged the answer so.'),
  tag: z.string().min(1).max(600).optional().describe('A name in `metadata`, or `name=value`.'),
  min_cost_usd: usdBound('Runs that cost at least this, with fees.'),
  max_cost_usd: usdBound('Runs that cost at most this, with fees.'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('Words, or beginnings of words, that the task and its address hold; or the id of a run.'),
  parent_id: z.string().optional().describe('Return only runs of this long task.'),
  exclude_children: z.enum(['true', 'false'], { error: 'must be true or false' }).optional().meta({
    type: 'boolean',
    enum: undefined,
    description: 'Whether to leave out the runs of long tasks. Default: true.',
  }),
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
  feedback: 'invalid_list_filter',
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
    id: z.string().describe('ID of the run.'),
    status: z.enum(STATUSES).describe('State of the run.'),
    verdict: z.enum(VERDICTS).nullable().describe('Verdict on the result; null until it is judged.'),
    confidence: z.number().nullable().describe(CONFIDENCE),
    reading: z
      .enum(['value', 'passages', 'text'])
      .nullable()
      .describe(
        'How the answer was read from a page, as `evidence.reading.rung` of the run; null where it was not.',
      ),
    task: z.string().describe('The first 200 characters.'),
    url: z.string().nullable().describe('URL of the page.'),
    site: z.string().nullable().describe('Host name of the site.'),
    task_type: z.string().describe('Kind of task.'),
    routing: z.enum(CLASSES).describe('Requested kind of routing.'),
    runner: z.string().nullable().describe('Slug of the runner that produced the answer.'),
    attempts: z.int().describe('Number of attempts.'),
    cost_usd: z.number().describe('With fees.'),
    error: z
      .strictObject({
        code: z.string().describe('Stable error code.'),
        message: z.string().describe('Human-readable error message.'),
      })
      .nullable()
      .describe('Error; null without one.'),
    required_action: z
      .strictObject({
        kind: z
          .enum(['otp', 'text', 'confirm'])
          .describe('Kind of input: one-time code, text or confirmation.'),
        prompt: z.string().describe('Question to show to a person.'),
      })
      .nullable()
      .describe('Pending question; null without one.'),
    created_at: z.iso.datetime().describe('Creation time.'),
    finished_at: z.iso.datetime().nullable().describe('End time; null until it ends.'),
    timing_ms: z.int().nullable().describe('Duration in milliseconds.'),
    key_id: z.string().nullable().describe('ID of the API key used; null for a console session.'),
    parent_id: z.string().nullable().describe('ID of the long task that this run belongs to.'),
    metadata: z.record(z.string(), z.string()).describe('Metadata from the request, unchanged.'),
  })
  .meta({ id: 'RunRow' });

export const responsesQuery = z.object({
  limit: pageLimit(20),
  after: z.string().optional().describe('ID of the last item on the previous page.'),
});

export const inputItemsQuery = z.object({
  limit: pageLimit(20),
  order: z.enum(['asc', 'desc']).default('desc').describe('Sort order.'),
  after: z.string().optional().describe('ID of the last item on the previous page.'),
});

export type InputItemsQuery = z.output<typeof inputItemsQuery>;

export const responseList = listOf('ResponseList', responseObject, pageEnds);

const inputItem = z
  .strictObject({
    id: z.string().describe('ID of the message.'),
    type: z.literal('message'),
    role: z.enum(['system', 'user']).describe('Author of the message.'),
    status: z.literal('completed').describe('Always `completed`.'),
    content: z
      .array(
        z.union([
          z.strictObject({ type: z.literal('input_text'), text: z.string().describe('The text.') }),
          z.strictObject({
            type: z.literal('input_file'),
            filename: z.string().describe('Name of the attached file.'),
          }),
        ]),
      )
      .describe('Parts of the message.'),
  })
  .meta({ id: 'InputItem', description: 'A message from the request.' });

export const inputItemList = listOf('InputItemList', inputItem, pageEnds);

export const runList = listOf('RunList', envelope, { ...pageEnds, ...nextPage });

export const rowList = listOf('RunRowList', runRow, { ...pageEnds, ...nextPage });

export const groupsQuery = runsQuery.omit({ limit: true, starting_after: true }).extend({
  by: z
    .enum(['reason', 'site'], { error: 'must be reason or site' })
    .describe('What the runs of a group have in common.'),
});

export const groupList = listOf(
  'RunGroupList',
  z
    .strictObject({
      object: z.literal('svc.run_group'),
      site: z
        .string()
        .nullable()
        .describe('Host name of the site; null with `by=reason`, or for runs without a URL.'),
      error: z
        .strictObject({
          code: z.string().describe('Stable error code.'),
          message: z
            .string()
            .describe('Message of the latest run; numbers, addresses and quotations may differ.'),
        })
        .nullable()
        .describe('The common reason; with `by=site` the latest one, null without a failure.'),
      runs: z.int().describe('Number of runs.'),
      failed: z.int().describe('Runs that ended without success.'),
      latest_id: z.string().describe('ID of the latest run.'),
      latest_at: z.iso.datetime().describe('Creation time of the latest run.'),
    })
    .meta({ id: 'RunGroup' }),
  {
    runs: z.int().describe('Runs that were looked at: the newest 10,000 that match.'),
    groups: z.int().describe('Number of all groups; the list has the 50 largest.'),
  },
);

export const manyBody = z.strictObject({
  action: z.enum(['cancel', 'delete']).describe('Action to apply to every run.'),
  ids: z.array(z.string()).min(1).max(100).describe('IDs of the runs.'),
});

export const manyResult = z
  .strictObject({
    object: z.literal('list'),
    data: z
      .array(
        z.strictObject({
          id: z.string().describe('ID of the run.'),
          ok: z.boolean().describe('Whether it succeeded.'),
          error: z
            .strictObject({
              code: z.string().describe('Stable error code.'),
              message: z.string().describe('Human-readable error message.'),
            })
            .nullable()
            .describe('Error; null without one.'),
        }),
      )
      .describe('One result per ID, in the order of the request.'),
  })
  .meta({ id: 'ManyRuns' });
