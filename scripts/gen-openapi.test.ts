import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { readApiTexts, routesOf } from '../src/app.ts';
import type { AppContext } from '../src/assemble.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openapiFiles } from './gen-openapi.ts';

interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, { schema: { $ref?: string } }>;
}

interface Operation {
  operationId: string;
  security: Array<Record<string, string[]>>;
  parameters?: Array<{ name: string; in: string; required: boolean }>;
  requestBody?: unknown;
  responses: Record<string, Answer>;
}

const [document, others] = openapiFiles().map(({ text }) => JSON.parse(text));
const operations: Array<[string, string, Operation]> = operationsOf(document);

function operationsOf({ paths }: { paths: object }): Array<[string, string, Operation]> {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(
      ([method, operation]): [string, string, Operation] => [method, path, operation],
    ),
  );
}

/** A part of a document, through its pointer where it has one. */
function resolved<T extends { $ref?: string }>(part: T, document: unknown): T {
  if (!part.$ref) return part;
  const at = (node: unknown, key: string) => (node as Record<string, unknown>)?.[key];
  return part.$ref.slice(2).split('/').reduce(at, document) as T;
}

describe.each([
  ['openapi.json', document],
  ['openapi-wrappers.json', others],
])('%s', (_name, document) => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('carries the version of the API', () => {
    expect(document.info.version).toBe('2026-08-13');
  });

  it('points only at components that it holds', () => {
    const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(pointers.length).toBeGreaterThan(0);
    for (const pointer of pointers) {
      expect(resolved({ $ref: `#/${pointer}` }, document), pointer).toBeDefined();
    }
  });

  it('names nothing of the machine that made it', () => {
    // A session names the folder of uploads, as Browserbase does.
    expect(JSON.stringify(document)).not.toMatch(/localhost|127\.0\.0\.1|\/home\/|\/tmp\/(?!\.uploads)/);
  });

  it('gives every operation a name of its own', () => {
    const names = operationsOf(document).map(([, , { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('describes each shape once: nothing named is left unused, nothing bears the name of a global', () => {
    const text = JSON.stringify(document);
    for (const name of Object.keys(document.components.schemas)) {
      expect(text, name).toContain(`"#/components/schemas/${name}"`);
      expect(GLOBALS).not.toContain(name);
    }
  });
});

// Globals of Node and of browsers that a shape of ours could be named after.
const GLOBALS = [
  ...Object.getOwnPropertyNames(globalThis),
  'Credential',
  'Document',
  'File',
  'History',
  'Location',
  'Node',
  'Notification',
  'Range',
  'Report',
  'Selection',
  'Window',
];

describe('the split of the documents', () => {
  it('names the operations of the API as a person would', () => {
    for (const [, , { operationId }] of operations)
      expect(operationId).toMatch(/^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/);
  });

  it('keeps wrappers, sign-in and schedulers apart', () => {
    const apart = operationsOf(others).map(([, path]) => path);
    expect(apart.length).toBeGreaterThan(30);
    for (const path of apart)
      expect(path).toMatch(/^\/api\/(?:wrappers|account|billing|cron)\/|^\/api\/v1\/messages$/);
    for (const [, path] of operations) expect(path).toMatch(/^\/api\/(?:v1\/|billing\/|status$)/);
  });
});

describe.each(
  [document, others].flatMap((one) =>
    operationsOf(one).map(([method, path, operation]) => ({ method, path, operation, document: one })),
  ),
)('$method $path', ({ path, operation, document }) => {
  it('declares each parameter of its path', () => {
    const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(wanted);
    expect(declared.every(({ required }) => required)).toBe(true);
  });

  it('says how it is opened, and the answer to a wrong key', () => {
    expect([{ header: [] }, { cron: [] }, { session: [] }, undefined]).toContainEqual(
      operation.security.at(-1),
    );
    expect(operation.security.length === 0 || '401' in operation.responses).toBe(true);
  });

  it('describes every answer', () => {
    for (const [status, declared] of Object.entries(operation.responses)) {
      const answer = resolved(declared, document);
      expect(answer.description).not.toBe('');
      expect(status === '204' || Object.keys(answer.content ?? {}).length > 0).toBe(true);
    }
  });
});

describe('creating a run', () => {
  let create: Operation;
  beforeAll(() => {
    create = document.paths['/api/v1/responses'].post;
  });

  it('has a body, the headers that change it, and an event stream besides the object', () => {
    expect(create.requestBody).toBeDefined();
    expect(create.parameters?.map(({ name }) => name)).toEqual(['Idempotency-Key', 'Prefer']);
    expect(Object.keys(create.responses['200']?.content ?? {})).toEqual([
      'application/json',
      'text/event-stream',
    ]);
  });

  it('has a schema for each event of the stream', () => {
    const { schema = {} } = create.responses['200']?.content?.['text/event-stream'] ?? {};
    const { oneOf } = resolved(schema, document) as { oneOf: Array<{ $ref: string }> };
    const types = oneOf.map((one) => {
      const { properties } = resolved(one, document) as unknown as {
        properties: { type: { const: string } };
      };
      return properties.type.const;
    });
    expect(types).toEqual(expect.arrayContaining(['response.created', 'response.completed', 'error']));
    expect(new Set(types).size).toBe(11);
  });

  it('lists its statuses', () => {
    for (const status of [200, 202, 400, 401, 402, 409, 413, 422, 429, 502, 503])
      expect(create.responses).toHaveProperty(String(status));
  });
});

describe('the examples', () => {
  const { examples } = readApiTexts();
  const routes = routesOf(
    { context: { clock: systemClock, sessions: {}, operations: {} } as AppContext, executor: null },
    () => false,
  );

  const answered = Object.entries(examples).filter(([, { answer }]) => answer !== undefined);

  it.each(answered)('%s is a real answer: its route would give it', (name, { answer }) => {
    const route = routes.find(({ operation }) => operation === name);
    const schema = Object.values(route?.responses ?? {})[0];
    expect(schema?.parse(answer)).toEqual(answer);
    expect(JSON.stringify(document)).toContain(JSON.stringify(answer));
  });

  const sent = Object.entries(examples).filter(([, { body }]) => body !== undefined);

  it.each(sent)('%s has a request that its route takes', (name, { body }) => {
    const route = routes.find(({ operation }) => operation === name);
    expect(route?.body?.safeParse(body).success).toBe(true);
  });
});

describe('the types of the contract', () => {
  const { RunResponse, CreateRun, Run, SubmitInput, WebhookEvent } = document.components.schemas;
  const parameter = (path: string, name: string) =>
    document.paths[path].get.parameters.find((one: { name: string }) => one.name === name)?.schema;

  it('has integers with their bounds', () => {
    for (const field of ['time_budget_ms', 'timeout_ms'])
      expect(JSON.stringify(CreateRun.properties[field])).toMatch(/"type":"integer","minimum":30000/);
    expect(JSON.stringify(CreateRun.properties.max_fallbacks)).toMatch(
      /"type":"integer","minimum":0,"maximum":12/,
    );
    expect(parameter('/api/v1/runs', 'limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
    expect(parameter('/api/v1/runs', 'exclude_children')).toEqual({ type: 'boolean' });
    expect(parameter('/api/v1/responses/{id}', 'stream')).toMatchObject({ type: 'boolean' });
  });

  it('leaves no part of a run without a type', () => {
    const typed = ['custody', 'deliverables', 'steps', 'routing_summary', 'budget', 'session', 'act_script'];
    for (const key of typed) expect(JSON.stringify(Run.properties[key]), key).toMatch(/"\$ref"|"properties"/);
    expect(JSON.stringify(RunResponse.properties.required_action)).toContain('SubmitInput');
    expect(Object.keys(SubmitInput.properties)).toEqual(
      expect.arrayContaining(['kind', 'prompt', 'submit', 'live_view', 'screenshot', 'replay_url']),
    );
  });

  it('describes the webhooks and the headers of an idempotent create', () => {
    expect(Object.keys(document.webhooks)).toEqual([
      'response.completed',
      'response.failed',
      'response.requires_action',
      'response.cancelled',
    ]);
    expect(WebhookEvent.properties.data).toMatchObject({ $ref: '#/components/schemas/RunResponse' });
    const { headers } = document.paths['/api/v1/responses'].post.responses['202'];
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Idempotency-Key', 'Idempotent-Replayed']));
  });
});
