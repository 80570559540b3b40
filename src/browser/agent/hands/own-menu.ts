import { type Agent, see } from '../agent-context.ts';
import { namesIn } from '../language/object-words.ts';
import { readTarget } from '../language/read-target.ts';
import { holdsPhrase, similarity, wordsOf } from '../language/words.ts';
import { isField } from '../sight/fields.ts';
import { keyOf, type Located } from '../sight/locate.ts';
import { matchTarget, SURE } from '../sight/match-target.ts';
import { isInside, type UiElement } from '../sight/page-model.ts';
import { inRowOf } from '../sight/row-of.ts';
import type { Scene } from '../sight/scene.ts';
import { verbScore } from '../sight/verb-control.ts';
import { isMenuSign } from './choose.ts';
import { click } from './hands.ts';
import { rightClick } from './other-clicks.ts';

/**
 * What can be done with a thing may stand in a menu of its own: behind the sign in its row, or behind the other button of
 * the mouse. The entry that does what is asked, with the menu open; null where the thing has no such menu.
 */
export async function entryOfOwnMenu(
  agent: Agent,
  thing: string,
  verb: string,
  phrase: string,
): Promise<Located | null> {
  const scene = await see(agent);
  const name = namesIn(thing)[0] ?? thing;
  const signs = name === '' ? [] : inRowOf(scene.model, name, isMenuSign);
  const [sign] = signs;
  const isOne = sign && signs.every(({ node }) => isInside(scene.model, node, sign.node));
  if (sign && isOne && (await click(agent, scene, sign))) return freshEntry(agent, scene, verb, phrase);
  const [held] = matchTarget(scene.model, { ...readTarget('', []), text: name });
  if (!held || held.score < SURE || isField(held.element) || !(await hasContextMenu(scene, held.element)))
    return null;
  return (await rightClick(agent, scene, held.element)) ? freshEntry(agent, scene, verb, phrase) : null;
}

/** Of what has come up since, the one entry that is called like what is to be done. */
async function freshEntry(
  agent: Agent,
  before: Scene,
  verb: string,
  phrase: string,
): Promise<Located | null> {
  const scene = await see(agent);
  const old = new Set(before.model.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  const fits = scene.model.elements
    .filter(
      (element) =>
        element.isVisible &&
        !old.has(keyOf(element)) &&
        (element.isClickable || element.isHeard) &&
        !isField(element) &&
        element.name !== '' &&
        wordsOf(element.name).length < 6,
    )
    .map((element) => ({ element, fit: fitOf(element, verb, phrase) }))
    .filter(({ fit }) => fit >= 0.6)
    .toSorted((one, other) => other.fit - one.fit);
  const [best] = fits;
  return best ? { scene, element: best.element } : null;
}

function fitOf(element: UiElement, verb: string, phrase: string): number {
  const said = `${verb} ${phrase}`;
  const isSaid =
    wordsOf(element.name).length > 0 && wordsOf(element.name).every((word) => holdsPhrase(said, word));
  return Math.max(verbScore(element, verb, ''), isSaid ? 0.9 : 0, similarity(element.name, said) - 0.1);
}

export async function hasContextMenu(scene: Scene, element: UiElement): Promise<boolean> {
  const live = await scene.live(element);
  const isHeard = await live
    ?.evaluate((node) => {
      for (let at: Element | null = node; at; at = at.parentElement)
        if (Reflect.get(at, Symbol.for('listens-aside')) === true) return true;
      return false;
    })
    .catch(() => false);
  return isHeard === true;
}
