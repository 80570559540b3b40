import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import { awaitReply } from '../await-reply.ts';
import { isSeeking } from '../forms/seeking.ts';
import { confirm } from '../hands/act-form.ts';
import { countBehind } from '../hands/count-behind.ts';
import { fillFrom, submitButton } from '../hands/fill-form.ts';
import { click } from '../hands/hands.ts';
import { fillMissing, notAccepted, refusalOf } from '../hands/mend-form.ts';
import { setBounds } from '../hands/set-bounds.ts';
import { settleNumbers } from '../hands/settle-choices.ts';
import { takeBest } from '../hands/take-best.ts';
import { readBest } from '../language/read-best.ts';
import { isSendingForbidden } from '../language/refrained.ts';
import { normalize } from '../language/words.ts';
import { keyOf, seek } from '../sight/locate.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { answerQuestions } from './answer-questions.ts';
import { apply, dropUnwanted, nameOf, twin } from './apply.ts';
import { controlsOn } from './controls.ts';
import { mentionsOf } from './mentions.ts';
import { type PickedRows, pickRows, type RowPress, rowText } from './pick-row.ts';
import { reconcile } from './reconcile.ts';
import type { Setting } from './setting.ts';
import { readTalk, type Talk } from './talk.ts';

const MOST_ROUNDS = 6;

/** What the page has for a task: what to set, what to press in rows, what to take from menus, what buttons it names. */
interface Reading {
  settings: Setting[];
  rows: PickedRows | null;
  hidden: UiElement | null;
  buttons: UiElement[];
}

/** What has been done of a task so far. */
interface Progress {
  given: Set<string>;
  pressed: Set<string>;
  /** Words of the task that have told which row was meant. */
  spent: Set<number>;
}

/**
 * A task told as people talk is read from the page: what it says of each control is set, what it says of a row is
 * pressed there, and then what sends it. Null when the page has nothing that the task speaks of.
 */
export async function doAsTold(agent: Agent, goal: string): Promise<Outcome | null> {
  const talk = readTalk(goal);
  const progress: Progress = { given: new Set(), pressed: new Set(), spent: new Set() };
  const acts = agent.acts;
  const isBestTaken = readBest(goal)?.isTaken === true;
  await countBehind(agent, goal);
  await setBounds(agent, goal);
  await dropUnwanted(agent, talk);
  const bounded = new Set(agent.filled);
  for (let round = 0; round < MOST_ROUNDS && !isSpent(agent); round += 1) {
    const { settings, rows, hidden, buttons } = readScene((await see(agent)).model, talk, progress);
    const taken = isBestTaken && settings.length === 0 ? await takeBest(agent, goal) : null;
    if (taken) return taken;
    const hasOwn = settings.length > 0 || rows !== null || hidden !== null;
    // A button that is named and nothing else is what the plain reading is for.
    if (!hasOwn && (round === 0 || buttons.length === 0)) break;
    for (const setting of settings.filter(({ control }) => !bounded.has(keyOf(control.element)))) {
      progress.given.add(nameOf(setting));
      await apply(agent, setting);
    }
    for (const press of rows?.presses ?? []) await pressRow(agent, press);
    for (const at of rows?.spent ?? []) progress.spent.add(at);
    if (rows) progress.pressed.add(ROW);
    if (hidden) await pressHidden(agent, hidden, progress);
    // What the press has opened is looked at before anything is sent.
    if (hasOwn && settings.length === 0) continue;
    const sent = await send(agent, talk, progress, settings.length > 0);
    if (sent === null) break;
    if (!sent.ok) return sent;
    await rest(agent, 3_000);
  }
  if (agent.acts === acts) return null;
  if (isBestTaken) return stuck('nothing came up of which the best could be taken');
  // Who wants something bought has not got it by looking for it: the plain reading goes on from there.
  return BUYING.test(goal) && isSeeking({ name: agent.pressed?.name ?? '' }) ? null : DONE;
}

const BUYING = /^(?:please\s+)?(?:buy|book|order|reserve|purchase)\b/iu;

/** Whether the page has enough of what a task speaks of to be worked from its side. */
export function speaksOf(
  { model }: Scene,
  goal: string,
): { settings: number; rows: number; questions: number } {
  const none = { given: new Set<string>(), pressed: new Set<string>(), spent: new Set<number>() };
  const talk = readTalk(goal);
  const { settings, rows } = readScene(model, talk, none);
  const questions = answerQuestions(controlsOn(model), talk).length;
  return { settings: settings.length, rows: rows?.presses.length ?? 0, questions };
}

const ROW = 'a row';

function readScene(model: PageModel, talk: Talk, { given, pressed, spent }: Progress): Reading {
  const rows = pressed.has(ROW) || readBest(talk.goal)?.isTaken ? null : pickRows(model, talk);
  const known = new Set([...spent, ...(rows?.spent ?? [])]);
  const settings = reconcile(model, talk, known).filter((setting) => !given.has(nameOf(setting)));
  const hidden = settings.length > 0 || rows || pressed.size > 0 ? null : hiddenChoice(model, talk);
  return { settings, rows, hidden, buttons: mentionedButtons(model, talk, pressed) };
}

/** An entry of a closed menu that the task names, when it names what opens the menu too. */
function hiddenChoice({ elements }: PageModel, talk: Talk): UiElement | null {
  const isOpener = ({ isVisible, isExpanded, opens }: UiElement) =>
    isVisible && (isExpanded === false || opens >= 0);
  const isNamed = ({ name }: UiElement) =>
    mentionsOf(talk, name).some(({ share, isWanted }) => share > 0.9 && isWanted);
  if (!elements.some((element) => isOpener(element) && isNamed(element))) return null;
  const entries = elements.filter(
    ({ isVisible, role, name }) =>
      !isVisible && /^(?:menuitem|menuitemradio|option)$/u.test(role) && name !== '',
  );
  return entries.find(isNamed) ?? null;
}

async function pressHidden(agent: Agent, entry: UiElement, { pressed }: Progress): Promise<void> {
  pressed.add(normalize(entry.name));
  const found = await seek(agent, (model, isHidden) => {
    const element = model.elements.find((one) => one.isVisible !== isHidden && keyOf(one) === keyOf(entry));
    return element ? { element, score: 1 } : null;
  });
  if (found) await click(agent, found.scene, found.element);
}

/** Presses in a row; a question whether that is meant is answered with yes. */
async function pressRow(agent: Agent, { element, text }: RowPress): Promise<void> {
  const before = await see(agent);
  const same = before.model.elements.filter((other) => other.isVisible && keyOf(other) === keyOf(element));
  const rows = same.length < 2 ? same : same.filter((one) => rowText(before.model, one, same) === text);
  const now = [...rows, ...same].find(({ node }) => node === element.node && rows.length !== 1) ?? rows[0];
  if (!now || !(await click(agent, before, now))) return;
  await rest(agent, 2_000);
  await confirm(agent, { scene: before, element: now });
}

/** Leads from each step of a form to the next. */
function isOnward({ name }: UiElement): boolean {
  return /^(?:next|continue|proceed)\b/u.test(normalize(name));
}

function buttonsOn({ elements }: PageModel, pressed: ReadonlySet<string>): UiElement[] {
  const buttons = elements.filter(
    ({ isVisible, isDisabled, isClickable, isEditable, role, isFraming, name }) =>
      isVisible &&
      !isDisabled &&
      isClickable &&
      !isEditable &&
      role === 'button' &&
      !isFraming &&
      name !== '',
  );
  return buttons.filter(
    ({ name, tag }) =>
      tag !== 'div' &&
      tag !== 'li' &&
      !pressed.has(normalize(name)) &&
      buttons.filter((other) => normalize(other.name) === normalize(name)).length === 1,
  );
}

/** Buttons that stand once on the page and that the task names, in the order it names them. */
function mentionedButtons(model: PageModel, talk: Talk, pressed: ReadonlySet<string>): UiElement[] {
  const buttons = buttonsOn(model, pressed);
  const firsts = buttons.map(({ name }) => normalize(name).split(' ')[0]);
  return buttons
    .flatMap((element, index) => {
      // "Remove X" and "Remove Y" are told apart only by their whole names.
      const least = firsts.filter((first) => first === firsts[index]).length > 1 ? 0.9 : 0.5;
      const said = mentionsOf(talk, element.name).find(({ isWanted, share }) => isWanted && share >= least);
      return said ? [{ element, at: said.end }] : [];
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ element }) => element);
}

/** Presses what the task names, else the button that sends what was filled in; null when there is neither. */
async function send(
  agent: Agent,
  talk: Talk,
  { pressed }: Progress,
  isFilled: boolean,
): Promise<Outcome | null> {
  const unmet = await settleNumbers(agent);
  if (unmet !== null) return stuck(unmet);
  const before = await see(agent);
  const [named] = mentionedButtons(before.model, talk, pressed);
  const all = buttonsOn(before.model, new Set());
  const own =
    isFilled && !agent.isSendAhead
      ? (submitButton(before.model, '', agent.filled) ?? (all.length === 1 ? all[0] : null))
      : null;
  const button = named ?? own;
  if (button !== named && isSendingForbidden(agent.instruction)) return null;
  if (!button || (pressed.has(normalize(button.name)) && !isOnward(button))) return null;
  pressed.add(normalize(button.name));
  agent.unsaved = null;
  if (!(await click(agent, before, button))) return null;
  await awaitReply(agent);
  const refusal = refusalOf(before, await see(agent), agent.filled);
  if (refusal === null || !isFilled) return DONE;
  const mended = (await fillFrom(agent, talk.text)) + (await fillMissing(agent, talk.text, true));
  const again = await see(agent);
  const same = twin(again, button);
  if (mended === 0 || !same || !(await click(agent, again, same))) return notAccepted(refusal);
  const still = refusalOf(again, await see(agent), agent.filled);
  return still === null ? DONE : notAccepted(still);
}
