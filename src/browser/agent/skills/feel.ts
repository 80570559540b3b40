import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { clickTarget } from '../hands/click-target.ts';
import { clickAt } from '../hands/pointer.ts';
import type { Intent } from '../language/intent.ts';
import { wordsOf } from '../language/words.ts';
import { matchTarget, SURE } from '../sight/match-target.ts';

const STEPS = 12;

/** "Click on the HOT area" where nothing is called so: moves the pointer until the page says the word, and presses there. */
export async function feelFor(
  agent: Agent,
  { word, target }: Extract<Intent, { kind: 'feel' }>,
): Promise<Outcome> {
  const scene = await see(agent);
  const isNamed = (matchTarget(scene.model, target)[0]?.score ?? 0) >= SURE;
  const [area] = scene.model.elements
    .filter(({ isVisible, tag, text }) => isVisible && text === '' && tag !== 'body')
    .toSorted((one, other) => other.box.width * other.box.height - one.box.width * one.box.height);
  if (isNamed || !area) return clickTarget(agent, target, 1);
  const box = await (await scene.live(area))?.boundingBox().catch(() => null);
  if (!box) return stuck('there is no area to look in');
  const page = agent.run.front;
  const before = await timesSaid(agent, word);
  for (let row = 0; row < STEPS; row += 1) {
    for (let column = 0; column < STEPS && !isSpent(agent); column += 1) {
      const point = {
        x: box.x + (box.width * (column + 0.5)) / STEPS,
        y: box.y + (box.height * (row + 0.5)) / STEPS,
      };
      await page.mouse.move(point.x, point.y);
      if ((await timesSaid(agent, word)) <= before) continue;
      return (await clickAt(agent, scene, area, point)) ? DONE : stuck('the place could not be pressed');
    }
  }
  return clickTarget(agent, target, 1);
}

async function timesSaid(agent: Agent, word: string): Promise<number> {
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
  const text = await agent.run.front.evaluate(() => document.body.innerText).catch(() => '');
  return ` ${wordsOf(text).join('  ')} `.split(` ${wordsOf(word).join('  ')} `).length;
}
