import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type ErrorCode, requestErrors } from '../../errors.ts';
import { type Access, type Announcement, EVERY_ROUTE, type Route } from './route.ts';

export const API_VERSION = '2026-08-13';

type Json = Record<string, unknown>;

/** The OpenAPI document of a service, made from its routes and nothing else. */
export function describeApi(routes: Route[]): Json {
  const components: Json = { Error: ERROR };
  const paths: Record<string, Json> = {};
  for (const route of routes.filter(({ area }) => area !== 'page')) {
    const path = `/api${route.path}`.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  const webhooks = Object.fromEntries(
    routes.flatMap(({ announces = {}, tag }) =>
      Object.entries(announces).map(([name, said]) => [name, webhook(name, said, tag, components)]),
    ),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Switchyard',
      version: API_VERSION,
      description: 'One API in front of every browser agent: send a task, get a judged answer.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.filter(({ area }) => area !== 'page').map((route) => route.tag))].map(
      (name) => ({ name }),
    ),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        session: { type: 'apiKey', in: 'cookie', name: 'svc_session' },
        cron: { type: 'apiKey', in: 'header', name: 'x-cron-secret' },
      },
      headers: {
        RequestId: { description: 'Names this request in the logs.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait before asking again.', schema: { type: 'integer' } },
      },
      schemas: components,
    },
  };
}

function operation(route: Route, components: Json): Json {
  const parameters = [
    ...parametersOf('path', route.params),
    ...parametersOf('query', route.query),
    ...headerParameters(route.headers ?? {}),
  ];
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    security: SECURITY[route.access ?? 'key'],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBody(route.body, route.takes) } : {}),
    responses: { ...errorAnswers(route), ...answers(route, components) },
  };
}

/** A request that the service makes; answered with any 2xx. */
function webhook(
  name: string,
  { summary, headers, body }: Announcement,
  tag: string,
  components: Json,
): Json {
  const { $defs = {}, ...schema } = jsonSchema(body, 'output');
  Object.assign(components, $defs);
  return {
    post: {
      operationId: name.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary,
      tags: [tag],
      security: [],
      parameters: headerParameters(headers),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'The event was taken. Anything else, or no answer, is retried.' } },
    },
  };
}

function headerParameters(headers: Record<string, string>): Json[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

const SECURITY: Record<Access, Json[]> = {
  key: [{ bearer: [] }, { header: [] }],
  session: [{ session: [] }],
  cron: [{ bearer: [] }, { cron: [] }],
  public: [],
};

function operationId({ method, path }: Route): string {
  const words = path.split(/[^\w]+|_/).filter((word) => word !== '' && word !== 'v1');
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
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
    schema: rest,
  }));
}

function requestBody(schema: z.ZodType, takes: Route['takes']): Json {
  const type = takes === 'multipart' ? 'multipart/form-data' : 'application/json';
  return { required: true, content: { [type]: { schema: jsonSchema(schema, 'input') } } };
}

function answers(route: Route, components: Json): Json {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      const { $defs = {}, ...shape } = jsonSchema(schema, 'output');
      Object.assign(components, $defs);
      const types = (status === '200' && route.contentTypes) || ['application/json'];
      return [
        status,
        {
          description: schema.description ?? STATUS_CODES[status] ?? status,
          headers: { ...REQUEST_ID, ...answerHeaders(route) },
          content: Object.fromEntries(
            types.map((type) => [type, { schema: type === 'application/json' ? shape : { type: 'string' } }]),
          ),
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

function errorAnswers(route: Route): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...EVERY_ROUTE.filter((code) => applies(code, route)), ...route.errors])) {
    const { status } = requestErrors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorAnswer(codes, route)]));
}

const ABOUT_KEYS = new Set<ErrorCode>(['invalid_api_key', 'account_unclaimed']);
const ABOUT_BODIES = new Set<ErrorCode>(['invalid_json', 'payload_too_large', 'unsupported_media_type']);

function applies(code: ErrorCode, route: Route): boolean {
  if (ABOUT_KEYS.has(code)) return route.access !== 'public';
  return !ABOUT_BODIES.has(code) || route.method !== 'GET';
}

function errorAnswer(codes: ErrorCode[], { dialect = 'svc' }: Route): Json {
  const waits = codes.some((code) => requestErrors[code].retryAfter !== undefined);
  const code = { type: 'string', enum: codes };
  return {
    description: codes.map((name) => `\`${name}\`: ${requestErrors[name].when}`).join('; '),
    headers: waits
      ? { ...REQUEST_ID, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
      : REQUEST_ID,
    content: {
      'application/json': {
        schema:
          dialect === 'svc'
            ? {
                allOf: [
                  { $ref: '#/components/schemas/Error' },
                  { type: 'object', properties: { error: { type: 'object', properties: { code } } } },
                ],
              }
            : { type: 'object', description: `The envelope of ${dialect}, with our code.` },
      },
    },
  };
}

const REQUEST_ID = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };

const ERROR: Json = {
  type: 'object',
  description: 'Every answer that is not a success. Branch on `code`, never on the text of `message`.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'code'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        code: { type: 'string' },
        param: { type: ['string', 'null'], description: 'The field that is wrong.' },
        hint: { type: 'string' },
        remediation: { type: 'string', description: 'What to do about it.' },
        claim_url: { type: 'string', description: 'Only with `account_unclaimed`.' },
      },
    },
  },
};

/** Schemas with an id (`.meta({ id })`) become components; their text is in `$defs`. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: part }) => {
      // Answers may gain fields at any time, so a client generated from this must accept unknown ones.
      if (part.additionalProperties === false) delete part.additionalProperties;
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
      delete part.propertyNames;
    },
  });
  return JSON.parse(JSON.stringify(made).replaceAll('#/$defs/', '#/components/schemas/')) as Json;
}
