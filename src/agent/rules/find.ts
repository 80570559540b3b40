import { clearOverlay } from '../actions/overlays.ts';
import { scrollPage } from '../actions/scroll-page.ts';
import { type Agent, isSpent, rest, see } from '../agent.ts';
import type { PageModel } from '../observation/page-model.ts';
import type { Located } from '../observation/scene.ts';
import { LIKELY, type Match, SURE } from './match.ts';

type Finder = (model: PageModel) => Match | null;

const MOST_WAITS = 4;
const MOST_SCROLLS = 5;
const LATE_MS = 800;

/** Finds a target: waits for late content, scrolls a list that loads more, and uncovers it. A likely match is the last resort. */
export async function find(agent: Agent, finder: Finder): Promise<Located | null> {
  let scene = await see(agent);
  let best = finder(scene.model);
  for (let wait = 0; wait < MOST_WAITS && (best?.score ?? 0) < SURE; wait += 1) {
    if (agent.run.waitedMs === null && wait > 0) break;
    await agent.clock.sleep(120, agent.signal);
    await rest(agent, 3_000);
    scene = await see(agent);
    best = finder(scene.model);
  }
  for (let round = 0; round < MOST_SCROLLS && (best?.score ?? 0) < SURE && !isSpent(agent); round += 1) {
    const { text } = scene;
    await agent.run.front.evaluate(scrollPage, { direction: 'bottom' as const }).catch(() => undefined);
    await agent.clock.sleep(LATE_MS, agent.signal);
    await rest(agent, 1_500);
    scene = await see(agent);
    best = finder(scene.model);
    if (scene.text === text) break;
  }
  if (!best || best.score < LIKELY) return null;
  const found = { scene, element: best.element };
  if (!best.element.isCovered || !(await clearOverlay(agent, scene))) return found;
  scene = await see(agent);
  const match = finder(scene.model);
  return match && match.score >= LIKELY ? { scene, element: match.element } : found;
}
