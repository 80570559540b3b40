import { Slots } from '../../browser/slots.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Llm } from '../../platform/llm.ts';
import { parseModelJson } from '../../platform/model-json.ts';
import type { Gate } from '../../platform/net/gate.ts';
import type { Extractor } from '../../reading/index.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type CapturedFile,
  type RunnerFacts,
  stuck,
  type Task,
} from '../contract.ts';
import type { Browsers } from '../local/browser-attempt.ts';
import { withFileNames } from '../local/capture-downloads.ts';
import { type ModelSpend, modelSpend, notFinished } from '../local/model-spend.ts';
import { askedAgain, isReadAgain } from '../local/repeatable.ts';
import { cancelled, evidence, ledInward, statusFailure, targetUrl, unsafeTarget } from '../local/target.ts';
import { type DrivenBrowser, openDriven } from './driven-browser.ts';
import { type JobEnd, StagehandSession } from './stagehand-session.ts';
import type { StagehandEnd, StagehandJob } from './stagehand-worker.ts';

interface StagehandOptions {
  facts: RunnerFacts;
  llm: Llm;
  clock: Clock;
  extractor: Extractor;
  browsers: Browsers;
  gate: Gate;
  maxSteps?: number;
}

const MAX_STEPS = 30;

/** Each is a thread of its own, so few at a time. */
const slots = new Slots(2);

/** Stagehand's agent with the configured model, in a Chromium of ours behind our proxy or in a browser of a provider. */
export async function stagehand(
  options: StagehandOptions,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const release = await slots.take(scope.signal).catch(() => null);
  if (release === null) return cancelled();
  try {
    return await attempt(options, task, scope);
  } finally {
    release();
  }
}

async function attempt(options: StagehandOptions, task: Task, scope: AttemptScope): Promise<AttemptResult> {
  const { gate, browsers } = options;
  const target = targetUrl(task);
  const localAllowed = gate.isLocalTarget(target);
  const vetted = target === null ? null : await gate.vet(target, { localAllowed });
  if (vetted?.ok === false) return unsafeTarget(vetted.reason);
  const { signal } = scope;
  const opened = await openDriven(browsers, localAllowed, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return cancelled();
  });
  if ('ok' in opened) return signal.aborted ? cancelled() : opened;
  await using browser = opened;
  const job: StagehandJob = {
    instruction: instructionOf(task),
    schema: task.outputSchema && JSON.stringify(task.outputSchema),
    startUrl: vetted?.url.href ?? null,
    modelId: options.llm.model,
    maxSteps: options.maxSteps ?? MAX_STEPS,
  };
  const spend = modelSpend(scope, options.facts);
  const session = new StagehandSession({ ...options, browser, scope, spendMicroUsd: spend.microUsd });
  const outcome = await session.work(job);
  if (scope.signal.aborted) return cancelled();
  const result = await resultOf(outcome, session, browser, task, spend);
  if (result.ok && outcome.kind === 'ended')
    await writeAnswer(options, session, outcome.end, result, task, signal);
  const ownMicroUsd = session.failure ? 0 : options.facts.price.microUsd;
  return { ...result, costMicroUsd: ownMicroUsd + session.costMicroUsd };
}

async function resultOf(
  outcome: JobEnd,
  { failure, journal }: StagehandSession,
  browser: DrivenBrowser,
  task: Task,
  spend: ModelSpend,
): Promise<AttemptResult> {
  if (failure) return stuck(failure.code, failure.message);
  if (browser.exceeded)
    return stuck('egress_cap', `The page loads more than a run may (${browser.exceeded}).`);
  switch (outcome.kind) {
    case 'broken':
      return stuck('stagehand_broken', 'Stagehand ended unexpectedly.');
    case 'spent':
      return notFinished(outcome.reason, spend);
    case 'unanswered':
      return stuck('no_answer', 'The site asked the owner and no answer arrived.');
    case 'unopened':
      return unopened(outcome.problem, browser);
    case 'ended': {
      const result = await ended(journal.redactor.scrubDeep(outcome.end), browser, task);
      return result.ok ? { ...result, actScript: journal.script } : result;
    }
  }
}

/** The last line of the script: whether doing the same again gives this answer without the model. */
async function writeAnswer(
  { extractor }: StagehandOptions,
  { journal, isWhole }: StagehandSession,
  { page }: StagehandEnd,
  { output }: Extract<AttemptResult, { ok: true }>,
  task: Task,
  signal: AbortSignal,
): Promise<void> {
  if (!page) return;
  const asked = askedAgain(task);
  const source = { body: page.html, url: page.url, contentType: null };
  const answer = asked && isWhole ? (await extractor.read(source, asked, signal)).answer : null;
  const value = isWhole && isReadAgain(asked, answer, output) ? null : 'model';
  journal.line({ action: 'extract', url: page.url, value });
}

function unopened(problem: string, browser: DrivenBrowser): AttemptResult {
  if (browser.refusals.length > 0) return ledInward();
  const network = /ERR_([A-Z0-9_]+)/.exec(problem)?.[1];
  return stuck('site_unreachable', `The page could not be loaded (${network ?? 'no answer'}).`);
}

async function ended(end: StagehandEnd, browser: DrivenBrowser, task: Task): Promise<AttemptResult> {
  const document = end.page && !isRefused(end.page.url, browser) ? browser.documentOf(end.page.url) : null;
  const seen = { status: document?.status ?? null, headers: document?.headers ?? {} };
  const page = end.page && { ...evidence({ ...end.page, ...seen }, end.page.html), whole: end.page.html };
  const { files: downloads, missed } = await browser.takeFiles();
  const screenshot: CapturedFile[] = end.picture
    ? [{ kind: 'screenshot', name: 'page.png', contentType: 'image/png', bytes: end.picture }]
    : [];
  const files = [...downloads, ...screenshot];
  if (!end.isDone && end.page && isRefused(end.page.url, browser)) return { ...ledInward(), files, missed };
  if (!end.isDone) {
    const words = reasonOf(end).slice(0, 500) || 'the model ended without an answer and gave no reason.';
    const refused = page && statusFailure(page.httpStatus, page);
    const failure = end.isSpent
      ? stuck('not_finished', 'Not finished: the model used all its steps.', page)
      : stuck('not_done', `The task could not be done: ${words}`, page);
    return { ...(refused ?? failure), files, missed };
  }
  const output = outputOf(end, task, downloads);
  return { ok: true, output, byModel: true, page, files, missed, costMicroUsd: null };
}

/** The model's own words; the library's words in their place are no reason. */
function reasonOf({ message }: StagehandEnd): string {
  return message.trim().replace(/^Task execution completed\.?$/, '');
}

/** Then the page is our own proxy's answer, not the site's. */
function isRefused(url: string, { refusals }: DrivenBrowser): boolean {
  if (!URL.canParse(url)) return false;
  const { host, hostname } = new URL(url);
  return [host, `${hostname}:80`, `${hostname}:443`].some((place) => refusals.includes(place));
}

function outputOf({ answer, json, message }: StagehandEnd, task: Task, downloads: CapturedFile[]): unknown {
  if (task.outputSchema) return parseModelJson(json ?? '') ?? json ?? answer ?? message;
  return withFileNames(answer ?? message, task, downloads);
}

function instructionOf({ goal, instructions, steps, successCriteria, earlier }: Task): string {
  return [
    goal || 'Tell what this page says.',
    instructions ?? '',
    earlier ? `For context, the task before this one and its answer:\n${earlier}` : '',
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    successCriteria ? `It counts as done when: ${successCriteria}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
