import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import type { Target } from '../language/read-target.ts';
import { readTurn } from '../language/read-turn.ts';
import { holdsPhrase } from '../language/words.ts';
import { nextPage, pageNumbered, seekOnward } from '../sight/locate.ts';
import { allowedBy } from '../sight/match-target.ts';
import { thingsOn } from '../sight/things.ts';
import { click } from './hands.ts';

/** "The next page", "page 3" of a list: one press, or as many as there are pages between. Null for anything else. */
export async function turnTo(agent: Agent, source: string): Promise<Outcome | null> {
  const turn = readTurn(source);
  if (turn === null) return null;
  const scene = await see(agent);
  const direct = turn === 'next' ? null : pageNumbered(scene.model, turn);
  if (direct) return (await click(agent, scene, direct)) ? DONE : stuck(`page ${turn} could not be opened`);
  if (!nextPage(scene.model)) return null;
  const turns = turn === 'next' ? 1 : turn - 1;
  for (let turned = 0; turned < turns; turned += 1) {
    const now = await see(agent);
    const next = nextPage(now.model);
    if (!next || !(await click(agent, now, next))) return stuck(`there is no page ${turned + 2}`);
  }
  return DONE;
}

/** A question about somebody or something by its full name: the page of the list that has it, where this one has not. */
export async function turnToNamed(agent: Agent, question: string): Promise<void> {
  const name = question.match(/(?<=\p{Ll}\s)\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)+/u)?.[0];
  const { model, text } = await see(agent);
  if (name === undefined || holdsPhrase(text, name) || nextPage(model) === null) return;
  await seekOnward(agent, (page) => {
    const element = page.elements.find(({ isVisible, text: own }) => isVisible && holdsPhrase(own, name));
    return element ? { element, score: 1 } : null;
  });
}

/** The n-th entry of a list of results, also when it stands on a later page. */
export async function clickResult(
  agent: Agent,
  ordinal: number,
  { restrictions, from }: Target,
): Promise<Outcome> {
  let wanted = from === 'bottom' || from === 'right' ? -ordinal : ordinal;
  const turned = new Set(['1']);
  for (let page = 0; page < 20 && !isSpent(agent); page += 1) {
    const scene = await see(agent);
    const listed = thingsOn(scene.model);
    const results = restrictions.length > 0 ? allowedBy(scene.model, listed, restrictions) : listed;
    const hit = results.at(wanted < 0 ? wanted : wanted - 1);
    if (hit) return (await click(agent, scene, hit)) ? DONE : stuck('the result could not be opened');
    const next = nextPage(scene.model, turned);
    if (!next || !(await click(agent, scene, next))) break;
    turned.add(next.name);
    wanted -= results.length;
  }
  return stuck(`there is no result number ${ordinal}`);
}
