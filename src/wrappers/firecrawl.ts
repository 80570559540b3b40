import { z } from 'zod';
import { askedOf, documentOf, isDone, isFailed, readOf } from './pages.ts';
import { type Call, creates, type Told } from './wrapper.ts';

/** Firecrawl's scrape, extract and agent, of its API version 2. */

const text = z.string({ error: 'must be a string' });
const objectError = { error: 'must be a JSON object' };
const asked = { prompt: text.nullish(), schema: z.unknown().optional() };
const urls = z.array(text, { error: 'must be a list of URLs' }).nullish();

export const firecrawlCalls: Call[] = [
  creates({
    method: 'POST',
    path: '/v2/scrape',
    body: z.object({ url: text, formats: z.unknown().optional() }, objectError),
    task: ({ url, formats }) => readOf(url, formats),
    show: (run) =>
      isDone(run) ? { success: true, data: documentOf(run) } : { success: false, ...whyNot(run) },
    isWaitedFor: true,
  }),
  creates({
    method: 'POST',
    path: '/v2/extract',
    body: z.object({ urls, ...asked, systemPrompt: text.nullish() }, objectError),
    task: ({ urls, prompt, schema, systemPrompt }) => ({
      ...askedOf(urls ?? [], prompt, schema),
      instructions: systemPrompt,
    }),
    show: ({ id }) => ({ success: true, id, urlTrace: [] }),
  }),
  { method: 'GET', path: '/v2/extract/:id', does: 'read', show: jobOf },
  creates({
    method: 'POST',
    path: '/v2/agent',
    body: z.object({ urls, ...asked }, objectError),
    task: ({ urls, prompt, schema }) => askedOf(urls ?? [], prompt, schema),
    show: ({ id }) => ({ success: true, id }),
  }),
  {
    method: 'GET',
    path: '/v2/agent',
    does: 'list',
    page: () => ({ size: 20, number: 1 }),
    show: (runs) => ({
      success: true,
      agents: runs.map((run) => ({ prompt: run.task, ...jobOf(run) })),
    }),
  },
  { method: 'GET', path: '/v2/agent/:id', does: 'read', show: jobOf },
  { method: 'DELETE', path: '/v2/agent/:id', does: 'stop', show: () => ({ success: true }) },
];

/** The text of a run without a schema is its data: what the provider puts there, too. */
function jobOf(run: Told) {
  const { svc } = run;
  const facts = { id: run.id, model: run.model, createdAt: svc.created_at, expiresAt: null, creditsUsed: 0 };
  if (isDone(run)) return { ...facts, success: true, status: 'completed', data: svc.output ?? svc.answer };
  if (!isFailed(run)) return { ...facts, success: true, status: 'processing', liveView: svc.live_view };
  return { ...facts, success: false, status: run.status, ...whyNot(run) };
}

function whyNot({ id, error }: Told) {
  return error
    ? { error: error.message, code: error.code, id }
    : { error: `The run goes on; read it under /api/v1/responses/${id}.`, code: 'in_progress', id };
}
