import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { ERROR_SCHEMAS, errorAnswers, REQUEST_ID } from './openapi-errors.ts';
import type { Announcement, Route } from './route.ts';

export const API_VERSION = '2026-08-13';

type Json = Record<string, unknown>;

/** Parts of the document that are written once and referenced. */
interface Components {
  schemas: Json;
  responses: Json;
}

/** A request that a real service received, and its answer where that is JSON; or the reason why there is none. */
export interface ApiExample {
  path?: Record<string, string> | undefined;
  query?: Record<string, string | number | boolean> | undefined;
  body?: unknown;
  /** The name of the file that was sent as a part of a form. */
  file?: string | undefined;
  answer?: unknown;
  unrecorded?: string;
}

/** By operation. */
export type ApiExamples = Record<string, ApiExample>;

/** The parts of the document that no single route has. */
export interface ApiTexts {
  examples: ApiExamples;
  /** Descriptions by tag, in the order of the document. */
  tags: Record<string, string>;
}

/** The OpenAPI document of a service, made from its routes. Pages are not part of it. */
export function describeApi(
  routes: Route[],
  { examples, tags }: ApiTexts = { examples: {}, tags: {} },
): Json {
  const described = routes.filter(({ area }) => area !== 'page');
  const components: Components = { schemas: { ...ERROR_SCHEMAS }, responses: {} };
  const paths: Record<string, Json> = {};
  for (const route of described) {
    const path = `/api${route.path}`.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components, examples) };
  }
  const webhooks = Object.fromEntries(
    described.flatMap(({ announces = {}, tag }) =>
      Object.entries(announces).map(([name, said]) => [name, webhook(name, said, tag, components)]),
    ),
  );
  const used = new Set(described.map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Switchyard',
      version: API_VERSION,
      description: 'One API in front of every browser agent: send a task, get a judged answer.',
      contact: { name: 'Switchyard' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).flatMap(([name, description]) =>
      used.has(name) ? [{ name, description }] : [],
    ),
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: {
        RequestId: { description: 'Identifies this request in the logs.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
      },
      ...components,
    },
  };
}

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key as a bearer token.' },
  header: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key in a header.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_session',
    description: 'Console session. Requests other than GET also need the header `x-csrf-token`.',
  },
  cron: { type: 'apiKey', in: 'header', name: 'x-cron-secret', description: 'The scheduler secret.' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'stripe-signature',
    description: 'Signature of the payment provider over the body.',
  },
};

const SECURITY: Record<NonNullable<Route['proof']>, Json[]> = {
  key: [{ bearer: [] }, { header: [] }],
  session: [{ session: [] }],
  payer: [{ bearer: [] }, { header: [] }, { session: [] }],
  cron: [{ bearer: [] }, { cron: [] }],
  signature: [{ signature: [] }],
  public: [],
};

function operation(route: Route, components: Components, examples: ApiExamples): Json {
  const example = examples[route.operation ?? ''] ?? {};
  const parameters = [
    ...parametersOf('path', route.params, example.path),
    ...parametersOf('query', route.query, example.query),
    ...headerParameters(route.headers ?? {}),
  ];
  return {
    operationId: route.operation ?? unnamed(route),
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    tags: [route.tag],
    security: SECURITY[route.proof ?? route.access ?? 'key'],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBody(route, route.body, components, example.body) } : {}),
    ...(route.takes === 'multipart' && !route.body ? { requestBody: ONE_FILE } : {}),
    responses: {
      ...errorAnswers(route, components.responses),
      ...answers(route, components, example.answer),
    },
  };
}

/** A request that the service makes; answered with any 2xx. */
function webhook(
  name: string,
  { summary, description, headers, body }: Announcement,
  tag: string,
  components: Components,
): Json {
  const schema = namedSchema(body, 'output', components);
  return {
    post: {
      operationId: name.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary,
      description,
      tags: [tag],
      security: [],
      parameters: headerParameters(headers),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: {
        '2XX': { description: 'The event was received. Any other status, or no response, is retried.' },
      },
    },
  };
}

function headerParameters(headers: NonNullable<Route['headers']>): Json[] {
  return Object.entries(headers).map(([name, header]) => {
    const { description, ...limits } = typeof header === 'string' ? { description: header } : header;
    return { name, in: 'header', required: false, description, schema: { type: 'string', ...limits } };
  });
}

function unnamed({ method, path }: Route): string {
  const words = path.split(/[^\w]+|_/).filter((word) => word !== '' && word !== 'v1');
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined, example: Json = {}): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    ...(name in example ? { example: example[name] } : {}),
    schema: rest,
  }));
}

const ONE_FILE = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary', description: 'The file, with its name.' } },
        required: ['file'],
      },
    },
  },
};

function requestBody({ takes }: Route, body: z.ZodType, components: Components, example: unknown): Json {
  const type = takes === 'multipart' ? 'multipart/form-data' : 'application/json';
  const required = !body.safeParse(undefined).success;
  const schema = namedSchema(body, 'input', components);
  return { required, content: { [type]: { schema, ...(example === undefined ? {} : { example }) } } };
}

function answers(route: Route, components: Components, answer: unknown): Json {
  const [first] = Object.keys(route.responses);
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      const example = status === first ? answer : undefined;
      return [
        status,
        {
          description: schema.description ?? STATUS_CODES[status] ?? status,
          headers: { ...REQUEST_ID, ...answerHeaders(route) },
          ...contentOf(route, status, schema, components, example),
        },
      ];
    }),
  );
}

function answerHeaders(route: Route): Json {
  return Object.fromEntries(
    Object.entries(route.answerHeaders ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
}

const WITHOUT_BODY = ['204', '302', '416'];

function contentOf(
  route: Route,
  status: string,
  schema: z.ZodType,
  components: Components,
  example: unknown,
): Json {
  if (WITHOUT_BODY.includes(status)) return {};
  const types = (/^20[06]$/.test(status) && route.contentTypes) || ['application/json'];
  const content: Json = Object.fromEntries(
    types.map((type) => [
      type,
      type === 'application/json'
        ? {
            schema: namedSchema(schema, 'output', components),
            ...(example === undefined ? {} : { example }),
          }
        : { schema: BODIES[type] ?? { type: 'string' } },
    ]),
  );
  if (status === '200' && route.events)
    content['text/event-stream'] = { schema: namedSchema(route.events, 'output', components) };
  return { content };
}

const BODIES: Record<string, Json> = {
  'application/octet-stream': { type: 'string', format: 'binary' },
  'application/zip': { type: 'string', format: 'binary' },
};

/** A named schema is described once, under its name; a shape that differs when sent and when answered needs two names. */
function namedSchema(schema: z.ZodType, io: 'input' | 'output', { schemas }: Components): Json {
  const { $defs = {}, ...shape } = jsonSchema(schema, io);
  for (const [name, text] of Object.entries($defs as Json)) {
    if (name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(text))
      throw new Error(`Two shapes are called ${name}.`);
    schemas[name] = text;
  }
  return shape;
}

/** Schemas with an id (`.meta({ id })`) become components; their text is in `$defs`. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: part, zodSchema }) => {
      // Answers may gain fields at any time, so a client generated from this must accept unknown ones.
      if (part.additionalProperties === false) delete part.additionalProperties;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      delete part.propertyNames;
      if (!part.properties) delete part.required;
      // What replaces a wrong value is nothing that a client may send.
      if (zodSchema._zod.def.type === 'catch') delete part.default;
    },
  });
  return JSON.parse(JSON.stringify(made).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
}
