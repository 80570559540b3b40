import { type Agent, DONE, isSpent, type Outcome, rest, see, stuck } from '../agent-context.ts';
import type { Target } from '../language/read-target.ts';
import { readTurn } from '../language/read-turn.ts';
import { canonical, holdsPhrase } from '../language/words.ts';
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

/** A question about somebody or something by name: the page of the list that has it, where this one has not. */
export async function turnToNamed(agent: Agent, question: string): Promise<void> {
  const { model, text } = await see(agent);
  if (nextPage(model) === null) return;
  const [full, quoted] = [question.match(FULL_NAME)?.[0], question.match(QUOTED)?.[1]];
  const name = full ?? quoted;
  const isTable = model.elements.filter(({ isVisible, role }) => isVisible && role === 'row').length > 2;
  const isHere = (asked: string) => holdsPhrase(canonical(text), canonical(asked));
  const things =
    name === undefined && isTable
      ? thingsAsked(question)
          .filter((words) => !words.some(isHere))
          .flat()
      : [];
  if (name === undefined ? things.length === 0 : isHere(name)) return;
  const isMeant = (own: string) =>
    name === undefined ? things.some((thing) => canonical(own) === canonical(thing)) : holdsPhrase(own, name);
  const found = await seekOnward(agent, (page) => {
    const element = page.elements.find(({ isVisible, text: own }) => isVisible && isMeant(own));
    return element ? { element, score: 1 } : null;
  });
  // A thing that no page lists may be told of in other words on the first.
  if (!found && name === undefined) {
    await agent.run.goto(model.url, 10_000);
    await rest(agent);
  }
}

const FULL_NAME = /(?<=\p{Ll}\s)\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)+/u;
const QUOTED = /["“]([^"”]{2,80})["”]/u;

/** "On which shelf is the kettle kept?": what a row of a table may be called, each with the word behind it and without. */
function thingsAsked(question: string): string[][] {
  return [...question.matchAll(/\b(?:the|an?)\s+(\p{Ll}[\p{Ll}-]{2,})(\s\p{Ll}[\p{Ll}-]{2,})?/gu)].map(
    ([, word = '', more = '']) => [word, `${word}${more}`],
  );
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
