import { type Route, route } from '../platform/http/route.ts';
import { createRun } from '../runs/admission/create.ts';
import type { RunsContext } from '../runs/context.ts';
import type { Executor } from '../runs/execution/executor.ts';
import { CREATE_ERRORS } from '../runs/routes.ts';
import { createAnswerHeaders, createCodes, createHeaders } from '../runs/schema-create.ts';
import { answerCreated, type Telling } from '../runs/views/answer.ts';
import { messageEvents } from './message-events.ts';
import {
  createOf,
  lostMessage,
  lostMessageObject,
  messageObject,
  messageOf,
  messagesBody,
} from './messages.ts';
import { inTheirNames } from './wrapper.ts';

const asMessage: Telling = {
  dialect: 'anthropic',
  object: (response, status) => (status === 502 ? lostMessage(response) : messageOf(response)),
  events: messageEvents,
};

/** The members that carry these fields of a create. */
const NAMES = {
  input: 'messages',
  instructions: 'system',
  url: 'messages',
  text: 'output_config.format',
};

/** The Messages style over the same pipeline: one translation in, one out. */
export function messagesRoute(ctx: RunsContext, executor: Executor | null): Route {
  return route({
    method: 'POST',
    path: '/v1/messages',
    summary: 'Create a run in the Anthropic Messages format',
    description:
      'Takes and returns the Anthropic Messages format, so that Anthropic clients work unchanged. Fields of `POST /v1/responses`, such as `routing` and `max_cost_usd`, may be added to the body.',
    tag: 'Messages',
    dialect: 'anthropic',
    body: messagesBody,
    headers: createHeaders,
    codes: createCodes,
    responses: { 200: messageObject, 202: messageObject, 502: lostMessageObject },
    answerHeaders: createAnswerHeaders,
    contentTypes: ['application/json', 'text/event-stream'],
    errors: CREATE_ERRORS,
    async handler({ caller, body, rawBody, header, headerValues, endpoint, untilGone, takeStream }) {
      if (body.stream) takeStream();
      const isAsync = body.background === true || /\brespond-async\b/i.test(header('prefer') ?? '');
      const translated = { ...createOf(body), background: isAsync };
      const keys = headerValues('idempotency-key');
      const sent = rawBody as Record<string, unknown>;
      const created = await inTheirNames(NAMES, sent, () =>
        createRun(ctx, executor, caller, { body: translated, sent, endpoint, keys }),
      );
      const mode = body.stream ? 'stream' : isAsync ? 'background' : 'sync';
      return answerCreated(ctx, created, mode, untilGone(), asMessage);
    },
  });
}
