import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { allRoutes, openapiFile, readApiTexts } from './gen-openapi.ts';
import { undescribed } from './undescribed.ts';

interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, { schema: { $ref?: string } }>;
}

interface Operation {
  operationId: string;
  tags: string[];
  security: Array<Record<string, string[]>>;
  parameters?: Array<{ name: string; in: string; required: boolean }>;
  requestBody?: unknown;
  responses: Record<string, Answer>;
}

const document = JSON.parse(openapiFile().text);
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

describe('openapi.json', () => {
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
    const names = operations.map(([, , { operationId }]) => operationId);
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

describe('the surfaces', () => {
  it('are told apart by tags with descriptions', () => {
    const described = document.tags.map(({ name }: { name: string }) => name);
    expect(new Set(described)).toEqual(new Set(operations.flatMap(([, , { tags }]) => tags)));
    expect(document.tags.every(({ description }: { description: string }) => description !== '')).toBe(true);
  });

  it('name the operations of the API as a person would', () => {
    const isOther =
      /^\/api\/(?:wrappers|account|cron)\/|^\/api\/billing\/webhook$|^\/api\/v1\/(?:messages|chat\/completions)$/;
    for (const [, path, { operationId }] of operations)
      expect(operationId, path).toMatch(
        isOther.test(path) ? /^[a-z]\w+$/ : /^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/,
      );
  });

  it('have a description for every operation, parameter and member', () => {
    expect(undescribed(document)).toEqual([]);
    const bare = structuredClone(document);
    delete bare.paths['/api/v1/responses'].post.description;
    delete bare.components.schemas.RunError.properties.code.description;
    expect(undescribed(bare)).toEqual([
      'RunError  code has no description',
      'runs.create has no description',
    ]);
  });
});

describe.each(operations.map(([method, path, operation]) => ({ method, path, operation })))(
  '$method $path',
  ({ path, operation }) => {
    it('declares each parameter of its path', () => {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(wanted);
      expect(declared.every(({ required }) => required)).toBe(true);
    });

    it('says how it is opened, and the answer to a wrong key', () => {
      expect([{ header: [] }, { cron: [] }, { session: [] }, { signature: [] }, undefined]).toContainEqual(
        operation.security.at(-1),
      );
      expect(operation.security.length === 0 || '401' in operation.responses).toBe(true);
    });

    it('describes every answer', () => {
      for (const [status, declared] of Object.entries(operation.responses)) {
        const answer = resolved(declared, document);
        expect(answer.description).not.toBe('');
        expect(/^(?:204|302|416)$/.test(status) || Object.keys(answer.content ?? {}).length > 0).toBe(true);
      }
    });
  },
);

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
  const routes = allRoutes();

  const answered = Object.entries(examples).filter(([, { answer }]) => answer !== undefined);

  it('are there for every operation of the SDK', () => {
    const named = routes.flatMap(({ operation = [] }) => operation);
    expect(new Set(Object.keys(examples))).toEqual(new Set(named));
    const unanswered = Object.entries(examples).filter(
      ([, one]) => !one.unrecorded && one.answer === undefined,
    );
    for (const [name] of unanswered) {
      const route = routes.find(({ operation }) => operation === name);
      expect(route?.contentTypes ?? ['none'], name).not.toContain('application/json');
    }
  });

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
