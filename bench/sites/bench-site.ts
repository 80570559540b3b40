/** What the sites of `bench/site-tasks.ts` share: one request in, one page out, and the shape of their tasks. */
import type { RequestListener } from 'node:http';

export interface Visit {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  cookies: Record<string, string>;
}

export interface Page {
  body?: string;
  status?: number;
  type?: string;
  /** Where to go instead. */
  to?: string;
  cookie?: string;
  /** The name of the file when the page is one. */
  file?: string;
}

export interface SiteTask<State> {
  kind: string;
  goal: string;
  /** Where the task begins; the front page unless told. */
  at?: string;
  /** By what the site knows in the end, the answer given, and the names of the files. */
  isRight(state: State, answer: string, files: string[]): boolean;
}

export interface BenchSite<State> {
  name: string;
  /** A site nobody has visited yet. */
  open(): { state: State; answer(visit: Visit): Page };
  tasks: SiteTask<State>[];
}

export function listener(answer: (visit: Visit) => Page): RequestListener {
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const page = answer({
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
      cookies: Object.fromEntries((request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='))),
    });
    if (page.cookie) response.setHeader('set-cookie', page.cookie);
    if (page.to) response.setHeader('location', page.to);
    if (page.file) response.setHeader('content-disposition', `attachment; filename="${page.file}"`);
    response.writeHead(page.to ? 303 : (page.status ?? 200), {
      'content-type': page.type ?? 'text/html; charset=utf-8',
    });
    response.end(page.body ?? '');
  };
}

export function safe(text: unknown): string {
  return String(text ?? '').replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** The words and figures stand in an answer that is short enough to be one, in any case. */
export function answers(answer: string, ...parts: string[]): boolean {
  return answer.length < 200 && parts.every((part) => answer.toLowerCase().includes(part.toLowerCase()));
}
