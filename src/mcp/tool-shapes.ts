import { z } from 'zod';

/** The tools as clients list them. Models read all of it, apart from the output schemas, in every conversation: at most 2,200 tokens. */

const id = z.string().describe('Run id, resp_...');
const url = z.string().describe('Public http(s) URL');
const schema = z.record(z.string(), z.unknown()).describe('JSON Schema of the answer');

const routing = z
  .union([z.string(), z.array(z.string())])
  .describe('smart (default), a runner slug, or slugs to try in order');

const onlyReads = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/** A run as data, beside the text of its result. */
const runResult = z.object({
  id: z.string(),
  status: z.string(),
  answer: z.string().nullable(),
  output: z.unknown(),
  runner: z.string().nullable(),
  cost_usd: z.number(),
  confidence: z.number().nullable(),
  question: z.object({ kind: z.string(), prompt: z.string(), page: z.string() }).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  files: z.array(z.object({ name: z.string(), uri: z.string(), content_type: z.string() })),
});

const usd = z.number();

export const shapes = {
  run_task: {
    title: 'Run a browser task',
    description:
      'Do a task on the web with the best browser agent: read, search, fill in forms, sign in, download. Answers with the result, or after about 45 s with the run id: then call get_run. The same call again joins the same run.',
    inputSchema: z.object({
      task: z.string().trim().min(1).max(20_000).describe('What to do, in plain words'),
      url: url.optional(),
      output_schema: schema.optional(),
      routing: routing.optional(),
      max_cost_usd: z.number().positive().optional().describe('Spend ceiling'),
      credential_id: z.string().optional().describe('Stored login to use'),
      fresh: z.boolean().optional().describe('true: a new run although the same call ended lately'),
    }),
    outputSchema: runResult,
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
  get_run: {
    title: 'Wait for a run',
    description: 'State or answer of a run. Waits up to 50 s for its end or its question.',
    inputSchema: z.object({
      id,
      wait_s: z.int().min(0).max(50).optional().describe('Default 50; 0 answers at once'),
    }),
    outputSchema: runResult,
    annotations: onlyReads,
  },
  answer_question: {
    title: 'Answer a question',
    description:
      'Give a paused run the answer of the user (text, yes or no, a one-time code). Never invent it.',
    inputSchema: z.object({ id, answer: z.string().min(1).max(2_000) }),
    outputSchema: runResult,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  },
  feedback: {
    title: 'Judge an answer',
    description:
      'Store whether the answer of an ended run is right, as the user says. Never judge it yourself.',
    inputSchema: z.object({
      id,
      correct: z.boolean(),
      answer: z.string().max(20_000).optional().describe('The right answer'),
      note: z.string().max(2_000).optional(),
    }),
    outputSchema: runResult,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  cancel_run: {
    title: 'Cancel a run',
    description: 'Stop a run. What it did so far stays, and is billed.',
    inputSchema: z.object({ id }),
    outputSchema: runResult,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  explain_run: {
    title: 'Explain a run',
    description: 'Why these runners were chosen, what each attempt did, cost and failed for.',
    inputSchema: z.object({ id }),
    outputSchema: z.object({
      chosen: z.object({ runner: z.string(), reason: z.string() }).nullable(),
      summary: z.string().nullable(),
      attempts: z.array(
        z.object({
          runner: z.string(),
          result: z.string(),
          cost_usd: usd.nullable(),
          timing_ms: z.number().nullable(),
          error: z.string().nullable(),
        }),
      ),
      candidates: z.array(
        z.object({
          runner: z.string(),
          success_probability: z.number(),
          expected_cost_usd: usd,
          expected_latency_ms: z.number(),
        }),
      ),
      excluded: z.array(z.object({ runner: z.string(), reason: z.string() })),
    }),
    annotations: onlyReads,
  },
  list_runners: {
    title: 'List runners',
    description: 'Runners that routing can name, with price and abilities.',
    inputSchema: z.object({
      search: z.string().optional().describe('Words in slug, name or abilities'),
      all: z.boolean().optional().describe('true: also those that are off'),
    }),
    outputSchema: z.object({
      runners: z.array(
        z.object({
          slug: z.string(),
          name: z.string(),
          kind: z.string(),
          status: z.string(),
          typical_task_usd: usd,
          capabilities: z.array(z.string()),
        }),
      ),
    }),
    annotations: onlyReads,
  },
  fetch_page: {
    title: 'Read a page',
    description: 'Read one web page fast and cheaply, as Markdown, or the answer to a question about it.',
    inputSchema: z.object({
      url,
      question: z.string().max(20_000).optional().describe('Asked of the page'),
      output_schema: schema.optional(),
    }),
    outputSchema: runResult,
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  },
  estimate: {
    title: 'Estimate the cost',
    description: 'The likely runner and cost of a task. Free; starts nothing.',
    inputSchema: z.object({
      task: z.string().trim().min(1).max(20_000),
      url: url.optional(),
      routing: routing.optional(),
      max_cost_usd: z.number().positive().optional(),
    }),
    outputSchema: z.object({
      likely_runner: z.string().nullable(),
      estimated_cost_usd: usd,
      range_usd: z.object({ low: usd, high: usd }),
      cheapest_price_usd: usd,
    }),
    annotations: onlyReads,
  },
  rankings: {
    title: 'Rank the runners',
    description: 'The runners that succeed most for a site and kind of task, best first.',
    inputSchema: z.object({
      domain: z.string().optional().describe('Such as shop.example'),
      task_type: z.enum(['extract', 'form', 'download', 'search', 'multistep', 'monitor']).optional(),
    }),
    outputSchema: z.object({
      runners: z.array(
        z.object({
          runner: z.string(),
          success_rate: z.number(),
          expected_cost_usd: usd,
          expected_latency_ms: z.number(),
          samples: z.number(),
        }),
      ),
    }),
    annotations: onlyReads,
  },
  list_credentials: {
    title: 'List stored logins',
    description: 'Stored logins that run_task can use, without their secrets.',
    inputSchema: z.object({ domain: z.string().optional() }),
    outputSchema: z.object({
      credentials: z.array(
        z.object({
          id: z.string(),
          domain: z.string(),
          username_masked: z.string(),
          health: z.string(),
          custody: z.string(),
        }),
      ),
    }),
    annotations: onlyReads,
  },
} as const;

export type ToolName = keyof typeof shapes;
export type Output<Name extends ToolName> = z.output<(typeof shapes)[Name]['outputSchema']>;
export type Args<Name extends ToolName> = z.output<(typeof shapes)[Name]['inputSchema']>;
