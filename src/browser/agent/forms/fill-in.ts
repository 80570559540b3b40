import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { awaitReply } from '../await-reply.ts';
import { countBehind } from '../hands/count-behind.ts';
import { fillFrom, submitButton } from '../hands/fill-form.ts';
import { click, pressKey } from '../hands/hands.ts';
import { freeText, notAccepted } from '../hands/mend-form.ts';
import { hasCalendar, pickDay } from '../hands/pick-day.ts';
import { settleNumbers } from '../hands/settle-choices.ts';
import { takeBest } from '../hands/take-best.ts';
import { isOtherErrand } from '../language/deeds.ts';
import { isoDay, readDay, relativeDay } from '../language/read-date.ts';
import { isSendingForbidden } from '../language/refrained.ts';
import { normalize } from '../language/words.ts';
import { fieldsOf } from '../press.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { apply, dropUnwanted, nameOf } from '../talk/apply.ts';
import type { Control } from '../talk/controls.ts';
import { factsOf } from '../talk/facts.ts';
import { leftoversOf } from '../talk/leftovers.ts';
import { couldBe, kinOf, mentionsOf } from '../talk/mentions.ts';
import { match } from '../talk/reconcile.ts';
import type { Talk } from '../talk/talk.ts';
import { isLetter } from './errand.ts';
import { isEmptyControl, isRequired, isTerms, neutralOption } from './lacking.ts';
import { mend } from './mend.ts';
import { isSeeking, seekingButton, wantsSeeking } from './seeking.ts';
import { confirmButton, judge } from './verdict.ts';

const MOST_PAGES = 10;
const MOST_ROUNDS = 5;

/** What has been given so far, over all the pages of a form. */
interface Given {
  controls: Set<string>;
  /** Words of the task that have found their place. */
  used: Set<number>;
  isDayPicked: boolean;
  isTimePicked: boolean;
}

/**
 * Fills the open form with what the task says, page by page, and sends it. Done only when the site took it: what it
 * wants and the task does not say ends it, by the name of the field.
 */
export async function fillIn(
  agent: Agent,
  talk: Talk,
  manner: 'sending' | 'only looking' = 'sending',
): Promise<Outcome> {
  const given: Given = { controls: new Set(), used: new Set(), isDayPicked: false, isTimePicked: false };
  let mended = 0;
  let isAgain = false;
  for (let page = 0; page < MOST_PAGES && !isSpent(agent); page += 1) {
    // Behind what was looked up the next form changes something: a question ends before it.
    if (manner === 'only looking' && seekingButton((await see(agent)).model) === null)
      return page > 0 ? DONE : stuck('the form is not for looking something up');
    await fillPage(agent, talk, given, isAgain);
    // What no value looks like ("called weather-notes") may yet be told by the words around it.
    if (lackingOn((await see(agent)).model, talk)) await fillFrom(agent, talk.goal);
    const before = await see(agent);
    const lacking = lackingOn(before.model, talk);
    if (lacking) return stuck(`the form asks for "${lacking.label}", and the task does not say it`);
    if (isSendingForbidden(agent.instruction)) return DONE;
    const button = sendButton(before, agent);
    if (!button) return stuck('the form has no button to send it with');
    if (manner === 'only looking' && !isSeeking(button))
      return stuck(`"${button.name}" does more than look something up`);
    if (isOtherErrand(button, talk.goal))
      return stuck(`the only form found is for something else: "${button.name}"`);
    const unmet = await settleNumbers(agent);
    if (unmet !== null) return stuck(unmet);
    agent.unsaved = null;
    if (!(await click(agent, before, button))) return stuck(`"${button.name}" could not be pressed`);
    await rest(agent, 5_000);
    await awaitReply(agent);
    const status = agent.run.document?.status ?? 200;
    const verdict = judge(before, await see(agent), status, isSeeking(button));
    const best = verdict.kind === 'taken' && isSeeking(button) ? await takeBest(agent, talk.goal) : null;
    if (best && (!best.ok || !asksMore((await see(agent)).model, before.model))) return best;
    if (best) continue;
    if (verdict.kind === 'taken' && isSeeking(button) && !wantsSeeking(talk.goal))
      return stuck(`"${button.name}" only looks for something, and nothing was done with it`);
    if (verdict.kind === 'taken') return DONE;
    isAgain = verdict.kind === 'refused';
    if (verdict.kind === 'onward') continue;
    mended += 1;
    // Some sites give the form back empty.
    given.controls.clear();
    await fillPage(agent, talk, given, true);
    if (mended > 2 || !(await mend(agent, talk, verdict))) return notAccepted(verdict.reason);
  }
  return stuck('the form went on and on');
}

/** What was chosen is asked about: there is a field that the form before did not have. */
function asksMore(after: PageModel, before: PageModel): boolean {
  return [...fieldsOf(after)].some((field) => !fieldsOf(before).has(field));
}

/** Everything the task says of this page, when it comes back only what is empty; what is shown by one choice is looked at in the next round. */
async function fillPage(agent: Agent, talk: Talk, given: Given, isAgain: boolean): Promise<void> {
  await countBehind(agent, talk.goal);
  await dropUnwanted(agent, talk);
  for (let round = 0; round < MOST_ROUNDS && !isSpent(agent); round += 1) {
    const { model } = await see(agent);
    const found = match(model, talk);
    for (const at of found.used) given.used.add(at);
    const open = found.settings.filter(
      (setting) => !given.controls.has(nameOf(setting)) && (!isAgain || isEmptyControl(setting.control)),
    );
    for (const setting of open) {
      given.controls.add(nameOf(setting));
      await apply(agent, setting);
    }
    if ((await openChoices(agent, talk, given)) || (await openLists(agent, talk, given))) continue;
    const isPicked = (await pickShownDay(agent, talk, given)) || (await pickShownTime(agent, talk, given));
    if (open.length === 0 && !isPicked) break;
  }
  await fillRemarks(agent, talk, given);
  await chooseNeutral(agent, talk);
}

/** Boxes that only show once a button beside them is pressed ("Select labels"), where the task names one of them. */
async function openChoices(agent: Agent, talk: Talk, given: Given): Promise<boolean> {
  const scene = await see(agent);
  const { elements } = scene.model;
  const hidden = elements.find(
    ({ isVisible, isFraming, isChecked, role, name }) =>
      !isVisible &&
      !isFraming &&
      isChecked === false &&
      /^(?:checkbox|radio|option)$/u.test(role) &&
      mentionsOf(talk, name).some(({ share, isWanted }) => share > 0.9 && isWanted),
  );
  const opener = elements.findLast(
    ({ isVisible, isExpanded, role, node }) =>
      isVisible && isExpanded === false && role === 'button' && node < (hidden?.node ?? 0),
  );
  if (!hidden || !opener || hidden.node - opener.node > 40 || given.controls.has(`open ${opener.name}`))
    return false;
  given.controls.add(`open ${opener.name}`);
  return click(agent, scene, opener);
}

/** Lists that show what they offer only once they are open: one of it is taken where the task names it. */
async function openLists(agent: Agent, talk: Talk, given: Given): Promise<boolean> {
  const scene = await see(agent);
  const { controls, settings } = match(scene.model, talk);
  const set = new Set(settings.map(({ control }) => control));
  const list = controls.find(
    (control) =>
      control.kind === 'choice' &&
      control.options.length === 0 &&
      !set.has(control) &&
      !given.controls.has(nameOf({ control, value: '' })),
  );
  if (!list) return false;
  given.controls.add(nameOf({ control: list, value: '' }));
  if (!(await click(agent, scene, list.element))) return true;
  await rest(agent, 1_000);
  const open = await see(agent);
  const offered = open.model.elements.filter(({ isVisible, role }) => isVisible && role === 'option');
  const named = offered.filter(({ name }) =>
    mentionsOf(talk, name, kinOf(offered.map((option) => option.name))).some(
      ({ share, isWanted }) => share > 0.6 && isWanted,
    ),
  );
  const [own] = named;
  if (own && named.length === 1) return click(agent, open, own);
  await pressKey(agent, open, list.element, 'Escape');
  return true;
}

const FOR_REMARKS =
  /\b(?:notes?|remarks?|comments?|wish(?:es)?|special|requests?|requirements|anything|know|hints?|tell us|message|other|further|additional|instructions|details|bemerkung\p{L}*|anmerkung\p{L}*)\b/iu;

/** What is left goes to the field for remarks; a field for words of one's own that must not stay empty takes the matter. */
async function fillRemarks(agent: Agent, talk: Talk, given: Given): Promise<void> {
  const { controls, settings } = match((await see(agent)).model, talk);
  const set = new Set(settings.map(({ control }) => control));
  const free = controls.filter(
    (control) =>
      !set.has(control) &&
      isEmptyControl(control) &&
      (control.kind === 'long' || (control.kind === 'text' && FOR_REMARKS.test(control.label))),
  );
  const areas = free.filter(({ kind }) => kind === 'long');
  const remarks =
    free.find(({ kind, label }) => kind === 'long' && FOR_REMARKS.test(label)) ??
    (areas.length === 1 ? areas[0] : free.find(({ label }) => FOR_REMARKS.test(label)));
  const said = leftoversOf(talk, given.used);
  const matter = (control: Control) => freeText(control.element, talk.goal) ?? '';
  for (const control of free) {
    const isAsked =
      isRequired(control) || (control === areas[0] && areas.length === 1 && isLetter(talk.goal));
    const own = isAsked ? matter(control) : '';
    const value =
      control === remarks && said !== ''
        ? [isLetter(talk.goal) ? own : '', said].filter(Boolean).join(' ')
        : own;
    if (value === '') continue;
    given.controls.add(nameOf({ control, value }));
    await apply(agent, { control, value });
  }
}

/** Where a choice must be made that nobody made, the one that commits to nothing. */
async function chooseNeutral(agent: Agent, talk: Talk): Promise<void> {
  for (const control of openOn((await see(agent)).model, talk).filter(isRequired)) {
    const value = isTerms(control) ? true : neutralOption(control);
    if (value !== null) await apply(agent, { control, value });
  }
}

/** A field that must be filled in and for which there is nothing. */
function lackingOn(model: PageModel, talk: Talk): Control | null {
  return openOn(model, talk).find(isRequired) ?? null;
}

function openOn(model: PageModel, talk: Talk): Control[] {
  return match(model, talk).controls.filter(isEmptyControl);
}

/** The button that takes the form on; what lies behind a dialog is none of it. */
function sendButton({ model, text }: Scene, { filled }: Agent): UiElement | null {
  const elements = model.elements.filter(
    ({ isCovered, isFraming, role }) => (!isCovered && !isFraming) || role !== 'button',
  );
  const own = submitButton({ ...model, elements }, '', filled);
  if (own) return own;
  const buttons = elements.filter(
    ({ isVisible, isDisabled, isClickable, isEditable, isFraming, role, name }) =>
      isVisible &&
      !isDisabled &&
      isClickable &&
      !isEditable &&
      !isFraming &&
      role === 'button' &&
      name !== '',
  );
  return confirmButton(model, text) ?? (buttons.length === 1 ? (buttons[0] ?? null) : null);
}

/** A calendar that stands open without a field of its own. */
async function pickShownDay(agent: Agent, talk: Talk, given: Given): Promise<boolean> {
  const { model } = await see(agent);
  const fact = factsOf(talk).find(({ kind, isWanted }) => kind === 'date' && isWanted);
  if (given.isDayPicked || !fact || !hasCalendar(model)) return false;
  if (match(model, talk).controls.some(({ kind }) => kind === 'date')) return false;
  const now = agent.clock.now();
  const today = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() };
  const day = relativeDay(fact.value, today) ?? readDay(fact.value);
  if (!day) return false;
  given.isDayPicked = true;
  for (let at = fact.start; at <= fact.end; at += 1) given.used.add(at);
  return readDay(isoDay(day)) !== null && (await pickDay(agent, null, day)).ok;
}

/** Times of day on buttons: the one that is meant. */
async function pickShownTime(agent: Agent, talk: Talk, given: Given): Promise<boolean> {
  const scene = await see(agent);
  const fact = factsOf(talk).find(({ kind, isWanted }) => kind === 'time' && isWanted);
  if (given.isTimePicked || !fact) return false;
  const times = scene.model.elements.filter(
    ({ isVisible, isClickable, isEditable, isDisabled, role, name }) =>
      isVisible &&
      isClickable &&
      !isEditable &&
      !isDisabled &&
      role !== 'radio' &&
      role !== 'option' &&
      /^\d{1,2}[:.]\d{2}$/u.test(name.trim()),
  );
  const own = times.find(({ name }) =>
    couldBe(fact.value, normalize(name).trim().replace('.', ':').padStart(5, '0')),
  );
  if (!own || times.length < 2) return false;
  given.isTimePicked = true;
  for (let at = fact.start; at <= fact.end; at += 1) given.used.add(at);
  return click(agent, scene, own);
}
