import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Dialect } from '../platform/http/dialects.ts';
import { readInput } from '../platform/http/read-input.ts';
import { type Caller, type Route, route } from '../platform/http/route.ts';
import type { RunsContext } from '../runs/context.ts';
import { cancelRun } from '../runs/lifecycle/cancel.ts';
import type { Executor } from '../runs/lifecycle/executor.ts';
import { createRun } from '../runs/request/create.ts';
import { unusedMembers } from '../runs/request/warnings.ts';
import { requireRun } from '../runs/require-run.ts';
import { CREATE_ERRORS } from '../runs/routes.ts';
import type { Run } from '../runs/run.ts';
import { envelope } from '../runs/schema.ts';
import { createBody, createCodes, createHeaders } from '../runs/schema-create.ts';
import { answerCreated } from '../runs/views/answer.ts';
import { page as pageOfRuns } from '../runs/views/list.ts';
import { type ResponseObject, renderResponse } from '../runs/views/render.ts';
import { retentionMs, runsAt } from '../runs/views/store.ts';

type Json = Record<string, unknown>;
export type Params = Record<string, string>;
export type Query = Record<string, string | undefined>;

interface CallFacts {
  method: Route['method'];
  /** The path behind the provider's origin, with `:id` for the run. */
  path: string;
}

/** A run for the translations: the response object, and further facts that their shapes have room for. */
export type RunView = ResponseObject & {
  task: string;
  /** Of the last page. */
  title: string | null;
  /** When the workspace forgets the run; null in the answer that creates it. */
  expires_at: string | null;
};

interface Create<B extends z.ZodType> {
  does: 'create';
  body: B;
  /** Converts to a body of `POST /v1/responses`. Switchyard fields in the body are added. */
  task(body: z.output<B>, params: Params): Json;
  /** The provider's names for our fields, for errors: `input` is called `task`, or `prompt`. */
  names: Readonly<Record<string, string>>;
  show(run: RunView, params: Params): Json;
  /** The provider answers when the work is done; else it answers at once. */
  isWaitedFor?: true;
}

/** One call of another company's API, as data: its words in, a run, its words out. */
export type Call = CallFacts &
  (
    | Create<z.ZodType>
    | {
        does: 'read' | 'stop';
        body?: z.ZodType;
        /** It answers with a bare list out of the run. */
        isList?: true;
        show(run: RunView, params: Params, query: Query): Json | Json[];
      }
    | {
        does: 'list';
        page(query: Query): Page;
        show(runs: RunView[], page: Shown): unknown;
      }
  );

export function creates<B extends z.ZodType>(call: CallFacts & Omit<Create<B>, 'does'>): Call {
  return { ...call, does: 'create' } as unknown as Call;
}

/** A page by its number, or the runs that follow a run, or those created before a time (in Unix milliseconds). */
export type Page = { size: number } & ({ number: number } | { after?: string } | { before?: number });

/** The facts about a list. */
export interface Shown {
  number: number;
  size: number;
  /** How many runs there are; 0 where the page is not found by its number. */
  total: number;
  hasMore: boolean;
  baseUrl: string;
}

const MAX_PAGE = 100;
const MAX_NUMBER = 1_000_000;
const said = z
  .looseObject({ svc: envelope.describe('Details of the run: runner, verdict, cost, steps and files.') })
  .meta({ id: 'WrappedRun', description: "A run in the provider's format, with Switchyard's details." });
const part = z.looseObject({});
const saidList = z
  .unknown()
  .meta({ id: 'WrappedRunList', description: "A page of runs in the provider's format." });

/** Switchyard fields that any create call accepts besides the provider's fields. */
const OWN_FIELDS = [
  'routing',
  'sla_profile',
  'max_fallbacks',
  'max_cost_usd',
  'time_budget_ms',
  'credential_id',
  'custody',
  'allow_interaction',
  'interaction_timeout_ms',
  'success_criteria',
  'normalize',
  'output_schema',
  'idempotency_key',
];

/** A provider's calls as routes below `/wrappers/{provider}`. */
export function wrap(dialect: Dialect, calls: Call[], ctx: RunsContext, executor: Executor | null): Route[] {
  return calls.map((call) => {
    const facts = {
      method: call.method,
      path: `/wrappers/${dialect}${call.path}`,
      summary: `${SUMMARY[call.does]} in the format of ${dialect}`,
      description: `${call.method} ${call.path} of the ${dialect} API, translated to Switchyard runs.`,
      tag: 'Wrappers',
      dialect,
      params: paramsOf(call.path),
      query: z.record(z.string(), z.string({ error: 'must be given once' })),
    };
    if (call.does === 'create') return createRoute(facts, call, ctx, executor);
    if (call.does === 'list') return listRoute(facts, call, ctx);
    return runRoute(facts, call, ctx);
  });
}

type RouteFacts = Pick<Route, 'method' | 'path' | 'summary'> & {
  tag: string;
  dialect: Dialect;
  params: ReturnType<typeof paramsOf>;
  query: z.ZodRecord<z.ZodString, z.ZodString>;
};

function createRoute(
  facts: RouteFacts,
  call: CallFacts & Create<z.ZodType>,
  ctx: RunsContext,
  executor: Executor | null,
): Route {
  return route({
    ...facts,
    body: call.body,
    headers: createHeaders,
    codes: createCodes,
    responses: { 200: said, 202: said, 502: said },
    errors: [...CREATE_ERRORS, 'not_found'],
    async handler({ caller, body, rawBody, params, headerValues, endpoint, untilGone }) {
      const sent = rawBody as Json;
      const theirs = call.body instanceof z.ZodObject ? Object.keys(call.body.shape) : [];
      const warnings = unusedMembers(sent, [...theirs, ...OWN_FIELDS]);
      const own = Object.fromEntries(OWN_FIELDS.map((field) => [field, sent[field]]));
      const created = await inTheirNames(call.names, sent, () => {
        const read = readInput(createBody, { ...own, ...call.task(body, params) }, createCodes);
        const wanted = { ...read, background: !call.isWaitedFor };
        return createRun(ctx, executor, caller, { body: wanted, sent, endpoint, headerValues, warnings });
      });
      const mode = call.isWaitedFor ? 'sync' : 'background';
      const answer = await answerCreated(ctx, created, {
        mode,
        signal: untilGone(),
        format: {
          dialect: facts.dialect,
          object: (response, _status, run) => withRun(call.show(viewOf(response, run), params), response),
        },
      });
      // Provider clients expect 200; `status` in the body shows that the run continues.
      return call.isWaitedFor ? answer : { ...answer, status: 200 };
    },
  });
}

function runRoute(
  facts: RouteFacts,
  call: Extract<Call, { does: 'read' | 'stop' }>,
  ctx: RunsContext,
): Route {
  return route({
    ...facts,
    body: call.body,
    responses: { 200: call.isList ? said.or(z.array(part)) : said },
    errors: ['response_not_found', 'not_found'],
    async handler({ caller, params, query }) {
      const id = params.id ?? '';
      if (call.does === 'stop') await cancelRun(ctx, caller, id);
      const run = await readRun(ctx, caller, id);
      const shown = call.show(run, params, query);
      return { status: 200, body: Array.isArray(shown) ? shown : withRun(shown, run) };
    },
  });
}

/** A caller gets errors in the names that it used. */
export async function inTheirNames<Value>(
  names: Create<z.ZodType>['names'],
  sent: Json,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'missing_input') throw withoutTask(names);
    const theirs = (ours: string) => (sent[ours] === undefined ? names[ours] : undefined) ?? ours;
    const { param } = error.details;
    const [field = '', ...rest] = param?.split('.') ?? [];
    throw new ApiError(error.code, {
      ...error.details,
      message: error.message.replace(
        /`(\w+)((?:\.[^`]*)?)`/g,
        (_all, ours, more) => `\`${theirs(ours)}${more}\``,
      ),
      ...(param && { param: [theirs(field), ...rest].join('.') }),
    });
  }
}

function withoutTask({ input = 'input' }: Create<z.ZodType>['names']): ApiError {
  return new ApiError('missing_input', {
    message: `\`${input}\`: must say what to do`,
    param: input,
    remediation: `Put the task in words into \`${input}\`.`,
  });
}

function listRoute(facts: RouteFacts, call: Extract<Call, { does: 'list' }>, ctx: RunsContext): Route {
  return route({
    ...facts,
    responses: { 200: saidList },
    errors: [],
    async handler({ caller, query }) {
      const { workspaceId } = caller;
      const page = call.page(query);
      const { runs, ...shown } =
        'number' in page
          ? await numberedPage(ctx, workspaceId, page)
          : await nextPage(ctx, workspaceId, page);
      const keptMs = await retentionMs(ctx.db, workspaceId);
      const body = call.show(
        runs.map((run) => runView(ctx, run, keptMs)),
        { number: 1, total: 0, ...shown, size: page.size, baseUrl: ctx.baseUrl() },
      );
      return { status: 200, body };
    },
  });
}

async function numberedPage(
  { reads }: RunsContext,
  workspaceId: string,
  { number, size }: { number: number; size: number },
) {
  const skip = (number - 1) * size;
  const { runs, total } = await runsAt(reads.current, workspaceId, { skip, limit: size });
  return { runs, total, number, hasMore: skip + runs.length < total };
}

async function nextPage(
  ctx: RunsContext,
  workspaceId: string,
  page: { size: number; after?: string; before?: number },
) {
  const before = page.before === undefined ? undefined : new Date(page.before).toISOString();
  const limit = 'after' in page ? page.size : MAX_PAGE;
  const query = { limit, starting_after: page.after, created_before: before };
  let scan = await pageOfRuns(ctx, workspaceId, query);
  while (scan.runs.length === 0 && scan.hasMore && scan.lastScannedId !== null)
    scan = await pageOfRuns(ctx, workspaceId, { ...query, starting_after: scan.lastScannedId });
  const times = scan.runs.map(({ createdAt }) => createdAt.getTime());
  // A page that continues by time ends where the time changes, or runs of the same moment would be lost.
  const end = times.findIndex((time, at) => at >= page.size && time !== times[at - 1]);
  return end < 0
    ? { runs: scan.runs, hasMore: scan.hasMore }
    : { runs: scan.runs.slice(0, end), hasMore: true };
}

/** A number of a query, from 1 to 100; anything else counts as absent. */
export function count(sent: string | undefined, fallback: number): number {
  const value = Number.parseInt(sent ?? '', 10);
  return Number.isNaN(value) ? fallback : Math.min(MAX_PAGE, Math.max(1, value));
}

/** The number of a page; an invalid one means the first. */
export function ordinal(sent: string | undefined): number {
  const value = Number.parseInt(sent ?? '', 10);
  return Number.isNaN(value) ? 1 : Math.min(MAX_NUMBER, Math.max(1, value));
}

const SUMMARY = {
  create: 'Create a run',
  read: 'Read a run',
  stop: 'Stop a run',
  list: 'List runs',
  parts: 'List the files of a run',
};

function paramsOf(path: string) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return z.object(
    Object.fromEntries(names.map((name) => [name, z.string().describe('Path parameter of the provider.')])),
  );
}

function runView(ctx: RunsContext, run: Run, keptMs: number): RunView {
  const over = run.finishedAt ?? run.createdAt;
  return {
    ...viewOf(renderResponse(run, ctx.baseUrl()), run),
    expires_at: new Date(over.getTime() + keptMs).toISOString(),
  };
}

function viewOf(response: ResponseObject, run: Run): RunView {
  return { ...response, task: run.request.task.goal, title: run.outcome?.title ?? null, expires_at: null };
}

function withRun(shown: Json, { svc }: ResponseObject): Json {
  return { ...shown, svc };
}

async function readRun(ctx: RunsContext, caller: Caller, id: string): Promise<RunView> {
  return runView(ctx, await requireRun(ctx, caller, id), await retentionMs(ctx.db, caller.workspaceId));
}
