import type { StandInCall, StandInWire } from './stand-in.ts';

/**
 * The wires of the engines, from the documents that `seen_in` of the provider's file in `catalog/` names.
 *
 * One engine's wire: where the address of the page comes, and how the page is answered. A page of null could not be got.
 */
interface EngineWire {
  key: string;
  /** The status for a refused key; 401 when left out. */
  refusal?: number;
  route: string;
  urlOf(call: StandInCall): unknown;
  /** Left out where the page itself is the answer. */
  answer?(html: string | null): unknown;
  /** For engines that work as a job: the first answer, and the path of later looks. */
  job?: {
    begun(id: string): unknown;
    look: string;
    stop?: string;
    /** Asked before the page, where the state has a path of its own. */
    state?: { path: string; view(id: string): unknown };
  };
  /** The answer is text, so that nothing is of a wrong shape. */
  isText?: boolean;
  /** Headers of an answer. */
  headers?: Record<string, string>;
  /** The engine says inside a 200 that it could not get a page. */
  reportsFailure?: boolean;
}

const ofBody = (name: string) => (call: StandInCall) => [call.body[name]].flat()[0];
const ofQuery = ({ query }: StandInCall) => query.url;
const text = { isText: true };
const reportsFailure = { reportsFailure: true };

export const ENGINE_WIRES: Record<string, EngineWire> = {
  firecrawl: {
    key: 'authorization',
    route: 'POST /v2/scrape',
    urlOf: ofBody('url'),
    ...reportsFailure,
    answer: (rawHtml) =>
      rawHtml === null
        ? { success: false, error: 'no page' }
        : { success: true, data: { rawHtml, metadata: { statusCode: 200, creditsUsed: 1 } } },
  },
  jina: {
    key: 'authorization',
    route: 'POST /',
    urlOf: ofBody('url'),
    answer: (html) => ({ code: 200, status: 20000, data: { html, content: '', url: null, title: null } }),
  },
  exa: {
    key: 'x-api-key',
    route: 'POST /contents',
    urlOf: ofBody('urls'),
    ...reportsFailure,
    answer: (html) => ({
      results: html === null ? [] : [{ url: null, title: null, text: html }],
      statuses: [
        html === null
          ? { status: 'error', error: { tag: 'CRAWL_NOT_FOUND', httpStatusCode: 404 } }
          : { status: 'success' },
      ],
      costDollars: { total: 0.001 },
    }),
  },
  tavily: {
    key: 'authorization',
    route: 'POST /extract',
    urlOf: ofBody('urls'),
    ...reportsFailure,
    answer: (html) => ({
      results: html === null ? [] : [{ url: null, raw_content: html.replaceAll(/<[^>]+>/g, '\n') }],
      failed_results: html === null ? [{ url: '', error: 'no page' }] : [],
      usage: { credits: 1 },
    }),
  },
  diffbot: {
    key: '?token',
    route: 'GET /v3/analyze',
    urlOf: ofQuery,
    ...reportsFailure,
    answer: (html) =>
      html === null ? { errorCode: 404, error: 'no page' } : { title: null, objects: [{ html }] },
  },
  zyte: {
    key: 'authorization',
    route: 'POST /v1/extract',
    urlOf: ofBody('url'),
    answer: (browserHtml) => ({ url: null, statusCode: 200, browserHtml }),
  },
  scrapfly: {
    key: '?key',
    route: 'GET /scrape',
    urlOf: ofQuery,
    ...reportsFailure,
    answer: (content) => ({
      result: {
        content,
        status: 'DONE',
        success: content !== null,
        status_code: 200,
        error: content === null ? { code: 'ERR::ASP::X', message: 'no page' } : null,
      },
      context: { cost: { total: 6 } },
    }),
  },
  scrapingbee: {
    key: 'authorization',
    route: 'GET /api/v1/',
    urlOf: ofQuery,
    headers: { 'spb-cost': '5' },
    ...text,
  },
  scraperapi: {
    key: '?api_key',
    route: 'GET /',
    urlOf: ofQuery,
    headers: { 'sa-credit-cost': '1' },
    ...text,
  },
  zenrows: { key: '?apikey', route: 'GET /v1/', urlOf: ofQuery, ...text },
  brightdata: {
    key: 'authorization',
    route: 'POST /request',
    urlOf: ofBody('url'),
    answer: (body) => ({ status_code: 200, headers: {}, body }),
  },
  oxylabs: {
    key: 'authorization',
    route: 'POST /v1/queries',
    urlOf: ofBody('url'),
    answer: (content) => ({ results: [{ content, status_code: 200 }] }),
  },
  apify: {
    key: 'authorization',
    route: 'POST /v2/actors/:actor/runs',
    urlOf: ({ body }) => (body.startUrls as Array<{ url: string }>)[0]?.url,
    ...reportsFailure,
    job: {
      begun: (id) => ({ data: { id, status: 'RUNNING', defaultDatasetId: id, usageTotalUsd: 0 } }),
      state: {
        path: 'GET /v2/actor-runs/:id',
        view: (id) => ({ data: { id, status: 'SUCCEEDED', defaultDatasetId: id, usageTotalUsd: 0.0123 } }),
      },
      look: 'GET /v2/datasets/:id/items',
      stop: 'POST /v2/actor-runs/:id/abort',
    },
    answer: (html) => (html === null ? [] : [{ url: null, html }]),
  },
  spider: {
    key: 'authorization',
    route: 'POST /v1/scrape',
    urlOf: ofBody('url'),
    ...reportsFailure,
    answer: (content) => [
      { content, status: 200, error: content === null ? 'no page' : null, costs: { total_cost: 0.001 } },
    ],
  },
  olostep: {
    key: 'authorization',
    refusal: 402,
    route: 'POST /v1/scrapes',
    urlOf: ofBody('url_to_scrape'),
    answer: (html_content) => ({ id: 'scrape_1', object: 'scrape', result: { html_content } }),
  },
  linkup: {
    key: 'authorization',
    route: 'POST /v1/fetch',
    urlOf: ofBody('url'),
    answer: (rawHtml) => ({ markdown: '', rawHtml }),
  },
  parallel: {
    key: 'x-api-key',
    route: 'POST /v1/extract',
    urlOf: ofBody('urls'),
    ...reportsFailure,
    answer: (html) => ({
      results: html === null ? [] : [{ url: null, full_content: html.replaceAll(/<[^>]+>/g, '\n') }],
      errors: html === null ? [{ error_type: 'fetch_error', http_status_code: 404 }] : [],
    }),
  },
  steel: {
    key: 'steel-api-key',
    route: 'POST /v1/scrape',
    urlOf: ofBody('url'),
    answer: (html) => ({ content: { html }, metadata: { statusCode: 200 } }),
  },
  hyperbrowser: {
    key: 'x-api-key',
    route: 'POST /api/scrape',
    urlOf: ofBody('url'),
    ...reportsFailure,
    job: { begun: (jobId) => ({ jobId }), look: 'GET /api/scrape/:id' },
    answer: (html) => ({ jobId: 'job', status: html === null ? 'failed' : 'completed', data: { html } }),
  },
  cloudflare: {
    key: 'authorization',
    route: 'POST /accounts/:account/browser-rendering/content',
    urlOf: ofBody('url'),
    ...reportsFailure,
    answer: (result) => ({ success: result !== null, result, errors: [{ code: 1, message: 'no page' }] }),
  },
  browserless: { key: '?token', route: 'POST /chromium/content', urlOf: ofBody('url'), ...text },
  crawl4ai: {
    key: 'authorization',
    route: 'POST /md',
    urlOf: ofBody('url'),
    answer: (html) => ({ url: '', markdown: html?.replaceAll(/<[^>]+>/g, '\n') }),
  },
};

const PAGE =
  '<html><head><title>Teas</title></head><body><main><h1>Teas</h1><table><tr><th>Tea</th><th>Price</th></tr><tr><td>Sencha</td><td>4.50 EUR</td></tr><tr><td>Assam</td><td>3.20 EUR</td></tr></table><p>Opening hours: 9 to 17 on every day of the week.</p></main></body></html>';

/** The words in its address script the fate of a page; `change` may spoil an answer. */
export function engineWire(wire: EngineWire, change = (json: unknown) => json): StandInWire {
  const page = (words: string) => {
    if (words.includes('[[fail]]')) return null;
    const size = /\[\[huge=(\d+)\]\]/.exec(words)?.[1];
    return size ? `<p>${'x'.repeat(Number(size))}</p>` : words.includes('[[empty]]') ? '' : PAGE;
  };
  const { job, answer = (html) => html } = wire;
  return {
    key: wire.key,
    refusal: wire.refusal,
    routes: {
      [wire.route]: (call) => {
        for (const [name, value] of Object.entries(wire.headers ?? {})) call.response.setHeader(name, value);
        const words = decodeURIComponent(String(wire.urlOf(call)));
        return call.begin({ text: words }, ({ id }) =>
          words.includes('[[shape]]')
            ? { hello: 'world' }
            : job
              ? job.begun(id)
              : change(answer(page(words))),
        );
      },
      ...(job && {
        [job.look]: ({ look }: StandInCall) => look(({ text: words }) => change(answer(page(words)))),
      }),
      ...(job?.state && {
        [job.state.path]: ({ look }: StandInCall) => look(({ id }) => job.state?.view(id)),
      }),
      ...(job?.stop && { [job.stop]: ({ stop }: StandInCall) => stop() }),
    },
  };
}
