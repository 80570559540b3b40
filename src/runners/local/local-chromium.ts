import { type BrowserPool, BrowserUnavailable } from '../../browser/browser-pool.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import type { Extractor } from '../../browser/extractor.ts';
import { type PageReading, readPage } from '../../browser/read-page.ts';
import { settlePage } from '../../browser/settle-page.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/net/gate.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type CapturedFile,
  type DirectRunner,
  failedResult,
  type RunnerFacts,
  type Task,
} from '../contract.ts';
import { answerTask } from './answer.ts';
import { lostBrowser, navigationFailure } from './navigation-failure.ts';
import { cancelled, evidence, missingUrl, statusFailure, targetUrl, unsafeTarget } from './target.ts';

export interface LocalChromiumOptions {
  facts: RunnerFacts;
  pool: BrowserPool;
  gate: Gate;
  extractor: Extractor;
  clock: Clock;
  navigationTimeoutMs?: number;
  settleTimeoutMs?: number;
}

/** Opens a page in the warm browser, waits for its scripts, reads it and takes its picture. */
export function createLocalChromium(options: LocalChromiumOptions): DirectRunner {
  return { facts: options.facts, shape: 'direct', run: (task, scope) => browse(options, task, scope) };
}

async function browse(
  options: LocalChromiumOptions,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const { pool, gate } = options;
  const target = targetUrl(task);
  if (target === null) return missingUrl();
  const localAllowed = gate.isLocalTarget(target);
  const vetted = await gate.vet(target, { localAllowed });
  if (!vetted.ok) return unsafeTarget(vetted.reason, 'caller');
  try {
    await using run = await pool.acquire({ localAllowed, signal: scope.signal });
    const result = await visit(options, run, vetted.url.href, task, scope);
    return scope.signal.aborted ? cancelled() : result;
  } catch (error) {
    if (scope.signal.aborted) return cancelled();
    if (error instanceof BrowserUnavailable)
      return failedResult('platform', 'browser_unavailable', `No browser: ${error.message}.`);
    throw error;
  }
}

async function visit(
  options: LocalChromiumOptions,
  run: BrowserRun,
  target: string,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const { clock, extractor, navigationTimeoutMs = 30_000, settleTimeoutMs = 8_000 } = options;
  const step = stepper(clock, run, scope);

  const problem = await step('goto', target, async () => {
    const thrown = await run.goto(target, navigationTimeoutMs);
    if (thrown === null) await settlePage(run, clock, settleTimeoutMs, scope.signal);
    return navigationFailure(run, thrown);
  });
  if (problem) return problem;

  const reading = await step('read', null, () => readPage(run, extractor, scope.signal));
  if (reading === null) return lostBrowser(run);
  const screenshot = await step('screenshot', null, () => takeScreenshot(run));
  return judged(reading, screenshot ? [screenshot] : [], task);
}

function judged(reading: PageReading, files: CapturedFile[], task: Task): AttemptResult {
  const page = evidence(reading, reading.html);
  const failure = statusFailure(reading.status, page);
  if (failure) return { ...failure, files };
  return { ok: true, output: answerTask(task, reading.extracted), page, files, costMicroUsd: null };
}

/** A picture that cannot be taken is missing, not a failure. */
async function takeScreenshot(run: BrowserRun): Promise<CapturedFile | null> {
  try {
    const bytes = await run.page.screenshot({ type: 'png', timeout: 10_000 });
    return { kind: 'screenshot', name: 'page.png', contentType: 'image/png', bytes };
  } catch {
    return null;
  }
}

/** Times a step and reports it. A `goto` went well when it found no problem, the others when they brought something. */
function stepper(clock: Clock, run: BrowserRun, scope: AttemptScope) {
  return async <T>(
    action: 'goto' | 'read' | 'screenshot',
    target: string | null,
    work: () => Promise<T>,
  ): Promise<T> => {
    const startedAt = clock.mono();
    const outcome = await work();
    const ok = action === 'goto' ? outcome === null : outcome !== null;
    const durationMs = Math.round(clock.mono() - startedAt);
    scope.onStep({ action, target, detail: null, url: run.page.url(), ok, durationMs });
    return outcome;
  };
}
