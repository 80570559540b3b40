import type { RunView } from './wrapper.ts';

/** The common part of Firecrawl and Hyperbrowser: a page to read, or answers to take from pages. */

/** Understood by every runner that reads. */
const READ = 'Read this page and give its main content as Markdown.';

interface JsonFormat {
  prompt?: unknown;
  schema?: unknown;
}

/** The one page; with `json` among the formats, the question to it. */
export function readOf(url: unknown, formats: unknown): Record<string, unknown> {
  const json = jsonFormatOf(formats);
  if (!json) return { url, input: READ };
  return { url, ...askedOf([], json.prompt, json.schema) };
}

function jsonFormatOf(formats: unknown): JsonFormat | undefined {
  const list = Array.isArray(formats) ? formats : [];
  const found = list.find((one) => one === 'json' || one?.type === 'json');
  return found === 'json' ? {} : found;
}

const FILL = 'Extract the fields of the schema from this page.';

/** The question to some pages: the first is the target, the task names the others. */
export function askedOf(urls: readonly string[], prompt: unknown, schema: unknown): Record<string, unknown> {
  const [first, ...others] = urls.map((url) => url.replace(/\*$/, ''));
  const said = typeof prompt === 'string' && prompt.trim() !== '' ? prompt : FILL;
  return {
    input: others.length > 0 ? `${said}\n\nAlso look at: ${others.join(' ')}` : said,
    ...(first === undefined ? {} : { url: first }),
    ...(schema == null ? {} : { output_schema: schema }),
  };
}

/** The result of a page: its text, or the answer to the question of the format `json`. */
export function documentOf({ svc, task, output_text, title }: RunView) {
  return {
    ...(task === READ ? { markdown: output_text } : { json: svc.output }),
    ...(svc.screenshot === null ? {} : { screenshot: svc.screenshot }),
    metadata: {
      sourceURL: svc.url,
      url: svc.evidence.final_url ?? svc.url,
      ...(svc.evidence.http_status === null ? {} : { statusCode: svc.evidence.http_status }),
      ...(title === null ? {} : { title }),
      scrapeId: svc.id,
    },
  };
}

export function isDone({ status }: RunView): boolean {
  return status === 'completed';
}

export function isFailed({ status }: RunView): boolean {
  return status === 'failed' || status === 'cancelled';
}
