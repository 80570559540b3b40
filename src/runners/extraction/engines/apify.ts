import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { meaningOfState, readAs } from '../../wire/exchange.ts';
import { number, text } from '../../wire/shapes.ts';
import type { ExtractionEngine } from '../extraction-engine.ts';

/** Of the client's enumeration. */
const states = {
  READY: 'running',
  RUNNING: 'running',
  SUCCEEDED: 'done',
  FAILED: 'failed',
  'TIMING-OUT': 'running',
  'TIMED-OUT': 'failed',
  ABORTING: 'running',
  ABORTED: 'failed',
} as const;

/** One page through Apify's website content crawler, as a job that can be aborted. */
export const engine: ExtractionEngine = {
  headers: bearer,
  request: ({ url, options, maxCostUsd }) => ({
    method: 'POST',
    path: '/v2/actors/apify~website-content-crawler/runs',
    query: { ...(maxCostUsd !== null && { maxTotalChargeUsd: String(maxCostUsd) }) },
    body: {
      startUrls: [{ url }],
      maxCrawlPages: 1,
      saveHtml: true,
      htmlTransformer: 'none',
      ...options.input,
    },
  }),
  read({ json }, _page, job) {
    const items = Array.isArray(json) ? readAs(z.array(Item), json) : null;
    if (items) {
      const [page] = items;
      const [, , micro] = job?.split('.') ?? [];
      const costUsd = micro ? Number(micro) / 1_000_000 : null;
      if (!page) return { state: 'failed', code: 'site_failed', reason: 'no page was got', costUsd };
      const { html, markdown, text: plain, url: finalUrl } = page;
      return {
        state: 'done',
        html,
        text: markdown ?? plain,
        finalUrl,
        httpStatus: page.crawl?.httpStatusCode,
        costUsd,
      };
    }
    const run = readAs(Run, json)?.data;
    if (!run) return null;
    // Nothing yet means that the usage is not counted yet.
    const costUsd = run.usageTotalUsd || null;
    if (meaningOfState(states, run.status ?? '') === 'done') {
      const micro = costUsd === null ? '' : `.${Math.round(costUsd * 1_000_000)}`;
      return { state: 'pending', job: `dataset.${run.defaultDatasetId}${micro}`, waitMs: 0 };
    }
    return meaningOfState(states, run.status ?? '') === 'failed'
      ? { state: 'failed', reason: run.status, costUsd }
      : { state: 'pending', job: `run.${run.id}` };
  },
  view(job) {
    const [kind, id = ''] = job.split('.');
    const path = kind === 'dataset' ? `/v2/datasets/${id}/items` : `/v2/actor-runs/${id}`;
    return { method: 'GET', path };
  },
  stop(job) {
    const [kind, id] = job.split('.');
    return kind === 'run' ? { method: 'POST', path: `/v2/actor-runs/${id}/abort` } : null;
  },
};

export const Run = z.object({
  data: z.object({
    id: z.string(),
    status: text,
    defaultDatasetId: text,
    usageTotalUsd: number,
  }),
});
export const Item = z.object({
  url: text,
  html: text,
  markdown: text,
  text,
  crawl: z.object({ httpStatusCode: number }).nullish().catch(null),
});
