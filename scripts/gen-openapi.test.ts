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
    expect(operation.security).toEqual([{ bearer: [] }, { header: [] }]);
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
