import type { z } from 'zod';
import type { Dialect } from '../platform/http/dialects.ts';
import { type Route, route } from '../platform/http/route.ts';
import type { RunsContext } from '../runs/context.ts';
import type { Executor } from '../runs/lifecycle/executor.ts';
import { createRun } from '../runs/request/create.ts';
import { unusedMembers } from '../runs/request/warnings.ts';
import { CREATE_ERRORS } from '../runs/routes.ts';
import { type CreateBody, createAnswerHeaders, createCodes, createHeaders } from '../runs/schema-create.ts';
import { type AnswerFormat, answerCreated } from '../runs/views/answer.ts';
import {
  chatBody,
  completionEvents,
  completionObject,
  completionOf,
  createOfChat,
  lostCompletion,
  lostCompletionObject,
} from './chat.ts';
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

/** A way to create a run in the format of a language model, over the same pipeline: one translation in, one out. */
interface Style<B extends z.ZodType> {
  path: string;
  summary: string;
  description: string;
  tag: string;
  dialect: Dialect;
  body: B;
  responses: Route['responses'];
  /** The members that carry these fields of a create, for errors. */
  names: Readonly<Record<string, string>>;
  /** Members that every client of that style must send, although they have no effect. */
  required?: readonly string[];
  createOf(body: z.output<B>): CreateBody;
  format(body: z.output<B>): AnswerFormat;
}

const asMessage: AnswerFormat = {
  dialect: 'anthropic',
  object: (response, status) => (status === 502 ? lostMessage(response) : messageOf(response)),
  events: messageEvents,
};

const messages: Style<typeof messagesBody> = {
  path: '/v1/messages',
  summary: 'Create a run in the Anthropic Messages format',
  description:
    'Takes and returns the Anthropic Messages format, so that Anthropic clients work unchanged. Fields of `POST /v1/responses`, such as `routing` and `max_cost_usd`, may be added to the body.',
  tag: 'Messages',
  dialect: 'anthropic',
  body: messagesBody,
  responses: { 200: messageObject, 202: messageObject, 502: lostMessageObject },
  names: { input: 'messages', instructions: 'system', url: 'messages', text: 'output_config.format' },
  required: ['max_tokens'],
  createOf,
  format: () => asMessage,
};

const chat: Style<typeof chatBody> = {
  path: '/v1/chat/completions',
  summary: 'Create a run in the Chat Completions format',
  description:
    'Takes and returns the OpenAI Chat Completions format, for clients that know no other. The last user message is the task. Fields of `POST /v1/responses`, such as `routing` and `max_cost_usd`, may be added to the body.',
  tag: 'Chat completions',
  dialect: 'svc',
  body: chatBody,
  responses: { 200: completionObject, 202: completionObject, 502: lostCompletionObject },
  names: { input: 'messages', instructions: 'messages', url: 'messages', text: 'response_format' },
  createOf: createOfChat,
  format: (body) => ({
    dialect: 'svc',
    object: (response, status) => (status === 502 ? lostCompletion(response) : completionOf(response)),
    events: (events) => completionEvents(events, body),
  }),
};

export function styleRoutes(ctx: RunsContext, executor: Executor | null): Route[] {
  return [styleRoute(messages, ctx, executor), styleRoute(chat, ctx, executor)];
}

function styleRoute<B extends z.ZodObject & z.ZodType<Pick<CreateBody, 'stream' | 'background'>>>(
  { names, required = [], createOf, format, ...facts }: Style<B>,
  ctx: RunsContext,
  executor: Executor | null,
): Route {
  return route({
    ...facts,
    method: 'POST',
    headers: createHeaders,
    codes: createCodes,
    answerHeaders: createAnswerHeaders,
    contentTypes: ['application/json', 'text/event-stream'],
    errors: CREATE_ERRORS,
    async handler({ caller, body, rawBody, header, headerValues, endpoint, untilGone, takeStream }) {
      if (body.stream) takeStream();
      const isAsync = body.background === true || /\brespond-async\b/i.test(header('prefer') ?? '');
      const translated = { ...createOf(body), background: isAsync };
      const sent = rawBody as Record<string, unknown>;
      const warnings = unusedMembers(sent, [...Object.keys(facts.body.shape), ...required]);
      const created = await inTheirNames(names, sent, () =>
        createRun(ctx, executor, caller, { body: translated, sent, endpoint, headerValues, warnings }),
      );
      const mode = body.stream ? 'stream' : isAsync ? 'background' : 'sync';
      return answerCreated(ctx, created, { mode, signal: untilGone(), format: format(body) });
    },
  });
}
