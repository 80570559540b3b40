import { z } from 'zod';
import { saidBy } from './messages.ts';
import { askedOf, documentOf, isDone, isFailed, readOf } from './pages.ts';
import { type Call, creates, type Query, type RunView } from './wrapper.ts';

/** Firecrawl's scrape, extract and agent, of its API version 2. */

const text = z.string({ error: 'must be a string' });
const objectError = { error: 'must be a JSON object' };
const schema = z.unknown().optional();
const urls = z.array(text, { error: 'must be a list of URLs' }).nullish();

const NAMES = { input: 'prompt', url: 'urls', output_schema: 'schema', instructions: 'systemPrompt' };

export const firecrawlCalls: Call[] = [
  creates({
    method: 'POST',
    path: '/v2/scrape',
    body: z.object({ url: text, formats: z.unknown().optional() }, objectError),
    task: ({ url, formats }) => readOf(url, formats),
    names: { input: 'formats', output_schema: 'formats' },
    show: (run) =>
      isDone(run) ? { success: true, data: documentOf(run) } : { success: false, ...whyNot(run) },
    isWaitedFor: true,
  }),
  creates({
    method: 'POST',
    path: '/v2/extract',
    body: z
      .object({ urls, prompt: text.nullish(), schema, systemPrompt: text.nullish() }, objectError)
      .refine(({ urls, prompt }) => urls?.length || prompt?.trim(), {
        path: ['prompt'],
        error: 'is required where `urls` names no page',
      }),
    task: ({ urls, prompt, schema, systemPrompt }) => ({
      ...askedOf(urls ?? [], prompt, schema),
      instructions: systemPrompt,
    }),
    names: NAMES,
    show: ({ id }) => ({ success: true, id, urlTrace: [] }),
  }),
  { method: 'GET', path: '/v2/extract/:id', does: 'read', show: jobOf },
  creates({
    method: 'POST',
    path: '/v2/agent',
    body: z.object({ urls, prompt: text.regex(/\S/, { error: 'must say what to do' }), schema }, objectError),
    task: ({ urls, prompt, schema }) => askedOf(urls ?? [], prompt, schema),
    names: NAMES,
    show: ({ id }) => ({ success: true, id }),
  }),
  {
    method: 'GET',
    path: '/v2/agent',
    does: 'list',
    page: ({ before }: Query) => ({ size: 20, before: timeOf(before) }),
    show: (runs, { hasMore, baseUrl }) => ({
      success: true,
      agents: runs.map(listedOf),
      ...(hasMore
        ? { next: `${baseUrl}/api/wrappers/firecrawl/v2/agent?before=${createdMs(runs.at(-1))}` }
        : {}),
    }),
  },
  { method: 'GET', path: '/v2/agent/:id', does: 'read', show: jobOf },
  { method: 'DELETE', path: '/v2/agent/:id', does: 'stop', show: () => ({ success: true }) },
];

/** As a number of milliseconds; the newest runs where it is none. */
function timeOf(before: string | undefined): number | undefined {
  const ms = Number(before ?? Number.NaN);
  return ms >= 0 && ms <= LAST_MS ? ms : undefined;
}

/** The last day that a date of ours can name. */
const LAST_MS = Date.UTC(2200, 0);

function createdMs(run: RunView | undefined): number {
  return Date.parse(run?.svc.created_at ?? '');
}

function listedOf(run: RunView) {
  const { id, svc, task: prompt, model } = run;
  return {
    id,
    createdAt: svc.created_at,
    targetHint: svc.url ?? prompt.slice(0, 100),
    origin: 'api',
    settings: { hidden: false, starred: false },
    status: isDone(run) ? 'completed' : isFailed(run) ? 'failed' : 'processing',
    options: { ...(svc.url === null ? {} : { urls: [svc.url] }), prompt, model },
  };
}

/** The text of a run without a schema is its data, as with the provider. */
function jobOf(run: RunView) {
  const { svc } = run;
  const facts = {
    id: run.id,
    model: run.model,
    createdAt: svc.created_at,
    expiresAt: run.expires_at,
    creditsUsed: 0,
  };
  if (isDone(run)) return { ...facts, success: true, status: 'completed', data: svc.output ?? svc.answer };
  if (!isFailed(run)) return { ...facts, success: true, status: 'processing', liveView: svc.live_view };
  return { ...facts, success: false, status: run.status, ...whyNot(run) };
}

function whyNot(run: RunView) {
  const { id, error, status } = run;
  if (error) return { error: error.message, code: error.code, id };
  const why = saidBy(run) || `The run goes on; read it under /api/v1/responses/${id}.`;
  return { error: why, code: status, id };
}
