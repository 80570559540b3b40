import { type Agent, DONE, type Outcome, see, stuck } from '../agent-context.ts';
import type { Intent } from '../language/intent.ts';
import { type Putting, readPutting } from '../language/read-putting.ts';
import { canonical, holdsPhrase } from '../language/words.ts';
import { elementsIn, isInside, type PageModel, type UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { middleOf } from './drag.ts';
import { dragBetween } from './pointer.ts';

/**
 * "Put the jacket and the hat into the suitcase" where these can be dragged and the page has a place called so: one after the
 * other is let go there. Null where it has no such things, or one thing and a place that is no more than its own name.
 */
export async function putInto(agent: Agent, intent: Intent): Promise<Outcome | null> {
  if (!PUTS.has(intent.kind)) return null;
  const puttings =
    intent.kind === 'drag'
      ? readPutting(`drag ${intent.from.text} to ${intent.to.text}`)
      : readPutting(intent.source);
  const { model } = await see(agent);
  const isMeant = puttings.length > 0 && puttings.every((putting) => isOfPage(model, putting));
  if (!isMeant) return null;
  for (const { names, place } of puttings)
    for (const name of names) {
      const put = await putOne(agent, name, place);
      if (!put.ok) return put;
    }
  return DONE;
}

const PUTS = new Set<Intent['kind']>(['drag', 'type', 'act', 'set', 'add', 'unknown']);

function isOfPage(model: PageModel, { names, place }: Putting): boolean {
  const label = labelOf(model, place);
  return (
    label !== null &&
    names.every((name) => thingCalled(model, name) !== null) &&
    (names.length > 1 || zoneUnder(model, label) !== null)
  );
}

/** What can be dragged and is called so: by its whole name, else the only one whose name has it. */
function thingCalled({ elements }: PageModel, name: string): UiElement | null {
  const things = elements.filter(({ isVisible, isDraggable }) => isVisible && isDraggable);
  const whole = things.find((thing) => canonical(thing.name) === canonical(name));
  const holding = things.filter((thing) => holdsPhrase(thing.name, name));
  return whole ?? (holding.length === 1 ? (holding[0] ?? null) : null);
}

const PLACE_NOUN =
  /\s+(?:box|bin|zone|column|area|list|container|folder|pile|crate|tray|shelf|basket|section|group|card)$/iu;

function labelOf({ elements }: PageModel, place: string): UiElement | null {
  const labels = elements.filter(
    ({ isVisible, isDraggable, isEditable }) => isVisible && !isDraggable && !isEditable,
  );
  const called = (name: string) =>
    labels.find((label) => [label.text, label.name].some((own) => canonical(own) === canonical(name)));
  return called(place) ?? called(place.replace(PLACE_NOUN, '')) ?? null;
}

/** The box that a heading stands over: right behind it, empty or with things that can be dragged. Null where it has none. */
function zoneUnder(model: PageModel, label: UiElement): number | null {
  const next = (model.ends[label.node] ?? label.node) + 1;
  if (model.parents[next] !== model.parents[label.node]) return null;
  const inside = elementsIn(model, next);
  const own = inside.find(({ node }) => node === next);
  if (own?.isDraggable || own?.isEditable) return null;
  const isEmpty = inside.length === 1 && own?.text === '' && own.box.height > 1.2 * label.box.height;
  return isEmpty || inside.some(({ isDraggable }) => isDraggable) ? next : null;
}

/** Let go in the box under the name of the place, or on the name itself, until the thing stands elsewhere than before. */
async function putOne(agent: Agent, name: string, place: string): Promise<Outcome> {
  for (const at of ['zone', 'label'] as const) {
    const scene = await see(agent);
    const thing = thingCalled(scene.model, name);
    const label = labelOf(scene.model, place);
    if (!thing || !label) return stuck(`there is no "${thing ? place : name}"`);
    const zone = zoneUnder(scene.model, label);
    if (zone !== null && isInside(scene.model, thing.node, zone)) return DONE;
    const goal = at === 'label' ? label : zone === null ? null : inZone(scene.model, zone);
    if (goal && (await dragOver(agent, scene, thing, goal))) return DONE;
  }
  return stuck(`"${name}" did not go into "${place}"`);
}

/** The box itself, or the last of what lies in it where that fills it. */
function inZone(model: PageModel, zone: number): UiElement | null {
  const inside = elementsIn(model, zone).filter(({ isVisible }) => isVisible);
  return inside.find(({ node }) => node === zone) ?? inside.at(-1) ?? null;
}

/** True when the thing is gone from where it was. */
async function dragOver(agent: Agent, scene: Scene, thing: UiElement, goal: UiElement): Promise<boolean> {
  const to = await middleOf(scene, goal);
  const from = await middleOf(scene, thing);
  if (!from || !to || !(await dragBetween(agent, scene, thing, from, to))) return false;
  const after = thingCalled((await see(agent)).model, thing.name);
  return !after || Math.hypot(after.box.x - thing.box.x, after.box.y - thing.box.y) > 2;
}
