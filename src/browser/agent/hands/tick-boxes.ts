import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { holdsPhrase, similarity, wordsOf } from '../language/words.ts';
import { controlBeside } from '../sight/beside.ts';
import { goBack, type Located, seek, seekInEntries } from '../sight/locate.ts';
import { looksOf } from '../sight/looks.ts';
import { allowedBy, type Match, matchTarget } from '../sight/match-target.ts';
import { isBox } from '../sight/offered.ts';
import { isInside, itemOf, type PageModel, textOf, type UiElement } from '../sight/page-model.ts';
import { closedPlace } from '../sight/panels.ts';
import { inRowOf } from '../sight/row-of.ts';
import type { Scene } from '../sight/scene.ts';
import { click, labelOf, tick } from './hands.ts';
import { freshLines } from './mend-form.ts';
import { headOver, tickAll } from './tick-all.ts';
import { untickOthers } from './untick-others.ts';

export async function tickBoxes(agent: Agent, intent: Extract<Intent, { kind: 'tick' }>): Promise<Outcome> {
  const { names, target, isAll, isOn, source } = intent;
  if (isAll) return tickAll(agent, intent);
  if (target) return tickDescribed(agent, target, isOn, source);
  if (isOn) await untickOthers(agent, source, names);
  const start = await see(agent);
  for (const name of names) {
    const ticked = await tickNamed(agent, name, intent);
    if (!ticked.ok) return ticked;
  }
  const back = await setBack(agent, intent);
  const [why] = back === null ? [] : freshLines(start.text, (await see(agent)).text);
  return back === null ? DONE : stuck(`the page set "${back}" back${why ? `: ${why.slice(0, 100)}` : ''}`);
}

/** How long a page may take to undo what it does not allow. */
const SETTING_BACK_MS = 900;

/** The first of the names that the page does not let be as it was told; null where all of them stay so, or nothing tells. */
async function setBack(
  agent: Agent,
  { names, isOn, place = '' }: Extract<Intent, { kind: 'tick' }>,
): Promise<string | null> {
  const stateOf = ({ model }: Scene, name: string) => {
    const element = boxCalled(model, name, place, false)?.element;
    if (!element?.isVisible) return null;
    return isBox(element) ? element.isChecked : drawnState(model, controlBeside(model, element) ?? element);
  };
  const done = await see(agent);
  const set = names.filter((name) => stateOf(done, name) === isOn);
  if (set.length === 0) return null;
  await agent.clock.sleep(SETTING_BACK_MS, agent.signal);
  const after = await see(agent);
  return set.find((name) => stateOf(after, name) === !isOn) ?? null;
}

async function tickNamed(
  agent: Agent,
  name: string,
  { isOn, source, place = '' }: Extract<Intent, { kind: 'tick' }>,
): Promise<Outcome> {
  const find = (model: PageModel, isHidden: boolean) => boxCalled(model, name, place, isHidden);
  if (place !== '') await openPlace(agent, name, place);
  const found = (await seek(agent, find)) ?? (await seekInMenu(agent, find));
  if (!found) return stuck(`there is no box "${name}" (${source})`);
  const { scene, element } = found;
  if (isBox(element) || element.role === 'radio')
    return (await tick(agent, scene, element, isOn)) ? DONE : stuck(`"${name}" could not be ticked`);
  if (drawnState(scene.model, controlBeside(scene.model, element) ?? element) === isOn) return DONE;
  await click(agent, scene, element);
  return looksOf(await see(agent)) === looksOf(scene) ? stuck(`there is no box "${name}" (${source})`) : DONE;
}

/** The box or switch of that name, those first that stand in the named place; else what is called so and may be drawn as one. */
function boxCalled(model: PageModel, name: string, place: string, isHidden: boolean): Match | null {
  const boxes = model.elements.filter(
    (element) => (isBox(element) || element.role === 'radio') && (isHidden ? !element.isVisible : true),
  );
  const best = boxes
    .map((element) => ({
      element,
      score: Math.max(similarity(element.name, name), holdsPhrase(name, element.name) ? 0.7 : 0),
      isPlaced:
        isInNamedRow(model, element, boxes, name) ||
        (place !== '' && holdsPhrase(`${element.group} ${headOver(model, element)}`, place)),
    }))
    .sort((one, other) => other.score - one.score || Number(other.isPlaced) - Number(one.isPlaced))[0];
  if (best && best.score >= 0.5) return { element: best.element, score: Math.max(0.66, best.score) };
  const named: Target = { ...readTarget('', []), text: name };
  return boxInRow(model, name, isHidden) ?? matchTarget(model, named, { isHidden })[0] ?? null;
}

/** "Email for comments": of the boxes called so, one in every row, that of the row which the rest of the words name. */
function isInNamedRow(model: PageModel, box: UiElement, boxes: UiElement[], name: string): boolean {
  const peers = boxes.filter((other) => other.name === box.name);
  const row = peers.length < 2 ? '' : textOf(model, itemOf(model, box, peers));
  return (
    row !== '' &&
    wordsOf(row).some((word) => word.length > 2 && !holdsPhrase(box.name, word) && holdsPhrase(name, word))
  );
}

/** The tab, section or entry of a menu that the task says it is behind, also when another one is open. */
async function openPlace(agent: Agent, name: string, place: string): Promise<void> {
  for (const mayGoBack of [true, false]) {
    const scene = await see(agent);
    const closed = closedPlace(scene.model, { ...readTarget('', []), text: name, near: place });
    const shown = boxCalled(scene.model, name, place, false);
    if (!closed && shown?.element.isVisible && isBox(shown.element)) return;
    const way = closed ?? scene.model.elements.find((element) => isWayTo(element, place));
    if (way) await click(agent, scene, way);
    if (way || !mayGoBack || !(await goBack(agent))) return;
  }
}

function isWayTo(
  { isVisible, isHeard, isClickable, isEditable, role, name }: UiElement,
  place: string,
): boolean {
  const isPressed = isVisible && (isHeard || isClickable) && !isEditable && role !== 'switch';
  return isPressed && similarity(name, place) >= SAME_NAME;
}

const SAME_NAME = 0.95;

/** A menu without any boxes has them behind its entries; from the entry at hand the way leads back to the others. */
async function seekInMenu(
  agent: Agent,
  find: (model: PageModel, isHidden: boolean) => Match | null,
): Promise<Located | null> {
  const again = (await goBack(agent)) ? await seek(agent, find) : null;
  const hasBoxes = (await see(agent)).model.elements.some((element) => element.isVisible && isBox(element));
  return again ?? (hasBoxes ? null : seekInEntries(agent, find));
}

/** Whether a switch that is only drawn is on: its class says so, and those of its kind that are off lack the word. Null where nothing tells. */
function drawnState({ elements }: PageModel, { hints, tag, box }: UiElement): boolean | null {
  const isOn = (words: string) => words.split(' ').some((word) => STATES.has(word));
  if (isOn(hints)) return true;
  const isAlike = (other: UiElement) =>
    other.tag === tag &&
    Math.abs(other.box.width - box.width) < 2 &&
    Math.abs(other.box.height - box.height) < 2;
  return elements.some((other) => isAlike(other) && isOn(other.hints)) ? false : null;
}

const STATES = new Set(['on', 'checked', 'active', 'selected', 'enabled']);

/** "Tick the row whose city is Oslo": the box of what is described, else the thing itself. */
async function tickDescribed(agent: Agent, target: Target, isOn: boolean, source: string): Promise<Outcome> {
  const found = await seek(agent, (model, isHidden) => {
    const boxes = model.elements.filter((element) => isBox(element) && element.isVisible !== isHidden);
    const allowed = target.restrictions.length > 0 ? allowedBy(model, boxes, target.restrictions) : [];
    const meant = allowed.length === 1 ? allowed[0] : null;
    return meant ? { element: meant, score: 0.9 } : (matchTarget(model, target, { isHidden })[0] ?? null);
  });
  if (!found) return stuck(`there is no such box (${source})`);
  const isDone = isBox(found.element)
    ? await tick(agent, found.scene, found.element, isOn)
    : await click(agent, found.scene, found.element);
  return isDone ? DONE : stuck(`"${labelOf(found.element)}" could not be ticked`);
}

function isDrawnBox({ isHeard, isEditable, name, hints, role }: UiElement): boolean {
  return (
    isHeard &&
    !isEditable &&
    role === '' &&
    !/[\p{L}\p{N}]/u.test(name) &&
    /\b(?:check|tick) ?box\b/u.test(hints)
  );
}

function boxInRow(model: PageModel, name: string, isHidden: boolean) {
  const peers = model.elements.filter((element) => element.isVisible && isBox(element));
  const boxes = isHidden
    ? []
    : inRowOf(model, name, (element) => isBox(element) || isDrawnBox(element)).filter(
        (element) => !isOfOtherRow(model, element, peers, name),
      );
  const [box] = boxes;
  const isOne = box && boxes.every(({ node }) => isInside(model, node, box.node));
  return isOne ? { element: box, score: 0.8 } : null;
}

/** The box stands in a row of its own that speaks of something else. */
function isOfOtherRow(model: PageModel, box: UiElement, peers: UiElement[], name: string): boolean {
  const row = textOf(model, itemOf(model, box, peers));
  return wordsOf(row).length > 0 && similarity(row, name) < SAME_NAME && !holdsPhrase(row, name);
}
