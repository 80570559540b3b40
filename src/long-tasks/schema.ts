import { z } from 'zod';

const moment = z.iso.datetime({ offset: true });
const ROLES = ['enumeration', 'entity_fetch', 'verification'] as const;

const entity = z.looseObject({
  entity_id: z.string(),
  status: z.enum(['pending', 'delivered', 'dispatched', 'unfetchable', 'exhausted']),
  attempts: z.int().optional(),
  run_id: z.string().nullish(),
  artifact_id: z.string().nullish(),
  reason: z.string().nullish(),
});

/** The object without the fields that the service adds. */
const longTaskBody = z.looseObject({
  input: z.string().optional(),
  url: z.string().nullish(),
  entities: z.array(entity).max(1_000),
  counts: z.record(z.string(), z.number()),
  gaps: z.array(z.looseObject({})),
  budget: z.looseObject({ spent_usd: z.number() }),
  events: z.array(z.looseObject({ type: z.string() })),
  manifest: z
    .looseObject({
      verification: z.looseObject({
        method: z.string(),
        confidence: z.number().nullish(),
        low_confidence: z.boolean().nullish(),
      }),
    })
    .nullish(),
});

export const longTask = longTaskBody
  .extend({
    id: z.string(),
    object: z.literal('long_task'),
    status: z.string(),
    created_at: moment,
    finished_at: moment.nullable(),
  })
  .meta({ id: 'LongTask' });

export const childRun = z
  .strictObject({
    id: z.string(),
    object: z.literal('svc.run'),
    created_at: moment,
    status: z.string(),
    runner: z.string().nullable(),
    cost_usd: z.number(),
    timing_ms: z.number(),
    parent_id: z.string(),
    role: z.enum(ROLES),
    entity_id: z.string().optional(),
    entity_label: z.string().optional(),
  })
  .meta({ id: 'LongTaskRun' });

export const listOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    object: z.literal('list'),
    data: z.array(item),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  });

const idOf = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), `is no ${prefix}_ id`);

/** The file that `switchyard import long-tasks` takes: everything belongs to one workspace. */
export const importFile = z.strictObject({
  tasks: z.array(
    longTaskBody.extend({
      id: idOf('lt'),
      status: z.string().min(1),
      created_at: moment,
      finished_at: moment.nullish(),
    }),
  ),
  runs: z
    .array(
      z.strictObject({
        id: idOf('resp'),
        parent_id: idOf('lt'),
        role: z.enum(ROLES),
        entity_id: z.string().nullish(),
        entity_label: z.string().nullish(),
        status: z.enum(['succeeded', 'failed', 'blocked', 'empty', 'cancelled']),
        runner: z.string().min(1),
        url: z.string().nullish(),
        goal: z.string().default(''),
        answer: z.string().nullish(),
        output: z.unknown().optional(),
        cost_usd: z.number().min(0),
        created_at: moment,
        finished_at: moment,
      }),
    )
    .default([]),
  deliveries: z
    .array(
      z.strictObject({
        id: idOf('whdel'),
        webhook_id: idOf('wh'),
        event_id: idOf('evt'),
        type: z.enum([
          'long_task.progress',
          'long_task.interaction_required',
          'long_task.completed',
          'long_task.partial',
          'long_task.failed',
        ]),
        long_task_id: idOf('lt'),
        sequence: z.int().min(1),
        status: z.enum(['delivered', 'failed']),
        attempt: z.int().min(1).default(1),
        last_http_status: z.int().nullish(),
        created_at: moment,
      }),
    )
    .default([]),
});
export type ImportFile = z.output<typeof importFile>;
