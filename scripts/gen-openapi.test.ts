import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { openapiFile } from './gen-openapi.ts';

interface Operation {
  operationId: string;
  security: Array<Record<string, string[]>>;
  parameters?: Array<{ name: string; in: string; required: boolean }>;
  requestBody?: unknown;
  responses: Record<string, { description: string; content: Record<string, unknown> }>;
}

const document = JSON.parse(openapiFile().text);
const operations: Array<[string, string, Operation]> = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(
      ([method, operation]): [string, string, Operation] => [method, path, operation],
    ),
);

describe('the OpenAPI document', () => {
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
      const target = pointer
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
      expect(target, pointer).toBeDefined();
    }
  });

  it('names nothing of the machine that made it', () => {
    expect(JSON.stringify(document)).not.toMatch(/localhost|127\.0\.0\.1|\/home\/|\/tmp\//);
  });

  it('gives every operation a name of its own', () => {
    const names = operations.map(([, , { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.each(operations)('%s %s', (_method, path, operation) => {
  it('declares each parameter of its path', () => {
    const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(wanted);
    expect(declared.every(({ required }) => required)).toBe(true);
  });

  it('says how it is opened, and what a wrong key answers', () => {
    if (operation.security.length === 0) return;
    expect([{ header: [] }, { cron: [] }, { session: [] }]).toContainEqual(operation.security.at(-1));
    expect(operation.responses).toHaveProperty('401');
  });

  it('describes every answer', () => {
    for (const answer of Object.values(operation.responses)) {
      expect(answer.description).not.toBe('');
      expect(Object.keys(answer.content)).not.toEqual([]);
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

  it('lists its statuses', () => {
    for (const status of [200, 202, 400, 401, 402, 409, 413, 422, 429, 502, 503])
      expect(create.responses).toHaveProperty(String(status));
  });
});

describe('the types of the contract', () => {
  const { Response, Run, SubmitInput, Event } = document.components.schemas;
  const body = () => document.paths['/api/v1/responses'].post.requestBody.content['application/json'].schema;
  const parameter = (path: string, name: string) =>
    document.paths[path].get.parameters.find((one: { name: string }) => one.name === name)?.schema;

  it('has integers with their bounds', () => {
    for (const field of ['time_budget_ms', 'timeout_ms'])
      expect(JSON.stringify(body().properties[field])).toMatch(/"type":"integer","minimum":30000/);
    expect(JSON.stringify(body().properties.max_fallbacks)).toMatch(
      /"type":"integer","minimum":0,"maximum":12/,
    );
    expect(parameter('/api/v1/runs', 'limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
    expect(parameter('/api/v1/runs', 'exclude_children')).toEqual({ type: 'boolean' });
    expect(parameter('/api/v1/responses/{id}', 'stream')).toMatchObject({ type: 'boolean' });
  });

  it('leaves no part of a run without a type', () => {
    const typed = ['custody', 'deliverables', 'steps', 'routing_summary', 'budget', 'session', 'act_script'];
    for (const key of typed) expect(JSON.stringify(Run.properties[key]), key).toMatch(/"\$ref"|"properties"/);
    expect(JSON.stringify(Response.properties.required_action)).toContain('SubmitInput');
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
    expect(Event.properties.data).toEqual({ $ref: '#/components/schemas/Response' });
    const { headers } = document.paths['/api/v1/responses'].post.responses['202'];
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Idempotency-Key', 'Idempotent-Replayed']));
  });
});
