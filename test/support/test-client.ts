import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Route } from '../../src/platform/http/route.ts';
import { codeIn } from './error-envelopes.ts';

export interface TestAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read wire objects by their documented names
  json: any;
}

/** Speaks HTTP and parses every answer strictly against the route's declared schema, so that drift fails a test. */
export class TestClient {
  readonly url: string;
  readonly key: string;
  readonly #routes: Route[];

  constructor(url: string, key: string, routes: Route[]) {
    this.url = url;
    this.key = key;
    this.#routes = routes;
  }

  withKey(key: string): TestClient {
    return new TestClient(this.url, key, this.#routes);
  }

  async request(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<TestAnswer> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
    const json = await response.json();
    this.#check(method, path, response.status, json);
    return { status: response.status, headers: response.headers, json };
  }

  get(path: string, headers?: Record<string, string>): Promise<TestAnswer> {
    return this.request('GET', path, { headers });
  }

  put(path: string, body?: unknown): Promise<TestAnswer> {
    return this.request('PUT', path, { body });
  }

  delete(path: string): Promise<TestAnswer> {
    return this.request('DELETE', path);
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer> {
    return this.request('POST', path, { body, headers });
  }

  create(body: Record<string, unknown>, headers?: Record<string, string>): Promise<TestAnswer> {
    return this.post('/v1/responses', body, headers);
  }

  /** Polls until the run is over; fails when it takes longer than any test should. */
  async untilOver(id: string, timeoutMs = 30_000): Promise<TestAnswer['json']> {
    const endsAt = performance.now() + timeoutMs;
    for (;;) {
      const { status, json } = await this.get(`/v1/responses/${id}`);
      // On a crowded machine the database may be late; that says nothing about the run.
      const isOpen = status === 503 || json.status === 'in_progress' || json.status === 'requires_action';
      if (!isOpen) return json;
      if (performance.now() > endsAt)
        throw new Error(`run ${id} is still ${json.status} after ${timeoutMs} ms`);
      await delay(50);
    }
  }

  #check(method: string, path: string, status: number, json: unknown): void {
    const pathname = path.split('?')[0] ?? '';
    const route = this.#routes.find((one) => one.method === method && matches(one.path, pathname));
    const schema = route?.responses[status];
    if (!schema) return void codeIn(json, route?.dialect);
    const parsed = schema.safeParse(json);
    if (!parsed.success) {
      throw new Error(
        `${method} ${path} answered ${status} outside its schema: ${z.prettifyError(parsed.error)}`,
      );
    }
  }
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const given = path.split('/');
  return (
    expected.length === given.length &&
    expected.every((part, index) => part.startsWith(':') || part === given[index])
  );
}
