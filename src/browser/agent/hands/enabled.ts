import { type Agent, see } from '../agent-context.ts';
import { awaitCountdown } from '../await-countdown.ts';
import { scrollToEnds } from '../grow-page.ts';
import { keyOf, type Located } from '../sight/locate.ts';

/** Some buttons wait until everything above them has been read, or until a time is over. */
export async function enabled(agent: Agent, at: Located): Promise<Located> {
  if (!at.element.isDisabled) return at;
  await scrollToEnds(agent, at.scene);
  await awaitCountdown(agent);
  const scene = await see(agent);
  const element = scene.model.elements.find(
    (one) => one.isVisible && !one.isDisabled && keyOf(one) === keyOf(at.element),
  );
  return element ? { scene, element } : at;
}
