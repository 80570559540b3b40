import { z } from 'zod';
import { loadEntries } from '../../billing/store.ts';
import { usd } from '../../platform/money.ts';
import type { ViewContext } from '../context.ts';
import type { Run } from '../run.ts';
import { inputKind, step } from '../schema.ts';
import { stepsOf } from './envelope.ts';
import { loadWaits } from './store.ts';

const isoTime = z.iso.datetime();

const request = z
  .strictObject({
    task: z.string().describe('Task text.'),
    url: z.string().nullable().describe('URL of the page.'),
    instructions: z.string().nullable().describe('Instructions of the request.'),
    steps: z.array(z.string()).describe('Steps of the request.'),
    success_criteria: z.string().nullable().describe('Success criteria of the request.'),
    output_schema: z.unknown().describe('The JSON Schema that was asked for, or null.'),
    routing: z.unknown().describe('Routing of the request: a string or a list of runners.'),
    sla_profile: z.string().describe('Priority of smart routing.'),
    max_fallbacks: z.int().describe('Number of planned fallbacks.'),
    max_cost_usd: z.number().nullable().describe('Spending limit in US dollars; null without one.'),
    time_budget_ms: z.int().nullable().describe('Time limit of the run in milliseconds; null without one.'),
    credential_id: z.string().nullable().describe('ID of the stored credential.'),
    allow_interaction: z
      .boolean()
      .nullable()
      .describe('Whether a person may be asked; null if the request did not specify.'),
    normalize: z.boolean().describe('Whether the request asked for normalization.'),
    metadata: z.record(z.string(), z.string()).describe('Metadata from the request, unchanged.'),
    attachments: z.array(z.string()).describe('The names of the files that came along.'),
    had_secrets: z.boolean().describe('Secrets came with the request; they are not kept.'),
  })
  .meta({ id: 'AskedRun', description: 'Request that created the run.' });

export const timelineObject = z
  .strictObject({
    object: z.literal('svc.timeline'),
    response_id: z.string().describe('ID of the run.'),
    created_at: isoTime.describe('Creation time.'),
    finished_at: isoTime.nullable().describe('End time; null until it ends.'),
    request: request.describe('The request.'),
    attempts: z
      .array(
        z.strictObject({
          id: z.string().describe('ID of the attempt.'),
          runner: z.string().describe('Runner slug.'),
          steps: z.array(step).describe('Steps of the attempt.'),
        }),
      )
      .describe('Attempts with their steps.'),
    waits: z
      .array(
        z.strictObject({
          attempt_id: z.string().describe('ID of the attempt.'),
          kind: inputKind.describe('Kind of input: one-time code, text or confirmation.'),
          prompt: z.string().describe('Question to show to a person.'),
          asked_at: isoTime.describe('Time of the question.'),
          closed_at: isoTime.nullable().describe('Time of the answer; null while it waits.'),
          state: z.enum(['waiting', 'answered', 'expired']).describe('State of the question.'),
        }),
      )
      .describe('When the run waited for a person.'),
    postings: z
      .array(
        z.strictObject({
          reference: z.string().describe('What caused the posting.'),
          attempt_id: z.string().nullable().describe('ID of the attempt.'),
          debit: z.string().describe('Debited account of the ledger.'),
          credit: z.string().describe('Credited account of the ledger.'),
          amount_usd: z.number().describe('Amount in US dollars.'),
          created_at: isoTime.describe('Creation time.'),
        }),
      )
      .describe('The entries of the ledger that this run caused.'),
  })
  .meta({ id: 'Timeline', description: 'Everything that happened during a run, in order.' });

type Timeline = z.infer<typeof timelineObject>;

/** The request of a run, and every moment in it besides the attempts themselves. */
export async function timelineOf(ctx: Pick<ViewContext, 'db' | 'baseUrl'>, run: Run): Promise<Timeline> {
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
