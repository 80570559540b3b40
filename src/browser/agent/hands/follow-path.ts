import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { similarity } from '../language/words.ts';
import { outcome } from '../outcome.ts';
import { seek } from '../sight/locate.ts';
import { matchTarget } from '../sight/match-target.ts';
import type { PageModel, UiElement } from '../sight/page-model.ts';
import { click, hover } from './hands.ts';

/** "File > Export > PDF": hovers and clicks down a menu. */
export async function followPath(agent: Agent, path: string[]): Promise<Outcome> {
  let above = '';
  for (const [index, name] of path.entries()) {
    const isLast = index === path.length - 1;
    const target: Target = { ...readTarget('', []), text: name, near: above || null };
    const found = await seek(
      agent,
      (model, isHidden) => matchTarget(model, target, { isHidden })[0] ?? null,
      1,
    );
    if (!found || isSpent(agent)) return stuck(`the menu has no "${name}"`);
    if (isLast) return outcome(await click(agent, found.scene, found.element), found.element);
    await hover(agent, found.scene, found.element);
    const next = path[index + 1] ?? '';
    const scene = await see(agent);
    const here = matchTarget(scene.model, target)[0]?.element ?? found.element;
    if (!scene.model.elements.some((element) => element.isVisible && similarity(element.name, next) > 0.9))
      await click(agent, scene, unfolderOf(scene.model, here) ?? here);
    above = name;
  }
  return DONE;
}

/** The sign right before the name of a branch that shows what is below it. */
function unfolderOf({ elements, parents }: PageModel, { node }: UiElement): UiElement | undefined {
  return elements.findLast(
    (element) =>
      element.isVisible &&
      element.isHeard &&
      element.node < node &&
      parents[element.node] === parents[node] &&
      /^[▸▹▶▷►⊞+›]$/u.test(element.name.trim()),
  );
}
