import { type Agent, DONE, type Outcome, rest, see, stuck } from './agent-context.ts';
import { approach, controlsFor, editorOn, isPlaceFor, makerOn, rowOf, stateFor } from './approach.ts';
import { fillIn } from './forms/fill-in.ts';
import { doDeedOnItem } from './hands/deed-on-item.ts';
import { submitForm } from './hands/fill-form.ts';
import { click, labelOf, tick } from './hands/hands.ts';
import { notAccepted, pressRefused } from './hands/mend-form.ts';
import { setField } from './hands/set-field.ts';
import { readItemDeed } from './language/item-deed.ts';
import { isControlVerb, readSiteErrand, type SiteErrand } from './language/site-errand.ts';
import { holdsPhrase, normalize, stem, wordsOf } from './language/words.ts';
import { isField } from './sight/fields.ts';
import { keyOf } from './sight/locate.ts';
import type { UiElement } from './sight/page-model.ts';
import type { Scene } from './sight/scene.ts';
import { match } from './talk/reconcile.ts';
import { readTalk } from './talk/talk.ts';

/**
 * An order about something with a name, done on the page of the site that is about it. Null where no page is surely the
 * one, or it has nothing for the order.
 */
export async function runSiteErrand(agent: Agent, goal: string, start: Scene): Promise<Outcome | null> {
  const errand = readSiteErrand(goal);
  if (!errand) return null;
  // A setting without a name ("my pickup branch") has no page of its own.
  const isSetting = !errand.isNew && !isControlVerb(errand);
  if (errand.names.length === 0 && (isSetting || errand.words.length < 2)) return null;
  if (!hasOtherPages(start) || isPlaceFor(start.model, errand)) return null;
  // A list may have it on a later page, or behind the sign of its row. What is edited has a page of its own, or a form here.
  const isOfList = errand.names.length > 0 && readItemDeed(goal)?.deed !== 'edit';
  let isDone = false;
  const attempt = async () => {
    isDone = isOfList && (await doDeedOnItem(agent, goal))?.ok === true;
    return isDone;
  };
  if (!(await approach(agent, errand, goal, attempt))) return null;
  return isDone ? DONE : doThere(agent, errand, goal);
}

/** Tasks of a single page are its own business. */
export function hasOtherPages({ model }: Scene): boolean {
  return model.elements.some(({ href, isRoute }) => isRoute || /^(?:https?:)?\/|^\w[\w/-]*$/u.test(href));
}

async function doThere(agent: Agent, errand: SiteErrand, goal: string): Promise<Outcome | null> {
  const scene = await see(agent);
  const talk = readTalk(goal);
  if (isControlVerb(errand)) {
    const controls = controlsFor(scene.model, errand);
    const own = controls.filter((control) =>
      errand.names.some((name) => holdsPhrase(rowOf(scene.model, control, controls), name)),
    );
    const control = controls.length === 1 ? controls[0] : own.length === 1 ? own[0] : undefined;
    if (control) return press(agent, scene, control, goal);
    const state = stateFor(scene.model, errand);
    return state && setState(agent, scene, state);
  }
  const maker = errand.isNew ? makerOn(scene.model, errand) : null;
  const isOpen = match(scene.model, talk).settings.length > 0;
  if (maker && !isOpen) return openAndFill(agent, scene, maker, goal);
  const renamed = errand.isNew ? null : await replaceValue(agent, scene, errand, goal);
  if (renamed) return renamed;
  const editor = errand.isNew ? null : editorOn(scene.model, errand);
  if (editor && (!isOpen || speaksMore(editor, errand))) return openAndFill(agent, scene, editor, goal);
  return isOpen ? fillIn(agent, talk) : null;
}

/** Presses what shows a form, and fills that in. */
async function openAndFill(agent: Agent, before: Scene, opener: UiElement, goal: string): Promise<Outcome> {
  if (!(await click(agent, before, opener))) return stuck(`"${labelOf(opener)}" could not be pressed`);
  await rest(agent, 3_000);
  return freshOnes(before, await see(agent)).some(isForFilling)
    ? fillIn(agent, readTalk(goal))
    : stuck(`"${labelOf(opener)}" was pressed, and no form came up`);
}

/** What came up since. */
function freshOnes(before: Scene, after: Scene): UiElement[] {
  const old = new Set(before.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  return after.model.elements.filter((element) => element.isVisible && !old.has(keyOf(element)));
}

function isForFilling(element: UiElement): boolean {
  const isBox = /^(?:checkbox|radio|switch)$/u.test(element.role);
  return (isBox || isField(element)) && !element.isFraming && element.type !== 'search';
}

/** "Edit labels" where a label is to be added, whatever else the page has fields for. */
function speaksMore({ name }: UiElement, { words }: SiteErrand): boolean {
  return wordsOf(name).some((word) => words.includes(stem(word)));
}

/** "Rename A to B": the field that holds A now. */
async function replaceValue(
  agent: Agent,
  scene: Scene,
  { names }: SiteErrand,
  goal: string,
): Promise<Outcome | null> {
  const wanted = goal.match(/\bto\s+(?:"([^"]+)"|“([^”]+)”)[.\s]*$/u);
  const value = wanted?.[1] ?? wanted?.[2];
  const held = scene.model.elements.filter(
    (element) =>
      element.isVisible && element.isEditable && names.some((name) => element.value.trim() === name),
  );
  const [element] = held;
  if (value === undefined || !element || held.length > 1) return null;
  const typed = await setField(agent, { scene, element }, value);
  return typed.ok ? submitForm(agent, 'save', '') : typed;
}

const YES = /^(?:yes\b.*|ok|okay|confirm\b.*|sure|continue|i am sure)$/u;
const NO = /^(?:no\b.*|cancel|keep\b.*|back|go back|never mind|close)$/u;

/** Presses it, answers what is asked back, and looks whether anything came of it. */
async function press(agent: Agent, before: Scene, control: UiElement, goal: string): Promise<Outcome> {
  if (!(await click(agent, before, control))) return stuck(`"${labelOf(control)}" could not be pressed`);
  await rest(agent, 3_000);
  let after = await see(agent);
  const fresh = freshOnes(before, after);
  if (fresh.some(isForFilling)) return fillIn(agent, readTalk(goal));
  const buttons = fresh.filter(({ isClickable, role }) => isClickable && role === 'button');
  const yes =
    buttons.find(({ name }) => YES.test(normalize(name))) ??
    buttons.find(({ name }) => !NO.test(normalize(name)) && isNamedLike(name, control));
  if (yes && fresh.some(({ name }) => NO.test(normalize(name)))) {
    await click(agent, after, yes);
    await rest(agent, 3_000);
    after = await see(agent);
  }
  const refusal = pressRefused(before, after, agent.filled);
  if (refusal !== null) return notAccepted(refusal);
  return after.text === before.text && after.model.url === before.model.url && isStill(after, control)
    ? stuck(`"${labelOf(control)}" was pressed, and nothing on the page changed`)
    : DONE;
}

/** "Delete review" asks back with "Delete". */
function isNamedLike(name: string, control: UiElement): boolean {
  return wordsOf(name)[0] === wordsOf(control.name)[0];
}

function isStill({ model }: Scene, control: UiElement): boolean {
  return model.elements.some((element) => element.isVisible && keyOf(element) === keyOf(control));
}

async function setState(
  agent: Agent,
  scene: Scene,
  { element, value }: { element: UiElement; value: string | boolean },
): Promise<Outcome> {
  const isSet =
    typeof value === 'boolean'
      ? await tick(agent, scene, element, value)
      : (await setField(agent, { scene, element }, value)).ok;
  if (!isSet) return stuck(`"${labelOf(element)}" could not be set`);
  return submitForm(agent, 'save', '');
}
