import { z } from 'zod';
import { ApiError, type ErrorCode } from '../errors.ts';
import { readInput } from '../platform/http/read-input.ts';
import { type Route, route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import { explanationCard, explanationObject } from '../routing/explanation.ts';
import {
  extendBody,
  extendInput,
  inputBody,
  inputRequest,
  renderInput,
  submitInput,
} from './attempt/interaction/input.ts';
import { loadDecision } from './attempt-store.ts';
import type { RunsContext } from './context.ts';
import { feedbackBody, giveFeedback } from './feedback/feedback.ts';
import { forbiddenOf } from './forbidden.ts';
import { isSweep } from './learning-sweep.ts';
import { cancelRun } from './lifecycle/cancel.ts';
import { changeRuns } from './lifecycle/change-many.ts';
import type { Executor } from './lifecycle/executor.ts';
import { removeRun } from './remove.ts';
import { createRun } from './request/create.ts';
import { estimateRun } from './request/estimate.ts';
import { routingOf } from './request/read-request.ts';
import { unusedMembers } from './request/warnings.ts';
import { noSuchResponse, requireRun } from './require-run.ts';
import { isTerminal } from './run.ts';
import * as wire from './schema.ts';
import { createAnswerHeaders, createBody, createCodes, createHeaders } from './schema-create.ts';
import { runEvent } from './schema-events.ts';
import * as lists from './schema-list.ts';
import { answerCreated, answerStream } from './views/answer.ts';
import { FinishedAnswers } from './views/finished-answers.ts';
import { groupRuns } from './views/groups.ts';
import { listInputItems } from './views/input-items.ts';
import { listResponses, listRuns } from './views/list.ts';
import { renderResponse } from './views/render.ts';
import { listRows, rowsAsCsv } from './views/rows.ts';
import { timelineObject, timelineOf } from './views/timeline.ts';

const REQUEST_ERRORS: ErrorCode[] = [
  'unsafe_url',
  'missing_input',
  'missing_url',
  'invalid_routing',
  'missing_output_schema',
  'invalid_output_schema',
  'invalid_max_cost_usd',
  'invalid_max_fallbacks',
  'invalid_time_budget_ms',
  'time_budget_unsupported',
  'invalid_credential',
  'credential_not_found',
  'invalid_custody',
  'custody_unsatisfiable',
  'runner_unavailable',
  'invalid_idempotency_key',
  'response_not_found',
  'run_not_ended',
];

/** The refusals of every way to create a run. */
export const CREATE_ERRORS: ErrorCode[] = [
  ...REQUEST_ERRORS,
  'idempotency_key_mismatch',
  'idempotency_conflict',
  'idempotency_in_flight',
  'insufficient_credits',
  'saturated',
  'learning_capacity',
  'rate_limited',
];

/** Of one key: estimates cost nothing, and each plans a whole run. */
const FREE_AT_ONCE = 8;

/** The tools of the endpoints. */
interface Tools {
  ctx: RunsContext;
  executor: Executor | null;
  answers: FinishedAnswers;
}

const createResponse = ({ ctx, executor }: Tools) =>
  route({
    method: 'POST',
    path: '/v1/responses',
    operation: 'runs.create',
    summary: 'Create a run',
    description:
      'Sends a task to a browser agent. By default the call waits for the result; `background: true` answers 202 immediately and `stream: true` answers with events. A run lost on the way to the site answers 502 and still contains the run.',
    tag: 'Runs',
    body: createBody,
    headers: createHeaders,
    codes: createCodes,
    responses: { 200: wire.responseObject, 202: wire.responseObject, 502: wire.responseObject },
    answerHeaders: createAnswerHeaders,
    events: runEvent,
    errors: CREATE_ERRORS,
    async handler({ caller, body, rawBody, header, headerValues, endpoint, untilGone, takeStream }) {
      // A sweep always runs in the background, however it is asked for.
      const isSwept = isSweep({ routingClass: routingOf(body) });
      if (body.stream) takeStream();
      const isAsync =
        isSwept || body.background === true || /\brespond-async\b/i.test(header('prefer') ?? '');
      const sent = rawBody as Record<string, unknown>;
      const created = await createRun(ctx, executor, caller, {
        body: { ...body, background: isAsync },
        sent,
        endpoint,
        headerValues,
        warnings: unusedMembers(sent),
      });
      return answerCreated(ctx, created, {
        mode: body.stream ? 'stream' : isAsync ? 'background' : 'sync',
        signal: untilGone(),
      });
    },
  });

const listOfResponses = ({ ctx }: Tools) =>
  route({
    method: 'GET',
    path: '/v1/responses',
    operation: 'responses.list',
    summary: 'List recent responses',
    description:
      'Returns the most recent runs in the shape of the OpenAI Responses API, newest first. `GET /v1/runs` has more filters.',
    tag: 'Runs',
    query: lists.responsesQuery,
    responses: { 200: lists.responseList },
    errors: [],
    handler: async ({ caller, query }) => ({
      status: 200,
      body: await listResponses(ctx, caller.workspaceId, query),
    }),
  });

const readResponse = ({ ctx, answers }: Tools) =>
  route({
    method: 'GET',
    path: '/v1/responses/:id',
    operation: 'runs.get',
    opensToRunToken: true,
    summary: 'Get a run',
    description:
      'Returns the run with its current status. `stream=true` replays its events and follows them until the run ends. A token from `POST /v1/responses/{id}/tokens` also works here.',
    tag: 'Runs',
    params: wire.idParams,
    query: wire.getQuery,
    headers: wire.resumeHeaders,
    responses: { 200: wire.responseObject },
    events: runEvent,
    errors: ['response_not_found', 'saturated'],
    async handler({ caller, params, query, header, untilGone, takeStream }) {
      if (query.stream !== 'true') {
        const json = isId(params.id, 'resp') ? await answers.read(caller.workspaceId, params.id) : null;
        if (json === null) throw noSuchResponse();
        return { status: 200, json };
      }
      const run = await requireRun(ctx, caller, params.id);
      takeStream();
      return answerStream(ctx, run, {
        after: lastEventOf(header) ?? query.starting_after ?? -1,
        signal: untilGone(),
      });
    },
  });

const lastEvent = z.object({ 'last-event-id': wire.getQuery.shape.starting_after });

function lastEventOf(header: (name: string) => string | null): number | undefined {
  return readInput(lastEvent, { 'last-event-id': header('last-event-id') || undefined }, {})['last-event-id'];
}

const deleteResponse = ({ ctx }: Tools) =>
  route({
    method: 'DELETE',
    path: '/v1/responses/:id',
    operation: 'runs.delete',
    summary: 'Delete a run and its files',
    description:
      'Cancels the run if it is live, then erases the run and its files. The cost stays on record.',
    tag: 'Runs',
    params: wire.idParams,
    responses: { 200: wire.deletedObject },
    errors: ['response_not_found'],
    async handler({ caller, params }) {
      const run = await requireRun(ctx, caller, params.id);
      await removeRun(ctx, run);
      return { status: 200, body: { id: run.id, object: 'response', deleted: true } };
    },
  });

const cancelResponse = ({ ctx }: Tools) =>
  route({
    method: 'POST',
    path: '/v1/responses/:id/cancel',
    operation: 'runs.cancel',
    opensToFrozen: true,
    summary: 'Cancel a run',
    description:
      'Stops a live run and returns it. Attempts that already ended are billed; a run that has ended is returned unchanged.',
    tag: 'Runs',
    params: wire.idParams,
    responses: { 200: wire.responseObject },
    errors: ['response_not_found'],
    async handler({ caller, params }) {
      const run = await cancelRun(ctx, caller, params.id);
      return { status: 200, body: renderResponse(run, ctx.baseUrl()) };
    },
  });

const answerQuestion = ({ ctx }: Tools) =>
  route({
    method: 'POST',
    path: '/v1/responses/:id/input',
    operation: 'runs.answer',
    opensToFrozen: true,
    summary: "Answer a run's question",
    description:
      'Answers the pending question of a run in status `requires_action`, which then continues. Send `code` for a one-time code or `answer` for text.',
    tag: 'Runs',
    params: wire.idParams,
    body: inputBody,
    responses: { 200: wire.responseObject },
    errors: ['response_not_found', 'not_waiting_for_input'],
    async handler({ caller, params, body }) {
      await submitInput(ctx, await requireRun(ctx, caller, params.id), body);
      return { status: 200, body: renderResponse(await requireRun(ctx, caller, params.id), ctx.baseUrl()) };
    },
  });

const extendQuestion = ({ ctx }: Tools) =>
  route({
    method: 'POST',
    path: '/v1/responses/:id/input/extend',
    operation: 'runs.extendQuestion',
    opensToFrozen: true,
    summary: "Give a run's question more time",
    description:
      'Moves the expiry of the pending question, at most to 30 minutes after it was asked and never beyond the limit of the run.',
    tag: 'Runs',
    params: wire.idParams,
    body: extendBody,
    responses: { 200: inputRequest },
    errors: ['response_not_found', 'not_waiting_for_input'],
    async handler({ caller, params, body }) {
      await extendInput(ctx, await requireRun(ctx, caller, params.id), body);
      return { status: 200, body: renderInput(await requireRun(ctx, caller, params.id)) };
    },
  });

const judgeAnswer = ({ ctx }: Tools) =>
  route({
    method: 'POST',
    path: '/v1/responses/:id/feedback',
    operation: 'runs.feedback',
    opensToFrozen: true,
    summary: "Judge a run's answer",
    description:
      'Stores whether the answer of an ended run is right, once per run; another call replaces it. Routing counts the attempt by this word instead of the verdict. Status and bill do not change.',
    tag: 'Runs',
    params: wire.idParams,
    body: feedbackBody,
    responses: { 200: wire.responseObject },
    errors: ['response_not_found', 'run_not_ended'],
    async handler({ caller, params, body }) {
      await giveFeedback(ctx, await requireRun(ctx, caller, params.id), body);
      return { status: 200, body: renderResponse(await requireRun(ctx, caller, params.id), ctx.baseUrl()) };
    },
  });

const readQuestion = ({ ctx }: Tools) =>
  route({
    method: 'GET',
    path: '/v1/responses/:id/input',
    operation: 'runs.question',
    summary: "Get a run's question",
    description: 'Returns the pending question of a run, what kind of answer it needs and when it expires.',
    tag: 'Runs',
    params: wire.idParams,
    responses: { 200: inputRequest },
    errors: ['response_not_found', 'not_waiting_for_input'],
    handler: async ({ caller, params }) => ({
      status: 200,
      body: renderInput(await requireRun(ctx, caller, params.id)),
    }),
  });

const readInputItems = ({ ctx }: Tools) =>
  route({
    method: 'GET',
    path: '/v1/responses/:id/input_items',
    operation: 'runs.inputItems',
    summary: "List a run's input messages",
    description: 'Returns the messages that the run was created with, as the OpenAI Responses API does.',
    tag: 'Runs',
    params: wire.idParams,
    query: lists.inputItemsQuery,
    responses: { 200: lists.inputItemList },
    errors: ['response_not_found'],
    handler: async ({ caller, params, query }) => ({
      status: 200,
      body: listInputItems(await requireRun(ctx, caller, params.id), query),
    }),
  });

const readExplanation = ({ ctx }: Tools) =>
  route({
    method: 'GET',
    path: '/v1/responses/:id/explanation',
    operation: 'runs.explain',
    opensToRunToken: true,
    summary: 'Explain a routing decision',
    description:
      'Returns the decision card of smart routing: the candidates, their estimates and why the first runner was chosen.',
    tag: 'Runs',
    params: wire.idParams,
    responses: { 200: explanationObject },
    errors: ['response_not_found', 'explanation_not_found'],
    async handler({ caller, params }) {
      const run = await requireRun(ctx, caller, params.id);
      const decision = run.plan.decision && (await loadDecision(ctx.db, caller.workspaceId, run.id));
      const isOver = isTerminal(run);
      const card = explanationCard({ ...run, decision, isOver, forbidden: forbiddenOf(run) });
      if (!card)
        throw new ApiError('explanation_not_found', 'The router did not choose the runners of this run.');
      return { status: 200, body: card };
    },
  });

const readTimeline = ({ ctx }: Tools) =>
  route({
    method: 'GET',
    path: '/v1/responses/:id/timeline',
    operation: 'runs.timeline',
    summary: "Get a run's timeline",
    description:
      'Returns the request, every attempt with its steps, the waits for a person and the ledger postings, in order.',
    tag: 'Runs',
    params: wire.idParams,
    responses: { 200: timelineObject },
    errors: ['response_not_found'],
    handler: async ({ caller, params }) => ({
      status: 200,
      body: await timelineOf(ctx, await requireRun(ctx, caller, params.id)),
    }),
  });

const estimate = ({ ctx }: Tools) =>
  route({
    method: 'POST',
    path: '/v1/estimate',
    operation: 'estimate.create',
    summary: 'Estimate the cost of a run',
    description:
      'Takes the same body as `POST /v1/responses` and returns the expected cost without starting a run.',
    tag: 'Runs',
    body: createBody,
    codes: createCodes,
    atOnce: FREE_AT_ONCE,
    responses: { 200: wire.estimateObject },
    errors: [...REQUEST_ERRORS, 'rate_limited'],
    handler: async ({ caller, body }) => ({ status: 200, body: await estimateRun(ctx, caller, body) }),
  });

const listOfRuns = ({ ctx }: Tools) =>
  route({
    method: 'GET',
    path: '/v1/runs',
    operation: 'runs.list',
    summary: 'List runs',
    description:
      'Returns full runs, newest first. Filters can be combined; pass `next_starting_after` as `starting_after` for the next page.',
    tag: 'Runs',
    query: lists.runsQuery,
    codes: lists.runsCodes,
    responses: { 200: lists.runList },
    errors: ['invalid_list_filter'],
    handler: async ({ caller, query }) => ({
      status: 200,
      body: await listRuns(ctx, caller.workspaceId, query),
    }),
  });

const listOfRows = ({ ctx }: Tools) =>
  route({
    method: 'GET',
    path: '/v1/runs/rows',
    operation: 'runs.rows',
    summary: 'List runs as rows',
    description:
      'Returns one short row per run, with the filters of `GET /v1/runs`. `format=csv` downloads all matching runs.',
    tag: 'Runs',
    query: lists.rowsQuery,
    codes: lists.runsCodes,
    responses: { 200: lists.rowList },
    contentTypes: ['application/json', 'text/csv'],
    errors: ['invalid_list_filter', 'saturated'],
    async handler({ caller, query: { format, ...query }, takeStream }) {
      if (format === 'json')
        return { status: 200, body: await listRows(ctx.reads.current, caller.workspaceId, query) };
      takeStream();
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="runs.csv"',
      };
      return { status: 200, headers, stream: rowsAsCsv(ctx.reads.current, caller.workspaceId, query) };
    },
  });

const listOfGroups = ({ ctx }: Tools) =>
  route({
    method: 'GET',
    path: '/v1/runs/groups',
    operation: 'runs.groups',
    summary: 'Group runs by reason or site',
    description:
      'Counts the newest 10,000 matching runs by the reason of their failure or by site, with the filters of `GET /v1/runs`.',
    tag: 'Runs',
    query: lists.groupsQuery,
    codes: lists.runsCodes,
    responses: { 200: lists.groupList },
    errors: ['invalid_list_filter'],
    handler: async ({ caller, query }) => ({
      status: 200,
      body: await groupRuns(ctx.reads.current, caller.workspaceId, query),
    }),
  });

const changeMany = ({ ctx }: Tools) =>
  route({
    method: 'POST',
    path: '/v1/runs/many',
    operation: 'runs.many',
    opensToFrozen: true,
    summary: 'Cancel or delete several runs',
    description:
      'Applies one action to up to 100 runs and reports a result for each. One failure does not stop the others.',
    tag: 'Runs',
    body: lists.manyBody,
    responses: { 200: lists.manyResult },
    errors: [],
    handler: async ({ caller, body }) => ({
      status: 200,
      body: { object: 'list', data: await changeRuns(ctx, caller, body) },
    }),
  });

const ENDPOINTS = [
  createResponse,
  listOfResponses,
  readResponse,
  deleteResponse,
  cancelResponse,
  answerQuestion,
  extendQuestion,
  judgeAnswer,
  readQuestion,
  readInputItems,
  readExplanation,
  readTimeline,
  estimate,
  listOfRuns,
  listOfRows,
  listOfGroups,
  changeMany,
];

/** The endpoints of runs: parse, call one function, render. */
export function runRoutes(ctx: RunsContext, executor: Executor | null): Route[] {
  const tools = { ctx, executor, answers: new FinishedAnswers(ctx) };
  return ENDPOINTS.map((endpoint): Route => endpoint(tools));
}
