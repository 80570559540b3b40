import type { ApiExample } from '../../src/platform/http/openapi.ts';
import { allRoutes, openapiFile } from '../gen-openapi.ts';

interface Input {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** A part of a form instead of a JSON body. */
  file?: { name: string; text: string };
}

/** The fields of answers that the recording itself needs. */
interface Answered {
  id: string;
  status: string;
  api_key: string;
  workspace_id: string;
  challenge_id: string;
  instruction: string;
  puzzle: string;
  data: Answered[];
  svc: { artifacts: Array<{ id: string }> };
}

export type Call = (operation: string, input?: Input) => Promise<Answered>;

/** A client that keeps the first request and answer of every operation. */
export class Recorder {
  readonly examples: Record<string, ApiExample> = {};
  readonly #routes = new Map<string, { method: string; path: string }>();

  constructor() {
    const { paths } = JSON.parse(
      openapiFile(allRoutes().filter(({ operation }) => operation !== undefined)).text,
    ) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { operationId }] of Object.entries(methods))
        this.#routes.set(operationId, { method: method.toUpperCase(), path });
  }

  /** Calls of one key at one service. */
  at(origin: string, key: string): Call {
    return (operation, input = {}) => this.#call(operation, input, origin, key);
  }

  /** The operations of the SDK in the order of the document, each with its example. */
  inOrder(reasons: Record<string, string>): Record<string, ApiExample> {
    // Other companies' wires and forms of pages have ids without a dot.
    const names = [...this.#routes.keys()].filter((name) => name.includes('.'));
    const missing = names.filter((name) => !(name in this.examples || name in reasons));
    if (missing.length > 0) throw new Error(`Nothing was recorded of ${missing.join(', ')}.`);
    return Object.fromEntries(
      names.map((name) => [name, this.examples[name] ?? { unrecorded: reasons[name] ?? '' }]),
    );
  }

  async #call(operation: string, input: Input, origin: string, key: string): Promise<Answered> {
    const { path: given = {}, query, body, file } = input;
    const { method, path } = this.#routes.get(operation) ?? { method: '', path: '' };
    const url = new URL(
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? ''),
      origin,
    );
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
    const form = new FormData();
    if (file) form.set('file', new Blob([file.text]), file.name);
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        // A sign-up refuses the name of an HTTP library.
        'user-agent': 'my-agent/1.0',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(file ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${operation} answered ${response.status}: ${text}`);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = isJson ? JSON.parse(text) : undefined;
    this.examples[operation] ??= { path: input.path, query, body, file: file?.name, answer };
    return answer;
  }
}
