import { type Agent, DONE, type Outcome, rest, see, stuck } from '../agent-context.ts';
import type { Target } from '../language/read-target.ts';
import { holdsPhrase } from '../language/words.ts';
import { seek } from '../sight/locate.ts';
import { matchTarget } from '../sight/match-target.ts';
import { hover, scrollTo } from './hands.ts';

/** "Scroll down to X": X is what the next words speak of; nothing that is only called alike is meant. */
export async function scrollToThing(agent: Agent, target: Target): Promise<Outcome> {
  const name = target.text || (target.near ?? '');
  const found = await seek(agent, (model, isHidden) => {
    const matches = matchTarget(model, { ...target, text: name, kind: null, near: null }, { isHidden });
    return matches.find(({ element }) => holdsPhrase(`${element.name} ${element.text}`, name)) ?? null;
  });
  if (!found) return stuck(`there is no "${name}"`);
  agent.about = name;
  await hover(agent, found.scene, found.element);
  return DONE;
}

/** To the top or the bottom of a box that scrolls by itself, else of the page. */
export async function scrollToEnd(agent: Agent, target: Target, to: 'top' | 'bottom'): Promise<Outcome> {
  const scene = await see(agent);
  const areas = scene.model.elements.filter((element) => element.isVisible && element.canScroll);
  const named =
    target.text === ''
      ? null
      : (matchTarget(scene.model, target).find(({ element }) => element.canScroll)?.element ?? null);
  const area =
    named ??
    (target.kind === 'textarea' ? areas.find((element) => element.tag === 'textarea') : null) ??
    areas[0];
  if (area) return (await scrollTo(agent, scene, area, to)) ? DONE : stuck('nothing could be scrolled');
  await agent.run.front
    .evaluate(
      (end) => window.scrollTo({ top: end === 'top' ? 0 : document.documentElement.scrollHeight }),
      to,
    )
    .catch(() => {});
  await rest(agent);
  return DONE;
}
