import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createMcpHandler, isInitializeRequest } from '@modelcontextprotocol/server';
import { Switchyard } from '@switchyard/sdk';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { type Caller, type Route, route } from '../platform/http/route.ts';
import { jsonOf } from '../platform/json.ts';
import type { Log } from '../platform/log.ts';
import type { ChangeNotices } from '../platform/notify.ts';
import { CallKeys } from './call-key.ts';
import { type CallName, CallsUnderWay } from './calls-under-way.ts';
import { fetchInside } from './fetch-inside.ts';
import { createMcpServer } from './mcp-server.ts';

interface McpContext {
  clock: Clock;
  log: Log;
  notices: ChangeNotices;
  baseUrl(): string;
  /** The server itself, once it is built. */
  server(): FastifyInstance | undefined;
  isDraining(): boolean;
}

/**
 * MCP over HTTP. Requests are stateless, so that any instance can answer them. The tools call the API of this
 * server with the caller's own key: limits, ceilings and idempotency are those of the API.
 */
export function mcpRoute({ clock, log, notices, baseUrl, server, isDraining }: McpContext): Route {
  const keys = new CallKeys();
  const calls = new CallsUnderWay(notices);
  const fetch = fetchInside(server);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const { token, clientId: scope = '', extra } = authInfo ?? {};
      const origin = baseUrl();
      // Retries inside the process do not change a refusal of the server.
      const api = new Switchyard({
        apiKey: token || null,
        baseUrl: origin,
        fetch,
        maxRetries: 0,
        userAgent: 'switchyard-mcp',
      });
      const mcp = createMcpServer({
        api,
        hasBrowser: extra?.hasBrowser === true,
        origin,
        scope,
        keys,
        clock,
        fetch,
        isClosing: isDraining,
      });
      if (extra?.call) calls.add(extra.call as CallName, mcp);
      return mcp;
    },
    { onerror: (error) => log.debug({ cause: error.message }, 'an MCP request was refused') },
  );
  return route({
    method: 'POST',
    path: '/mcp',
    area: 'page',
    summary: 'The tools of this service for agents: the Model Context Protocol',
    tag: 'Pages',
    takes: 'bytes',
    query: z.object({ tools: z.string().optional() }),
    // Leads a client without a key to the consent of its user.
    challenge: () =>
      `Bearer resource_metadata="${baseUrl()}/.well-known/oauth-protected-resource/mcp", scope="runs vault"`,
    responses: { 200: z.unknown(), 202: z.unknown(), 400: z.unknown() },
    errors: ['saturated'],
    async handler({ caller, query, rawBytes, header, untilGone, takeStream }) {
      takeStream();
      const headers = PASSED_ON.flatMap((name): [string, string][] => {
        const value = header(name);
        return value === null ? [] : [[name, value]];
      });
      const request = new Request(`${baseUrl()}/mcp`, { method: 'POST', headers, signal: untilGone() });
      const message = jsonOf(Buffer.from(rawBytes).toString('utf8'));
      const session = header('mcp-session-id');
      calls.hear(message, caller.workspaceId, session);
      const response = await handler.fetch(request, {
        authInfo: {
          ...authOf(caller, header),
          extra: {
            call: calls.named(message, caller.workspaceId, session),
            hasBrowser: query.tools === 'browser',
          },
        },
        parsedBody: message,
      });
      const body = response.body as Parameters<typeof Readable.fromWeb>[0];
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      return {
        status: response.status,
        headers: {
          ...Object.fromEntries(response.headers),
          // Nothing is kept under it here: it only tells apart the requests of clients that share a key.
          ...(isInitializeRequest(message) && response.ok && { 'mcp-session-id': randomUUID() }),
        },
        ...(isStream ? { stream: Readable.fromWeb(body) } : { bytes: await response.bytes() }),
      };
    },
  });
}

const PASSED_ON = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'last-event-id',
];

function authOf({ workspaceId }: Caller, header: (name: string) => string | null) {
  const token = /^Bearer\s+(\S.*)$/i.exec(header('authorization') ?? '')?.[1] ?? header('x-api-key') ?? '';
  return { token, clientId: workspaceId, scopes: [] };
}
