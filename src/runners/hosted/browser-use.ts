import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { microUsd } from '../../platform/money.ts';
import { isOnSite } from '../../platform/net/own-site.ts';
import {
  type AttemptCredential,
  type AttemptResult,
  type AttemptScope,
  failedResult,
  type HostedRunner,
  type PageEvidence,
  type RunnerFacts,
  type Task,
} from '../contract.ts';
import { createTransport, garbageResult, unansweredResult } from '../transport.ts';

export interface BrowserUseOptions {
  facts: RunnerFacts;
  apiKey: string;
  /** Null for the provider's own address. */
  baseUrl: string | null;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
  retryForMs?: number;
}

/** Browser Use Cloud, API v2: the version with a start URL, an output schema, metadata and a stop. */
export function createBrowserUse({ baseUrl, ...options }: BrowserUseOptions): HostedRunner {
  const { facts, log } = options;
  const transport = createTransport({
    ...options,
    baseUrl: baseUrl ?? 'https://api.browser-use.com',
    headers: (apiKey) => ({ 'X-Browser-Use-API-Key': apiKey }),
  });
  /** How many steps of a task were already told, since every poll answers with all of them. */
  const told = new LRUCache<string, number>({ max: 10_000 });

  // The attempt's signal has usually fired already when something is to be stopped, so it does not apply here.
  async function stop(reference: string): Promise<void> {
    told.delete(reference);
    const body = { action: 'stop_task_and_session' };
    await transport.call({ method: 'PATCH', path: taskPath(reference), body, repeatable: true });
  }

  // The record of a task stays with its session until somebody deletes it.
  async function forget(reference: string): Promise<void> {
    const answer = await transport.call({ method: 'GET', path: taskPath(reference) });
    const session = answer.ok ? Created.safeParse({ id: sessionOf(answer.json) }) : null;
    if (!session?.success) return void log.warn({ provider: facts.family }, 'session of a login not found');
    const path = `/api/v2/sessions/${encodeURIComponent(session.data.id)}`;
    const gone = await transport.call({ method: 'DELETE', path, repeatable: true, emptyAnswer: true });
    if (!gone.ok) log.error({ provider: facts.family, code: gone.code }, 'session of a login not deleted');
  }

  function tellSteps(reference: string, { steps }: TaskView, scope: AttemptScope): void {
    for (const step of steps.slice(told.get(reference) ?? 0)) {
      const { url, nextGoal: detail } = step;
      scope.onStep({ action: actionNames(step.actions), target: null, detail, url, ok: true, durationMs: 0 });
    }
    told.set(reference, steps.length);
  }

  return {
    facts,
    shape: 'hosted',
    pollIntervalMs: 2_000,

    async start(task, scope) {
      const { credential } = scope;
      const offSite = credential && task.url !== null && !isOnSite(task.url, { ...credential, isLocal });
      if (offSite) return { ...failedResult('caller', 'credential_off_site', OFF_SITE), costMicroUsd: 0 };
      const answer = await transport.call({
        method: 'POST',
        path: '/api/v2/tasks',
        body: {
          task: taskText(task, credential),
          ...(credential ? secretFields(credential) : {}),
          ...(task.url === null ? {} : { startUrl: task.url }),
          ...(task.outputSchema === null ? {} : { structuredOutput: JSON.stringify(task.outputSchema) }),
          metadata: { attempt_id: scope.attemptId },
        },
        signal: scope.signal,
        onLateAnswer(json) {
          const late = Created.safeParse(json);
          if (late.success)
            void stop(late.data.id).then(() => (credential ? forget(late.data.id) : undefined));
        },
      });
      if (!answer.ok) return unansweredResult(answer);
      const created = Created.safeParse(answer.json);
      return created.success ? { reference: created.data.id } : garbageResult(facts);
    },

    async poll(reference, scope) {
      const answer = await transport.call({
        method: 'GET',
        path: taskPath(reference),
        signal: scope.signal,
      });
      if (!answer.ok) return answer.code === 'aborted' ? null : unansweredResult(answer);
      const view = TaskView.safeParse(answer.json);
      if (!view.success) return garbageResult(facts);
      tellSteps(reference, view.data, scope);
      return resultOf(view.data, facts.name);
    },

    cancel: stop,
    forget,
  };
}

const OFF_SITE = 'The task begins on another site than the one the credential belongs to.';
// A provider's browser reaches no local address.
const isLocal = () => false;

/** Their model sees the names only; values go into pages of the allowed domains, and a seed becomes its code there. */
function secretFields({ domain, username, password, totpSecret }: AttemptCredential) {
  return {
    secrets: {
      username: username.reveal(),
      password: password.reveal(),
      ...(totpSecret ? { bu_2fa_code: totpSecret.reveal() } : {}),
    },
    allowedDomains: [domain, `*.${domain.replace(/^www\./, '')}`],
  };
}

const Created = z.object({ id: z.string().regex(/^[\w-]{1,128}$/) });

const TaskView = z.object({
  status: z.string(),
  output: z.unknown(),
  isSuccess: z.boolean().nullable().catch(null),
  /** USD, as a decimal string. */
  cost: z.unknown(),
  steps: z
    .array(
      z.object({
        url: z.string().nullable().catch(null),
        nextGoal: z.string().nullable().catch(null),
        actions: z.array(z.string()).catch([]),
      }),
    )
    .catch([]),
});
type TaskView = z.infer<typeof TaskView>;

function sessionOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>).sessionId : null;
}

function taskPath(reference: string): string {
  return `/api/v2/tasks/${encodeURIComponent(reference)}`;
}

function taskText(task: Task, credential: AttemptCredential | null): string {
  const goal = task.goal || 'Read the page and answer with its main content as text.';
  const steps = task.steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  return [
    goal,
    task.url && `Start at ${task.url}`,
    steps && `Do this, in this order:\n${steps}`,
    task.instructions,
    credential &&
      `Where the site asks to sign in, use the secrets \`username\` and \`password\`${credential.totpSecret ? ', and `bu_2fa_code` for the one-time code' : ''}. Never write them down or enter them anywhere else.`,
    task.successCriteria && `It is done when: ${task.successCriteria}`,
    'Answer with the result itself, not with an account of what you did.',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** An ended task is not an achieved one: `status` says the first, `isSuccess` (when given) the second. */
function resultOf(view: TaskView, name: string): AttemptResult | null {
  const facts = { page: pageOf(view), costMicroUsd: readCost(view.cost) };
  const output = readOutput(view.output);
  switch (view.status) {
    case 'finished': {
      if (view.isSuccess === false) {
        const said = typeof output === 'string' && output !== '' ? `: ${output.slice(0, 300)}` : '.';
        return {
          ...failedResult('runner', 'not_achieved', `${name} did not achieve the task${said}`),
          ...facts,
        };
      }
      if (output === '') {
        return { ...failedResult('runner', 'no_output', `${name} ended without an answer.`), ...facts };
      }
      return { ok: true, output, files: [], ...facts };
    }
    case 'failed':
      return { ...failedResult('runner', 'runner_failed', `${name} failed while doing the task.`), ...facts };
    case 'stopped':
      return { ...failedResult('platform', 'provider_stopped', `${name} stopped the task.`), ...facts };
    default:
      return null;
  }
}

/** Structured output comes as a JSON string. */
function readOutput(output: unknown): unknown {
  if (typeof output !== 'string') return output ?? '';
  const text = output.trim();
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readCost(cost: unknown): number | null {
  const usd = typeof cost === 'string' && cost.trim() !== '' ? Number(cost) : cost;
  if (typeof usd !== 'number' || !(usd >= 0)) return null;
  const micro = microUsd(usd);
  return Number.isSafeInteger(micro) ? micro : null;
}

function pageOf({ steps }: TaskView): PageEvidence | null {
  const finalUrl = steps.findLast((step) => /^https?:/.test(step.url ?? ''))?.url;
  return finalUrl ? { finalUrl, httpStatus: null, title: null, headers: {}, markup: null } : null;
}

/** Each action is a JSON string such as `{"click": {"index": 3}}`. Only names: arguments hold what was typed. */
function actionNames(actions: string[]): string {
  const names = actions.flatMap((action) => /^\s*\{\s*"(\w+)"/.exec(action)?.[1] ?? []);
  return names.join(', ') || 'step';
}
