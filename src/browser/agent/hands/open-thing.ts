import { type Agent, isSpent, see } from '../agent-context.ts';
import { isOtherDeed } from '../language/deeds.ts';
import type { Act } from '../language/intent.ts';
import { namesIn } from '../language/object-words.ts';
import { readTarget, type Target } from '../language/read-target.ts';
import { holdsPhrase, similarity, wordsOf } from '../language/words.ts';
import { type Located, locate } from '../sight/locate.ts';
import { SURE } from '../sight/match-target.ts';
import { isOfOtherRow } from '../sight/other-row.ts';
import { isAbout, thingFor, wayFrom } from '../sight/things.ts';
import { controlIn, isCounted, telling, verbScore } from '../sight/verb-control.ts';
import { click } from './hands.ts';
import { narrowList } from './narrow-list.ts';
import { searchFor, statedSearchField } from './search.ts';

/** Opens one of the things the page lists, told by its place or by comparing; searches the site where it does not list them. */
export async function openThing(agent: Agent, object: Target): Promise<boolean> {
  if (!isCounted(object) && object.extreme === null) return false;
  const here = await see(agent);
  const isListed = object.text === '' || isAbout(here.model, object.text) || !statedSearchField(here.model);
  const isNarrowed = !isListed && (await narrowList(agent, object.text));
  if (!isListed && !isNarrowed && (await searchFor(agent, object.text)) && agent.foundNothing !== null)
    return false;
  const scene = isListed ? here : await see(agent);
  const thing = thingFor(scene.model, isNarrowed ? { ...object, text: '' } : object);
  return thing !== null && click(agent, scene, thing);
}

/**
 * Opens the thing the task speaks of, or looks for it with the page's own search. What is called so and does the deed
 * itself opens nothing: it is given back to be pressed once.
 */
export async function openObject(agent: Agent, intent: Act): Promise<boolean | Located> {
  const words = telling(intent.phrase, intent.verb);
  if (words === '' || isSpent(agent)) return false;
  const [name] = namesIn(words);
  const named = { ...readTarget('', []), text: name?.includes(' ') ? name : words };
  const found = (await linkCalled(agent, name)) ?? (await locate(agent, named));
  const task = `${intent.verb} ${words}`;
  if (found && !['radio', 'checkbox'].includes(found.element.role)) {
    const way = wayFrom(found.scene.model, found.element) ?? found.element;
    if (way.role === 'button' && verbScore(way, intent.verb, intent.phrase) >= 0.5)
      return { scene: found.scene, element: way };
    const names = namesIn(intent.phrase).filter((one) => /\p{Lu}/u.test(one));
    if (isOfOtherRow(found.scene.model, way, names)) return false;
    if (isOtherDeed(way, task) || !(await click(agent, found.scene, way))) return false;
    const after = await see(agent);
    if (after.text !== found.scene.text || after.model.url !== found.scene.model.url) return true;
  }
  // A search knows the name of a thing, and seldom what else is said of it.
  if (!(await searchFor(agent, name ?? words)) || agent.foundNothing !== null) return false;
  const direct = await controlFor(agent, intent);
  if (direct) return true;
  const hit = await locate(agent, named);
  return (
    hit !== null &&
    !isOtherDeed(hit.element, task) &&
    holdsPhrase(`${hit.element.name} ${hit.element.text}`, wordsOf(named.text)[0] ?? '') &&
    click(agent, hit.scene, hit.element)
  );
}

/** A link that is called just so, before anything that only shares a word with it. */
async function linkCalled(agent: Agent, name: string | undefined): Promise<Located | null> {
  const scene = await see(agent);
  const element = scene.model.elements.find(
    (link) =>
      name && link.isVisible && link.role === 'link' && !link.isFraming && similarity(link.name, name) > 0.96,
  );
  return element ? { scene, element } : null;
}

/** The control named like the verb, when it is sure to be the one. */
export async function controlFor(agent: Agent, intent: Act, tries = 1): Promise<Located | null> {
  for (let round = 0; round < tries; round += 1) {
    const scene = await see(agent);
    const match = controlIn(scene.model, intent);
    if (match && match.score >= SURE) return { scene, element: match.element };
    if (round + 1 < tries) await agent.clock.sleep(150, agent.signal);
  }
  return null;
}
