import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { readOutputSchema } from '../../judge/output-contract.ts';
import type { SchemaChecker } from '../../judge/schema-checker.ts';
import { readInput as parsed } from '../../platform/http/read-input.ts';
import { microUsd } from '../../platform/money.ts';
import { findUrls } from '../../platform/net/find-urls.ts';
import type { AgentSettings } from '../../runners/contract.ts';
import { isShortened, MOST_CHARS } from '../../task/index.ts';
import { CUSTODY_FORMS, type Custody, parseCustody } from '../../vault/custody.ts';
import type { OwnSecrets } from '../attempt/login/own-secrets.ts';
import type { RunRequest } from '../run.ts';
import { type CreateBody, structuredInput } from '../schema-create.ts';
import type { EarlierRun } from './earlier-run.ts';
import { readAttachments } from './read-attachments.ts';

/** A parsed create body. Parsing has no side effects, so a refused request costs nothing. Secrets are split off here. */
export interface ReadRequest {
  request: Omit<RunRequest, 'custody' | 'isMulti' | 'routingNote'>;
  /** The policy that the request itself asks for. */
  custody: Custody | null;
  /** Secrets sent with the request, stored sealed only; null when there are none. */
  ownSecrets: OwnSecrets | null;
  /** Every URL that the request names; each is vetted before anything happens. */
  urls: string[];
}

export async function readRequest(
  body: CreateBody,
  schemas: SchemaChecker,
  earlier: EarlierRun | null = null,
): Promise<ReadRequest> {
  const input = readInput(body.input);
  const said = [body.goal, body.task, input.goal].map((text) => text?.trim()).filter((text) => text);
  const goal = [...new Set(said)].join('\n\n');
  const ownUrl = body.url?.trim() || input.url?.trim() || findUrls(goal)[0] || null;
  const url = ownUrl ?? earlier?.url ?? null;
  const instructions =
    [body.instructions, input.instructions].filter((text) => text?.trim()).join('\n\n') || null;
  if (goal.trim() === '' && ownUrl === null) {
    throw new ApiError('missing_input', {
      message: 'Neither `input` nor `url` says what to do.',
      param: 'input',
    });
  }
  const steps = body.steps ?? input.steps;
  const urls = [url, body.totp_url, ...findUrls(goal), ...findUrls(instructions ?? '')];
  const named = [...new Set(urls)].filter((one) => one != null);
  if (named.length > MAX_URLS) {
    throw new ApiError('invalid_request', {
      message: `The request names more than ${MAX_URLS} URLs.`,
      param: 'input',
    });
  }
  const outputSchema = await readSchema(body, schemas);
  const ownSecrets = readOwnSecrets(body);
  const attachments = readAttachments(body.input);
  return {
    request: {
      model: body.model?.trim() || 'svc',
      task: {
        goal,
        instructions,
        url,
        steps,
        successCriteria: body.success_criteria ?? input.successCriteria,
        outputSchema,
        ...(attachments.length > 0 && { attachments }),
        ...(earlier && { earlier: earlier.text }),
      },
      ...(earlier && { previousResponseId: earlier.id }),
      routing: routingOf(body) ?? 'smart',
      slaProfile: body.sla_profile ?? 'balanced',
      maxFallbacks: body.max_fallbacks ?? 5,
      maxCostMicro: body.max_cost_usd === undefined ? null : ceilingMicro(body.max_cost_usd),
      timeBudgetMs: readTimeBudget(body),
      credentialId: readCredentialId(body),
      hasOwnSecrets: ownSecrets !== null,
      sessionReuse: body.session_reuse ?? true,
      allowInteraction: body.allow_interaction ?? null,
      interactionTimeoutMs: body.interaction_timeout_ms ?? 240_000,
      normalize: body.normalize ?? false,
      background: body.background ?? false,
      metadata: body.metadata ?? {},
      ...(body.agent && { agent: agentSettings(body.agent) }),
      textFormat: textFormat(body, outputSchema),
      warnings: isShortened({ goal, instructions, steps }) ? [SHORTENED] : [],
      inputChars: goal.length + (instructions?.length ?? 0) + (url?.length ?? 0),
    },
    custody: readCustody(body.custody),
    ownSecrets,
    urls: named,
  };
}

function agentSettings({
  max_steps,
  extraction_model,
  ...others
}: NonNullable<CreateBody['agent']>): AgentSettings {
  const given = { ...others, maxSteps: max_steps, extractionModel: extraction_model };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Clients that only know models choose by the name `switchyard/<routing>`; `routing` wins over it. */
export function routingOf({ routing, model }: CreateBody): CreateBody['routing'] {
  return routing ?? /^switchyard\/(?<routing>\S+)$/.exec(model?.trim() ?? '')?.groups?.routing;
}

/** Each is looked up before a run begins. */
const MAX_URLS = 500;

const SHORTENED = {
  code: 'text_shortened',
  param: 'input',
  message: `Runners without a language model read the first ${MOST_CHARS} characters of the task.`,
} as const;

function readCredentialId(body: CreateBody): string | null {
  const { credential_id: id, credentials_ref: alias } = body;
  if (id !== undefined && alias !== undefined && id !== alias) {
    throw new ApiError('invalid_request', {
      message: '`credentials_ref`: names another credential than `credential_id`.',
      param: 'credentials_ref',
    });
  }
  return id ?? alias ?? null;
}

function readTimeBudget({ time_budget_ms: budget, timeout_ms: alias }: CreateBody): number | null {
  if (budget !== undefined && alias !== undefined && budget !== alias) {
    throw new ApiError('invalid_time_budget_ms', {
      message: '`timeout_ms`: says another time than `time_budget_ms`; send one of them.',
      param: 'timeout_ms',
    });
  }
  return budget ?? alias ?? null;
}

function readOwnSecrets(body: CreateBody): OwnSecrets | null {
  const { totp_secret, totp_identifier, totp_url } = body;
  if (totp_secret === undefined && totp_identifier === undefined && totp_url === undefined) return null;
  return {
    totpSecret: totp_secret ?? null,
    totpIdentifier: totp_identifier ?? null,
    totpUrl: totp_url ?? null,
  };
}

async function readSchema(body: CreateBody, schemas: SchemaChecker): Promise<Record<string, unknown> | null> {
  const contract = await readOutputSchema(body, schemas);
  if ('problem' in contract) {
    throw new ApiError('invalid_output_schema', {
      message: `\`${contract.param}\`: ${contract.problem}.`,
      param: contract.param,
    });
  }
  if (body.normalize && contract.mode !== 'schema') {
    throw new ApiError('missing_output_schema', {
      message: '`normalize` needs an `output_schema`.',
      param: 'output_schema',
    });
  }
  return contract.schema;
}

/** Any positive amount is allowed; it is clamped to the range of the ledger (from one millionth). */
function ceilingMicro(amountUsd: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(1, microUsd(amountUsd)));
}

function readCustody(text: string | undefined): Custody | null {
  if (text === undefined) return null;
  const custody = parseCustody(text);
  if (!custody) {
    throw new ApiError('invalid_custody', {
      message: `\`custody\`: must be ${CUSTODY_FORMS}.`,
      param: 'custody',
    });
  }
  return custody;
}

function textFormat(body: CreateBody, schema: Record<string, unknown> | null): unknown {
  if (body.text?.format !== undefined) return { format: body.text.format };
  return { format: schema ? { type: 'json_schema', name: 'output', schema } : { type: 'text' } };
}

interface ReadInput {
  goal: string;
  instructions: string;
  url: string | null;
  steps: string[];
  successCriteria: string | null;
}

const NOTHING: ReadInput = { goal: '', instructions: '', url: null, steps: [], successCriteria: null };

/** The task text, content array, or structured object of the caller; other parts of a content array are ignored. */
function readInput(input: CreateBody['input']): ReadInput {
  if (input === undefined) return NOTHING;
  if (typeof input === 'string') return { ...NOTHING, goal: input };
  if (Array.isArray(input)) return readMessages(input);
  return readStructured(input);
}

const wrapped = z.object({ input: structuredInput });

function readStructured(input: Record<string, unknown>): ReadInput {
  const known = Object.keys(structuredInput.shape);
  const given = Object.keys(input);
  if (given.length > 0 && !given.some((member) => known.includes(member))) {
    throw new ApiError('invalid_request', {
      message: `\`input\`: has none of the members ${known.join(', ')}.`,
      param: 'input',
    });
  }
  const { url, goal, success_criteria, steps } = parsed(wrapped, { input }, {}).input;
  return {
    ...NOTHING,
    goal: goal ?? '',
    url: url ?? null,
    steps: steps ?? [],
    successCriteria: success_criteria ?? null,
  };
}

/** The last user message is the task, earlier turns are context, system and developer text is instruction. */
function readMessages(items: unknown[]): ReadInput {
  const turns = items.map(readTurn).filter((turn) => turn !== null && turn.text.trim() !== '') as Turn[];
  const lastUser = turns.findLastIndex((turn) => turn.role === 'user');
  const goal = lastUser < 0 ? '' : (turns[lastUser]?.text ?? '');
  const instructed = turns
    .filter((turn) => turn.role === 'system' || turn.role === 'developer')
    .map((turn) => turn.text);
  const earlier = turns
    .filter((turn, index) => index !== lastUser && (turn.role === 'user' || turn.role === 'assistant'))
    .map((turn) => `${turn.role}: ${turn.text}`);
  const context = earlier.length > 0 ? [`Earlier in this conversation:\n${earlier.join('\n')}`] : [];
  return { ...NOTHING, goal, instructions: [...instructed, ...context].join('\n\n') };
}

interface Turn {
  role: string;
  text: string;
}

function readTurn(item: unknown): Turn | null {
  if (typeof item === 'string') return { role: 'user', text: item };
  if (typeof item !== 'object' || item === null) return null;
  const { type, role, content, text } = item as Record<string, unknown>;
  // A bare content part (`input_text`) at the top level is a user turn.
  if (typeof text === 'string' && (type === 'input_text' || type === 'text')) return { role: 'user', text };
  if (type !== undefined && type !== 'message') return null;
  return { role: typeof role === 'string' ? role : 'user', text: textOf(content) };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) =>
      typeof part === 'object' && part !== null && typeof part.text === 'string' ? part.text : '',
    )
    .filter((text) => text !== '')
    .join('\n');
}
