import { type Agent, DONE, type Outcome, see, stuck } from '../agent.ts';
import {
  elementAt,
  isPressable,
  labelOf,
  type PageModel,
  twinOf,
  type UiElement,
} from '../sight/page-model.ts';
import { numberIn } from '../words.ts';
import { click, pressKey } from './hands.ts';
import { dragBetween, middleOf } from './pointer.ts';

const MOST_MOVES = 14;
const FIRST_DRAG_PX = 12;

/** The handle of a slider that is drawn by the page: behind this node, or the first of the page. */
export function handleBehind(model: PageModel, node: number): UiElement | null {
  return (
    model.elements.find(
      (one) =>
        one.isVisible &&
        one.node > node &&
        (node < 0 || one.node - node < 25) &&
        !one.isEditable &&
        one.box.width <= 60 &&
        one.box.height <= 60 &&
        (one.role === 'slider' || /\b(?:handle|knob|thumb|grip)\b/u.test(one.hints) || isOnTrack(model, one)),
    ) ?? null
  );
}

/** Small, without a word, on something long and thin. */
function isOnTrack(model: PageModel, { name, text, node, box }: UiElement): boolean {
  const track = elementAt(model, model.parents[node] ?? -1)?.box;
  if (!track || name !== '' || text !== '' || Math.max(box.width, box.height) > 30) return false;
  const [long, thin] = [Math.max(track.width, track.height), Math.min(track.width, track.height)];
  return thin <= 40 && long >= 4 * thin;
}

/** Moves a handle, by the keys where it takes them and by the mouse else, until the page shows the number. */
export async function moveHandle(agent: Agent, handle: UiElement, wanted: number): Promise<Outcome> {
  let pixels = 0;
  let step = 0;
  for (let move = 0; move < MOST_MOVES; move += 1) {
    const scene = await see(agent);
    const at = twinOf(scene.model, handle) ?? handle;
    const now = shownBeside(scene.model, at);
    if (now === wanted) return DONE;
    if (now === null) break;
    const way = wanted > now ? 1 : -1;
    if (move === 0 || step > 0) {
      const times = step > 0 ? Math.max(1, Math.round(Math.abs(wanted - now) / step)) : 1;
      await pressKey(agent, scene, at, way > 0 ? 'ArrowRight' : 'ArrowLeft', Math.min(200, times));
      const then = shownBeside((await see(agent)).model, at);
      if (then !== null && then !== now) step ||= Math.abs(then - now);
      else step = 0;
      continue;
    }
    const from = await middleOf(scene, at);
    if (!from) break;
    const isUpright = isTall(scene.model, at);
    const far = pixels === 0 ? way * FIRST_DRAG_PX : (wanted - now) * pixels;
    const to = isUpright ? { x: from.x, y: from.y - far } : { x: from.x + far, y: from.y };
    await dragBetween(agent, scene, at, from, to);
    const then = shownBeside((await see(agent)).model, at);
    if (then !== null && then !== now) pixels = far / (then - now);
    else pixels = pixels === 0 ? 0 : pixels * 1.7;
    if (pixels === 0 && move > 2) break;
  }
  return stuck('step_failed', `"${labelOf(handle)}" could not be set to ${wanted}`);
}

/** The number that stands nearest to the handle: its own value, or a text that is nothing but a number. */
function shownBeside({ elements }: PageModel, handle: UiElement): number | null {
  if (/^-?\d/u.test(handle.value)) return numberIn(handle.value);
  const numbers = elements.filter(
    (one) => one.isVisible && /^[-−]?\d+(?:[.,]\d+)?\s?\S{0,3}$/u.test((one.text || one.value).trim()),
  );
  const nearest = numbers.toSorted(
    (one, other) => Math.abs(one.node - handle.node) - Math.abs(other.node - handle.node),
  )[0];
  return nearest ? numberIn(nearest.text || nearest.value) : null;
}

/** The track around the handle is higher than wide. */
function isTall(model: PageModel, { node }: UiElement): boolean {
  const track = elementAt(model, model.parents[node] ?? -1);
  return track !== null && track.box.height > track.box.width;
}

/** Presses one button for each character. Null where the page has none for one of them. */
export async function pressKeys(agent: Agent, text: string): Promise<Outcome | null> {
  const keys = [...text.replace(/\s|(?<=\d)-(?=\d)/gu, '')];
  const keyFor = ({ elements }: PageModel, key: string) =>
    elements.find((one) => isPressable(one) && one.name.trim() === key) ??
    elements.find((one) => isPressable(one) && one.name.length < 7 && one.name.trim().startsWith(`${key} `));
  const { model } = await see(agent);
  if (keys.length === 0 || !keys.every((key) => keyFor(model, key))) return null;
  for (const key of keys) {
    const scene = await see(agent);
    const element = keyFor(scene.model, key);
    if (!element || !(await click(agent, scene, element)))
      return stuck('step_failed', `"${key}" could not be pressed`);
  }
  return DONE;
}
