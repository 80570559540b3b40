import { z } from 'zod';
import { loadEntries } from '../../billing/store.ts';
import { usd } from '../../platform/money.ts';
import type { RunsContext } from '../context.ts';
import type { Run } from '../run.ts';
import { inputKind, step } from '../schema.ts';
import { stepsOf } from './envelope.ts';
import { loadWaits } from './store.ts';

const isoTime = z.iso.datetime();

const request = z
  .strictObject({
    task: z.string(),
    url: z.string().nullable(),
    instructions: z.string().nullable(),
    steps: z.array(z.string()),
    success_criteria: z.string().nullable(),
    output_schema: z.unknown().describe('The JSON Schema that was asked for, or null.'),
    routing: z.unknown().describe('Routing of the request: a string or a list of runners.'),
    sla_profile: z.string(),
    max_fallbacks: z.int(),
    max_cost_usd: z.number().nullable(),
    time_budget_ms: z.int().nullable(),
    credential_id: z.string().nullable(),
    allow_interaction: z.boolean().nullable(),
    normalize: z.boolean(),
    metadata: z.record(z.string(), z.string()),
    attachments: z.array(z.string()).describe('The names of the files that came along.'),
    had_secrets: z.boolean().describe('Secrets came with the request; they are not kept.'),
  })
  .meta({ id: 'AskedRun' });

export const timelineObject = z
  .strictObject({
    object: z.literal('svc.timeline'),
    response_id: z.string(),
    created_at: isoTime,
    finished_at: isoTime.nullable(),
    request,
    attempts: z.array(z.strictObject({ id: z.string(), runner: z.string(), steps: z.array(step) })),
    waits: z
      .array(
        z.strictObject({
          attempt_id: z.string(),
          kind: inputKind,
          prompt: z.string(),
          asked_at: isoTime,
          closed_at: isoTime.nullable(),
          state: z.enum(['waiting', 'answered', 'expired']),
        }),
      )
      .describe('When the run waited for a person.'),
    postings: z
      .array(
        z.strictObject({
          reference: z.string(),
          attempt_id: z.string().nullable(),
          debit: z.string(),
          credit: z.string(),
          amount_usd: z.number(),
          created_at: isoTime,
        }),
      )
      .describe('The entries of the ledger that this run caused.'),
  })
  .meta({ id: 'Timeline' });

type Timeline = z.infer<typeof timelineObject>;

/** The request of a run, and every moment in it besides the attempts themselves. */
export async function timelineOf(ctx: Pick<RunsContext, 'db' | 'baseUrl'>, run: Run): Promise<Timeline> {
  const owners = referencesOf(run);
  const [waits, entries] = await Promise.all([
    loadWaits(ctx.db, run.workspaceId, run.id),
    loadEntries(ctx.db, run.workspaceId, [...owners.keys()]),
  ]);
  return {
    object: 'svc.timeline',
    response_id: run.id,
    created_at: run.createdAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    request: askedOf(run),
    attempts: run.attempts.map((attempt) => ({
      id: attempt.id,
      runner: attempt.runner,
      steps: stepsOf(run, attempt, ctx.baseUrl()),
    })),
    waits: waits.map(({ attemptId, kind, prompt, status, createdAt, closedAt }) => ({
      attempt_id: attemptId,
      kind,
      prompt,
      asked_at: createdAt.toISOString(),
      closed_at: closedAt?.toISOString() ?? null,
      state: status === 'used' ? 'answered' : (status as 'waiting' | 'answered' | 'expired'),
    })),
    postings: entries.map(({ reference, debit, credit, amountMicro, createdAt }) => ({
      reference,
      attempt_id: owners.get(reference) ?? null,
      debit,
      credit,
      amount_usd: usd(amountMicro),
      created_at: createdAt.toISOString(),
    })),
  };
}

/** Every reference that billing may have used for a run, with the attempt it belongs to. */
function referencesOf({ id, attempts }: Run): Map<string, string | null> {
  const ofRun = [`hold:${id}`, `hold:${id}:normalize`, `normalize:${id}`, `release:${id}`];
  const ofAttempts = attempts.flatMap(({ id: attempt }) =>
    [`hold:${attempt}`, `hold:${attempt}:over`, `attempt:${attempt}`, `fee:${attempt}`].map(
      (reference): [string, string] => [reference, attempt],
    ),
  );
  return new Map<string, string | null>([
    ...ofRun.map((reference) => [reference, null] as const),
    ...ofAttempts,
  ]);
}

/** In the words of a create, so that it can be sent again. */
function askedOf({ request: asked }: Run): Timeline['request'] {
  const { task } = asked;
  return {
    task: task.goal,
    url: task.url,
    instructions: task.instructions,
    steps: task.steps,
    success_criteria: task.successCriteria,
    output_schema: task.outputSchema,
    routing: asked.routing ?? null,
    sla_profile: asked.slaProfile,
    max_fallbacks: asked.maxFallbacks,
    max_cost_usd: asked.maxCostMicro !== null ? usd(asked.maxCostMicro) : null,
    time_budget_ms: asked.timeBudgetMs,
    credential_id: asked.credentialId,
    allow_interaction: asked.allowInteraction,
    normalize: asked.normalize,
    metadata: asked.metadata,
    attachments: (task.attachments ?? []).map(({ name }) => name),
    had_secrets: asked.hasOwnSecrets,
  };
}
