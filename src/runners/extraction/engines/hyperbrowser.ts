import { z } from 'zod';
import { secretOf } from '../../wire/account-of.ts';
import { meaningOfState, readAs } from '../../wire/exchange.ts';
import { anything, text } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

const states = {
  pending: 'running',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  stopped: 'failed',
} as const;

/** Hyperbrowser's scrape and, with the option `extract`, its extraction by a model: both are jobs. */
export const engine: ExtractionEngine = {
  headers: (account) => ({ 'x-api-key': secretOf(account) }),
  request({ url, prompt, schema, options }) {
    const { extract, ...more } = { ...options, sessionOptions: { ...UNRECORDED, ...options.sessionOptions } };
    const asked = { urls: [url], prompt, ...(schema && { schema }) };
    return extract
      ? { method: 'POST', path: '/api/extract', body: { ...asked, ...more } }
      : {
          method: 'POST',
          path: '/api/scrape',
          body: { url, scrapeOptions: { formats: ['html'], onlyMainContent: false }, ...more },
        };
  },
  read({ json }, { options }, seen) {
    const read = readAs(Answer, json);
    const job = seen ?? read?.jobId;
    if (!read || !job) return null;
    const state = read.status ? meaningOfState(states, read.status) : 'running';
    if (state === 'failed') return { state, reason: read.error };
    if (state !== 'done') return { state: 'pending', job };
    if (options.extract) return { state: 'done', output: read.data };
    const page = readAs(Page, read.data);
    return page ? { state: 'done', html: page.html, title: page.metadata?.title } : null;
  },
  view: (job, { options }) => ({
    method: 'GET',
    path: `/api/${options.extract ? 'extract' : 'scrape'}/${encodeURIComponent(job)}`,
  }),
};

const UNRECORDED = { enableWebRecording: false, enableVideoWebRecording: false };

export const Answer = z.object({
  jobId: text,
  status: text,
  error: text,
  data: anything,
});
export const Page = z.object({ html: text, metadata: z.object({ title: text }).nullish().catch(null) });
