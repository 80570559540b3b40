import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { isKind, kinship } from '../language/thesaurus.ts';
import { holdsPhrase, similarity } from '../language/words.ts';
import { controlBeside } from '../sight/beside.ts';
import { seek } from '../sight/locate.ts';
import { looksOf } from '../sight/looks.ts';
import { allowedBy, matchTarget } from '../sight/match-target.ts';
import { isBox, isTitle } from '../sight/offered.ts';
import { isInside, type PageModel, type UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import { chooseAll } from './choose-all.ts';
import { click, labelOf, tick } from './hands.ts';
import { untickOthers } from './untick-others.ts';

export async function tickBoxes(agent: Agent, intent: Extract<Intent, { kind: 'tick' }>): Promise<Outcome> {
  const { names, target, isAll, isOn, except, restrictions, source } = intent;
  if (isAll) {
    const { model } = await see(agent);
    const kind = kindAsked(model, source);
    if (kind === 'unknown') return stuck(`nothing on the page is known to be what "${source}" means`);
    const count = model.elements.filter(isBox).length;
    if (count === 0 && isOn) return chooseAll(agent, intent);
    const group = groupAsked(model, source);
    for (let index = 0; index < count && !isSpent(agent); index += 1) {
      const scene = await see(agent);
      const boxes = scene.model.elements.filter(isBox);
      const box = boxes[index];
      if (box && group !== null && box.group !== group) continue;
      if (box && !allowedBy(scene.model, boxes, restrictions).includes(box)) continue;
      if (box && kind !== null && kinship(box.name, kind) < OF_KIND) continue;
      if (box && except.some((name) => similarity(box.name, name) > 0.7)) continue;
      if (box && box.isChecked !== isOn && !(await tick(agent, scene, box, isOn)))
        return stuck(`"${labelOf(box)}" could not be ticked`);
    }
    return count > 0 ? DONE : stuck('there are no boxes to tick');
  }
  if (target) return tickDescribed(agent, target, isOn, source);
  if (isOn) await untickOthers(agent, source, names);
  for (const name of names) {
    const named: Target = { ...readTarget('', []), text: name };
    const found = await seek(agent, (model, isHidden) => {
      const boxes = model.elements.filter(
        (element) => (isBox(element) || element.role === 'radio') && (isHidden ? !element.isVisible : true),
      );
      const best = boxes
        .map((element) => ({
          element,
          score: Math.max(similarity(element.name, name), holdsPhrase(name, element.name) ? 0.7 : 0),
        }))
        .sort((one, other) => other.score - one.score)[0];
      return best && best.score >= 0.5
        ? { element: best.element, score: Math.max(0.66, best.score) }
        : (boxInRow(model, name, isHidden) ?? matchTarget(model, named, { isHidden })[0] ?? null);
    });
    if (!found) return stuck(`there is no box "${name}" (${source})`);
    if (!isBox(found.element) && found.element.role !== 'radio') {
      if (
        drawnState(found.scene.model, controlBeside(found.scene.model, found.element) ?? found.element) !==
        isOn
      ) {
        await click(agent, found.scene, found.element);
        if (looksOf(await see(agent)) === looksOf(found.scene))
          return stuck(`there is no box "${name}" (${source})`);
      }
    } else if (!(await tick(agent, found.scene, found.element, isOn)))
      return stuck(`"${name}" could not be ticked`);
  }
  return DONE;
}

const OF_KIND = 0.8;

/** "Tick all the extras": the boxes of the group that the page calls so. Null where it has none. */
function groupAsked({ elements }: PageModel, source: string): string | null {
  const word = source.match(/\b(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?(\p{Ll}+)/u)?.[1] ?? '';
  const own = elements.find((element) => isBox(element) && similarity(element.group, word) > 0.8);
  return word === '' ? null : (own?.group ?? null);
}

/** "Tick all the colours": only some of the boxes are of that kind. Null where the word is no kind of things, or the page's own. */
function kindAsked(model: PageModel, source: string): string | null {
  const word = source.match(/\b(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?(\p{Ll}+)$/u)?.[1] ?? '';
  if (word !== '' && isTitle(model, word)) return null;
  const boxes = model.elements.filter(isBox);
  const own = boxes.filter(({ name }) => kinship(name, word) >= OF_KIND);
  if (own.length > 0) return own.length < boxes.length ? word : null;
  const isSaid = model.elements.some(({ text, group }) => holdsPhrase(`${text} ${group}`, word));
  return isKind(word) && !isSaid ? 'unknown' : null;
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
  const boxes = isHidden ? [] : inRowOf(model, name, (element) => isBox(element) || isDrawnBox(element));
  const [box] = boxes;
  const isOne = box && boxes.every(({ node }) => isInside(model, node, box.node));
  return isOne ? { element: box, score: 0.8 } : null;
}
