import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Db } from '../platform/db.ts';
import { listOf, nextPage, pageLimit, startingAfter } from '../platform/http/lists.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { Metrics } from '../platform/metrics.ts';
import { isSameSecret } from '../platform/same-secret.ts';
import { auditEntry, listAudit } from './audit.ts';

export interface OperationsContext {
  db: Db;
  metrics: Metrics;
  /** The token for reading the metrics; null: open in development, closed in production. */
  metricsToken: string | null;
  isProduction: boolean;
  /** Why no browser starts on this instance; null where one does. */
  browserProblem: string | null;
  isDraining(): boolean;
  watchdog: { readonly hasStalled: boolean };
}

const page = {
  method: 'GET',
  area: 'page',
  access: 'public',
  tag: 'Operations',
  responses: { 200: z.unknown() },
} as const;

const liveness = () =>
  route({
    ...page,
    path: '/healthz',
    summary: 'Liveness: this process answers',
    errors: [],
    async handler() {
      return { status: 200, body: { status: 'ok' } };
    },
  });

const readiness = (ctx: OperationsContext) =>
  route({
    ...page,
    path: '/readyz',
    summary: 'Readiness: this process can take work',
    errors: ['service_unavailable'],
    async handler() {
      if (ctx.isDraining()) throw new ApiError('service_unavailable', 'This instance is shutting down.');
      if (ctx.watchdog.hasStalled)
        throw new ApiError(
          'service_unavailable',
          'The event loop of this instance stood still a moment ago.',
        );
      await ctx.db.ping();
      return { status: 200, body: { status: 'ok', details: { browser: ctx.browserProblem ?? 'ok' } } };
    },
  });

const readMetrics = (ctx: OperationsContext) =>
  route({
    ...page,
    path: '/metrics',
    summary: 'Metrics in the format of Prometheus',
    errors: ['not_found'],
    async handler({ header }) {
      const { metricsToken } = ctx;
      const isAllowed =
        metricsToken === null
          ? !ctx.isProduction
          : isSameSecret(header('authorization') ?? '', `Bearer ${metricsToken}`);
      if (!isAllowed) throw new ApiError('not_found', 'Route not found.');
      const { contentType, text } = await ctx.metrics.render();
      return { status: 200, headers: { 'content-type': contentType }, bytes: Buffer.from(text) };
    },
  });

/** Probes for machines: liveness, readiness, metrics. */
export function monitoringRoutes(ctx: OperationsContext): Route[] {
  return [liveness(), readiness(ctx), readMetrics(ctx)];
}

const listOfAudit = (ctx: OperationsContext) =>
  route({
    method: 'GET',
    path: '/v1/audit',
    operation: 'audit.list',
    summary: 'List audit log entries',
    description: 'Lists security-relevant actions in this workspace, newest first.',
    tag: 'Operations',
    query: z.object({
      limit: pageLimit(20),
      starting_after: startingAfter,
    }),
    responses: {
      200: listOf('AuditEntryList', auditEntry, nextPage),
    },
    errors: [],
    async handler({ caller, query }) {
      const found = await listAudit(
        ctx.db,
        caller.workspaceId,
        query.limit + 1,
        query.starting_after ?? null,
      );
      const data = found.slice(0, query.limit);
      const hasMore = found.length > query.limit;
      const next = hasMore ? (data.at(-1)?.id ?? null) : null;
      return { status: 200, body: { object: 'list', data, has_more: hasMore, next_starting_after: next } };
    },
  });

/** The probes, and the audit log of a workspace. */
export function operationsRoutes(ctx: OperationsContext): Route[] {
  return [...monitoringRoutes(ctx), listOfAudit(ctx)];
}
