import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Point } from '../hands/hands.ts';
import { clickAt } from '../hands/pointer.ts';
import { rgbOf } from '../sight/colours.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';

type Rgb = readonly [number, number, number];

interface Area {
  element: UiElement;
  box: { x: number; y: number; width: number; height: number };
}

/** The part of an area that each round looks at; what is best in one changes with what was chosen in the others. */
const ROUNDS = [1, 1, 0.4, 0.1];
const POINTS = 5;

/**
 * A field of colours to press on, with the chosen one shown beside it: tries points, and goes on where what the page
 * shows is nearest to the colour. Null where pressing changes no colour.
 */
export async function mixColour(agent: Agent, colour: string): Promise<Outcome | null> {
  const wanted = partsOf(rgbOf(colour) ?? '');
  if (!wanted) return null;
  const scene = await see(agent);
  const areas = await areasOn(scene);
  const shown = await shownBy(agent, areas);
  if (shown === null) return null;
  const best = new Map<Area, Point>();
  for (const part of ROUNDS) {
    for (const area of areas) {
      const found = await nearest(agent, area, best.get(area) ?? null, part, (colours) =>
        distance(colours[shown], wanted),
      );
      best.set(area, found);
      if (isSpent(agent)) return stuck('the time was over before the colour was found');
    }
  }
  for (const [{ element }, point] of best) await clickAt(agent, scene, element, point);
  return distance((await coloursOn(agent))[shown], wanted) < FAR
    ? DONE
    : stuck(`the picker did not come to ${colour}`);
}

const FAR = 90;

/** Wordless parts that answer a press and are large enough to hold many colours. */
async function areasOn({ model, live }: Scene): Promise<Area[]> {
  const parts = model.elements.filter(
    ({ isVisible, isHeard, isEditable, text, tag, box }) =>
      isVisible &&
      (isHeard || tag === 'canvas') &&
      !isEditable &&
      text === '' &&
      tag !== 'body' &&
      Math.max(box.width, box.height) >= 60 &&
      Math.min(box.width, box.height) >= 8,
  );
  const largest = parts
    .toSorted((one, other) => other.box.width * other.box.height - one.box.width * one.box.height)
    .slice(0, 3);
  const areas = await Promise.all(
    largest.map(async (element) => ({
      element,
      box: await (await live(element))?.boundingBox().catch(() => null),
    })),
  );
  return areas.filter((area): area is Area => Boolean(area.box));
}

/** Which of the colours on the page tells what was chosen: the first that a press changes. */
async function shownBy(agent: Agent, areas: Area[]): Promise<number | null> {
  for (const { box } of areas) {
    const before = await coloursOn(agent);
    for (const at of [0.3, 0.8]) {
      await agent.run.front.mouse.click(box.x + box.width * at, box.y + box.height * (1 - at));
      const after = await coloursOn(agent);
      const changed = after.findIndex((colour, index) => colour.join() !== before[index]?.join());
      if (after.length === before.length && changed >= 0) return changed;
    }
  }
  return null;
}

async function nearest(
  agent: Agent,
  { box }: Area,
  around: Point | null,
  part: number,
  far: (colours: Rgb[]) => number,
): Promise<Point> {
  const middle = around ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const isThin = Math.min(box.width, box.height) < THIN_PX;
  const along = (size: number) => (size < THIN_PX ? 1 : isThin ? 2 * POINTS + 1 : POINTS);
  let best = middle;
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < along(box.height); row += 1) {
    for (let column = 0; column < along(box.width); column += 1) {
      const point = {
        x: place(middle.x, box.x, box.width, part, column, along(box.width)),
        y: place(middle.y, box.y, box.height, part, row, along(box.height)),
      };
      await agent.run.front.mouse.click(point.x, point.y);
      const distance = far(await coloursOn(agent));
      if (distance >= least) continue;
      least = distance;
      best = point;
    }
  }
  await agent.run.front.mouse.click(best.x, best.y);
  return best;
}

const THIN_PX = 26;

function place(
  middle: number,
  start: number,
  size: number,
  part: number,
  index: number,
  count: number,
): number {
  if (count === 1) return start + size / 2;
  const span = (size - 2) * part;
  const first = Math.min(Math.max(middle - span / 2, start + 1), start + size - 1 - span);
  return first + (span * index) / (count - 1);
}

function distance(one: Rgb | undefined, other: Rgb): number {
  return one ? Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]) : Number.POSITIVE_INFINITY;
}

function partsOf(text: string): Rgb | null {
  const parts = text.match(/\d+/gu)?.slice(0, 3).map(Number) ?? [];
  return parts.length === 3 ? [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0] : null;
}

async function coloursOn(agent: Agent): Promise<Rgb[]> {
  const seen = await agent.run.front.evaluate(readColours).catch(() => []);
  return seen.map((text) => partsOf(rgbOf(text) ?? text) ?? [0, 0, 0]);
}

/** Runs in the page: colours written out come first, then those that something plain is painted with. */
function readColours(): string[] {
  const written: string[] = [];
  const painted: string[] = [];
  for (const element of [...document.querySelectorAll<HTMLElement>('body *')].slice(0, 600)) {
    const own =
      element instanceof HTMLInputElement
        ? element.value
        : element.childElementCount === 0
          ? (element.textContent ?? '')
          : '';
    const code = own.trim().match(/#[0-9a-f]{6}\b|rgb\([\d\s,]+\)/iu)?.[0];
    if (code) written.push(code);
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundImage === 'none' && /^rgb\(/u.test(backgroundColor) && element.childElementCount === 0)
      painted.push(backgroundColor);
  }
  return [...written, ...painted];
}
