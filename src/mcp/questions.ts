import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { RunDetails, Switchyard } from '@switchyard/sdk';
import { z } from 'zod';
import { jsonOf } from '../platform/json.ts';
import { answerPage } from './show-run.ts';

/** A person's answer to an elicitation. */
export type Reply = { kind: 'none' } | { kind: 'opened' | 'refused' } | { kind: 'said'; answer: string };

/** The one key of a tool's questions; a run has one question at a time. */
const KEY = 'answer';

const said = z.union([z.object({ answer: z.string().min(1) }), z.object({ confirm: z.boolean() })]);

/**
 * The question as the client puts it to its user, null where it cannot. A code goes only to a page of ours, so that it
 * passes neither the client nor its model.
 */
export function elicitationOf(
  { id, question }: RunDetails,
  origin: string,
  capabilities: ClientCapabilities | undefined,
): InputRequest | null {
  const { elicitation } = capabilities ?? {};
  if (!question || !elicitation) return null;
  const message = question.prompt;
  if (question.kind === 'otp')
    return elicitation.url ? inputRequired.elicitUrl({ message, url: answerPage(origin, id) }) : null;
  // A client that names no mode has forms.
  if (!elicitation.form && elicitation.url) return null;
  const requestedSchema =
    question.kind === 'confirm'
      ? z.object({ confirm: z.boolean().meta({ title: 'Yes, go on' }) })
      : z.object({ answer: z.string().min(1).max(2_000).meta({ title: 'Answer' }) });
  return inputRequired.elicit({ message, requestedSchema });
}

/** Asks, and remembers the run and its question for the time when the answer comes. */
export function asking(run: RunDetails, request: InputRequest): InputRequiredResult {
  return inputRequired({
    inputRequests: { [KEY]: request },
    requestState: JSON.stringify({ id: run.id, asked: run.question?.created_at }),
  });
}

const state = z.object({ id: z.string().max(100), asked: z.number().optional() });

/** The run and question that a call comes back to; the id opens nothing that the caller's key does not. */
export function comingBackTo({ mcpReq }: ServerContext): z.output<typeof state> | null {
  const given = mcpReq.requestState<string>();
  if (given === undefined) return null;
  return state.safeParse(jsonOf(given)).data ?? null;
}

export function replyIn(responses: Record<string, unknown> | undefined, key = KEY): Reply {
  const view = inputResponse(responses, key);
  if (view.kind !== 'elicit') return { kind: 'none' };
  if (view.action !== 'accept') return { kind: 'refused' };
  const content = said.safeParse(view.content);
  if (!content.success) return { kind: 'opened' };
  if ('answer' in content.data) return { kind: 'said', answer: content.data.answer };
  return { kind: 'said', answer: content.data.confirm ? 'yes' : 'no' };
}

/** The client's abilities: of this request in the stateless revision, of its connection in earlier ones. */
export function capabilitiesOf(
  { mcpReq }: ServerContext,
  ofConnection: ClientCapabilities | undefined,
): ClientCapabilities | undefined {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  const named = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return named ?? ofConnection;
}

export type ToolAnswer = CallToolResult | InputRequiredResult;

/** The run may have gone on meanwhile: then it needs no answer. */
export async function giveAnswer(api: Switchyard, id: string, answer: string): Promise<void> {
  await api.runs.answer(id, answer).catch((error) => {
    if (error.code !== 'not_waiting_for_input') throw error;
  });
}
