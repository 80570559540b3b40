import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { PipeBrowser, type PipeBrowserOptions } from '../../browser/pipe-browser.ts';
import { Slots } from '../../browser/slots.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Llm } from '../../platform/llm.ts';
import type { LlmFailure } from '../../platform/llm-refusal.ts';
import { parseModelJson } from '../../platform/model-json.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type CapturedFile,
  type DirectRunner,
  failedResult,
  type RunnerFacts,
  type ScriptLine,
  type Task,
} from '../contract.ts';
import { contentTypeOf } from './capture-downloads.ts';
import { askOf, generatedOf } from './stagehand-model.ts';
import { line } from './stagehand-script.ts';
import type { FromWorker, StagehandEnd, StagehandJob, StagehandStep, ToWorker } from './stagehand-worker.ts';
import { cancelled, evidence, statusFailure, targetUrl, unsafeTarget } from './target.ts';

interface StagehandOptions {
  facts: RunnerFacts;
  llm: Llm;
  clock: Clock;
  browser: Omit<PipeBrowserOptions, 'localAllowed' | 'signal'>;
  maxSteps?: number;
}

const MAX_MODEL_MICRO_USD = 2_000_000;
const MAX_STEPS = 30;
const TIME_LIMIT_MS = 15 * 60_000;
const MAX_FILE_BYTES = 30_000_000;
const MAX_SCRIPT_LINES = 500;

/** Why Stagehand cannot be used here; null when it can. */
export function stagehandProblem(): string | null {
  try {
    import.meta.resolve('@browserbasehq/stagehand');
    return null;
  } catch {
    return 'the optional package @browserbasehq/stagehand is not installed';
  }
}

/** Stagehand in local mode: its agent, on a Chromium of ours behind our proxy, with the configured model. */
export function createStagehandLocal(options: StagehandOptions): DirectRunner {
  // Each has a browser and a thread of its own, so few at a time.
  const slots = new Slots(2);
  return {
    facts: options.facts,
    shape: 'direct',
    async run(task, scope) {
      const release = await slots.take(scope.signal).catch(() => null);
      if (release === null) return cancelled();
      try {
        return await attempt(options, task, scope);
      } finally {
        release();
      }
    },
  };
}

async function attempt(options: StagehandOptions, task: Task, scope: AttemptScope): Promise<AttemptResult> {
  const { gate } = options.browser;
  const target = targetUrl(task);
  const localAllowed = target !== null && gate.isLocalTarget(target);
  const vetted = target === null ? null : await gate.vet(target, { localAllowed });
  if (vetted?.ok === false) return unsafeTarget(vetted.reason, 'caller');
  const { signal } = scope;
  const opened = await PipeBrowser.open({ ...options.browser, localAllowed, signal }).catch(() => null);
  if (opened === null)
    return signal.aborted
      ? cancelled()
      : failedResult('platform', 'browser_unavailable', 'No browser: it did not start.');
  await using browser = opened;
  const job: StagehandJob = {
    instruction: instructionOf(task),
    schema: task.outputSchema && JSON.stringify(task.outputSchema),
    startUrl: vetted?.url.href ?? null,
    modelId: options.llm.model,
    maxSteps: options.maxSteps ?? MAX_STEPS,
  };
  const left = (scope.spendLeftMicroUsd ?? MAX_MODEL_MICRO_USD) - options.facts.price.microUsd;
  const session = new Session(options, browser, scope, Math.min(left, MAX_MODEL_MICRO_USD));
  const outcome = await session.work(job);
  if (scope.signal.aborted) return cancelled();
  const result = await resultOf(outcome, session, browser, task);
  const ownMicroUsd = session.failure ? 0 : options.facts.price.microUsd;
  return { ...result, costMicroUsd: ownMicroUsd + session.costMicroUsd };
}

type Outcome =
  | { kind: 'ended'; end: StagehandEnd }
  | { kind: 'unopened'; problem: string }
  | { kind: 'spent'; reason: string }
  | { kind: 'broken' };

/** One thread at work: its browser traffic, its questions to the model, its steps, its end. */
class Session {
  costMicroUsd = 0;
  /** The model's last failure; it ends the work. */
  failure: LlmFailure | null = null;
  readonly script: ScriptLine[] = [];
  readonly #options: StagehandOptions;
  readonly #browser: PipeBrowser;
  readonly #scope: AttemptScope;
  readonly #spendMicroUsd: number;
  readonly #stop = new AbortController();
  readonly #outcome = Promise.withResolvers<Outcome>();
  #dearest = 0;
  #stepSince: number;

  constructor(options: StagehandOptions, browser: PipeBrowser, scope: AttemptScope, spendMicroUsd: number) {
    this.#options = options;
    this.#browser = browser;
    this.#scope = scope;
    this.#spendMicroUsd = spendMicroUsd;
    this.#stepSince = options.clock.mono();
  }

  async work(job: StagehandJob): Promise<Outcome> {
    const { signal } = this.#scope;
    const thread = new Worker(new URL('./stagehand-worker.ts', import.meta.url), {
      workerData: job,
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    const post = (message: ToWorker) => thread.postMessage(message);
    thread.on('message', (message: FromWorker) => this.#hear(message, post));
    thread.on('error', () => this.#outcome.resolve({ kind: 'broken' }));
    thread.on('exit', () => this.#outcome.resolve({ kind: 'broken' }));
    // It shows a picture after every step, however many watch.
    this.#scope.onCamera({ watch: () => undefined });
    this.#browser.onMessage = (text) => post({ kind: 'cdp', text });
    this.#browser.onClose = () => post({ kind: 'closed' });
    const onAbort = () => this.#outcome.resolve({ kind: 'broken' });
    signal.addEventListener('abort', onAbort, { once: true });
    const cancelTimer = this.#options.clock.after(TIME_LIMIT_MS, () =>
      this.#outcome.resolve({ kind: 'spent', reason: 'the time for the task was over' }),
    );
    try {
      return await this.#outcome.promise;
    } finally {
      cancelTimer();
      signal.removeEventListener('abort', onAbort);
      this.#stop.abort();
      await thread.terminate();
    }
  }

  #hear(message: FromWorker, post: (message: ToWorker) => void): void {
    switch (message.kind) {
      case 'cdp':
        this.#browser.send(message.text);
        break;
      case 'ask':
        void this.#answer(message.id, message.options, post);
        break;
      case 'step':
        this.#step(message.step);
        break;
      case 'unopened':
        this.#outcome.resolve(message);
        break;
      case 'end':
        this.#outcome.resolve({ kind: 'ended', end: message.end });
    }
  }

  async #answer(id: number, options: unknown, post: (message: ToWorker) => void): Promise<void> {
    if (this.costMicroUsd + this.#dearest > this.#spendMicroUsd) {
      this.#outcome.resolve({ kind: 'spent', reason: 'the spend ceiling was reached' });
      return;
    }
    const signal = AbortSignal.any([this.#scope.signal, this.#stop.signal]);
    const reply = await this.#options.llm.ask(askOf(options, signal));
    this.costMicroUsd += reply.costMicroUsd;
    this.#dearest = Math.max(this.#dearest, reply.costMicroUsd);
    if (reply.ok) post({ kind: 'answer', id, answer: generatedOf(reply) });
    else {
      this.failure = reply;
      this.#outcome.resolve({ kind: 'broken' });
    }
  }

  #step({ action, target, ok, url, picture, script }: StagehandStep): void {
    this.script.push(...script);
    const now = this.#options.clock.mono();
    const durationMs = Math.round(now - this.#stepSince);
    this.#stepSince = now;
    if (picture) this.#scope.onFrame(picture);
    const shown = Promise.resolve(picture);
    this.#scope.onStep({ action, target, detail: null, url, ok, durationMs, picture: shown });
  }
}

async function resultOf(
  outcome: Outcome,
  { failure, script }: Session,
  browser: PipeBrowser,
  task: Task,
): Promise<AttemptResult> {
  if (failure) return failedResult('platform', failure.code, failure.message);
  if (browser.exceeded)
    return failedResult('site', 'egress_cap', `The page loads more than a run may (${browser.exceeded}).`);
  if (outcome.kind === 'broken')
    return failedResult('platform', 'stagehand_broken', 'Stagehand ended unexpectedly.');
  if (outcome.kind === 'spent')
    return failedResult('runner', 'not_finished', `Not finished: ${outcome.reason}.`);
  if (outcome.kind === 'unopened') return unopened(outcome.problem, browser);
  return withScript(await ended(outcome.end, browser, task), script);
}

/** The answer was the model's: doing the same again does not give it. */
function withScript(result: AttemptResult, script: ScriptLine[]): AttemptResult {
  if (!result.ok) return result;
  const answer = line({ action: 'extract', value: 'model', url: result.page?.finalUrl ?? null });
  return { ...result, actScript: [...script.slice(0, MAX_SCRIPT_LINES), answer] };
}

function unopened(problem: string, browser: PipeBrowser): AttemptResult {
  if (browser.refusals.length > 0) return unsafeTarget('it leads to an address that is not public', 'site');
  const network = /ERR_([A-Z0-9_]+)/.exec(problem)?.[1];
  return failedResult(
    'site',
    'site_unreachable',
    `The page could not be loaded (${network ?? 'no answer'}).`,
  );
}

async function ended(end: StagehandEnd, browser: PipeBrowser, task: Task): Promise<AttemptResult> {
  const document = end.page && !isRefused(end.page.url, browser) ? browser.documentOf(end.page.url) : null;
  const seen = { status: document?.status ?? null, headers: document?.headers ?? {} };
  const page = end.page && evidence({ ...end.page, ...seen }, end.page.html);
  const downloads = await downloadsOf(browser);
  const screenshot: CapturedFile[] = end.picture
    ? [{ kind: 'screenshot', name: 'page.png', contentType: 'image/png', bytes: end.picture }]
    : [];
  const files = [...downloads, ...screenshot];
  if (!end.isDone) {
    const words = end.message.trim().slice(0, 500) || 'it gives no reason';
    const refused = page && statusFailure(page.httpStatus, page);
    return {
      ...(refused ?? failedResult('runner', 'not_done', `The task could not be done: ${words}`, page)),
      files,
    };
  }
  return { ok: true, output: outputOf(end, task, downloads), page, files, costMicroUsd: null };
}

/** Then the page is our own proxy's answer, not the site's. */
function isRefused(url: string, { refusals }: PipeBrowser): boolean {
  if (!URL.canParse(url)) return false;
  const { host, hostname } = new URL(url);
  return [host, `${hostname}:80`, `${hostname}:443`].some((place) => refusals.includes(place));
}

function outputOf({ answer, json, message }: StagehandEnd, task: Task, downloads: CapturedFile[]): unknown {
  if (task.outputSchema) return parseModelJson(json ?? '') ?? json ?? answer ?? message;
  const text = answer ?? message;
  const names = downloads.map(({ name, bytes }) => `${name} (${bytes.length} bytes)`).join(', ');
  return names === '' ? text : `Files: ${names}\n${text}`;
}

async function downloadsOf({ downloadFolder }: PipeBrowser): Promise<CapturedFile[]> {
  const files: CapturedFile[] = [];
  for (const name of (await readdir(downloadFolder).catch(() => [])).slice(0, 10)) {
    const file = path.join(downloadFolder, name);
    if (name.endsWith('.crdownload') || (await stat(file)).size > MAX_FILE_BYTES) continue;
    files.push({ kind: 'download', name, contentType: contentTypeOf(name), bytes: await readFile(file) });
  }
  return files;
}

function instructionOf({ goal, instructions, steps, successCriteria }: Task): string {
  return [
    goal || 'Tell what this page says.',
    instructions ?? '',
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    successCriteria ? `It counts as done when: ${successCriteria}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
