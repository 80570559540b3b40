import { type Clock, pause } from '../../platform/clock.ts';
import { jsonOf } from '../../platform/json.ts';
import type { Log } from '../../platform/log.ts';
import { usd } from '../../platform/money.ts';
import type { Gate } from '../../platform/net/gate.ts';
import type { Extractor } from '../../reading/index.ts';
import { readingOf } from '../../task/index.ts';
import type { CatalogRow } from '../catalog.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type DirectRunner,
  type PageEvidence,
  stuck,
  type Task,
} from '../contract.ts';
import { cancelled, missingUrl, readTooLong, unsafeTarget } from '../local/target.ts';
import { pageAnswer } from '../page-answer.ts';
import { accountOf, isOwnServer, outOfReach } from '../wire/account-of.ts';
import { currentExchange } from '../wire/exchange.ts';
import { costOf, readOutput } from '../wire/output.ts';
import { quoting } from '../wire/provider-messages.ts';
import { createTransport, garbageResult, unansweredResult } from '../wire/transport.ts';
import { MEANINGS, meaningOf } from '../wire/vendor-codes.ts';
import type { AskedPage, EngineCall, Extracted, ExtractionEngine } from './extraction-engine.ts';
import { followContent } from './follow-content.ts';

export interface ExtractionOptions {
  row: Pick<CatalogRow, 'facts' | 'options'>;
  /** The provider's own address. */
  baseUrl: string | null;
  gate: Gate;
  extractor: Extractor;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
  retryForMs?: number;
}

const CALL_LIMIT_MS = 120_000;
const LOOK_AGAIN_MS = 2_000;
/** A state that the provider adds some day must not be waited for without end. */
const JOB_LIMIT_MS = 10 * 60_000;

/** One runner for every engine that turns a page into text or data. It only reads and clicks nothing. */
export function createExtractionRunner(engine: ExtractionEngine, options: ExtractionOptions): DirectRunner {
  const { gate, clock, row } = options;
  const { facts } = row;
  const transport = createTransport({ ...options, headers: engine.headers, facts });

  async function ask(
    page: AskedPage,
    call: EngineCall,
    signal: AbortSignal,
    job?: string,
  ): Promise<Extracted | AttemptResult> {
    // A direct answer may be asked for once more; a job would be begun twice.
    const repeatable = engine.view ? call.method === 'GET' : ('once' as const);
    const asked = { timeoutMs: CALL_LIMIT_MS, ...call, signal, repeatable };
    const answer = await transport.call(page.account, {
      ...asked,
      // A job that begins after the abort is stopped.
      ...(engine.stop && {
        onLateAnswer(json: unknown) {
          const late = engine.read({ status: 200, json, text: '', headers: {} }, page);
          if (late?.state === 'pending') void stop(late.job, page);
        },
      }),
    });
    if (answer.ok) {
      const quote = quoting(page.account);
      const read = engine.read(answer, page, job) ?? garbageResult(facts, { json: answer.json, quote });
      if (!('state' in read) || read.state !== 'failed') return read;
      const meaning = meaningOf(facts.family, answer.status, answer.json);
      return { ...read, code: meaning ? MEANINGS[meaning].code : read.code };
    }
    return answer.code === 'aborted' ? cancelled() : unansweredResult(answer);
  }

  async function stop(job: string, page: AskedPage): Promise<void> {
    const call = engine.stop?.(job, page);
    if (call) await transport.call(page.account, { ...call, repeatable: true, emptyAnswer: true });
  }

  async function toEnd(page: AskedPage, scope: AttemptScope): Promise<Got | AttemptResult> {
    let seen = await ask(page, engine.request(page), scope.signal);
    const giveUpAt = clock.mono() + JOB_LIMIT_MS;
    while ('state' in seen && seen.state === 'pending') {
      const { job, waitMs = LOOK_AGAIN_MS } = seen;
      await pause(clock, waitMs, scope.signal);
      if (scope.signal.aborted) {
        await stop(job, page);
        return cancelled();
      }
      if (clock.mono() >= giveUpAt) {
        await stop(job, page);
        return stuck('provider_timeout', `${facts.name} did not finish in time. Try again later.`);
      }
      scope.onStep({ ...NO_STEP, action: 'wait', detail: 'the engine works on the page' });
      const view = engine.view?.(job, page);
      seen = view ? await ask(page, view, scope.signal, job) : garbageResult(facts);
      // Without a look at it the job would go on, and cost.
      if (!('state' in seen)) void stop(job, page);
    }
    return 'state' in seen && seen.state === 'elsewhere'
      ? followContent(options, page.account, seen, scope.signal)
      : (seen as Got | AttemptResult);
  }

  return {
    facts,
    shape: 'direct',
    goesByReading: true,

    async run(task, scope) {
      if (task.url === null) return missingUrl();
      if (readingOf(task).acts) {
        const message = 'The task wants something done on the page; this runner can only read it.';
        return stuck('needs_browser', message);
      }
      const vetted = await gate.vet(task.url, { localAllowed: gate.isLocalTarget(task.url) });
      if (!vetted.ok) return unsafeTarget(vetted.reason);
      const account = accountOf(scope, facts.family);
      if (gate.isLocalTarget(task.url) && !isOwnServer(account, options.baseUrl)) return outOfReach(facts);
      const page = pageOf(task, scope, row.options, account);
      const startedAt = clock.mono();
      const seen = await toEnd(page, scope);
      const ok = 'state' in seen && seen.state === 'done';
      const durationMs = Math.round(clock.mono() - startedAt);
      scope.onStep({ ...NO_STEP, action: 'fetch', url: task.url, ok, durationMs });
      if (!('state' in seen)) return seen;
      return conclude(options, seen, task, scope);
    },
  };
}

type Got = Exclude<Extracted, { state: 'pending' | 'elsewhere' }>;

const NO_STEP = { target: null, detail: null, url: null, ok: true, durationMs: 0 };

function pageOf(
  task: Task,
  { spendLeftMicroUsd: left, attemptId }: AttemptScope,
  options: AskedPage['options'],
  account: AskedPage['account'],
): AskedPage {
  const prompt = [task.goal, task.instructions, ...task.steps].filter(Boolean).join('\n');
  const maxCostUsd = left === null ? null : usd(left);
  const { url, outputSchema: schema } = task;
  return { url: url ?? '', prompt, schema, options, account, maxCostUsd, attemptId };
}

/** An engine gives an answer, or a page that our own reading answers from. */
async function conclude(
  { row: { facts }, extractor }: ExtractionOptions,
  seen: Got,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const { signal } = scope;
  // Free failures are the engine's: a page that it got is paid, whatever our reading finds in it.
  const listed = seen.state === 'done' ? facts.price.typicalTaskMicroUsd : null;
  const costMicroUsd = costOf(facts, seen) ?? listed;
  const page = evidenceOf(task, seen);
  if (seen.state === 'failed') {
    const { code = 'runner_failed', reason } = seen;
    const words = quoting(accountOf(scope, facts.family))(reason);
    const said = words ? ` (${words})` : '';
    const message = `${facts.name} could not get the page${said}. Check its address, or try another runner.`;
    const failed = stuck(code, message, page);
    return { ...failed, costMicroUsd: costMicroUsd ?? failed.costMicroUsd };
  }
  const given = readOutput(seen.output);
  if (given !== '') return { ok: true, output: given, byModel: true, page, files: [], costMicroUsd };
  const body = seen.html || seen.text || '';
  if (body.trim() === '') {
    if (seen.html == null && seen.text == null) currentExchange()?.missed('answer', 'a page or an answer');
    const empty = stuck('no_output', `${facts.name} gave an empty page.`, page);
    return { ...empty, costMicroUsd };
  }
  const contentType = typeOf(body, !seen.html);
  const { answer, page: reading } = await extractor.read(
    { url: page.finalUrl, body, contentType },
    task,
    signal,
  );
  if (signal.aborted) return cancelled();
  const shown = { ...page, title: page.title ?? reading.title, markup: body.slice(0, 65_536) };
  if (answer === null) return readTooLong(shown);
  if (!answer.found) return { ...stuck('answer_not_found', answer.reason, shown), costMicroUsd };
  const result = pageAnswer(answer);
  // Markup around nothing.
  const isBlank = !/[\p{L}\p{N}]/u.test(reading.text) && reading.nodes.length === 0;
  if (isBlank || (typeof result.output === 'string' && result.output.trim() === ''))
    return {
      ...stuck('no_output', `${facts.name} gave an empty page.`, shown),
      costMicroUsd,
    };
  return {
    ok: true,
    ...result,
    page: shown,
    files: [],
    costMicroUsd,
  };
}

/** An engine's "page" is the content of its address: markup, data or text. */
function typeOf(body: string, isText: boolean): string {
  if (isJson(body)) return 'application/json';
  return isText || !/<[a-z!?/]/iu.test(body) ? 'text/markdown' : 'text/html';
}

function isJson(body: string): boolean {
  if (!/^\s*[[{]/u.test(body)) return false;
  return jsonOf(body) !== undefined;
}

function evidenceOf({ url }: Task, seen: Got): PageEvidence {
  const finalUrl = seen.finalUrl && URL.canParse(seen.finalUrl) ? seen.finalUrl : (url ?? '');
  const markup = seen.state === 'done' && seen.html ? seen.html.slice(0, 65_536) : null;
  return { finalUrl, httpStatus: seen.httpStatus ?? null, title: seen.title ?? null, headers: {}, markup };
}
