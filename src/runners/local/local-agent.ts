import {
  type ComputerVendor,
  DONE,
  type DriveEnd,
  drive,
  driveScreen,
  enterSite,
  type Finish,
  type Journal,
  loginOutcome,
  newAgent,
  type OtherHands,
  readPage,
  type StuckCode,
} from '../../agent/index.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { settlePage } from '../../browser/settle-page.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Llm } from '../../platform/llm.ts';
import { parseModelJson } from '../../platform/model-json.ts';
import type { Gate } from '../../platform/net/gate.ts';
import type { Extractor } from '../../reading/index.ts';
import {
  type AgentSettings,
  type AttemptResult,
  type AttemptScope,
  type CapturedFile,
  type DirectRunner,
  type PageEvidence,
  type RunnerFacts,
  stuck,
  type Task,
} from '../contract.ts';
import {
  agentFailure,
  type Browsers,
  inBrowser,
  journalOf,
  NO_PAGE,
  relay,
  scrubbed,
  scrubbedEvidence,
  siteLogin,
  stepper,
  takeScreenshot,
} from './browser-attempt.ts';
import { captureDownloads, withFileNames } from './capture-downloads.ts';
import { type ModelSpend, modelSpend, notFinished } from './model-spend.ts';
import { lostBrowser, navigationFailure } from './navigation-failure.ts';
import { askedAgain, isReadAgain } from './repeatable.ts';
import { isHopeless, ledInward, statusFailure } from './target.ts';

interface LocalAgentOptions {
  facts: RunnerFacts;
  llm: Llm;
  browsers: Browsers;
  gate: Gate;
  extractor: Extractor;
  clock: Clock;
  /** The vendor's own tool, which works by pictures. */
  computer?: ComputerVendor;
  /** Tools of another maker. */
  hands?(run: BrowserRun): Promise<OtherHands>;
  /** Another maker's whole loop instead of ours. */
  drive?: typeof drive;
  maxSteps?: number;
}

const TIME_LIMIT_MS = 15 * 60_000;
const NAVIGATION_MS = 30_000;
const SETTLE_MS = 8_000;
const MAX_WHOLE_CHARS = 2_000_000;

/** Our own browser, driven by the configured language model. */
export function createLocalAgent(options: LocalAgentOptions): DirectRunner {
  return {
    facts: options.facts,
    shape: 'direct',
    run: (task, scope) =>
      inBrowser(options, task, scope, (run, address) => work(options, run, address, task, scope)),
  };
}

async function work(
  options: LocalAgentOptions,
  run: BrowserRun,
  address: string,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  const { clock, llm, extractor, maxSteps, facts } = options;
  const journal = journalOf(run, scope);
  if (address !== NO_PAGE) {
    const problem = await open(options, run, address, scope);
    if (problem && run.downloads.length === 0) return problem;
    journal.line({ action: 'goto', url: address });
  }
  const { signal } = scope;
  const instruction = [task.goal, task.instructions ?? ''].join('\n').trim();
  const login = address === NO_PAGE ? null : siteLogin(options, address, scope, journal);
  const { attachments } = task;
  const timeLimitMs = TIME_LIMIT_MS;
  const hands = { run, clock, signal, journal, ask: relay(scope, run), login, attachments, timeLimitMs };
  const entered = login ? await enterSite(address, hands) : DONE;
  if (!entered.ok) return keptOut(run, entered, await loginOutcome(hands));
  const agent = newAgent(instruction, hands);
  const spend = modelSpend(scope, facts);
  const isThere = !isHopeless(run.document?.status ?? null);
  const asked = { ...task, goal: instruction, startUrl: address === NO_PAGE ? null : address };
  const takePicture = () => run.camera.portrait('jpeg');
  const settings = loopSettings(llm, scope.agent, maxSteps);
  const confirmsActs = () => scope.confirmsActs();
  const driving = { agent, extractor, spendMicroUsd: spend.microUsd, takePicture, confirmsActs, ...settings };
  const { computer } = options;
  const begin = async () => {
    if (computer) return driveScreen(asked, { ...driving, computer });
    await using stack = new AsyncDisposableStack();
    const others = await options.hands?.(run);
    stack.defer(() => others?.[Symbol.asyncDispose]?.());
    return await (options.drive ?? drive)(asked, { ...driving, hands: others });
  };
  const driven = isThere ? await begin() : NOTHING_THERE;
  if (run.hasCrashed || run.isLost) return lostBrowser(run);
  const outcome = await loginOutcome(hands);
  const result = await conclude({ ...options, spend }, run, task, scope, driven, journal);
  // An attempt that failed because of the model costs the model's price, not ours on top.
  const ownMicroUsd = driven.end.kind === 'model_failed' ? 0 : facts.price.microUsd;
  const costMicroUsd = ownMicroUsd + driven.costMicroUsd;
  return { ...result, costMicroUsd, ...(outcome ? { login: outcome } : {}) };
}

/** The settings of the run; its models are those of the operator's list, by name. */
function loopSettings(llm: Llm, settings: AgentSettings, maxSteps?: number) {
  const { vision, effort, checkFinish, model = llm.model, extractionModel = llm.model } = settings;
  return {
    llm: llm.named(model) ?? llm,
    extractionLlm: llm.named(extractionModel) ?? llm,
    maxSteps: settings.maxSteps ?? maxSteps,
    vision,
    effort,
    checkFinish,
  };
}

/** A failed login ends the attempt before the model is asked. */
async function keptOut(
  run: BrowserRun,
  { code, reason }: { code: StuckCode; reason: string },
  login: AttemptResult['login'],
): Promise<AttemptResult> {
  const failure =
    code === 'step_failed'
      ? stuck('not_signed_in', `Not signed in: ${reason}.`)
      : agentFailure(code, reason, null);
  const picture = await takeScreenshot(run);
  return { ...failure, ...(login ? { login } : {}), files: picture ? [picture] : [] };
}

const NOTHING_THERE: DriveEnd = {
  end: { kind: 'finished', finish: { status: 'impossible', answer: 'there is no page', data: null } },
  costMicroUsd: 0,
};

async function open(
  { clock }: LocalAgentOptions,
  run: BrowserRun,
  address: string,
  scope: AttemptScope,
): Promise<AttemptResult | null> {
  return stepper(clock, run, scope)('goto', address, async () => {
    const thrown = await run.goto(address, NAVIGATION_MS);
    if (thrown === null) await settlePage(run, clock, SETTLE_MS, scope.signal);
    return navigationFailure(run, thrown);
  });
}

/** The page as it stands at the end, its picture, the files, and the model's account of the task. */
async function conclude(
  { clock, extractor, spend, ...others }: LocalAgentOptions & { spend: ModelSpend },
  run: BrowserRun,
  task: Task,
  scope: AttemptScope,
  { end }: DriveEnd,
  journal: Journal,
): Promise<AttemptResult> {
  const step = stepper(clock, run, scope, journal);
  const asked = askedAgain(task);
  const reading = await step('read', null, () => readPage(run, extractor, scope.signal, asked));
  const screenshot = await step('screenshot', null, () => takeScreenshot(run));
  const downloads = await captureDownloads(run, scope.signal);
  const files = screenshot ? [...downloads, screenshot] : downloads;
  const page = reading && {
    ...scrubbedEvidence(reading, journal),
    whole: journal.scrub(reading.markup.slice(0, MAX_WHOLE_CHARS)),
  };
  const failure = endFailure(end, spend, page);
  if (failure) return { ...(run.isRefused ? ledInward() : failure), files };
  const finish = end.kind === 'finished' ? end.finish : null;
  const output = scrubbed(outputOf(task, finish, downloads), journal);
  if (reading) {
    const value = isReadAgain(asked, reading.answer, output) ? null : 'model';
    journal.line({ action: 'extract', url: reading.url, value });
  }
  // Only our own actions are written down to be repeated.
  const actScript = others.computer || others.hands || others.drive ? {} : { actScript: journal.script };
  return { ok: true, output, byModel: true, page, files, costMicroUsd: null, ...actScript };
}

function endFailure(
  end: DriveEnd['end'],
  spend: ModelSpend,
  page: PageEvidence | null,
): AttemptResult | null {
  switch (end.kind) {
    case 'model_failed':
      return stuck(end.failure.code, end.failure.message, page);
    case 'unanswered':
      return stuck('no_answer', 'The site asked the owner and no answer arrived.', page);
    case 'stuck':
      return stuck(
        'stuck',
        'Not finished: the model repeated the same actions eight times without any effect.',
        page,
      );
    case 'spent':
      return notFinished(end.reason, spend, page);
    case 'finished': {
      const { status, answer } = end.finish;
      if (status === 'done') return null;
      const words = answer.trim().slice(0, 500) || 'the model gives no reason';
      if (status === 'blocked') return stuck('blocked', `The site does not let us in: ${words}`, page);
      const refused = page && statusFailure(page.httpStatus, page);
      return refused ?? stuck('not_done', `The task could not be done: ${words}`, page);
    }
  }
}

function outputOf(task: Task, finish: Finish | null, downloads: CapturedFile[]): unknown {
  if (finish === null) return null;
  if (task.outputSchema) {
    const { data, answer } = finish;
    if (data !== null && typeof data === 'object') return data;
    return parseModelJson(typeof data === 'string' ? data : answer) ?? answer;
  }
  return withFileNames(finish.answer, task, downloads);
}
