import { click } from '../actions/actions.ts';
import { clearOverlay } from '../actions/overlays.ts';
import { scrollPage } from '../actions/scroll-page.ts';
import { type Agent, isSpent, rest, see } from '../agent.ts';
import { isOpener } from '../observation/harmless.ts';
import { keyOf, type PageModel, type UiElement } from '../observation/page-model.ts';
import type { Located } from '../observation/scene.ts';
import { stemsOf, tellingStems } from '../words.ts';
import { contextOf, LIKELY, type Match, SURE } from './match.ts';

type Finder = (model: PageModel) => Match | null;

const MOST_OPENED = 8;
const MOST_WAITS = 4;
const MOST_SCROLLS = 5;
const LATE_MS = 800;

/**
 * Finds a target: waits for late content, removes what covers it, opens tabs and sections,
 * scrolls down. A merely likely match counts only
 * when nothing better turns up.
 */
export async function find(agent: Agent, finder: Finder, words = ''): Promise<Located | null> {
  let scene = await see(agent);
  let best = finder(scene.model);
  for (let wait = 0; wait < MOST_WAITS && (best?.score ?? 0) < SURE; wait += 1) {
    if (agent.run.waitedMs === null && wait > 0) break;
    await agent.clock.sleep(120, agent.signal);
    await rest(agent, 3_000);
    scene = await see(agent);
    best = finder(scene.model);
  }
  const here = best && best.score >= SURE ? { scene, element: best.element } : null;
  const sure = here ?? (await openUp(agent, finder, words)) ?? (await scrollOn(agent, finder));
  if (sure) return uncovered(agent, sure, finder);
  scene = await see(agent);
  const last = finder(scene.model);
  return last && last.score >= LIKELY ? uncovered(agent, { scene, element: last.element }, finder) : null;
}

async function uncovered(agent: Agent, at: Located, finder: Finder): Promise<Located> {
  if (!at.element.isCovered || !(await clearOverlay(agent, at.scene))) return at;
  const scene = await see(agent);
  const match = finder(scene.model);
  return match && match.score >= LIKELY ? { scene, element: match.element } : at;
}

/** Tabs, closed sections and menus, each once, those that share words with the target first. */
async function openUp(agent: Agent, finder: Finder, words: string): Promise<Located | null> {
  const tried = new Set<string>();
  const wanted = tellingStems(words);
  const { url } = (await see(agent)).model;
  for (let round = 0; round < MOST_OPENED && !isSpent(agent); round += 1) {
    const scene = await see(agent);
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

/** Down a list that loads more. */
async function scrollOn(agent: Agent, finder: Finder): Promise<Located | null> {
  for (let round = 0; round < MOST_SCROLLS && !isSpent(agent); round += 1) {
    const before = await see(agent);
    await agent.run.front.evaluate(scrollPage, { direction: 'bottom' as const }).catch(() => undefined);
    // A page may wait before it asks for more.
    await agent.clock.sleep(LATE_MS, agent.signal);
    await rest(agent, 1_500);
    const found = await sureIn(agent, finder);
    if (found || (await see(agent)).text === before.text) return found;
  }
  return null;
}

async function sureIn(agent: Agent, finder: Finder): Promise<Located | null> {
  const scene = await see(agent);
  const match = finder(scene.model);
  return match && match.score >= SURE ? { scene, element: match.element } : null;
}
