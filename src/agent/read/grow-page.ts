import { isMoreName } from '../../reading/index.ts';
import { click, scrollTo } from '../actions/actions.ts';
import { scrollPage } from '../actions/scroll-page.ts';
import { type Agent, isSpent, rest, see } from '../agent.ts';
import { isPressable, type UiElement } from '../observation/page-model.ts';

/** Some pages have no end. */
const GROW_LIMIT_MS = 15_000;
const MOST_ROUNDS = 20;
/** A page may let some time pass before it brings more. */
const LATE_MS = 800;

/** Brings in what a page holds back until somebody scrolls down or asks for more. True when something came. */
export async function growPage(agent: Agent): Promise<boolean> {
  const end = agent.clock.mono() + GROW_LIMIT_MS;
  let isGrown = false;
  for (let round = 0; round < MOST_ROUNDS && agent.clock.mono() < end && !isSpent(agent); round += 1) {
    const before = await sizeOf(agent);
    await scrollToEnds(agent);
    const isMore = isLonger(before, await sizeOf(agent)) || (await askForMore(agent, before));
    if (!isMore) await agent.clock.sleep(LATE_MS, agent.signal);
    if (!isMore && !isLonger(before, await sizeOf(agent))) break;
    isGrown = true;
  }
  return isGrown;
}

/** To the end of the page and of the boxes on it that scroll by themselves, and waits for what that brings. */
async function scrollToEnds(agent: Agent): Promise<void> {
  const scene = await see(agent);
  const areas = scene.model.elements.filter(
    ({ canScroll, isVisible, tag }) => canScroll && isVisible && !['textarea', 'select'].includes(tag),
  );
  for (const area of areas.slice(0, 3)) await scrollTo(agent, scene, area, 'bottom');
  await agent.run.front.evaluate(scrollPage, { direction: 'bottom' as const }).catch(() => undefined);
  await agent.clock.sleep(200, agent.signal);
  await rest(agent, 2_000);
}

async function askForMore(agent: Agent, before: PageSize | null): Promise<boolean> {
  const scene = await see(agent);
  const button = scene.model.elements.find(isForMore);
  if (!button || !(await click(agent, scene, button))) return false;
  await rest(agent);
  return isLonger(before, await sizeOf(agent));
}

/** A button that adds to this page, rather than a link to another. */
function isForMore(element: UiElement): boolean {
  const { href, name, text } = element;
  const isHere = href === '' || href.startsWith('#') || href.startsWith('javascript:');
  return isPressable(element) && isHere && isMoreName(name || text);
}

interface PageSize {
  url: string;
  letters: number;
}

function isLonger(before: PageSize | null, after: PageSize | null): boolean {
  return before !== null && after !== null && before.url === after.url && after.letters > before.letters;
}

async function sizeOf({ run }: Agent): Promise<PageSize | null> {
  return run.front
    .evaluate(() => ({
      url: location.origin + location.pathname,
      letters: document.body?.textContent?.length ?? 0,
    }))
    .catch(() => null);
}
