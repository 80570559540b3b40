import {
  type AgentEnd,
  type AgentOptions,
  type AgentTask,
  askSite,
  DONE,
  enterAsTold,
  enterSite,
  isCovered,
  leadsOn,
  loginOutcome,
  type PageReading,
  planOf,
  readPage,
  runTask,
  saveShown,
} from '../../agent/index.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { endsWithin } from '../../browser/ends-within.ts';
import { settlePage } from '../../browser/settle-page.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { type Answer, type Asked, asksOfAll, type Extractor, emptyAnswer } from '../../reading/index.ts';
import { loginInTask, passwordsIn, readingOf, readTask, ruleTask, type TaskLogin } from '../../task/index.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type CapturedFile,
  type DirectRunner,
  type PageEvidence,
  type RunnerFacts,
  stuck,
  type Task,
} from '../contract.ts';
import { pageAnswer } from '../page-answer.ts';
import {
  agentFailure,
  type Browsers,
  inBrowser,
  journalOf,
  relay,
  scrubbed,
  scrubbedEvidence,
  siteLogin,
  siteLoginOfTask,
  stepper,
  takeScreenshot,
} from './browser-attempt.ts';
import { captureDownloads, withFileNames } from './capture-downloads.ts';
import { isTooLate, lostBrowser, navigationFailure } from './navigation-failure.ts';
import {
  emptyPage,
  holdsNothing,
  ledInward,
  missingUrl,
  notReadable,
  readTooLong,
  statusFailure,
  TOO_LONG,
  targetUrl,
  UNFINISHED,
} from './target.ts';

export interface LocalChromiumOptions {
  facts: RunnerFacts;
  browsers: Browsers;
  gate: Gate;
  extractor: Extractor;
  clock: Clock;
  navigationTimeoutMs?: number;
  settleTimeoutMs?: number;
  silentMs?: number;
}

/** Of the text of a page on which the task was not done. */
const MOST_KEPT = 4_000;
/** For a page that let the whole time for settling pass without a word. */
const ANSWER_LIMIT_MS = 4_000;

/** A browser agent without a language model: opens the page, follows the task's words, reads the answer. */
export function createLocalChromium(options: LocalChromiumOptions): DirectRunner {
  return {
    facts: options.facts,
    shape: 'direct',
    goesByReading: true,
    covers,
    run: (task, scope) => replacingLost(scope, (watched) => browseByRules(options, task, watched)),
  };
}

const NEEDS_MODEL =
  'This task needs a language model. Set LLM_BASE_URL and LLM_MODEL, or add the key of a provider.';

/** Whether the rules for pages cover a task; reading needs no rules. */
export function covers(task: Task): boolean {
  const ahead = loginIn(task)?.task ?? task;
  return !wantsDeeds(ahead) || isCovered(wordsOf(ahead));
}

/** Nothing is opened for a task beyond the rules. */
export async function browseByRules(
  options: LocalChromiumOptions,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  return covers(task) ? browse(options, task, scope, think) : stuck('model_required', NEEDS_MODEL);
}

/** Steps that leave the site unchanged. */
const LOOKING = new Set(['goto', 'read', 'screenshot']);

/** The actions on the open page before it is read; null when there was nothing to do but read. */
type Act = (words: AgentTask, agent: AgentOptions) => Promise<AgentEnd | null>;

export async function browse(
  options: LocalChromiumOptions,
  task: Task,
  scope: AttemptScope,
  act: Act,
): Promise<AttemptResult> {
  if (targetUrl(task) === null) return missingUrl();
  return inBrowser(options, task, scope, (run, address) => visit(options, run, address, task, scope, act));
}

/** Replaces, once, a browser that another run's page crashed, as long as nothing was done in it. */
async function replacingLost(
  scope: AttemptScope,
  attempt: (scope: AttemptScope) => Promise<AttemptResult>,
): Promise<AttemptResult> {
  let hasActed = false;
  const watched: AttemptScope = {
    ...scope,
    onStep(step) {
      hasActed ||= !LOOKING.has(step.action);
      scope.onStep(step);
    },
  };
  const result = await attempt(watched);
  const isLost = !result.ok && result.code === 'browser_lost';
  return isLost && !hasActed && !scope.signal.aborted ? attempt(scope) : result;
}

/** Follows the task's words; null when they only ask, or lead nowhere: then the page itself is asked. */
async function think(words: AgentTask, agent: AgentOptions): Promise<AgentEnd | null> {
  if (words.acts) return runTask(words, agent);
  const end = leadsOn(planOf(words)) ? await runTask(words, agent) : null;
  return end?.code === null ? end : null;
}

async function visit(
  options: LocalChromiumOptions,
  run: BrowserRun,
  target: string,
  sent: Task,
  scope: AttemptScope,
  act: Act,
): Promise<AttemptResult> {
  const task = ruleTask(sent);
  const { clock, navigationTimeoutMs = 30_000, settleTimeoutMs = 8_000 } = options;
  const step = stepper(clock, run, scope);
  const journal = journalOf(run, scope);

  let isUnfinished = false;
  const problem = await step('goto', target, async () => {
    const error = await run.goto(target, navigationTimeoutMs);
    isUnfinished = isTooLate(error) && !run.hasLedOn && (await stopLoading(run, scope.signal));
    const thrown = isUnfinished ? null : error;
    if (thrown === null) await settlePage(run, clock, settleTimeoutMs, scope.signal);
    const failure = navigationFailure(run, thrown);
    if (failure || (await run.answers(ANSWER_LIMIT_MS, scope.signal))) return failure;
    return scope.signal.aborted ? null : lostBrowser(run);
  });
  if (problem) return withDownloads(problem, run, task, scope);
  journal.line({ action: 'goto', url: target });

  const told = scope.credential || task.steps.length > 0 ? null : loginIn(task);
  for (const password of passwordsIn([sent.goal, sent.instructions, ...sent.steps].join('\n')))
    journal.hide(password, '{{credential.password}}');
  // A page that was refused or stands behind a bot check is not acted upon: the judge names it.
  const isServed = () => (run.document?.status ?? 200) < 400;
  const login = told
    ? siteLoginOfTask(options, target, told, journal)
    : siteLogin(options, target, scope, journal);
  const { attachments } = task;
  const agent = { run, clock, signal: scope.signal, journal, ask: relay(scope, run), login, attachments };
  // A login page may well be served as "you are not allowed in".
  const mayEnter = login !== null && (isServed() || [401, 403].includes(run.document?.status ?? 0));
  const entered = mayEnter ? await (told ? enterAsTold : enterSite)(target, agent) : DONE;
  const ahead = told ? told.task : task;
  const acted = entered.ok && isServed() ? await act(wordsOf(ahead), agent) : null;
  const end = entered.ok ? acted : failedEntry(entered);
  if (run.hasCrashed || run.isLost) return lostBrowser(run);
  const outcome = told ? undefined : await loginOutcome(agent);
  const result = await conclude(options, ahead, scope, agent, end, isUnfinished);
  const tellable = result.ok ? result : { ...result, message: journal.scrub(result.message) };
  return outcome ? { ...tellable, login: outcome } : tellable;
}

function wordsOf(task: Task): AgentTask {
  const goal = [task.goal, task.instructions ?? ''].join('\n').trim();
  return { goal, steps: task.steps, acts: wantsDeeds(task) };
}

function wantsDeeds(task: Task): boolean {
  const { acts, file } = readingOf(task);
  return acts || file !== null;
}

/** A document that hangs on its way, or never ends, is read as far as it came. False where nothing of it is on show. */
async function stopLoading(run: BrowserRun, signal: AbortSignal): Promise<boolean> {
  if (run.document === null) return false;
  const text = run.front.evaluate(() => {
    window.stop();
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
    return document.body?.innerText.trim() ?? '';
  });
  const isThere = await endsWithin(text, ANSWER_LIMIT_MS, signal);
  return isThere && (await text.catch(() => '')) !== '';
}

/** The login that the task tells, and the task without it. */
function loginIn(task: Task): (TaskLogin & { task: Task }) | null {
  const told = loginInTask(task.goal);
  if (told) return { ...told, task: again({ ...task, goal: told.rest || 'Log in.' }) };
  const besides = loginInTask(task.instructions ?? '');
  return besides && { ...besides, task: again({ ...task, instructions: besides.rest || null }) };
}

/** With other words a task may want something else. */
function again(task: Task): Task {
  return { ...task, reading: readTask(task) };
}

/** The failure of a task that never began. */
function failedEntry({ code, reason }: Pick<AgentEnd, 'code' | 'reason'>): AgentEnd {
  return { code, reason, hasActed: true, question: '', report: '', notices: [] };
}

/** Reads the page as it stands at the end, takes its picture and tells the result of the task. */
async function conclude(
  options: LocalChromiumOptions,
  task: Task,
  scope: AttemptScope,
  agent: AgentOptions,
  end: AgentEnd | null,
  isUnfinished: boolean,
): Promise<AttemptResult> {
  const { run, journal } = agent;
  const step = stepper(options.clock, run, scope, journal);
  const plan = planOf({ ...task, acts: wantsDeeds(task) });
  let picture = takeScreenshot(run);
  const asked = askedOf(task, end);
  let reading = await step('read', null, () => readPage(run, options.extractor, scope.signal, asked));
  if (reading === null) return lostBrowser(run);
  const isOpen =
    asked !== null && asked.goal.trim() !== '' && (reading.status ?? 200) < 400 && URL.canParse(reading.url);
  if (isOpen && (end === null || (end.code === null && asksOfAll(asked)))) {
    await picture;
    const further = await askSite(asked, reading, { ...agent, extractor: options.extractor });
    if (run.hasCrashed || run.isLost) return lostBrowser(run);
    if (further !== reading) picture = takeScreenshot(run);
    reading = further;
  }
  const screenshot = await step('screenshot', null, () => picture);
  if (run.downloads.length === 0 && plan.some(({ kind }) => kind === 'download')) await saveShown(agent);
  const downloads = await captureDownloads(run, scope.signal);
  const files = screenshot ? [...downloads, screenshot] : downloads;
  // What a page sends unasked is no part of the answer.
  const meant = readingOf(task).file === null ? [] : downloads;
  const page = scrubbedEvidence(reading, journal);
  const failure =
    (run.isRefused ? ledInward() : null) ??
    (isFetched(plan, meant) ? null : endFailure(end, reading, page)) ??
    (meant.length > 0 ? null : statusFailure(reading.status, page)) ??
    (end === null ? unread(reading, page) : null);
  // The page stays readable where the task was not done, or is not proven.
  const kept = journal.scrub(reading.extracted.text.slice(0, MOST_KEPT));
  if (failure) return { ...failure, ...(!failure.ok && end && { kept }), files };
  journal.line({ action: 'extract', url: reading.url });
  const given = {
    downloads: meant,
    began: run.downloads.length,
    areAll: plan.every(({ kind }) => kind === 'download'),
  };
  const answer = answerOf(end, reading, given, task);
  if (!answer?.found)
    return {
      ...(unread(reading, page) ?? (answer ? notFound(answer.reason, page) : readTooLong(page))),
      files,
    };
  const unfinished = isUnfinished && end === null ? UNFINISHED : undefined;
  const cut = reading.extracted.isCut ? TOO_LONG : unfinished;
  if (cut !== undefined && end === null && asksOfAll(task))
    return { ...stuck('list_not_whole', cut, page), files };
  const told = scrubbed(pageAnswer(answer), journal) as ReturnType<typeof pageAnswer>;
  const unanswered = answer.unanswered && journal.scrub(answer.unanswered);
  return {
    ok: true,
    ...told,
    unanswered,
    partly: cut,
    likely: likelihoodOf(end, told.likely?.share),
    page,
    files,
    costMicroUsd: null,
    actScript: journal.script,
  };
}

/** After an act and a reading, the less likely of both counts. */
function likelihoodOf(end: AgentEnd | null, answer: number | undefined): Likelihood {
  const deed = end?.likely;
  if (deed !== undefined && deed <= (answer ?? 1)) return { share: deed, of: 'deed' };
  return answer === undefined ? undefined : { share: answer, of: 'answer' };
}

type Likelihood = Extract<AttemptResult, { ok: true }>['likely'];

function notFound(reason: string, page: PageEvidence): AttemptResult {
  return stuck('answer_not_found', reason, page);
}

/** There is no page: nothing at all, or a file that the browser can show. */
function unread({ html, status, headers }: PageReading, page: PageEvidence): AttemptResult | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (/^(?:image|audio|video)\/(?!svg)|^application\/pdf/i.test(type.trim())) return notReadable(type, page);
  const isEmpty = /<body[^<>]*>\s*<\/body>/i.test(html) || holdsNothing(html);
  return isEmpty ? emptyPage(status, page) : null;
}

/** A requested file that arrived is a success, in spite of other failures. */
function isFetched(plan: ReturnType<typeof planOf>, downloads: readonly CapturedFile[]): boolean {
  return downloads.length > 0 && plan.at(-1)?.kind === 'download';
}

function endFailure(end: AgentEnd | null, reading: PageReading, page: PageEvidence): AttemptResult | null {
  // The browser's own error page.
  if (reading.url.startsWith('chrome-error:'))
    return stuck('site_unreachable', 'The page that it led to could not be loaded.', page);
  if (end?.code === null && [400, 409, 422].includes(reading.status ?? 0)) {
    const words = end.notices.join(' ').slice(0, 300) || 'it gives no reason';
    return stuck('form_rejected', `The site did not accept the form: ${words}`, page);
  }
  if (end === null || end.code === null) return null;
  if (end.code === 'timeout') return stuck('timeout', `Not finished: ${end.reason}.`, page);
  const refused = end.code === 'step_failed' ? statusFailure(reading.status, page) : null;
  return refused ?? agentFailure(end.code, end.reason, page);
}

/** The question to the page at the end; null when the end itself answers. */
function askedOf(task: Task, end: AgentEnd | null): Asked | null {
  if (end === null || task.outputSchema) return task;
  return end.question === '' ? null : { goal: end.question, instructions: null, outputSchema: null };
}

/** Under this an answer is only the nearest there is. */
const WEAK = 0.5;

/** The requested value or text; without a request, the content of the last page. Null when reading took too long. */
function answerOf(
  end: AgentEnd | null,
  reading: PageReading,
  given: { downloads: CapturedFile[]; began: number; areAll: boolean },
  task: Task,
): (Answer & { unanswered?: string }) | null {
  const hasSchema = task.outputSchema !== null;
  // After acting, the last page is worth telling even without the requested value.
  const isWeak = !reading.answer?.found || (reading.answer.likely ?? 1) < WEAK;
  if (end?.foundNothing && isWeak && !hasSchema) return emptyAnswer(end.foundNothing);
  const isReported = end !== null && end.question !== '' && isWeak && !hasSchema;
  if (reading.answer && !isReported) return reading.answer;
  if (end === null) return null;
  const { downloads, began, areAll } = given;
  const unanswered = isReported && downloads.length === 0 ? end.question : undefined;
  // Where the task was about files, their page is not the answer.
  const report = areAll && downloads.length > 0 ? '' : end.report;
  // Where the page does not answer for sure, what comes nearest is told behind the deed.
  const near = unanswered !== undefined && reading.answer?.found ? reading.answer : null;
  const nearest = near?.rung === 'passages' ? String(near.output) : '';
  const output = withFileNames([report, nearest].filter(Boolean).join('\n\n'), task, downloads, began);
  return { found: true, output, rung: 'text', passages: near?.passages ?? [], facts: [], unanswered };
}

/** An address that is itself the file asked for. */
async function withDownloads(
  problem: AttemptResult,
  run: BrowserRun,
  task: Task,
  scope: AttemptScope,
): Promise<AttemptResult> {
  if (
    problem.ok ||
    problem.code !== 'not_readable' ||
    !/\b(?:download|save|fetch the file)\b/i.test(task.goal)
  )
    return problem;
  const files = await captureDownloads(run, scope.signal);
  if (files.length === 0) return problem;
  return { ok: true, output: withFileNames('', task, files), page: null, files, costMicroUsd: null };
}
