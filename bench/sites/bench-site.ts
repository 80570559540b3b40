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
  outputSchema?: Record<string, unknown>;
  /** By what the site knows in the end, the answer given (data as JSON), the names of the files, why there is no answer (its code, then in words). */
  isRight(state: State, answer: string, files: string[], failure: string | null, reason: string): boolean;
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

/** What is asked for does not exist, and that is said: as a failure to find it, or in so many words. */
export function isNowhere(answer: string, failure: string | null): boolean {
  if (failure !== null) return failure === 'answer_not_found';
  return (
    answers(answer) && /^no\b|\bnot?\b.{0,40}\b(found|listed|there|results?)\b|\bnothing\b/i.test(answer)
  );
}

/** The list of that name in an answer that is data; a bare list counts too. */
export function rowsOf(answer: string, name: string): Record<string, unknown>[] {
  try {
    const data = JSON.parse(answer);
    return Array.isArray(data) ? data : (data[name] ?? []);
  } catch {
    return [];
  }
}

/** The schema of a list of objects, all of their fields wanted. */
export function listOf(name: string, fields: Record<string, string>): Record<string, unknown> {
  const properties = Object.fromEntries(Object.entries(fields).map(([key, type]) => [key, { type }]));
  const items = { type: 'object', properties, required: Object.keys(fields) };
  return { type: 'object', properties: { [name]: { type: 'array', items } }, required: [name] };
}

/** The dates that "next Friday" may mean: the coming one, or the one of the next week. */
export function comingDay(weekday: string): string[] {
  const days = Array.from({ length: 14 }, (_, at) => new Date(Date.now() + (at + 1) * 86_400_000));
  return days
    .filter((day) => day.toLocaleDateString('en-GB', { weekday: 'long' }) === weekday)
    .map((day) => day.toISOString().slice(0, 10));
}
