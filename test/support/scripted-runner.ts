import { setTimeout as delay } from 'node:timers/promises';
import type {
  AttemptResult,
  AttemptScope,
  DirectRunner,
  Question,
  RunnerFacts,
  Task,
} from '../../src/runners/contract.ts';

export interface ScriptedRunner extends DirectRunner {
  /** Attempt ids in the order in which they were executed. */
  executed: string[];
  aborted: string[];
}

/**
 * A third party's runner whose behaviour is written into the task: `[[after=200]]` (ms), `[[hang]]`,
 * `[[fail=site:code:message]]`, `[[output={"json":1}]]`, `[[cost=250000]]` (micro-USD), `[[throw]]`, `[[steps=3]]`.
 * `[[ask=otp:Enter the code]]` asks the owner and answers with the number of characters it got (a wrong one, `0000`, asks again).
 * A word for one runner only is prefixed with its slug: `[[slug|fail=site:down:The site is down]]`.
 */
export function scriptedRunner(slug: string, facts: Partial<RunnerFacts> = {}): ScriptedRunner {
  const executed: string[] = [];
  const aborted: string[] = [];
  return {
    executed,
    aborted,
    shape: 'direct',
    facts: {
      slug,
      name: slug,
      kind: 'hosted_agent',
      family: slug,
      engine: null,
      curated: true,
      needsUrl: false,
      trusted: false,
      capabilities: {
        interaction_relay: false,
        login: false,
        downloads: false,
        javascript: true,
        structured_output: true,
        live_view: false,
        replay: false,
        cancel: true,
      },
      price: { unit: 'task', microUsd: 1_000, typicalTaskMicroUsd: 1_000 },
      docsUrl: null,
      ...facts,
    },
    async run(task, scope) {
      executed.push(scope.attemptId);
      const words = wordsFor(task, slug);
      scope.signal.addEventListener('abort', () => aborted.push(scope.attemptId));
      const waitMs = words.has('hang') ? 3_600_000 : Number(words.get('after') ?? 0);
      if (waitMs > 0) await delay(waitMs, undefined, { signal: scope.signal }).catch(() => undefined);
      for (let step = 0; step < Number(words.get('steps') ?? 0); step += 1) {
        scope.onStep({
          action: 'read',
          target: null,
          detail: `step ${step}`,
          url: task.url,
          ok: true,
          durationMs: 1,
        });
      }
      if (words.has('throw')) throw new Error('scripted bug');
      const [kind, prompt] = words.get('ask')?.split(':') ?? [];
      if (kind !== undefined) return await asking(scope, kind as Question['kind'], prompt ?? '');
      return resultOf(task, words);
    },
  };
}

async function asking(scope: AttemptScope, kind: Question['kind'], prompt: string): Promise<AttemptResult> {
  const facts = { page: null, files: [], costMicroUsd: null };
  for (;;) {
    const reply = await scope.ask({ kind, prompt });
    if (!reply.answered) {
      return {
        ...facts,
        ok: false,
        fault: 'caller',
        code: 'no_answer',
        message: 'No answer arrived within the wait.',
      };
    }
    if (reply.value !== '0000')
      return { ...facts, ok: true, output: `Signed in with ${reply.value.length} characters.` };
  }
}

function wordsFor(task: Task, slug: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const [, word] of task.goal.matchAll(/\[\[(.+?)\]\](?!\])/g)) {
    const [, owner, rest = ''] = /^(?:([a-z0-9-]+)\|)?(.*)$/s.exec(word ?? '') ?? [];
    if (owner !== undefined && owner !== slug) continue;
    const at = rest.indexOf('=');
    words.set(at < 0 ? rest : rest.slice(0, at), at < 0 ? '' : rest.slice(at + 1));
  }
  return words;
}

function resultOf(task: Task, words: Map<string, string>): AttemptResult {
  const costMicroUsd = words.has('cost') ? Number(words.get('cost')) : null;
  const facts = { page: null, files: [], costMicroUsd };
  const failure = words.get('fail')?.split(':');
  if (failure) {
    const [fault = 'runner', code = 'scripted', message = 'The scripted runner failed.'] = failure;
    return { ...facts, ok: false, fault: fault as 'runner', code, message };
  }
  const output = words.get('output');
  return {
    ...facts,
    ok: true,
    output:
      output === undefined
        ? `Answer to: ${task.goal.replace(/\[\[.*?\]\]/gs, '').trim()}`
        : JSON.parse(output),
  };
}
