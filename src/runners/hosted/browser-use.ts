import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { microUsd } from '../../platform/money.ts';
import type {
  AttemptCredential,
  AttemptResult,
  AttemptScope,
  Forgotten,
  HostedRunner,
  Leftover,
  PageEvidence,
} from '../contract.ts';
import { createTransport, garbageResult, unansweredResult } from '../transport.ts';
import { ended, readOutput } from './ended.ts';
import type { HostedOptions } from './hosted-options.ts';
import { offSiteResult } from './own-site.ts';
import { taskText } from './task-text.ts';

/** Browser Use Cloud, API v2: the version with a start URL, an output schema, metadata and a stop. */
export function createBrowserUse({ baseUrl, ...options }: HostedOptions): HostedRunner {
  const { facts } = options;
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
  async function forget({ reference }: Pick<Leftover, 'reference'>): Promise<Forgotten> {
    if (reference === null) return 'nothing';
    const answer = await transport.call({ method: 'GET', path: taskPath(reference) });
    if (!answer.ok) return answer.status === 404 ? 'deleted' : 'failed';
    const session = Created.safeParse({ id: sessionOf(answer.json) });
    if (!session.success) return 'failed';
    const path = `/api/v2/sessions/${encodeURIComponent(session.data.id)}`;
    const gone = await transport.call({ method: 'DELETE', path, repeatable: true, emptyAnswer: true });
    return gone.ok || gone.status === 404 ? 'deleted' : 'failed';
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
      const offSite = offSiteResult(task, credential);
      if (offSite) return offSite;
      const answer = await transport.call({
        method: 'POST',
        path: '/api/v2/tasks',
        body: {
          task: taskText(task, credential && loginNote(credential)),
          ...(credential ? secretFields(credential) : {}),
          ...(task.url === null ? {} : { startUrl: task.url }),
          ...(task.outputSchema === null ? {} : { structuredOutput: JSON.stringify(task.outputSchema) }),
          metadata: { attempt_id: scope.attemptId },
        },
        signal: scope.signal,
        onLateAnswer(json) {
          const late = Created.safeParse(json);
          if (!late.success) return;
          const reference = late.data.id;
          void stop(reference).then(() => (credential ? forget({ reference }) : undefined));
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

function loginNote({ totpSecret }: AttemptCredential): string {
  const code = totpSecret ? ', and `bu_2fa_code` for the one-time code' : '';
  return `Where the site asks to sign in, use the secrets \`username\` and \`password\`${code}. Never write them down or enter them anywhere else.`;
}

/** `status` says that it ended, `isSuccess` (when given) whether it worked. */
function resultOf(view: TaskView, name: string): AttemptResult | null {
  const facts = { page: pageOf(view), costMicroUsd: readCost(view.cost) };
  switch (view.status) {
    case 'finished':
      return ended.finished(name, readOutput(view.output), view.isSuccess !== false, facts);
    case 'failed':
      return ended.failed(name, facts);
    case 'stopped':
      return ended.stopped(name, facts);
    default:
      return null;
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
