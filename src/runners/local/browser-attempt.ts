import {
  createJournal,
  type Journal,
  NAME_AS_WORD,
  type PageReading,
  SecretGuard,
  type SiteLogin,
  type StuckCode,
} from '../../agent/index.ts';
import { type AcquireOptions, BrowserUnavailable } from '../../browser/browser-pool.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import type { BrowserState } from '../../browser/browser-slot.ts';
import { ownState } from '../../browser/own-state.ts';
import type { PipeBrowser, PipeBrowserOptions } from '../../browser/pipe-browser.ts';
import { SiteBounds } from '../../browser/site-bounds.ts';
import type { Clock } from '../../platform/clock.ts';
import { findUrls } from '../../platform/net/find-urls.ts';
import type { Gate } from '../../platform/net/gate.ts';
import type { OwnSite } from '../../platform/net/own-site.ts';
import { Secret } from '../../platform/secret.ts';
import type { TaskLogin } from '../../task/index.ts';
import {
  type AttemptCredential,
  type AttemptResult,
  type AttemptScope,
  type CapturedFile,
  type PageEvidence,
  type Question,
  stuck,
  type Task,
} from '../contract.ts';
import { oversizedDownloads } from './capture-downloads.ts';
import { lostBrowser } from './navigation-failure.ts';
import { cancelled, evidence, targetUrl, unsafeTarget } from './target.ts';

/** The first page of a run whose task names none. */
export const NO_PAGE = 'about:blank';

/** A page that is worked on may be busy with itself for longer than one that loads. */
const SILENT_MS = 25_000;

/** The source of the browsers of runs: this machine's pool, or a provider, which may refuse. */
export interface Browsers {
  acquire(options: AcquireOptions): Promise<BrowserRun | AttemptResult>;
  /** A browser for a driver that speaks its protocol itself, where those of `acquire` are shared with other runs. */
  pipe?(options: Pick<PipeBrowserOptions, 'localAllowed' | 'signal'>): Promise<PipeBrowser>;
  /** The same for one that works beside our own. */
  alone?(options: AcquireOptions): Promise<BrowserRun>;
}

/** The frame of every runner with our own driver: the target vetted, a browser of its own, a clean end. */
export async function inBrowser(
  { browsers, gate, silentMs = SILENT_MS }: { browsers: Browsers; gate: Gate; silentMs?: number },
  task: Task,
  scope: AttemptScope,
  work: (run: BrowserRun, address: string) => Promise<AttemptResult>,
): Promise<AttemptResult> {
  const target = targetUrl(task);
  const localAllowed = gate.isLocalTarget(target);
  const vetted = target === null ? null : await gate.vet(target, { localAllowed });
  if (vetted?.ok === false) return unsafeTarget(vetted.reason);
  // The answer need not wait for the clean-up of the browser.
  using left = new DisposableStack();
  try {
    const storageState = stateOf(scope);
    const run = await browsers.acquire({ localAllowed, storageState, signal: scope.signal });
    if ('ok' in run) return run;
    left.defer(() => void run[Symbol.asyncDispose]());
    // A page with a login must not pass on its secrets, nor lead the run astray.
    if (scope.credential) await run.keepWithin(boundsOf(task, scope.credential));
    scope.onCamera(run.camera);
    await using _film = run.camera.film((jpeg) => scope.onFrame(jpeg));
    const result = withBounds(run, await unlessSilent(run, silentMs, work(run, vetted?.url.href ?? NO_PAGE)));
    if (scope.credential?.session) await leaveState(run, scope.credential, result.login);
    return scope.signal.aborted ? cancelled() : withDownloadFacts(run, result);
  } catch (error) {
    if (scope.signal.aborted) return cancelled();
    if (error instanceof BrowserUnavailable)
      return stuck('browser_unavailable', `No browser: ${error.message}.`);
    throw error;
  }
}

/** A hanging page would keep the driver waiting for ever; the run then ends without it. */
async function unlessSilent(
  run: BrowserRun,
  limitMs: number,
  work: Promise<AttemptResult>,
): Promise<AttemptResult> {
  const ended = new AbortController();
  const silent = run.silence(limitMs, ended.signal).then(() => lostBrowser(run));
  return Promise.race([work, silent]).finally(() => ended.abort());
}

function boundsOf(task: Task, { domain }: AttemptCredential): SiteBounds {
  return new SiteBounds([`https://${domain}/`, ...findUrls(JSON.stringify(task))]);
}

function withBounds({ bounds }: BrowserRun, result: AttemptResult): AttemptResult {
  const complaint = bounds?.complaint;
  if (result.ok || !complaint || result.message.includes(complaint)) return result;
  // The site's answer to the login, and its other faults, stay unchanged.
  if (result.login !== undefined || result.fault !== 'runner')
    return { ...result, message: `${result.message} ${complaint}.` };
  const offSite = `Nothing was filled in: ${complaint}.`;
  return { ...stuck('credential_off_site', offSite, result.page), files: result.files };
}

function stateOf({ credential }: AttemptScope): BrowserState | undefined {
  const kept = credential?.session?.state?.reveal();
  return kept === undefined ? undefined : (JSON.parse(kept) as BrowserState);
}

/** The site's own part of the browser's state is kept for the next run; a useless one is deleted. */
async function leaveState(
  run: BrowserRun,
  { session, domain }: AttemptCredential,
  login: AttemptResult['login'],
): Promise<void> {
  if (login === 'rejected' || login === 'signed_out') return session?.drop();
  if (login !== 'signed_in') return;
  const state = await run.context.storageState({ indexedDB: true }).catch(() => null);
  if (state) await session?.keep(JSON.stringify(ownState(state, domain)));
}

function withDownloadFacts(run: BrowserRun, result: AttemptResult): AttemptResult {
  if (run.files.isExceeded && result.ok)
    return stuck('temp_cap', 'The site puts more on the disk than a run may.', result.page);
  const missed = oversizedDownloads(run);
  return { ...result, ...(missed.length > 0 && { missed }), begunDownloads: run.downloads.length };
}

/** Steps with their pictures, and a camera that looks away from secrets. */
export function journalOf(run: BrowserRun, scope: AttemptScope): Journal {
  return createJournal(
    (step) => scope.onStep({ ...step, picture: run.camera.shoot() }),
    (secret, isName) => run.camera.conceal(secret, isName),
  );
}

/** Times a step and reports it. A `goto` succeeds when it finds no problem, the others when they bring a result. */
export function stepper(clock: Clock, run: BrowserRun, scope: AttemptScope, journal?: Journal) {
  return async <T>(
    action: 'goto' | 'read' | 'screenshot',
    target: string | null,
    work: () => Promise<T>,
  ): Promise<T> => {
    const startedAt = clock.mono();
    const outcome = await work();
    const ok = action === 'goto' ? outcome === null : outcome !== null;
    const durationMs = Math.round(clock.mono() - startedAt);
    const picture = action === 'goto' ? run.camera.shoot() : undefined;
    const url = run.front.url();
    const shown = journal ? journal.scrub(url) : url;
    scope.onStep({ action, target, detail: null, url: shown, ok, durationMs, picture });
    return outcome;
  };
}

export async function takeScreenshot(
  run: BrowserRun,
  extent: 'view' | 'page' = 'view',
): Promise<CapturedFile | null> {
  const bytes = await run.camera.portrait('png', extent);
  return bytes && { kind: 'screenshot', name: 'page.png', contentType: 'image/png', bytes };
}

/** The end of an attempt whose page agent stopped. */
export function agentFailure(code: StuckCode, reason: string, page: PageEvidence | null): AttemptResult {
  return stuck(code, withStop(`${BEFORE[code]} ${reason}`), page);
}

/** The beginning of the sentence about each end. */
const BEFORE: Record<StuckCode, string> = {
  captcha: 'Not signed in:',
  credential_off_site: 'Nothing was filled in:',
  form_rejected: 'Not done:',
  login_missing: 'Nothing was sent:',
  login_rejected: 'Not signed in:',
  no_answer: 'Not finished:',
  not_confirmed: 'Not confirmed:',
  step_failed: 'The task could not be done:',
};

function withStop(sentence: string): string {
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`;
}

/** The attempt's login as the browser uses it; null when the attempt has none. */
export function siteLogin(
  { gate }: { gate: Gate },
  target: string,
  scope: AttemptScope,
  journal: Journal,
): SiteLogin | null {
  const { credential } = scope;
  return credential && loginFor(gate, target, journal, credential);
}

/** A login from the task's own words is for the site that the task begins on. */
export function siteLoginOfTask(
  { gate }: { gate: Gate },
  target: string,
  { username, password }: TaskLogin,
  journal: Journal,
): SiteLogin {
  return loginFor(gate, target, journal, {
    domain: new URL(target).hostname,
    username: new Secret(username),
    password: new Secret(password),
    totpSecret: null,
  });
}

function loginFor(
  gate: Gate,
  target: string,
  journal: Journal,
  credential: Omit<AttemptCredential, 'session'>,
): SiteLogin {
  const { username, password, totpSecret } = credential;
  const site = ownSite(gate, credential, gate.isLocalTarget(target));
  // Hidden before the first look at a page: every report goes through the journal.
  journal.redactor.hide(username.reveal(), '{{credential.username}}', NAME_AS_WORD);
  journal.redactor.hide(password.reveal(), '{{credential.password}}');
  if (totpSecret) journal.hide(totpSecret.reveal(), '{{totp}}');
  const guard = new SecretGuard(site, journal.redactor);
  return { ...site, username, password, makesCodes: totpSecret !== null, guard, outcome: null, tries: 0 };
}

function ownSite(gate: Gate, { domain }: Pick<AttemptCredential, 'domain'>, localAllowed: boolean): OwnSite {
  return { domain, isLocal: (url) => localAllowed && gate.isLocalTarget(url) };
}

export function relay(scope: AttemptScope, { camera }: BrowserRun) {
  return async (question: Question) => {
    const reply = await scope.ask({ ...question, picture: () => camera.portrait('jpeg') });
    return reply.answered
      ? reply
      : { answered: false, value: '', isForbidden: reply.reason === 'not_allowed' };
  };
}

/** The page without any hidden value. */
export function scrubbedEvidence(reading: PageReading, journal: Journal): PageEvidence {
  const title = reading.title && journal.scrub(reading.title);
  return evidence({ ...reading, title, url: journal.scrub(reading.url) }, journal.scrub(reading.html));
}

/** The output without any hidden value. */
export function scrubbed(output: unknown, journal: Journal): unknown {
  if (typeof output === 'string') return journal.scrub(output);
  return JSON.parse(journal.scrub(JSON.stringify(output ?? null)));
}
