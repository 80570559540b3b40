import { z } from 'zod';
import {
  type AttemptCredential,
  type AttemptResult,
  type AttemptScope,
  type Forgotten,
  failedResult,
  type HostedRunner,
  type Leftover,
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
 * Skyvern Cloud, or a server of one's own. A task has no field for a login: with one, the login is put into Skyvern's
 * vault under the attempt's id, a run of its own signs in inside a browser session, and the task goes on in there.
 */
export function createSkyvern({ baseUrl, ...options }: HostedOptions): HostedRunner {
  const { facts } = options;
  const transport = createTransport({
    ...options,
    baseUrl: baseUrl ?? 'https://api.skyvern.com',
    headers: (apiKey) => ({ 'x-api-key': apiKey }),
  });
  const tellProgress = progressTeller();

  async function post<Answer>(
    path: string,
    body: object,
    shape: z.ZodType<Answer>,
    more: { signal?: AbortSignal; onLateAnswer?(json: unknown): void } = {},
  ): Promise<{ ok: Answer } | { failure: AttemptResult }> {
    const answer = await transport.call({ method: 'POST', path: `/v1/${path}`, body, ...more });
    if (!answer.ok) return { failure: unansweredResult(answer) };
    const read = shape.safeParse(answer.json);
    return read.success ? { ok: read.data } : { failure: garbageResult(facts) };
  }

  async function end(path: string): Promise<{ isGone: boolean }> {
    const call = { method: 'POST' as const, path: `/v1/${path}`, repeatable: true, emptyAnswer: true };
    const answer = await transport.call(call);
    return { isGone: answer.ok || answer.status === 404 };
  }

  const stopRun = (run: string) => end(`runs/${encodeURIComponent(run)}/cancel`);
  const closeSession = (session: string) => end(`browser_sessions/${encodeURIComponent(session)}/close`);

  async function startRun(
    path: string,
    body: object,
    phase: Place['phase'],
    session: string | null,
    signal: AbortSignal,
  ): Promise<{ reference: string } | AttemptResult> {
    const started = await post(path, body, Started, {
      signal,
      onLateAnswer(json) {
        const late = Started.safeParse(json);
        if (late.success) void stopRun(late.data.run_id);
      },
    });
    if ('failure' in started) return started.failure;
    return { reference: referenceOf({ phase, run: started.ok.run_id, session }) };
  }

  /** A browser for the login and the task after it, and the login in the vault; written down before it is used. */
  async function prepare(
    login: AttemptCredential,
    { attemptId, signal, onLeft }: AttemptScope,
  ): Promise<{ ok: { session: string; credential: string } } | { failure: AttemptResult }> {
    const opened = await post('browser_sessions', { timeout: SESSION_MINUTES }, Session, { signal });
    if ('failure' in opened) return opened;
    const session = opened.ok.browser_session_id;
    // Not broken off by the signal: unanswered, it would be in the vault without anybody knowing its id.
    const stored = await post('credentials', credentialBody(login, attemptId), Stored);
    if ('failure' in stored) {
      await closeSession(session);
      return stored;
    }
    const credential = stored.ok.credential_id;
    await onLeft(`${credential}.${session}`);
    return { ok: { session, credential } };
  }

  async function forget({ attemptId, item }: Leftover): Promise<Forgotten> {
    const [known, session] = item?.split('.') ?? [];
    if (session) await closeSession(session);
    const credential = known ?? (await findCredential(attemptId));
    if (credential === null) return 'nothing';
    if (credential === 'unknown') return 'failed';
    const { isGone } = await end(`credentials/${encodeURIComponent(credential)}/delete`);
    return isGone ? 'deleted' : 'failed';
  }

  /** Newest first, and the one looked for is minutes old: some pages are enough. */
  async function findCredential(attemptId: string): Promise<string | 'unknown' | null> {
    for (let page = 1; page <= 20; page += 1) {
      const query = { page: String(page), page_size: '100' };
      const answer = await transport.call({ method: 'GET', path: '/v1/credentials', query });
      const list = answer.ok ? StoredList.safeParse(answer.json) : null;
      if (!list?.success) return 'unknown';
      const ours = list.data.find(({ name }) => name === nameOf(attemptId));
      if (ours) return ours.credential_id;
      if (list.data.length < 100) return null;
    }
    return null;
  }

  /** Signed in: the task begins in the same browser, unless somebody who did not live to tell has begun it. */
  async function goOn({ run, session }: Place, task: Task, scope: AttemptScope) {
    const path = `/v1/browser_sessions/${encodeURIComponent(session ?? '')}`;
    const answer = await transport.call({ method: 'GET', path, signal: scope.signal });
    const busy = answer.ok ? Busy.safeParse(answer.json) : null;
    const begun = busy?.success ? busy.data.runnable_id : null;
    if (begun !== null && begun !== run)
      return { reference: referenceOf({ phase: 'task', run: begun, session }) };
    return startRun('run/tasks', taskBody(task, scope, session), 'task', session, scope.signal);
  }

  return {
    facts,
    shape: 'hosted',
    pollIntervalMs: 3_000,

    async start(task, scope) {
      const { signal, credential } = scope;
      const offSite = offSiteResult(task, credential);
      if (offSite) return offSite;
      if (!credential) return startRun('run/tasks', taskBody(task, scope, null), 'task', null, signal);
      const prepared = await prepare(credential, scope);
      if ('failure' in prepared) return prepared.failure;
      const { session, credential: stored } = prepared.ok;
      const body = {
        credential_type: 'skyvern',
        credential_id: stored,
        browser_session_id: session,
        url: task.url ?? `https://${credential.domain}`,
        ...inboxFields(scope),
      };
      return startRun('run/tasks/login', body, 'login', session, signal);
    },

    async poll(reference, scope, task) {
      const place = placeOf(reference);
      const path = `/v1/runs/${encodeURIComponent(place.run)}`;
      const answer = await transport.call({ method: 'GET', path, signal: scope.signal });
      if (!answer.ok) return answer.code === 'aborted' ? null : unansweredResult(answer);
      const view = RunView.safeParse(answer.json);
      if (!view.success) return garbageResult(facts);
      const { status, step_count: steps } = view.data;
      tellProgress(reference, `${place.phase} ${status}${steps === null ? '' : `, step ${steps}`}`, scope);
      if (place.phase === 'task') return resultOf(view.data, facts.name);
      return status === 'completed' ? goOn(place, task, scope) : loginResult(view.data, facts.name);
    },

    async cancel(reference) {
      const { run, session } = placeOf(reference);
      await stopRun(run);
      if (session !== null) await closeSession(session);
    },

    forget,
  };
}

// Longer than any attempt may take; what is left of one ends by itself.
const SESSION_MINUTES = 240;

const id = z.string().regex(/^[\w-]{1,128}$/);
const Started = z.object({ run_id: id });
const Session = z.object({ browser_session_id: id });
const Busy = z.object({ runnable_id: z.string().regex(/^tsk/).nullable().catch(null) });
const Stored = z.object({ credential_id: id });
const StoredList = z.array(z.object({ credential_id: id, name: z.string() }));
const RunView = z.object({
  status: z.string(),
  output: z.unknown(),
  failure_reason: z.string().nullable().catch(null),
  step_count: z.number().nullable().catch(null),
});
type RunView = z.infer<typeof RunView>;

/** Where an attempt is: signing in, or at the task itself. */
interface Place {
  phase: 'login' | 'task';
  run: string;
  session: string | null;
}

function referenceOf({ phase, run, session }: Place): string {
  return [phase, run, ...(session === null ? [] : [session])].join('.');
}

function placeOf(reference: string): Place {
  const [phase, run = '', session = null] = reference.split('.');
  return { phase: phase === 'login' ? 'login' : 'task', run, session };
}

function nameOf(attemptId: string): string {
  return `switchyard ${attemptId}`;
}

function credentialBody({ username, password, totpSecret }: AttemptCredential, attemptId: string): object {
  const seed = totpSecret && { totp: totpSecret.reveal(), totp_type: 'authenticator' };
  return {
    name: nameOf(attemptId),
    credential_type: 'password',
    credential: { username: username.reveal(), password: password.reveal(), ...seed },
  };
}

function taskBody(task: Task, scope: AttemptScope, session: string | null): object {
  return {
    prompt: taskText(task),
    title: scope.attemptId,
    data_extraction_schema: task.outputSchema ?? FREE_ANSWER,
    ...(task.url === null ? {} : { url: task.url }),
    ...(session === null ? {} : { browser_session_id: session }),
    ...inboxFields(scope),
  };
}

/** It fetches codes from the address by itself, or is sent them under the name; the words are theirs as well as ours. */
function inboxFields({ codeInbox }: AttemptScope): object {
  return {
    ...(codeInbox?.url && { totp_url: codeInbox.url }),
    ...(codeInbox?.identifier && { totp_identifier: codeInbox.identifier }),
  };
}

const NOTHING = { page: null, costMicroUsd: null };

/** `failed` is their trouble; `terminated` is the agent's word that it cannot be done. */
function resultOf({ status, output, failure_reason: reason }: RunView, name: string): AttemptResult | null {
  switch (status) {
    case 'completed':
      return ended.finished(name, freeAnswer(output), true, NOTHING);
    case 'terminated':
      return ended.finished(name, reason ?? '', false, NOTHING);
    case 'timed_out':
      return failedResult('runner', 'timeout', `${name} used up its steps or its time.`);
    case 'failed':
      return failedResult('platform', 'provider_failed', `${name} failed by itself.`);
    case 'canceled':
      return ended.stopped(name, NOTHING);
    default:
      return null;
  }
}

function loginResult(view: RunView, name: string): AttemptResult | null {
  const result = resultOf(view, name);
  if (view.status !== 'terminated' && view.status !== 'timed_out') return result;
  const said = view.failure_reason ? `: ${view.failure_reason.slice(0, 300)}` : '.';
  return failedResult('runner', 'login_failed', `${name} could not sign in${said}`);
}
