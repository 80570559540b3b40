import { type Agent, isSpent, rest, see } from '../agent.ts';
import { click, hover } from '../hands/hands.ts';
import { clearOverlay } from '../hands/overlays.ts';
import { scrollPage } from '../hands/scroll-page.ts';
import { isOpener } from '../sight/harmless.ts';
import { isInside, isPressable, keyOf, type PageModel, type UiElement } from '../sight/page-model.ts';
import type { Located } from '../sight/scene.ts';
import { normalize, stemsOf, tellingStems } from '../words.ts';
import { contextOf, LIKELY, type Match, SURE } from './match.ts';

type Finder = (model: PageModel) => Match | null;

const MOST_OPENED = 8;
const MOST_PAGES = 5;
const MOST_WAITS = 4;
const LATE_MS = 1_000;

/**
 * Finds what a task means: looks, waits for late content, takes notices away, shows what is hidden, opens tabs and
 * sections, turns pages; and takes a merely likely match only when all that brought nothing better.
 */
export async function find(
  agent: Agent,
  finder: Finder,
  { canTurn = true, words = '' } = {},
): Promise<Located | null> {
  let scene = await see(agent);
  let best = finder(scene.model);
  for (let wait = 0; wait < MOST_WAITS && (best?.score ?? 0) < SURE; wait += 1) {
    if (agent.run.waitedMs === null && wait > 0) break;
    await agent.clock.sleep(120, agent.signal);
    await rest(agent, 3_000);
    scene = await see(agent);
    best = finder(scene.model);
  }
  if (best && best.score >= SURE) return uncovered(agent, { scene, element: best.element }, finder);
  const likely = best;
  const found =
    (await showHidden(agent, finder)) ??
    (await openUp(agent, finder, words)) ??
    (canTurn ? await turnOn(agent, finder) : null);
  if (found) return found;
  scene = await see(agent);
  const last = finder(scene.model);
  if (last && last.score >= LIKELY) return uncovered(agent, { scene, element: last.element }, finder);
  const again =
    likely && scene.model.elements.find((one) => one.isVisible && keyOf(one) === keyOf(likely.element));
  return again && likely.score >= LIKELY ? { scene, element: again } : null;
}

async function uncovered(agent: Agent, at: Located, finder: Finder): Promise<Located> {
  if (!at.element.isCovered || !(await clearOverlay(agent, at.scene))) return at;
  const scene = await see(agent);
  const match = finder(scene.model);
  return match && match.score >= LIKELY ? { scene, element: match.element } : at;
}

async function sureIn(agent: Agent, finder: Finder): Promise<Located | null> {
  const scene = await see(agent);
  const match = finder(scene.model);
  return match && match.score >= SURE ? { scene, element: match.element } : null;
}

/** The page has it, but does not show it: what stands before it is hovered or opened. */
async function showHidden(agent: Agent, finder: Finder): Promise<Located | null> {
  const tried = new Set<string>();
  for (let round = 0; round < 4 && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const shown = {
      ...scene.model,
      elements: scene.model.elements.map((one) =>
        one.isVisible ? { ...one, isVisible: false } : { ...one, isVisible: true },
      ),
    };
    const hidden = finder(shown);
    if (!hidden || hidden.score < SURE) return null;
    const opener = openersOf(scene.model, hidden.element).find((one) => !tried.has(keyOf(one)));
    if (!opener) return null;
    tried.add(keyOf(opener));
    await hover(agent, scene, opener);
    const hovered = await sureIn(agent, finder);
    if (hovered) return hovered;
    if (!isOpener(opener) && opener.opens < 0) continue;
    await click(agent, scene, opener);
    const clicked = await sureIn(agent, finder);
    if (clicked) return clicked;
  }
  return null;
}

/** The opener of a hidden element: the declared one, else the nearest before it in the tree. */
function openersOf(model: PageModel, hidden: UiElement): UiElement[] {
  const stated = model.elements.filter(
    ({ isVisible, opens }) => isVisible && opens >= 0 && isInside(model, hidden.node, opens),
  );
  if (stated.length > 0) return stated;
  const openers: UiElement[] = [];
  for (
    let node = model.parents[hidden.node] ?? -1;
    node >= 0 && openers.length < 4;
    node = model.parents[node] ?? -1
  ) {
    const before = model.elements.filter(
      (one) =>
        one.isVisible &&
        one.node < hidden.node &&
        isInside(model, one.node, node) &&
        !openers.includes(one) &&
        !one.isEditable &&
        one.role !== 'option' &&
        (one.isClickable || one.isHeard || one.name !== ''),
    );
    openers.push(
      ...before
        .toSorted(
          (one, other) =>
            Number(isOpener(other)) - Number(isOpener(one)) ||
            Number(other.isClickable) - Number(one.isClickable) ||
            other.node - one.node,
        )
        .slice(0, 2),
    );
  }
  return openers.toSorted((one, other) => Number(isOpener(other)) - Number(isOpener(one)));
}

/** Tabs, closed sections and menus, one after the other, each once. */
async function openUp(agent: Agent, finder: Finder, words: string): Promise<Located | null> {
  const tried = new Set<string>();
  const { url } = (await see(agent)).model;
  for (let round = 0; round < MOST_OPENED && !isSpent(agent); round += 1) {
    const scene = await see(agent);
    const wanted = tellingStems(words);
    const shared = (one: UiElement) =>
      stemsOf(contextOf(scene.model, one)).filter((stem) => wanted.includes(stem)).length;
    const [opener] = scene.model.elements
      .filter((one) => isOpener(one) && !tried.has(keyOf(one)))
      .toSorted((one, other) => shared(other) - shared(one));
    if (!opener || scene.model.url.split('#')[0] !== url.split('#')[0]) return null;
    tried.add(keyOf(opener));
    await click(agent, scene, opener);
    const found = await sureIn(agent, finder);
    if (found) return found;
  }
  return null;
}

/** Down a list that loads more, and on its further pages. */
async function turnOn(agent: Agent, finder: Finder): Promise<Located | null> {
  for (let page = 0; page < MOST_PAGES && !isSpent(agent); page += 1) {
    const before = await see(agent);
    await agent.run.front.evaluate(scrollPage, 'bottom').catch(() => undefined);
    await rest(agent, 1_500);
    // A page may let some time pass before it asks for more.
    if ((await see(agent)).text === before.text) await agent.clock.sleep(LATE_MS, agent.signal);
    await rest(agent, 1_500);
    const scrolled = await sureIn(agent, finder);
    if (scrolled) return scrolled;
    const now = await see(agent);
    const next = nextPage(now.model) ?? pageNumbered(now.model, page + 2);
    if (!next && now.text === before.text) return null;
    if (next && !(await click(agent, now, next))) return null;
    const found = await sureIn(agent, finder);
    if (found) return found;
  }
  return null;
}

/** The control that leads to this page of a list, where the pages are numbered. */
export function pageNumbered({ elements }: PageModel, page: number): UiElement | null {
  const numbers = elements.filter((one) => isPressable(one) && /^\d{1,2}$/u.test(one.name.trim()));
  return numbers.length > 1 ? (numbers.find(({ name }) => Number(name) === page) ?? null) : null;
}

/** The control that leads to the next page of a list. */
export function nextPage({ elements }: PageModel): UiElement | null {
  const named = elements.filter(
    (one) =>
      isPressable(one) &&
      /^(?:next(?: page)?|older(?: posts)?|[›»→>▶]|next [›»→>]|load more|show more|more results)$/u.test(
        normalize(one.name),
      ),
  );
  return named.find(({ isFraming }) => !isFraming) ?? named[0] ?? null;
}
