import { z } from 'zod';

/** The tools as clients list them. Every word is read by a model with each conversation: all of it stays below 1,500 tokens. */

const id = z.string().describe('Run id, resp_...');
const url = z.string().describe('Public http(s) URL');
const schema = z.record(z.string(), z.unknown()).describe('JSON Schema of the answer');

const onlyReads = { readOnlyHint: true, openWorldHint: false };

export const shapes = {
  run_task: {
    title: 'Run a browser task',
    description:
      'Do a task on the web with the best browser agent: read, search, fill in forms, sign in, download. Answers with the result, or after about 45 s with the run id: then call get_run. The same call again joins the same run.',
    inputSchema: z.object({
      task: z.string().trim().min(1).max(20_000).describe('What to do, in plain words'),
      url: url.optional(),
      output_schema: schema.optional(),
      routing: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .describe('smart (default), a runner slug, or slugs to try in order'),
      max_cost_usd: z.number().positive().optional().describe('Spend ceiling'),
      credential_id: z.string().optional().describe('Stored login to use'),
      fresh: z.boolean().optional().describe('true: a new run although the same call ended lately'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  },
  get_run: {
    title: 'Wait for a run',
    description: 'State or answer of a run. Waits up to 50 s for its end or its question.',
    inputSchema: z.object({
      id,
      wait_s: z.int().min(0).max(50).optional().describe('50 unless told; 0 answers at once'),
    }),
    annotations: onlyReads,
  },
  answer_question: {
    title: 'Answer a question',
    description:
      'Give a paused run the answer of the user (text, yes or no, a one-time code). Never invent it.',
    inputSchema: z.object({ id, answer: z.string().min(1).max(2_000) }),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  },
  judge_answer: {
    title: 'Judge an answer',
    description:
      'Store whether the answer of an ended run is right, as the user says. Never judge it yourself.',
    inputSchema: z.object({
      id,
      correct: z.boolean(),
      answer: z.string().max(20_000).optional().describe('The right answer'),
      note: z.string().max(2_000).optional(),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  cancel_run: {
    title: 'Cancel a run',
    description: 'Stop a run. What it did so far stays, and is billed.',
    inputSchema: z.object({ id }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  },
  explain_run: {
    title: 'Explain a run',
    description: 'Why these runners were chosen, what each attempt did, cost and failed for.',
    inputSchema: z.object({ id }),
    annotations: onlyReads,
  },
  list_runners: {
    title: 'List runners',
    description: 'Runners that routing can name, with price and abilities.',
    inputSchema: z.object({
      search: z.string().optional().describe('Words in slug, name or abilities'),
      all: z.boolean().optional().describe('true: also those that are off'),
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
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
} as const;

export type ToolName = keyof typeof shapes;
export type Args<Name extends ToolName> = z.output<(typeof shapes)[Name]['inputSchema']>;
