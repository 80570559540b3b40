import { quotesIn } from '../../task/index.ts';
import { failed, isSpent, type Outcome, see } from '../agent.ts';
import { click, tick } from '../hands/hands.ts';
import { dragBetween, middleOf } from '../hands/pointer.ts';
import { did } from '../hands/set-field.ts';
import type { Target } from '../language/target.ts';
import { readTarget } from '../language/target.ts';
import {
  elementAt,
  elementsIn,
  isPressable,
  isTicked,
  keyOf,
  labelOf,
  type PageModel,
  type UiElement,
} from '../sight/page-model.ts';
import type { Row } from '../sight/rows.ts';
import { holdsPhrase, isFiller, namesIn, normalize, stemsOf, tellingStems } from '../words.ts';
import { type Course, meant } from './course.ts';
import { fillGiven, followThrough, submit } from './fill-form.ts';
import { find } from './find.ts';
import { givenIn } from './given.ts';
import {
  controlIn,
  extremeRow,
  LIKELY,
  type Match,
  matches,
  pressables,
  rowsFor,
  SURE,
  verbScore,
} from './match.ts';
import { mainOf, pick, rowsLike } from './pick.ts';

const MOST_HOPS = 3;
/** A page's names for the way to a new thing. */
const MAKING =
  /^(?:create|add|make|write|compose|new|post|start|schedule|book|plan|register|set up|open|put|request|submit|file|report|send|order|apply|reserve)$/u;
const NEW = /^(?:\+|new|add|create|compose|write|start|book|schedule|request|post)\b|^[+＋➕]/u;
const EDITING = /^(?:update|edit|change|modify|correct|set)$/u;
const MENU = /^(?:more|more options|options|actions|menu|⋮|⋯|…|•••|\.\.\.)$/u;

/**
 * Does what a verb says to a thing: by the control of that name in the thing's row, by a button of that name, by the form
 * that takes what the task gives; else on the page that the thing, or the way to it, leads to.
 */
export async function doDeed(course: Course, verb: string, target: Target, source: string): Promise<Outcome> {
  const { agent } = course;
  const phrase = withoutNew((await see(agent)).text, meant(course, target.phrase), source);
  if (phrase !== '' && !/^(?:me|us)\b/iu.test(phrase)) course.about = phrase;
  const tried = new Set<string>();
  const moved = MOVING.test(verb) ? await moveInto(course, source) : null;
  if (moved) return moved;
  for (let hop = 0; hop <= MOST_HOPS && !isSpent(agent); hop += 1) {
    const scene = await see(agent);
    const { model } = scene;
    const rows = rowsMeant(model, target, phrase, verb);
    if (target.many !== null && rows.length > 1)
      return failed(`doing "${verb}" to several things takes a language model`);
    const [row] = rows;
    const inRow = row && rows.length <= 2 ? controlIn(model, row, verb) : null;
    if (inRow) return pressed(course, inRow.element, verb, source);
    const isOther = !MAKING.test(verb) && rows.length === 0 && lacksNames(scene.text, phrase);
    const button = isOther ? null : buttonFor(model, verb, phrase);
    const given = givenIn(agent, model, source).filter(({ how }) => how !== 'press').length;
    if (button && (given === 0 || button.score > 0.9 || hop > 0)) {
      if (given > 0) await fillGiven(course, source);
      return pressed(course, button.element, verb, source);
    }
    if (given > 0) {
      await fillGiven(course, source);
      return submit(course, verb, source);
    }
    if (row && rows.length === 1) {
      const done = await viaRow(course, row, verb, source, tried);
      if (done) return done;
      continue;
    }
    const direct = matches(model, readTarget(phrase)).find(
      ({ element }) => element.role === 'button' || element.role === '' || isTicked(element),
    );
    if (direct && direct.score >= SURE && !NEW.test(normalize(direct.element.name)) && hop === 0)
      return pressed(course, direct.element, verb, source);
    const way = wayTo(model, verb, phrase, tried);
    if (!way && isOther && hop === 0 && (await turnTo(course, phrase))) continue;
    if (!way) return byChoices(course, verb, source);
    tried.add(keyOf(way));
    if (!(await click(agent, scene, way))) break;
  }
  return failed(`nothing on the page does "${source.slice(0, 120)}"`);
}

/** The named thing may stand further down, or on the next pages of a list. */
async function turnTo({ agent }: Course, phrase: string): Promise<boolean> {
  return (await find(agent, (model) => pick(model, readTarget(phrase)), { words: phrase })) !== null;
}

/** Nothing says the verb: what the page offers to choose, and the words name, is chosen and sent. */
async function byChoices(course: Course, verb: string, source: string): Promise<Outcome> {
  const { agent } = course;
  const given = givenIn(agent, (await see(agent)).model, source);
  if (given.length === 0) return failed(`nothing on the page does "${source.slice(0, 120)}"`);
  await fillGiven(course, source);
  return submit(course, verb, source);
}

/** Without the texts that the task brings: what is to be written is not what it is done to. */
function withoutNew(text: string, phrase: string, source: string): string {
  const brought = quotesIn(source).filter((quote) => !holdsPhrase(text, quote));
  return brought
    .reduce((rest, quote) => rest.replace(quote, ' '), phrase)
    .replace(/\s+/gu, ' ')
    .trim();
}

function rowsMeant(model: PageModel, target: Target, phrase: string, verb: string): Row[] {
  if (target.extreme) {
    const row = extremeRow(rowsLike(model, phrase), target.extreme);
    return row ? [row] : [];
  }
  if (target.ordinal !== null) {
    const row = rowsLike(model, phrase).at(target.ordinal > 0 ? target.ordinal - 1 : target.ordinal);
    return row ? [row] : [];
  }
  const rows = rowsFor(model, phrase);
  return rows.filter((row) => controlIn(model, row, verb) !== null).length > 0
    ? rows.filter((row) => controlIn(model, row, verb) !== null)
    : rows;
}

/** The page does not name the task's thing: its offers are for something else. */
function lacksNames(text: string, phrase: string): boolean {
  const names = namesIn(`of ${phrase.replace(/\b(?:to|as|with|saying)\b.*$/iu, '')}`);
  return names.length > 0 && !names.some((name) => holdsPhrase(text, name));
}

/** Presses it and follows what comes up. */
async function pressed(course: Course, element: UiElement, verb: string, source: string): Promise<Outcome> {
  const { agent } = course;
  const scene = await see(agent);
  const now =
    scene.model.elements.find((one) => one.node === element.node && one.signature === element.signature) ??
    element;
  if (!(await click(agent, scene, now))) return failed(`"${labelOf(element)}" could not be used`);
  course.unsent = null;
  return followThrough(course, verb, source, scene.model);
}

/** A button whose name says the verb, and nothing that the task does not speak of. */
function buttonFor(model: PageModel, verb: string, phrase: string): Match | null {
  const said = new Set([...stemsOf(verb), ...stemsOf(phrase)]);
  const scored = pressables(model)
    .filter((one) => one.role !== 'link' || !one.isFraming || phrase === '')
    .map((element) => {
      const byVerb = verbScore(element, verb);
      const own = stemsOf(element.name).filter((stem) => !isFiller(stem));
      const strange = own.filter((stem) => !said.has(stem)).length;
      return {
        element,
        score: byVerb === 0 ? 0 : byVerb - 0.2 * strange - (element.role === 'link' ? 0.05 : 0),
      };
    });
  const [top] = scored.sort((one, other) => other.score - one.score);
  const best = top && top.score >= 0.55 ? top : textCalled(model, verb);
  const twins = scored.filter(({ score }) => best && score >= best.score - 0.01);
  // One in every row is none of its own.
  return best && best.score >= 0.55 && twins.length <= 2 ? best : null;
}

/** A text that shows nothing of being pressable, called just like the verb. */
function textCalled(model: PageModel, verb: string): Match | undefined {
  const element = model.elements.find(
    (one) => one.isVisible && one.text !== '' && normalize(one.text) === normalize(verb),
  );
  return element && { element, score: 0.8 };
}

/** The row's own menu, its box and the toolbar, or the page behind it. Null where the next look decides. */
async function viaRow(
  course: Course,
  row: Row,
  verb: string,
  source: string,
  tried: Set<string>,
): Promise<Outcome | null> {
  const { agent } = course;
  const scene = await see(agent);
  const inside = elementsIn(scene.model, row.node);
  const menu = inside.find(
    (one) =>
      isPressable(one) &&
      (MENU.test(normalize(one.name)) || /\b(?:more|menu|kebab|dots|ellipsis)\b/u.test(one.hints)) &&
      !tried.has(keyOf(one)),
  );
  if (menu) {
    tried.add(keyOf(menu));
    await click(agent, scene, menu);
    const open = await see(agent);
    const known = new Set(scene.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
    const entry = pressables(open.model).filter(
      (one) => !known.has(keyOf(one)) && verbScore(one, verb) >= 0.5,
    )[0];
    if (entry) return pressed(course, entry, verb, source);
  }
  const box = inside.find((one) => one.role === 'checkbox' && !one.isDisabled && !tried.has(keyOf(one)));
  if (box) {
    tried.add(keyOf(box));
    await tick(agent, scene, box, true);
    const button = buttonFor((await see(agent)).model, verb, '');
    if (button) return pressed(course, button.element, verb, source);
  }
  const main = mainOf(scene.model, row);
  if (!main || tried.has(keyOf(main))) return failed(`nothing on the page does "${source.slice(0, 120)}"`);
  tried.add(keyOf(main));
  const now = await see(agent);
  await click(
    agent,
    now,
    now.model.elements.find((one) => one.node === main.node && one.signature === main.signature) ?? main,
  );
  return null;
}

const MOVING = /^(?:move|put|place|drag|file)$/u;

/** "Move X to Y" where X can be dragged; null where it cannot. */
async function moveInto(course: Course, source: string): Promise<Outcome | null> {
  const { agent } = course;
  const [, from = '', to = ''] =
    /\b(?:move|put|place|drag|file)\s+(.+?)(?:\s+from\s.+?)?\s+(?:in\s?to|on\s?to|to|in|under)\s+(.+)$/isu.exec(
      source,
    ) ?? [];
  const scene = await see(agent);
  const held = from === '' ? null : pick(scene.model, readTarget(meant(course, from)));
  const goal = to === '' ? null : pick(scene.model, readTarget(to));
  if (!held || !goal || held.score < LIKELY || goal.score < LIKELY) return null;
  const draggable = draggableAt(scene.model, held.element);
  if (!draggable) return null;
  const [start, end] = [await middleOf(scene, draggable), await middleOf(scene, goal.element)];
  if (!start || !end) return null;
  return did(
    await dragBetween(agent, scene, draggable, start, { x: end.x, y: end.y + 30 }, goal.element),
    draggable,
  );
}

/** The element, or what it stands in, where that can be dragged. */
function draggableAt(model: PageModel, element: UiElement): UiElement | null {
  for (
    let node = element.node, level = 0;
    node >= 0 && level < 4;
    node = model.parents[node] ?? -1, level += 1
  ) {
    const at = elementAt(model, node);
    if (at?.isDraggable && at.tag !== 'a' && at.tag !== 'img') return at;
  }
  return null;
}

/** The way to its place: a button for something new, or an element with the thing's name. */
function wayTo(model: PageModel, verb: string, phrase: string, tried: ReadonlySet<string>): UiElement | null {
  const open = pressables(model).filter((one) => !tried.has(keyOf(one)) && one.name.length < 60);
  const wanted = new Set(tellingStems(phrase));
  const making = MAKING.test(verb)
    ? open
        .filter((one) => NEW.test(normalize(one.name)))
        .map((element) => ({
          element,
          score:
            stemsOf(element.name).filter((stem) => wanted.has(stem)).length + (element.isFraming ? 0 : 0.5),
        }))
        .sort((one, other) => other.score - one.score)[0]
    : undefined;
  if (making && making.score > 0) return making.element;
  const edit = EDITING.test(verb)
    ? open.find((one) => /^(?:edit|change|modify)\b/u.test(normalize(one.name)) && !one.isFraming)
    : undefined;
  if (edit) return edit;
  const named = matches(model, readTarget(`${verb} ${phrase}`), open).concat(
    matches(model, readTarget(phrase), open),
  );
  return (
    named
      .filter(
        ({ score, element }) => score >= (element.role === 'link' || element.role === 'tab' ? LIKELY : SURE),
      )
      .sort((one, other) => other.score - one.score)[0]?.element ?? null
  );
}
