import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { z } from 'zod';
import { type ErrorCode, requestErrors } from '../../errors.ts';
import { EVERY_ROUTE, type Route } from './route.ts';

export const API_VERSION = '2026-08-13';

export const documentOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Switchyard',
      version: API_VERSION,
      description: 'One API in front of every browser agent: send a task, get a judged answer.',
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
    },
  },
};

/** A route as Fastify's documentation plug-in wants it. Validation is done by the route's own schemas. */
export function documented(route: Route): Record<string, unknown> {
  const codes = [...EVERY_ROUTE, ...route.errors];
  return {
    summary: route.summary,
    tags: [route.tag],
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[/:_-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    security: route.isPublic ? [] : [{ bearer: [] }, { header: [] }],
    ...(route.params ? { params: jsonSchema(route.params, 'input') } : {}),
    ...(route.query ? { querystring: jsonSchema(route.query, 'input') } : {}),
    ...(route.body ? { body: jsonSchema(route.body, 'input') } : {}),
    response: { ...errorResponses(codes), ...okResponses(route) },
  };
}

function okResponses(route: Route): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => [status, jsonSchema(schema, 'output')]),
  );
}

function errorResponses(codes: ErrorCode[]): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = requestErrors[code].status;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, envelope(list)]));
}

function envelope(codes: ErrorCode[]): Record<string, unknown> {
  return {
    description: codes.map((code) => `\`${code}\`: ${requestErrors[code].when}`).join('; '),
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['message', 'type', 'code'],
        properties: {
          message: { type: 'string' },
          type: { type: 'string' },
          code: { type: 'string', enum: codes },
          param: { type: ['string', 'null'] },
          hint: { type: 'string' },
          remediation: { type: 'string' },
        },
      },
    },
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}
