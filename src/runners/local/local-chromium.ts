import { DONE, type Outcome } from '../../browser/agent/agent-context.ts';
import type { AgentEnd } from '../../browser/agent/agent-end.ts';
import { askWholeList, hasFurtherPages } from '../../browser/agent/ask-whole-list.ts';
import { isFormErrand, seeksStay, tellsDetails } from '../../browser/agent/forms/errand.ts';
import { growPage } from '../../browser/agent/grow-page.ts';
import { FORM_REFUSED } from '../../browser/agent/hands/mend-form.ts';
import { actingWords } from '../../browser/agent/language/acting-words.ts';
import { hasCommand } from '../../browser/agent/language/commands.ts';
import { isDeed, isOrder } from '../../browser/agent/language/site-errand.ts';
import { passwordsIn, type ToldLogin, toldLogin } from '../../browser/agent/language/told-login.ts';
import { type AgentOptions, newAgent } from '../../browser/agent/new-agent.ts';
import { goTo } from '../../browser/agent/perform.ts';
import { type AgentTask, intentsOf, wantsActing } from '../../browser/agent/plan.ts';
import { findElsewhere, findSubject, runAgent } from '../../browser/agent/run-agent.ts';
import { enterAsTold, enterSite, loginOutcome } from '../../browser/agent/sign-in/enter-site.ts';
import { OFF_SITE } from '../../browser/agent/sign-in/type-secret.ts';
import { isRequest } from '../../browser/agent/talk/is-talk.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { type PageReading, readPage } from '../../browser/read-page.ts';
import { ENOUGH_FILLED, readerOf } from '../../browser/read-site.ts';
import { settlePage } from '../../browser/settle-page.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { type Answer, asksOfAll, tellable } from '../../reading/answer.ts';
import type { Asked } from '../../reading/asked.ts';
import type { Extractor } from '../../reading/extractor.ts';
import { readMeant } from '../../reading/read-meant.ts';
import { filledShare } from '../../reading/schema/filled-share.ts';
import { leavesOpen, NOWHERE } from '../../reading/site/read-around.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type CapturedFile,
  type DirectRunner,
  failedResult,
  type PageEvidence,
  type RunnerFacts,
  type Task,
} from '../contract.ts';
import {
  type BrowserSource,
  inBrowser,
  journalOf,
  loginFailure,
  relay,
  scrubbed,
  scrubbedEvidence,
  siteLogin,
  stepper,
  takeScreenshot,
  toldSiteLogin,
} from './browser-attempt.ts';
import { captureDownloads, withFileNames } from './capture-downloads.ts';
import { lostBrowser, navigationFailure } from './navigation-failure.ts';
import {
  emptyPage,
  holdsNothing,
  ledInward,
  missingUrl,
  notReadable,
  READ_TOO_LONG,
  readTooLong,
  statusFailure,
  TOO_LONG,
  targetUrl,
} from './target.ts';

export interface LocalChromiumOptions {
  facts: RunnerFacts;
  browsers: BrowserSource;
  gate: Gate;
  extractor: Extractor;
  clock: Clock;
  navigationTimeoutMs?: number;
  settleTimeoutMs?: number;
  silentMs?: number;
}

/** For a page that let the whole time for settling pass without a word. */
const ANSWER_LIMIT_MS = 4_000;

/** A browser agent without a language model: opens the page, does what the task's words say, reads the answer. */
export function createLocalChromium(options: LocalChromiumOptions): DirectRunner {
  return {
    facts: options.facts,
    shape: 'direct',
    run: (task, scope) => replacingLost(scope, (watched) => browse(options, task, watched, think)),
  };
}

/** Steps that leave the site as it was. */
const LOOKING = new Set(['goto', 'read', 'screenshot']);

/** What is done on the open page before it is read; null when there was nothing to do but read. */
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

/** A browser that another run's page took along with it is replaced, once, as long as nothing was done in it. */
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

/** Does what the task's words say, as far as they say to do something. */
export async function think(words: AgentTask, agent: AgentOptions): Promise<AgentEnd | null> {
  if (wantsActing(words)) {
    const end = await runAgent(words, agent);
    // A question for which nothing was done is read like any other.
    const isOnlyAsked = end.status === 'done' && !end.hasActed && end.question !== '' && end.found === null;
    return isOnlyAsked ? null : end;
  }
  // Told as people talk, only the page can say what is wanted; where it has nothing of that, it is read.
  const isTold =
    words.steps.length === 0 &&
    [isRequest, isFormErrand, tellsDetails, isOrder, seeksStay, hasCommand].some((isSo) => isSo(words.goal));
  const told = isTold ? await runAgent(words, agent) : null;
  // What stands on the pages of a site does not answer an order.
  const isOrdered = isDeed(words.goal) || hasCommand(words.goal);
  if (told?.hasActed || (told?.status === 'stuck' && isOrdered)) return told;
  if (words.goal !== '') await findSubject(words.goal, agent);
  return null;
}

async function visit(
  options: LocalChromiumOptions,
  run: BrowserRun,
  target: string,
  task: Task,
  scope: AttemptScope,
  act: Act,
): Promise<AttemptResult> {
  const { clock, navigationTimeoutMs = 30_000, settleTimeoutMs = 8_000 } = options;
  const step = stepper(clock, run, scope);
  const journal = journalOf(run, scope);

  const problem = await step('goto', target, async () => {
    const thrown = await run.goto(target, navigationTimeoutMs);
    if (thrown === null) await settlePage(run, clock, settleTimeoutMs, scope.signal);
    const failure = navigationFailure(run, thrown);
    if (failure || (await run.answers(ANSWER_LIMIT_MS, scope.signal))) return failure;
    return scope.signal.aborted ? null : lostBrowser(run);
  });
  if (problem) return withDownloads(problem, run, task, scope);
  journal.line({ action: 'goto', url: target });

  const told = scope.credential || task.steps.length > 0 ? null : loginIn(task);
  for (const password of passwordsIn([task.goal, task.instructions, ...task.steps].join('\n')))
    journal.hide(password, '{{credential.password}}');
  // A page that was refused or stands behind a bot check is not acted upon: the judge names it.
  const isServed = () => (run.document?.status ?? 200) < 400;
  const login = told
    ? toldSiteLogin(options, target, told, journal)
    : siteLogin(options, target, scope, journal);
  const { attachments } = task;
  const agent = { run, clock, signal: scope.signal, journal, ask: relay(scope), login, attachments };
  // A login page may well be served as "you are not allowed in".
  const mayEnter = login !== null && (isServed() || [401, 403].includes(run.document?.status ?? 0));
  const enter = told ? enterAsTold : enterSite;
  const entry = mayEnter ? await enter(target, agent) : DONE;
  // Where no form took it, the words themselves say how to log in.
  const isToldAgain = told !== null && login?.outcome == null && (entry.ok || isOffSite(entry));
  const entered = isToldAgain ? DONE : entry;
  const ahead = told && !isToldAgain ? told.task : task;
  const words = { goal: actingWords(ahead.goal, ahead.instructions), steps: ahead.steps };
  const hands = isToldAgain ? { ...agent, login: null } : agent;
  const acted = entered.ok && isServed() ? await act(words, hands) : null;
  const end = entered.ok ? acted : failedEntry(entered.reason);
  if (run.hasCrashed || run.isLost) return lostBrowser(run);
  const outcome = told ? undefined : await loginOutcome(agent);
  const result = await conclude(options, ahead, scope, hands, end);
  const tellable = result.ok ? result : { ...result, message: journal.scrub(result.message) };
  return outcome ? { ...tellable, login: outcome } : tellable;
}

/** The login that the task tells beside something else, and the task without it. */
function loginIn(task: Task): (ToldLogin & { task: Task }) | null {
  const told = toldLogin(task.goal);
  if (told) return told.rest === '' ? null : { ...told, task: { ...task, goal: told.rest } };
  const besides = toldLogin(task.instructions ?? '');
  return besides && { ...besides, task: { ...task, instructions: besides.rest || null } };
}

function isOffSite(entry: Outcome): boolean {
  return !entry.ok && entry.reason.startsWith(OFF_SITE);
}

/** The task never began. */
function failedEntry(reason: string): AgentEnd {
  const status = reason === 'NO_ANSWER' ? 'unanswered' : 'stuck';
  return { status, reason, hasActed: true, question: '', found: null, report: '', notices: [] };
}

/** Reads the page as it stands at the end, takes its picture and says what came of the task. */
async function conclude(
  options: LocalChromiumOptions,
  task: Task,
  scope: AttemptScope,
  agent: AgentOptions,
  end: AgentEnd | null,
): Promise<AttemptResult> {
  const { run, journal } = agent;
  const step = stepper(options.clock, run, scope, journal);
  const read = (asked: Asked | null) => readPage(run, options.extractor, scope.signal, asked);
  const intents = intentsOf(task);
  const wanted = intents.find((intent) => intent.kind === 'picture');
  let picture = takeScreenshot(run, wanted?.isWhole ? 'page' : 'view');
  let partly: string | undefined;
  const asked = askedOf(task, end);
  let reading = await step('read', null, () => read(asked));
  if (reading === null) return lostBrowser(run);
  if (end?.status === 'done' && asked && (await isPartly(asked, agent))) {
    await picture;
    const reader = readerOf(run, options.extractor, scope.signal, asked);
    const output = await askWholeList(asked.goal, agent, reader);
    partly = reader.partly;
    const reason = partly ?? NOWHERE.reason;
    reading = { ...reading, answer: output === null ? { found: false, reason } : { found: true, output } };
  }
  if (end === null && reading.meant !== null) {
    await picture;
    const browser = newAgent(task.goal, agent);
    reading = await readMeant(task, reading, async (url) => {
      const there = (await goTo(browser, url)).ok ? await read(task) : null;
      return there && (there.status ?? 200) < 400 ? there : null;
    });
    if (run.front.url() !== reading.url) await goTo(browser, reading.url);
    picture = takeScreenshot(run);
  }
  if (end === null && (isUnanswered(task, reading) || asksOfAll(task))) {
    await picture;
    if (await growPage(newAgent(task.goal, agent))) reading = (await read(task)) ?? reading;
  }
  const isUnsure = leavesOpen(task, { page: reading.extracted, answer: reading.answer });
  if (end === null && (isUnsure || isUnanswered(task, reading) || (await isPartly(task, agent)))) {
    await picture;
    const reader = readerOf(run, options.extractor, scope.signal, task);
    const output = await findElsewhere(task.goal, agent, reader);
    partly = reader.partly;
    const last = output === null ? null : await read(null);
    if (last) picture = takeScreenshot(run);
    const { said } = reader;
    if (last) reading = { ...last, answer: { ...(said?.found && said), found: true, output } };
    else if (partly) reading = { ...reading, answer: { found: false, reason: partly } };
    else if (isUnsure || isBlank(task, reading)) reading = { ...reading, answer: said ?? NOWHERE };
  }
  const screenshot = await step('screenshot', null, () => picture);
  const downloads = await captureDownloads(run, scope.signal);
  const files = screenshot ? [...downloads, screenshot] : downloads;
  const page = scrubbedEvidence(reading, journal);
  const failure =
    (run.isRefused ? ledInward() : null) ??
    endFailure(end, reading, page) ??
    (downloads.length > 0 ? null : statusFailure(reading.status, page)) ??
    (end === null && !wanted ? unread(reading, page) : null);
  if (failure) return { ...failure, files };
  journal.line({ action: 'extract', url: reading.url });
  const given = {
    downloads: wanted ? files : downloads,
    began: run.downloads.length,
    areAll: intents.every(({ kind }) => kind === 'download' || kind === 'picture'),
  };
  const answer = answerOf(end, reading, given, task.outputSchema !== null);
  const told = tellable(answer);
  if (!told.isTold) {
    const isLate = told.reason === READ_TOO_LONG;
    return {
      ...(unread(reading, page) ?? (isLate ? readTooLong(page) : notFound(told.reason, page))),
      files,
    };
  }
  const cut = reading.extracted.isCut ? TOO_LONG : undefined;
  if (cut !== undefined && end === null && asksOfAll(task))
    return { ...failedResult('runner', 'list_not_whole', cut, page), files };
  const output = scrubbed(told.output, journal);
  const unanswered = answer.unanswered && journal.scrub(answer.unanswered);
  return {
    ok: true,
    output,
    unanswered,
    partly: partly ?? cut ?? told.doubt,
    likely: likelihoodOf(end, told.likely),
    isStopgap: told.doubt !== undefined && end === null,
    page,
    files,
    costMicroUsd: null,
    actScript: journal.script,
  };
}

/** Where something was done and then something read, the less likely of both counts. */
function likelihoodOf(end: AgentEnd | null, answer: number | undefined): Likelihood {
  const deed = end?.likely;
  if (deed !== undefined && deed <= (answer ?? 1)) return { share: deed, of: 'deed' };
  return answer === undefined ? undefined : { share: answer, of: 'answer' };
}

type Likelihood = Extract<AttemptResult, { ok: true }>['likely'];

function notFound(reason: string, page: PageEvidence): AttemptResult {
  return failedResult('runner', 'answer_not_found', reason, page);
}

/** There is no page: nothing at all, or a file that the browser can show. */
function unread({ html, status, headers }: PageReading, page: PageEvidence): AttemptResult | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (/^(?:image|audio|video)\/(?!svg)|^application\/pdf/i.test(type.trim())) return notReadable(type, page);
  const isEmpty = /<body[^>]*>\s*<\/body>/i.test(html) || holdsNothing(html);
  return isEmpty ? emptyPage(status, page) : null;
}

/** All things of a kind are meant, and the list of them goes on. */
async function isPartly(asked: Asked, agent: AgentOptions): Promise<boolean> {
  return asksOfAll(asked) && (await hasFurtherPages(agent));
}

/** Nothing of what the schema wants was found. */
function isBlank({ outputSchema }: Task, { answer }: PageReading): boolean {
  return outputSchema !== null && answer?.found === true && filledShare(outputSchema, answer.output) === 0;
}

/** The page is there and does not say what was asked. */
function isUnanswered({ goal, outputSchema }: Task, { answer, status, url }: PageReading): boolean {
  if (goal.trim() === '' || (status ?? 200) >= 400 || !URL.canParse(url)) return false;
  if (answer?.found !== true) return answer?.found === false;
  const share = outputSchema === null ? 1 : filledShare(outputSchema, answer.output);
  // What the caller requires may stand on another page; what is optional may well be nowhere.
  return share === 0 || (share < ENOUGH_FILLED && JSON.stringify(outputSchema).includes('"required"'));
}

function endFailure(end: AgentEnd | null, reading: PageReading, page: PageEvidence): AttemptResult | null {
  // The browser's own page about what it could not load.
  if (reading.url.startsWith('chrome-error:'))
    return failedResult('site', 'site_unreachable', 'The page that it led to could not be loaded.', page);
  if (end?.status === 'done' && [400, 409, 422].includes(reading.status ?? 0)) {
    const words = end.notices.join(' ').slice(0, 300) || 'it gives no reason';
    return failedResult('runner', 'form_rejected', `The site did not accept the form: ${words}`, page);
  }
  if (end === null || end.status === 'done') return null;
  if (end.status === 'spent') return failedResult('runner', 'timeout', `Not finished: ${end.reason}.`, page);
  if (end.reason.startsWith(FORM_REFUSED))
    return failedResult('runner', 'form_rejected', `Not done: ${end.reason}.`, page);
  const kept = loginFailure(end.status === 'unanswered' ? 'NO_ANSWER' : end.reason, page);
  if (kept) return kept;
  const refused = statusFailure(reading.status, page);
  return refused ?? failedResult('runner', 'step_failed', `The task could not be done: ${end.reason}.`, page);
}

/** What is to be read out of the page at the end; null when the end itself says it. */
function askedOf(task: Task, end: AgentEnd | null): Asked | null {
  if (end === null || task.outputSchema) return task;
  const isCounted = end.found !== null && /^how many\b/i.test(end.question);
  if (end.question === '' || isCounted) return null;
  return { goal: end.question, instructions: null, outputSchema: null };
}

/** The value or text asked for; where nothing is asked, what the page shows in the end. */
function answerOf(
  end: AgentEnd | null,
  reading: PageReading,
  given: { downloads: CapturedFile[]; began: number; areAll: boolean },
  hasSchema: boolean,
): Answer & { unanswered?: string } {
  // After acting, what the page shows then is worth telling even where it does not hold the value asked for.
  const isReported = end !== null && end.question !== '' && reading.answer?.found === false && !hasSchema;
  if (reading.answer && !isReported) return reading.answer;
  if (end === null) return { found: false, reason: READ_TOO_LONG };
  if (end.question !== '' && end.found !== null) return { found: true, output: end.found };
  const { downloads, began, areAll } = given;
  const unanswered = isReported && downloads.length === 0 ? end.question : undefined;
  // Where the files were what the task was about, the page they stood on is not.
  const report = areAll && downloads.length > 0 ? '' : end.report;
  return { found: true, output: withFileNames(report, downloads, began), unanswered };
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
  return { ok: true, output: withFileNames('', files), page: null, files, costMicroUsd: null };
}
