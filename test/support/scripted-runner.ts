import { setTimeout as delay } from 'node:timers/promises';
import type { EndCode } from '../../src/runners/codes.ts';
import type {
  AttemptResult,
  AttemptScope,
  DirectRunner,
  LoginOutcome,
  Question,
  RunnerFacts,
  Task,
} from '../../src/runners/contract.ts';

export interface ScriptedRunner extends DirectRunner {
  /** Attempt ids in the order in which they were executed. */
  executed: string[];
  ended: string[];
  aborted: string[];
  /** The logins it was handed, one entry for every attempt. */
  credentials: Array<AttemptScope['credential']>;
}

/** The facts of a hosted agent that can do little. */
export function plainFacts(slug: string): RunnerFacts {
  return {
    slug,
    name: slug,
    kind: 'hosted_agent',
    family: slug,
    engine: null,
    curated: true,
    needsUrl: false,
    trusted: false,
    secrets: { channel: 'none', modelSees: false },
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
  };
}

/**
 * A third party's runner whose behaviour is written into the task: `[[after=200]]` (ms), `[[hang]]`,
 * `[[fail=site:code:message]]`, `[[output={"json":1}]]`, `[[cost=250000]]` (micro-USD), `[[throw]]`, `[[steps=3]]`.
 * `[[ask=otp:Enter the code]]` asks the owner and answers with the number of characters it got (a wrong one, `0000`, asks again),
 * with `[[picture=bytes]]` as the picture of the page.
 * `[[login=rejected]]` says so of the login; `[[leak]]` puts every secret it was given wherever a result has room.
 * `[[page=203]]` is the status of the page that it saw. `[[keep=text]]` and `[[drop]]` do so with the signed-in state of the login.
 * A word for one runner only is prefixed with its slug: `[[slug|fail=site:down:The site is down]]`.
 */
export function scriptedRunner(slug: string, facts: Partial<RunnerFacts> = {}): ScriptedRunner {
  const executed: string[] = [];
  const ended: string[] = [];
  const aborted: string[] = [];
  const credentials: ScriptedRunner['credentials'] = [];
  return {
    credentials,
    executed,
    ended,
    aborted,
    shape: 'direct',
    facts: { ...plainFacts(slug), ...facts },
    async run(task, scope) {
      executed.push(scope.attemptId);
      credentials.push(scope.credential);
      const words = wordsFor(task, slug);
      scope.signal.addEventListener('abort', () => aborted.push(scope.attemptId));
      const waitMs = words.has('hang') ? 3_600_000 : Number(words.get('after') ?? 0);
      if (waitMs > 0) await delay(waitMs, undefined, { signal: scope.signal }).catch(() => undefined);
      ended.push(scope.attemptId);
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
      if (kind !== undefined)
        return await asking(scope, kind as Question['kind'], prompt ?? '', words.get('picture'));
      if (words.has('leak')) return leaking(scope, words);
      if (words.has('keep')) await scope.credential?.session?.keep(words.get('keep') ?? '');
      if (words.has('drop')) await scope.credential?.session?.drop();
      const login = words.get('login') as LoginOutcome | undefined;
      return { ...resultOf(task, words), ...(login ? { login } : {}) };
    },
  };
}

async function asking(
  scope: AttemptScope,
  kind: Question['kind'],
  prompt: string,
  shown?: string,
): Promise<AttemptResult> {
  const picture = shown === undefined ? {} : { picture: async () => Buffer.from(shown) };
  const facts = { page: null, files: [], costMicroUsd: null };
  for (;;) {
    const reply = await scope.ask({ kind, prompt, ...picture });
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
      return { ...facts, ok: true, output: `Balance 42, after a code of ${reply.value.length} characters.` };
  }
}

/** A careless runner: it repeats its input, in its words and in a spelling of its own. */
function leaking(scope: AttemptScope, words: Map<string, string>): AttemptResult {
  const { username, password, totpSecret } = scope.credential ?? {};
  const secrets = [username, password, totpSecret].map((secret) => secret?.reveal() ?? '');
  const told = `I typed ${secrets.join(' and ')} (${Buffer.from(secrets.join(' ')).toString('base64')})`;
  const url = `https://shop.example/?q=${encodeURIComponent(secrets.join(' '))}`;
  scope.onStep({ action: 'type', target: told, detail: told, url, ok: true, durationMs: 1 });
  const page = { finalUrl: url, httpStatus: 200, title: told, headers: { 'x-echo': told }, markup: told };
  const bytes = Buffer.from(`<p>${told}</p>`);
  const files = [{ kind: 'download' as const, name: `${secrets[1]}.html`, contentType: 'text/html', bytes }];
  const actScript = [
    { action: 'fill' as const, role: null, name: told, selector: null, value: secrets[1] ?? '', url },
  ];
  const facts = { page, files, costMicroUsd: null, actScript };
  if (words.get('leak') === 'throw') throw new Error(told);
  return words.get('leak') === 'fail'
    ? { ...facts, ok: false, fault: 'caller', code: 'login_rejected', message: told }
    : {
        ...facts,
        ok: true,
        output: { [told]: told, list: secrets, summary: 'The account has three orders.' },
      };
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
  const status = words.get('page');
  const page = status
    ? { finalUrl: task.url ?? '', httpStatus: Number(status), title: 'The page', headers: {}, markup: null }
    : null;
  const facts = { page, files: [], costMicroUsd };
  const failure = words.get('fail')?.split(':');
  if (failure) {
    const [fault = 'runner', code = 'scripted', message = 'The scripted runner failed.'] = failure;
    return { ...facts, ok: false, fault: fault as 'runner', code: code as EndCode, message };
  }
  const output = words.get('output');
  return {
    ...facts,
    ok: true,
    output:
      output === undefined
        ? `Forty-two for: ${task.goal
            .replace(/\[\[.*?\]\]/gs, '')
            .replace(/\?\s*$/, '')
            .trim()}`
        : JSON.parse(output),
  };
}
