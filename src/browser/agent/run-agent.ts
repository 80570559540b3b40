import { chainOf } from '../../reading/answers/chained-question.ts';
import { type Agent, isSpent, type Outcome, rest, see, stuck } from './agent-context.ts';
import { type AgentEnd, endOf } from './agent-end.ts';
import { awaitCountdown } from './await-countdown.ts';
import { awaitReply } from './await-reply.ts';
import { bookFound } from './book-found.ts';
import { changeSetting } from './change-setting.ts';
import { enterPlace } from './enter-place.ts';
import { explore } from './explore.ts';
import { isFormErrand, isToBeFound } from './forms/errand.ts';
import { fillIn } from './forms/fill-in.ts';
import { findForm } from './forms/find-form.ts';
import { isFormFor } from './forms/form-fit.ts';
import { goToNamed } from './go-to-named.ts';
import { addEntry } from './hands/add-entry.ts';
import { doDeedOnItem } from './hands/deed-on-item.ts';
import { doDeedOnMany } from './hands/deed-on-many.ts';
import { doDeedOnSome } from './hands/deed-on-some.ts';
import { fillFrom, submitButton, submitForm } from './hands/fill-form.ts';
import { click, leaveField } from './hands/hands.ts';
import { freshLines } from './hands/mend-form.ts';
import { narrowAsTold } from './hands/narrow-as-told.ts';
import { orderThings, setThingCount } from './hands/order-things.ts';
import { hasCalendar, pickShownDays } from './hands/pick-day.ts';
import { takeBest } from './hands/take-best.ts';
import { transfer } from './hands/transfer.ts';
import { walkSteps } from './hands/walk-steps.ts';
import { writeToldCells } from './hands/write-told-cells.ts';
import { honest, isIdle } from './honest.ts';
import { isPress, isSending } from './language/complete-plan.ts';
import { deedPart } from './language/deed-part.ts';
import { ACCEPTING, DECLINING } from './language/dialog-words.ts';
import type { Intent } from './language/intent.ts';
import { withoutPrivacy } from './language/private.ts';
import { readSpan } from './language/read-date.ts';
import { readTransfer } from './language/read-transfer.ts';
import { spoken } from './language/spoken.ts';
import { wordsOf } from './language/words.ts';
import { type AgentOptions, newAgent } from './new-agent.ts';
import { perform } from './perform.ts';
import { type AgentTask, planOf, questionIn } from './plan.ts';
import { pursue } from './pursue.ts';
import { tryElsewhere, tryFurther } from './reach.ts';
import { hasOtherPages, runSiteErrand } from './run-site-errand.ts';
import { setNamedView } from './set-view.ts';
import { runPurchase } from './shop-errand.ts';
import { withShown } from './shown-values.ts';
import { buttonOfVerb } from './sight/button-of-verb.ts';
import { isField } from './sight/fields.ts';
import { keyOf } from './sight/locate.ts';
import { clearOverlays, declineInterruption } from './sight/overlays.ts';
import type { UiElement } from './sight/page-model.ts';
import type { Scene } from './sight/scene.ts';
import { answerQuestion } from './sign-in/answer-question.ts';
import { isWall } from './sign-in/login-form.ts';
import { codeFields } from './sign-in/one-time-code.ts';
import { signIn } from './sign-in/sign-in.ts';
import type { SiteReader } from './site-reader.ts';
import { weighEnd } from './sureness/weigh-end.ts';
import { doAsTold, speaksOf } from './talk/do-as-told.ts';
import { isSurvey } from './talk/is-survey.ts';
import { isAsking, isFork, isTalk } from './talk/is-talk.ts';
import { isLeftUnread } from './talk/left-unread.ts';
import { readTalk } from './talk/talk.ts';

/** A question only: goes to where its subject is, when this page does not speak of it, and has it shown as it is asked of. */
export async function findSubject(question: string, options: AgentOptions): Promise<void> {
  const agent = newAgent(question, options);
  await pursue(agent, question);
  await setNamedView(agent, question);
}

/** What is nowhere on a site should not take for ever to be told so. */
const LOOKING_LIMIT_MS = 60_000;

/** A question that this page does not answer: goes through the pages of its site until they do. Null when none does. */
export async function findElsewhere(
  question: string,
  options: AgentOptions,
  reader: SiteReader,
): Promise<unknown> {
  const agent = newAgent(question, { ...options, timeLimitMs: LOOKING_LIMIT_MS });
  const chain = reader.isOfData ? null : chainOf(question);
  if (!chain) return explore(agent, question, reader);
  const first = await explore(agent, chain.first, reader);
  if (first === null) return null;
  const second = await explore(agent, chain.second(String(first)), reader);
  return second === null ? first : chain.join(String(first), String(second));
}

/** Does on the open page what the task says, clause by clause. Expected failures are its result. */
export async function runAgent(given: AgentTask, options: AgentOptions): Promise<AgentEnd> {
  const goal = spoken(given.goal);
  const agent = newAgent(goal, options);
  await rest(agent, 4_000);
  await clearOverlays(agent);
  const whole = await withShown(agent, goal);
  agent.instruction = whole;
  const outside = await see(agent);
  const isFree = given.steps.length === 0;
  const named = isFree && !asksForPassword(outside) ? await goToNamed(agent, whole, outside) : null;
  const place = isFree ? await enterPlace(agent, named?.rest ?? whole) : null;
  const task = { ...given, goal: withoutPrivacy(place?.rest ?? named?.rest ?? whole) };
  const start = await see(agent);
  if (place && !place.outcome.ok)
    return endOf(agent, {
      status: 'stuck',
      reason: place.outcome.reason,
      question: '',
      start: outside,
      after: start,
    });
  const intents = await planOf(agent, task, start);
  const deed = { ...task, goal: deedPart(task.goal, intents) };
  // What is told step by step leaves little to understand.
  const weighed = (end: AgentEnd, after: Scene, isPlanned: boolean) =>
    isFree ? weighEnd(agent, end, { start, after, isPlanned }) : end;
  const outcome =
    (await runInShop(agent, deed, start)) ??
    (isFree && isOneDeed(intents) && !asksForPassword(start) ? await takeBest(agent, deed.goal) : null) ??
    (await runOnItem(agent, task, start)) ??
    (named === null ? await runNamed(agent, task, start) : null) ??
    (await runErrand(agent, deed, start)) ??
    (isFree && !asksForPassword(start) ? await narrowAsTold(agent, task.goal) : null) ??
    (isToldOf(task, start) ? await doAsTold(agent, task.goal) : null);
  if (outcome !== null) {
    await leaveField(agent);
    await rest(agent, 1_000);
    await awaitReply(agent);
    const after = await see(agent);
    const question = questionIn(intents);
    const end = outcome.ok
      ? endOf(agent, { status: 'done', reason: '', question, start, after })
      : endOf(agent, { status: 'stuck', reason: outcome.reason, question, start, after });
    return weighed(await honest(agent, end, start, after, []), after, false);
  }
  if (isLeftUnread(task.goal, intents) && !(await pickShownDays(agent, task.goal))?.ok)
    return endOf(agent, {
      status: 'stuck',
      reason: 'nothing of what is to be sent was understood',
      question: '',
      start,
      after: start,
    });
  const end = await carryOut(agent, intents, start);
  const isLate = isIdle(agent, end, intents) && task.steps.length === 0;
  const late = isLate ? await findAsTold(agent, task.goal) : null;
  if (late) await awaitReply(agent);
  const after = await see(agent);
  if (late && !late.ok)
    return endOf(agent, { status: 'stuck', reason: late.reason, question: '', start, after });
  const last = late ? endOf(agent, { ...end, status: 'done', start, after }) : end;
  return weighed(await honest(agent, last, start, after, intents), after, true);
}

/** One thing to do, besides what is asked. */
function isOneDeed(intents: Intent[]): boolean {
  return intents.filter(({ kind }) => kind !== 'ask' && kind !== 'detail').length === 1;
}

/** "Look for films of 1986 by Ann Lee" where the page has fields for that; else what the page itself makes of the words. */
async function findAsTold(agent: Agent, goal: string): Promise<Outcome | null> {
  const isFilled = FINDING.test(goal) && (await fillFrom(agent, goal)) > 0;
  return isFilled ? submitForm(agent, 'search', goal) : doAsTold(agent, goal);
}

const FINDING = /^(?:please\s+)?(?:find|look|search|show|get|list)\b/iu;

/** An order about one entry of a list that this page shows, or a new one. */
async function runOnItem(agent: Agent, { goal, steps }: AgentTask, start: Scene): Promise<Outcome | null> {
  if (steps.length > 0 || asksForPassword(start)) return null;
  return (
    (await doDeedOnItem(agent, goal)) ??
    (await doDeedOnMany(agent, goal)) ??
    (await doDeedOnSome(agent, goal)) ??
    (await transfer(agent, readTransfer(goal))) ??
    (await addEntry(agent, goal)) ??
    (await writeToldCells(agent, goal)) ??
    (await setThingCount(agent, goal)) ??
    (await walkSteps(agent, goal)) ??
    orderThings(agent, goal)
  );
}

/** Something to be bought that has a page of its own on this site, or to be booked of what its search finds. */
async function runInShop(agent: Agent, { goal, steps }: AgentTask, start: Scene): Promise<Outcome | null> {
  if (steps.length > 0 || asksForPassword(start) || isAsking(goal) || !hasOtherPages(start)) return null;
  return (await bookFound(agent, goal)) ?? runPurchase(agent, goal);
}

/** An order about something that has a page of its own on this site. */
async function runNamed(agent: Agent, { goal, steps }: AgentTask, start: Scene): Promise<Outcome | null> {
  if (steps.length > 0 || asksForPassword(start) || isAsking(goal) || isFork(goal) || isToBeFound(goal))
    return null;
  return (
    (await runSiteErrand(agent, goal, start)) ??
    (hasOtherPages(start) ? await changeSetting(agent, goal) : null)
  );
}

/** A task that tells what goes into a form: where that stands is looked for. Null when the site has no such form. */
async function runErrand(agent: Agent, { goal, steps }: AgentTask, start: Scene): Promise<Outcome | null> {
  if (steps.length > 0 || asksForPassword(start)) return null;
  const talk = readTalk(goal);
  if (isFormFor(start.model, talk)) return fillIn(agent, talk);
  return isFormErrand(goal) && (await findForm(agent, talk)) ? fillIn(agent, talk) : null;
}

function asksForPassword({ model }: Scene): boolean {
  return model.elements.some(({ isVisible, type }) => isVisible && type === 'password');
}

/** A task told as people talk, of what this page has. */
function isToldOf({ goal, steps }: AgentTask, start: Scene): boolean {
  if (steps.length > 0 || asksForPassword(start) || isOfCalendar(start, goal)) return false;
  if (isSurvey(start, goal)) return true;
  if (isAsking(goal)) return isTalk(goal) && speaksOf(start, goal).settings > 1;
  return isTalk(goal) || (isFork(goal) && speaksOf(start, goal).rows > 0);
}

/** A stay, told where the page has nothing but a calendar for it. */
function isOfCalendar({ model }: Scene, goal: string): boolean {
  return readSpan(goal) !== null && hasCalendar(model) && !model.elements.some(isField);
}

async function carryOut(agent: Agent, intents: Intent[], start: Scene): Promise<AgentEnd> {
  const question = questionIn(intents);
  const end = (status: AgentEnd['status'], reason: string, after: Scene) =>
    endOf(agent, { status, reason, question, start, after });
  let asked = agent.run.messages.length;
  for (const [index, intent] of intents.entries()) {
    agent.isSendAhead = intents.slice(index + 1).some(isSending);
    if (isSpent(agent)) return end('spent', 'the time for the task was over', await see(agent));
    // The stored login was sent by whoever signed in.
    if (agent.login?.outcome === 'signed_in' && intent.kind === 'submit' && intent.verb === 'log in')
      continue;
    if (index > 0 && isAnswered(agent, asked, intent)) continue;
    const before = intents[index - 1]?.kind;
    asked = agent.run.messages.length;
    const next = intents[index + 1];
    agent.declinesDialogs = next !== undefined && DECLINING.test(next.source);
    agent.run.promptText = next ? literalOf(next) : null;
    if (before !== undefined && !PRESSES.has(before)) await declineInterruption(agent, await see(agent));
    const outside = await see(agent);
    const here = await performBehindWall(agent, intent);
    const outcome =
      here.ok || here.reason === 'NO_ANSWER' || !CAN_BE_ELSEWHERE.has(intent.kind)
        ? here
        : ((await elsewhere(agent, intent)) ?? here);
    const late =
      !outcome.ok && (await awaitCountdown(agent, outside.text)) ? await perform(agent, intent) : outcome;
    const further = late.ok ? late : await onNextStep(agent, intent, late);
    if (!further.ok && further.reason !== 'NO_ANSWER') return end('stuck', further.reason, await see(agent));
    if (!further.ok) return end('unanswered', further.reason, await see(agent));
    if (intent.kind === 'submit' || intent.kind === 'login') await awaitReply(agent);
    if (intent.kind === 'submit' && intent.verb === 'log in' && isRefused(outside, await see(agent)))
      return end('stuck', 'the site did not accept the login', await see(agent));
    const code = await answerCodeIfAsked(agent);
    if (code !== null) return end(code === 'NO_ANSWER' ? 'unanswered' : 'stuck', code, await see(agent));
  }
  const isPressed = intents.slice(-1).some(isPress);
  const keeper = agent.unsaved && buttonOfVerb((await see(agent)).model, intents.at(-1)?.source ?? '');
  if (keeper) await click(agent, await see(agent), keeper);
  else if ((agent.isEditing && !isPressed) || isUnsaved(agent, await see(agent)))
    await submitForm(agent, 'save', '');
  if (intents.at(-1)?.kind !== 'focus') await leaveField(agent);
  if (agent.acts === 0 && agent.remembered !== null) await clickAnswer(agent, agent.remembered);
  await rest(agent, 3_000);
  await awaitReply(agent);
  return end('done', '', await see(agent));
}

/** The same on another page: one that the frame around this one leads to, or one that stands deeper in the site. */
async function elsewhere(agent: Agent, intent: Intent): Promise<Outcome | null> {
  const attempt = () => performBehindWall(agent, intent);
  const near = await tryElsewhere(agent, intent.source, attempt);
  if (near?.ok || !CAN_BE_DEEPER.has(intent.kind)) return near;
  return (await tryFurther(agent, intent.source, attempt)) ?? near;
}

const CAN_BE_DEEPER = new Set<Intent['kind']>(['download', 'open']);

/** What a form of several steps does not ask for here it may ask for on the next one. */
async function onNextStep(agent: Agent, intent: Intent, failed: Outcome): Promise<Outcome> {
  for (let step = 0; step < MOST_STEPS && STEPPED.has(intent.kind) && !isSpent(agent); step += 1) {
    const scene = await see(agent);
    const next = scene.model.elements.find(
      ({ isVisible, isDisabled, role, name }) =>
        isVisible &&
        !isDisabled &&
        role === 'button' &&
        /^(?:next|continue)(?:\s+(?:step|›|→|>))?$/iu.test(name.trim()),
    );
    if (!next || agent.acts === 0 || !(await click(agent, scene, next))) return failed;
    if ((await see(agent)).text === scene.text) return failed;
    const again = await perform(agent, intent);
    if (again.ok) return again;
  }
  return failed;
}

const MOST_STEPS = 4;
const STEPPED = new Set<Intent['kind']>(['type', 'choose', 'set', 'tick', 'fill']);

/** What this clause tells was said to the browser's own dialog, while the act before it opened that. */
function isAnswered({ run }: Agent, asked: number, intent: Intent): boolean {
  if (run.messages.length === asked) return false;
  return (
    DECLINING.test(intent.source) ||
    ACCEPTING.test(intent.source) ||
    (literalOf(intent) !== null && run.promptText === null)
  );
}

/** The one text that a clause wants written, where it names no field of the page. */
function literalOf(intent: Intent): string | null {
  if (intent.kind !== 'type' || intent.entries.length !== 1) return null;
  const value = intent.entries[0]?.value;
  return value?.kind === 'literal' ? value.text : null;
}

/** Whether what was changed stands in a form that has a button for keeping it. */
function isUnsaved({ unsaved, filled }: Agent, { model }: Scene): boolean {
  if (unsaved === null) return false;
  filled.add(keyOf(unsaved));
  const button = submitButton(model, 'save', filled);
  if (button === null) return false;
  return /^(?:save|update|apply)\b/iu.test(button.name.trim()) || isOnlyWay(model, button);
}

/** Everything the page asks for has been given, and there is one button to hand it in. */
function isOnlyWay(model: Scene['model'], button: UiElement): boolean {
  const isHandIn = ({ isVisible, role, name }: UiElement) =>
    isVisible && role === 'button' && /^(?:submit|ok|okay|done|confirm)$/iu.test(name.trim());
  const isEmpty = ({ isVisible, isEditable, isReadonly, isDisabled, value }: UiElement) =>
    isVisible && isEditable && !isReadonly && !isDisabled && value === '';
  return isHandIn(button) && model.elements.filter(isHandIn).length === 1 && !model.elements.some(isEmpty);
}

/** What comes up after these was asked for. */
const PRESSES = new Set<Intent['kind']>([
  'click',
  'act',
  'submit',
  'key',
  'open',
  'close',
  'each',
  'until',
  'when',
]);

/** What names its place by what is done there; anything else is told of the page at hand. */
const CAN_BE_ELSEWHERE = new Set<Intent['kind']>(['act', 'fill', 'set', 'tick', 'download', 'open', 'rate']);

/** A wall met on the way is passed with the stored login; what it kept from being done is done after it. */
async function performBehindWall(agent: Agent, intent: Intent): Promise<Outcome> {
  const closed = agent.run.bounds?.closedPages.size;
  const done = await perform(agent, intent);
  if (agent.run.bounds?.closedPages.size !== closed) return stuck(agent.run.bounds?.complaint ?? '');
  if (!agent.login || !isWall(await see(agent))) return done;
  const entered = await signIn(agent);
  if (!entered.ok) return entered;
  return done.ok ? done : perform(agent, intent);
}

/** A question with its answers on buttons wants one of them pressed. */
async function clickAnswer(agent: Agent, answer: string): Promise<void> {
  const scene = await see(agent);
  const choices = scene.model.elements.filter(
    (element) => element.isVisible && element.isClickable && /^-?\d+$/u.test(element.name),
  );
  const choice = choices.find((element) => element.name === answer);
  if (choice && choices.length > 1) await click(agent, scene, choice);
}

/** The login form is still there and says why, in whatever words. */
function isRefused(before: Scene, scene: Scene): boolean {
  const said = freshLines(before.text, scene.text).filter((line) => !GREETING.test(line));
  if (!asksForPassword(scene)) return false;
  return (
    said.some((line) => wordsOf(line).length > 2) ||
    /\b(?:wrong|incorrect|invalid|not (?:recognised|recognized|valid|match|found)|failed|denied|try again|does(?: not|n't) match)\b/iu.test(
      scene.text,
    )
  );
}

const GREETING = /\b(?:welcome|hello|hi|success\p{L}*|(?:logged|signed)\s+in|thank|code|loading|wait)\b/iu;

async function answerCodeIfAsked(agent: Agent): Promise<string | null> {
  const scene = await see(agent);
  if (codeFields(scene).length === 0 || codeFields(scene).some(({ value }) => value !== '')) return null;
  const isGiven = /\b(?:code|otp|passcode)\b/iu.test(agent.instruction) && /\d{4,8}/u.test(agent.instruction);
  if (isGiven) return null;
  const outcome = await answerQuestion(agent);
  return outcome.ok ? null : outcome.reason;
}
