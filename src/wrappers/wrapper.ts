import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Dialect } from '../platform/http/dialects.ts';
import { readInput } from '../platform/http/read-input.ts';
import { type Caller, type Route, route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import { createRun } from '../runs/admission/create.ts';
import type { RunsContext } from '../runs/context.ts';
import { closeRun } from '../runs/execution/close.ts';
import type { Executor } from '../runs/execution/executor.ts';
import { CREATE_ERRORS } from '../runs/routes.ts';
import type { Run } from '../runs/run.ts';
import { createBody, createCodes, createHeaders, envelope } from '../runs/schema.ts';
import { loadRun } from '../runs/store.ts';
import { answerCreated } from '../runs/views/answer.ts';
import { page as pageOfRuns } from '../runs/views/list.ts';
import { type ResponseObject, renderResponse } from '../runs/views/render.ts';

type Json = Record<string, unknown>;
export type Params = Record<string, string>;
export type Query = Record<string, string | undefined>;

interface CallFacts {
  method: Route['method'];
  /** What stands behind the provider's origin, with `:id` for the run. */
  path: string;
}

/** A run as it is told to the translations: the response object and what was asked. */
export type Told = ResponseObject & { task: string };

interface Create<B extends z.ZodType> {
  does: 'create';
  body: B;
  /** The same as a body of `POST /v1/responses`; our own fields that came along are added. */
  task(body: z.output<B>, params: Params): Json;
  show(run: Told, params: Params): Json;
  /** The provider answers when the work is done; else it answers at once. */
  isWaitedFor?: true;
}

/** One call of another company's API, as data: its words in, a run, its words out. */
export type Call = CallFacts &
  (
    | Create<z.ZodType>
    | { does: 'read' | 'stop'; body?: z.ZodType; show(run: Told, params: Params, query: Query): Json }
    | {
        does: 'list';
        page(query: Query): Page;
        show(runs: Told[], page: Page & { hasMore: boolean }): unknown;
      }
  );

export function creates<B extends z.ZodType>(call: CallFacts & Omit<Create<B>, 'does'>): Call {
  return { ...call, does: 'create' } as unknown as Call;
}

/** Either behind a run, or the so-and-so-many-th page from the start. */
export interface Page {
  size: number;
  number: number;
  after?: string;
}

const MAX_PAGE = 100;
const said = z.looseObject({ svc: envelope });

/** Fields of our own that any create may carry along, whatever the provider calls the rest. */
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
      summary: `${SUMMARY[call.does]} in the words of ${dialect}`,
      tag: 'Wrappers',
      dialect,
      params: paramsOf(call.path),
      query: z.record(z.string(), z.string({ error: 'must be given once' })),
    };
    if (call.does === 'create')
      return route({
        ...facts,
        body: call.body,
        headers: createHeaders,
        codes: createCodes,
        responses: { 200: said, 202: said, 502: said },
        errors: [...CREATE_ERRORS, 'not_found'],
        async handler({ caller, body, rawBody, params, header, untilGone }) {
          const sent = rawBody as Json;
          const own = Object.fromEntries(OWN_FIELDS.map((field) => [field, sent[field]]));
          const read = readInput(createBody, { ...own, ...call.task(body, params) }, createCodes);
          const wanted = { ...read, background: !call.isWaitedFor };
          const created = await createRun(ctx, executor, caller, wanted, header('idempotency-key'), sent);
          const mode = call.isWaitedFor ? 'sync' : 'background';
          const answer = await answerCreated(ctx, created, mode, untilGone(), {
            dialect,
            object: (response, _status, run) => withRun(call.show(told(response, run), params), response),
          });
          // A provider's client waits for 200; that the run goes on is said in its status.
          return call.isWaitedFor ? answer : { ...answer, status: 200 };
        },
      });
    if (call.does === 'list')
      return route({
        ...facts,
        responses: { 200: z.unknown() },
        errors: [],
        async handler({ caller, query }) {
          const page = call.page(query);
          const skipped = page.after === undefined ? (page.number - 1) * page.size : 0;
          const limit = Math.min(MAX_PAGE, skipped + page.size);
          const wanted = { limit, starting_after: page.after };
          const { runs, hasMore } = await pageOfRuns(ctx, caller.workspaceId, wanted);
          const shown = runs.slice(skipped).map((run) => tell(ctx, run));
          const body = call.show(shown, { ...page, hasMore });
          return { status: 200, body };
        },
      });
    return route({
      ...facts,
      body: call.body,
      responses: { 200: said },
      errors: ['response_not_found', 'not_found'],
      async handler({ caller, params, query }) {
        const id = params.id ?? '';
        if (call.does === 'stop') await stopRun(ctx, caller, id);
        const run = await readRun(ctx, caller, id);
        return { status: 200, body: withRun(call.show(run, params, query), run) };
      },
    });
  });
}

/** A number of a query, from 1 to 100; anything else is what it would be without. */
export function count(sent: string | undefined, fallback: number): number {
  const value = Number.parseInt(sent ?? '', 10);
  return Number.isNaN(value) ? fallback : Math.min(MAX_PAGE, Math.max(1, value));
}

const SUMMARY = { create: 'Create a run', read: 'Read a run', stop: 'Stop a run', list: 'List runs' };

function paramsOf(path: string) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
}

function tell(ctx: RunsContext, run: Run): Told {
  return told(renderResponse(run, ctx.baseUrl()), run);
}

function told(response: ResponseObject, run: Run): Told {
  return { ...response, task: run.request.task.goal };
}

function withRun(shown: Json, { svc }: ResponseObject): Json {
  return { ...shown, svc };
}

async function readRun(ctx: RunsContext, caller: Caller, id: string): Promise<Told> {
  const run = isId(id, 'resp') ? await loadRun(ctx.db, caller.workspaceId, id) : null;
  if (!run) throw new ApiError('response_not_found', 'There is no such run.');
  return tell(ctx, run);
}

async function stopRun(ctx: RunsContext, caller: Caller, id: string): Promise<void> {
  await readRun(ctx, caller, id);
  const message = 'The run was cancelled by its caller.';
  const ending = { kind: 'stopped', code: 'run_cancelled', message } as const;
  await closeRun(ctx, id, ending, (locked) => !locked.isOverdue);
}
