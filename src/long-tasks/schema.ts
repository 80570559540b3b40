import { z } from 'zod';
import { listOf, pageEnds } from '../platform/http/lists.ts';

const moment = z.iso.datetime({ offset: true });
const ROLES = ['enumeration', 'entity_fetch', 'verification'] as const;

const entity = z.looseObject({
  entity_id: z.string().describe('ID of the entity.'),
  status: z
    .enum(['pending', 'delivered', 'dispatched', 'unfetchable', 'exhausted'])
    .describe('Current status.'),
  attempts: z.int().optional().describe('Number of attempts.'),
  run_id: z.string().nullish().describe('ID of its run; null without one.'),
  artifact_id: z.string().nullish().describe('ID of its file; null without one.'),
  reason: z.string().nullish().describe('Why it failed.'),
});

/** The object without the fields that the service adds. */
const longTaskBody = z.looseObject({
  input: z.string().optional().describe('Task text.'),
  url: z.string().nullish().describe('URL of the page.'),
  entities: z.array(entity).max(1_000).describe('Things the task is about.'),
  counts: z.record(z.string(), z.number()).describe('Number of entities by status.'),
  gaps: z.array(z.looseObject({})).describe('Entities without a result.'),
  budget: z
    .looseObject({ spent_usd: z.number().describe('Amount spent in US dollars.') })
    .describe('Budget of the task.'),
  events: z.array(z.looseObject({ type: z.string().describe('Event type.') })).describe('Events, in order.'),
  manifest: z
    .looseObject({
      verification: z
        .looseObject({
          method: z.string().describe('Verification method.'),
          confidence: z.number().nullish().describe('Likelihood that the answer is correct, from 0 to 1.'),
          low_confidence: z
            .boolean()
            .nullish()
            .describe('Whether verification raised doubts about the results.'),
        })
        .describe('How the results were verified.'),
    })
    .nullish()
    .describe('Summary of the results; null without one.'),
});

export const longTask = longTaskBody
  .extend({
    id: z.string().describe('ID of the long task.'),
    object: z.literal('long_task'),
    status: z.string().describe('Current status.'),
    created_at: moment.describe('Creation time.'),
    finished_at: moment.nullable().describe('End time; null until it ends.'),
  })
  .meta({
    id: 'LongTask',
    description: 'A long task. New ones cannot be created; earlier ones are kept as history.',
  });

const childRun = z
  .strictObject({
    id: z.string().describe('ID of the run.'),
    object: z.literal('svc.run'),
    created_at: moment.describe('Creation time.'),
    status: z.string().describe('Current status.'),
    runner: z.string().nullable().describe('Runner slug.'),
    cost_usd: z.number().describe('Cost in US dollars.'),
    timing_ms: z.number().describe('Duration in milliseconds.'),
    parent_id: z.string().describe('ID of the long task that this run belongs to.'),
    role: z.enum(ROLES).describe('Role of this run in its long task.'),
    entity_id: z.string().optional().describe("ID of the long task's entity that this run handles."),
    entity_label: z.string().optional().describe('Name of the entity.'),
  })
  .meta({ id: 'LongTaskRun' });

export const longTaskList = listOf('LongTaskList', longTask, pageEnds);

export const childRunList = listOf('LongTaskRunList', childRun, pageEnds);

const idOf = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`), `is not a ${prefix}_ id`);

/** The file that `switchyard import long-tasks` takes: everything belongs to one workspace. */
export const importFile = z.strictObject({
  tasks: z.array(
    longTaskBody.extend({
      id: idOf('lt'),
      status: z.string().min(1),
      created_at: moment.describe('Creation time.'),
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
        created_at: moment.describe('Creation time.'),
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
        created_at: moment.describe('Creation time.'),
      }),
    )
    .default([]),
});
export type ImportFile = z.output<typeof importFile>;
