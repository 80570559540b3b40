import { isMoreName } from '../../reading/words/paging-words.ts';
import { type Agent, isSpent, rest, see } from './agent-context.ts';
import { click, scrollTo } from './hands/hands.ts';
import { scrollPage } from './hands/scroll-page.ts';
import type { PageModel, UiElement } from './sight/page-model.ts';
import type { Scene } from './sight/scene.ts';

/** Some pages have no end. */
const GROW_LIMIT_MS = 20_000;
const MOST_ROUNDS = 25;

/** Brings in what a page holds back until somebody scrolls down or asks for more. True when something came. */
export async function growPage(agent: Agent): Promise<boolean> {
  const end = agent.clock.mono() + GROW_LIMIT_MS;
  let isGrown = false;
  for (let round = 0; round < MOST_ROUNDS && agent.clock.mono() < end && !isSpent(agent); round += 1) {
    const before = await sizeOf(agent);
    const scene = await see(agent);
    if (before?.isLong || scrollAreas(scene.model).length > 0) await scrollToEnds(agent, scene);
    const isMore = isLonger(before, await sizeOf(agent)) || (await askForMore(agent, before));
    if (!isMore) break;
    isGrown = true;
  }
  return isGrown;
}

/** To the end of the page and of the boxes on it that scroll by themselves, and waits for what that brings. */
export async function scrollToEnds(agent: Agent, scene: Scene): Promise<void> {
  for (const area of scrollAreas(scene.model)) await scrollTo(agent, scene, area, 'bottom');
  await agent.run.front.evaluate(scrollPage, 'bottom').catch(() => {});
  await agent.clock.sleep(200, agent.signal);
  await rest(agent, 2_000);
}

export function scrollAreas({ elements }: PageModel): UiElement[] {
  return elements
    .filter(
      ({ canScroll, isVisible, tag }) => canScroll && isVisible && !['textarea', 'select'].includes(tag),
    )
    .slice(0, 3);
}

async function askForMore(agent: Agent, before: PageSize | null): Promise<boolean> {
  const scene = await see(agent);
  const button = scene.model.elements.find(isForMore);
  if (!button || !(await click(agent, scene, button))) return false;
  await rest(agent);
  return isLonger(before, await sizeOf(agent));
}

/** A button that adds to this page, rather than a link to another. */
function isForMore({ isVisible, isDisabled, isClickable, isEditable, href, name, text }: UiElement): boolean {
  const isHere = href === '' || href.startsWith('#') || href.startsWith('javascript:');
  return isVisible && !isDisabled && isClickable && !isEditable && isHere && isMoreName(name || text);
}

interface PageSize {
  url: string;
  letters: number;
  isLong: boolean;
}

function isLonger(before: PageSize | null, after: PageSize | null): boolean {
  return before !== null && after !== null && before.url === after.url && after.letters > before.letters;
}

async function sizeOf({ run }: Agent): Promise<PageSize | null> {
  return run.front
    .evaluate(() => ({
      url: location.origin + location.pathname,
      letters: document.body?.textContent?.length ?? 0,
      isLong: document.documentElement.scrollHeight > innerHeight + 20,
    }))
    .catch(() => null);
}
