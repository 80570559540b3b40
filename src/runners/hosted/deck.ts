import { z } from 'zod';
import {
  type AttemptCredential,
  type AttemptResult,
  type AttemptScope,
  type Forgotten,
  failedResult,
  type HostedRunner,
  type Leftover,
  type LoginOutcome,
  type Question,
  type Task,
} from '../contract.ts';
import { createTransport, garbageResult, unansweredResult } from '../transport.ts';
import { ended } from './ended.ts';
import { FREE_ANSWER, freeAnswer } from './free-answer.ts';
import type { HostedOptions } from './hosted-options.ts';
import { offSiteResult } from './own-site.ts';
import { progressTeller } from './progress.ts';
import { taskText } from './task-text.ts';

/**
 * Deck, API v2. A login goes into Deck's vault under the attempt's id and is attached to the run by the id it gets
 * there. Every create carries a key of the attempt, so repeating one after a lost answer makes nothing twice.
 */
export function createDeck({ baseUrl, ...options }: HostedOptions): HostedRunner {
  const { facts } = options;
  const transport = createTransport({
    ...options,
    // Their documents write the version as part of the base.
    baseUrl: (baseUrl ?? 'https://api.deck.co').replace(/\/v2\/?$/, ''),
    headers: (apiKey) => ({ Authorization: `Bearer ${apiKey}` }),
    idempotencyHeader: 'Idempotency-Key',
  });
  const tellProgress = progressTeller();
  let agent: Promise<Made> | null = null;

  async function create(path: string, body: object, key: string, signal?: AbortSignal): Promise<Made> {
    const call = { method: 'POST' as const, path: `/v2/${path}`, body, idempotencyKey: key, signal };
    const answer = await transport.call(call);
    if (!answer.ok) return { failure: unansweredResult(answer) };
    const created = Created.safeParse(answer.json);
    return created.success ? { id: created.data.id } : { failure: garbageResult(facts) };
  }

  /** Tasks belong to an agent; ours is the same for all of them, on every instance. */
  async function findAgent(signal: AbortSignal): Promise<Made> {
    const answer = await transport.call({
      method: 'GET',
      path: '/v2/agents',
      query: { limit: '100' },
      signal,
    });
    if (!answer.ok) return { failure: unansweredResult(answer) };
    const known = Agents.safeParse(answer.json);
    const ours = known.success ? known.data.data.find(({ name }) => name === AGENT.name) : undefined;
    return ours ? { id: ours.id } : create('agents', AGENT, 'switchyard-agent', signal);
  }

  async function ourAgent(signal: AbortSignal): Promise<Made> {
    agent ??= findAgent(signal);
    const found = await agent;
    if ('failure' in found) agent = null;
    return found;
  }

  /** Not broken off by the signal: what was sent and not answered would be in the vault without anybody knowing its id. */
  async function storeLogin(source: string, login: AttemptCredential, attemptId: string): Promise<Made> {
    const body = {
      source_id: source,
      auth_method: 'username_password',
      auth_credentials: { username: login.username.reveal(), password: login.password.reveal() },
      external_id: attemptId,
    };
    return create('credentials', body, `${attemptId}-credential`);
  }

  async function stop(reference: string): Promise<void> {
    const path = `${runPath(reference)}/cancel`;
    await transport.call({ method: 'POST', path, repeatable: true, emptyAnswer: true });
  }

  async function forget({ attemptId, item }: Leftover): Promise<Forgotten> {
    const items = item === null ? await itemsOf(attemptId) : [item];
    if (items === null) return 'failed';
    for (const id of items) {
      const path = `/v2/credentials/${encodeURIComponent(id)}`;
      const gone = await transport.call({ method: 'DELETE', path, repeatable: true, emptyAnswer: true });
      if (!gone.ok && gone.status !== 404) return 'failed';
    }
    return items.length > 0 ? 'deleted' : 'nothing';
  }

  async function itemsOf(attemptId: string): Promise<string[] | null> {
    const query = { external_id: attemptId, limit: '100' };
    const answer = await transport.call({ method: 'GET', path: '/v2/credentials', query });
    const found = answer.ok ? Credentials.safeParse(answer.json) : null;
    if (!found?.success) return null;
    // Deleted ones stay in the list.
    return found.data.data
      .filter(({ external_id, status }) => external_id === attemptId && status !== 'deleted')
      .map(({ id }) => id);
  }

  /** The site asks for something: every field is one question. Null once it is answered. */
  async function relay(reference: string, view: RunView, scope: AttemptScope): Promise<AttemptResult | null> {
    const input: Record<string, string> = {};
    for (const field of view.interaction?.fields ?? []) {
      const reply = await scope.ask(questionOf(view, field));
      if (!reply.answered) {
        await stop(reference);
        return failedResult('caller', 'no_answer', 'The site asked for a code and no answer arrived.');
      }
      input[field.name] = reply.value;
    }
    const path = `${runPath(reference)}/interaction`;
    const answer = await transport.call({ method: 'POST', path, body: { input }, signal: scope.signal });
    return answer.ok || answer.code === 'aborted' ? null : unansweredResult(answer);
  }

  return {
    facts,
    shape: 'hosted',
    pollIntervalMs: 3_000,

    async start(task, scope) {
      const { attemptId, signal, credential } = scope;
      const offSite = offSiteResult(task, credential);
      if (offSite) return offSite;
      const ours = await ourAgent(signal);
      if ('failure' in ours) return ours.failure;
      const source = await create('sources', ...sourceOf(task, credential), signal);
      if ('failure' in source) return source.failure;
      const login = credential && (await storeLogin(source.id, credential, attemptId));
      if (login && 'failure' in login) return login.failure;
      if (login) await scope.onLeft(login.id);
      const made = await create('tasks', taskBody(task, ours.id, attemptId), `${attemptId}-task`, signal);
      if ('failure' in made) return made.failure;
      const answer = await transport.call({
        method: 'POST',
        path: `/v2/tasks/${encodeURIComponent(made.id)}/run`,
        body: login ? { credential_id: login.id } : { source_id: source.id },
        idempotencyKey: `${attemptId}-run`,
        signal,
        onLateAnswer(json) {
          const late = Created.safeParse(json);
          if (late.success) void stop(late.data.id);
        },
      });
      if (!answer.ok) return unansweredResult(answer);
      const started = Created.safeParse(answer.json);
      return started.success ? { reference: started.data.id } : garbageResult(facts);
    },

    async poll(reference, scope) {
      const answer = await transport.call({ method: 'GET', path: runPath(reference), signal: scope.signal });
      if (!answer.ok) return answer.code === 'aborted' ? null : unansweredResult(answer);
      const view = RunView.safeParse(answer.json);
      if (!view.success) return garbageResult(facts);
      tellProgress(reference, view.data.status, scope);
      if (view.data.status === 'interaction_required') return relay(reference, view.data, scope);
      return resultOf(view.data, facts.name);
    },

    cancel: stop,
    forget,
  };
}

type Made = { id: string } | { failure: AttemptResult };

const AGENT = { name: 'Switchyard', description: 'Does one task on one site and answers with its result.' };

const id = z.string().regex(/^[\w-]{1,128}$/);
const Created = z.object({ id });
const Agents = z.object({ data: z.array(z.object({ id, name: z.string().nullable().catch(null) })) });
const Credentials = z.object({
  data: z.array(z.object({ id, status: z.string(), external_id: z.string().nullable().catch(null) })),
});

const Field = z.object({ name: z.string(), label: z.string().nullable().catch(null) });
const RunView = z.object({
  status: z.string(),
  result: z.string().nullable().catch(null),
  output: z.unknown(),
  errors: z.array(z.object({ type: z.string().catch(''), code: z.string().catch('') })).catch([]),
  interaction: z
    .object({
      type: z.string().catch('mfa'),
      message: z.string().nullable().catch(null),
      fields: z
        .array(Field)
        .min(1)
        .catch([{ name: 'code', label: null }]),
    })
    .nullable()
    .catch(null),
});
type RunView = z.infer<typeof RunView>;

function runPath(reference: string): string {
  return `/v2/task-runs/${encodeURIComponent(reference)}`;
}

/** The site of the task, and a key that is the same for everybody who asks for it. */
function sourceOf(task: Task, credential: AttemptCredential | null): [body: object, key: string] {
  const { origin, host } = new URL(task.url ?? `https://${credential?.domain}`);
  return [
    { type: 'website', website: { url: origin }, name: host },
    `switchyard-source-${origin}`.slice(0, 255),
  ];
}

/** Deck answers in a schema or not at all, so a free answer gets one of its own. */
function taskBody(task: Task, agent: string, attemptId: string): object {
  return {
    name: attemptId,
    agent_id: agent,
    prompt: taskText(task),
    output_schema: task.outputSchema ?? FREE_ANSWER,
  };
}

function questionOf({ interaction }: RunView, field: z.infer<typeof Field>): Question {
  const prompt = [interaction?.message, field.label].filter(Boolean).join(' ') || 'The site asks for a code.';
  return { kind: interaction?.type === 'mfa' ? 'otp' : 'text', prompt };
}

function resultOf(view: RunView, name: string): AttemptResult | null {
  const facts = { page: null, costMicroUsd: null };
  switch (view.status) {
    case 'completed':
      return ended.finished(name, freeAnswer(view.output), view.result !== 'failure', facts);
    case 'failed':
      return { ...failureOf(view, name), ...facts };
    case 'canceled':
    case 'cancelled':
      return ended.stopped(name, facts);
    case 'review_required':
      return failedResult('platform', 'provider_stopped', `${name} waits for a review of the run there.`);
    default:
      return null;
  }
}

/** Their errors come with a type that says who is to blame; the words stay out, since they may quote what was typed. */
function failureOf({ errors }: RunView, name: string): AttemptResult & { login?: LoginOutcome } {
  const [error] = errors;
  const facts = { page: null, costMicroUsd: null };
  if (error?.code === 'blocked') return failedResult('site', 'blocked', `The site does not let ${name} in.`);
  switch (error?.type) {
    case 'auth':
      return {
        ...failedResult('caller', 'login_rejected', 'The site rejected the login.'),
        login: 'rejected',
      };
    case 'interaction':
      return failedResult('caller', 'no_answer', 'The site asked for a code and no answer arrived.');
    case 'source':
      return failedResult('site', 'site_failed', `The site cannot be used (${error.code}).`);
    case 'api':
    case 'session':
    case 'organization':
      return failedResult('platform', 'provider_failed', `${name} failed by itself (${error.code}).`);
    default:
      return ended.failed(name, facts);
  }
}
