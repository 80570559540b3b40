import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { click } from '../hands/hands.ts';
import { largestGrid, lookOf } from './play-field.ts';

/** Cards that show their face when pressed: turns them over two by two and remembers what it saw. */
export async function playPairs(agent: Agent): Promise<Outcome> {
  const backs = await looks(agent);
  if (backs.length < 4) return stuck('there are no cards');
  const faces = new Map<number, string>();
  const done = new Set<number>();
  while (done.size < backs.length - 1 && !isSpent(agent)) {
    const known = pairAmong(faces, done);
    const first = known?.[0] ?? unseen(backs, faces)[0];
    if (first === undefined) return DONE;
    await look(agent, first, faces, backs);
    const twin = [...faces].find(
      ([at, face]) => at !== first && !done.has(at) && face === faces.get(first),
    )?.[0];
    const second = twin ?? unseen(backs, faces)[0];
    if (second === undefined) return DONE;
    await look(agent, second, faces, backs);
    const isPair = faces.has(first) && faces.get(first) === faces.get(second);
    if (isPair) done.add(first).add(second);
    else await turnedBack(agent, backs, second);
  }
  return DONE;
}

function unseen(backs: string[], faces: Map<number, string>): number[] {
  return backs.map((_, at) => at).filter((at) => !faces.has(at));
}

function pairAmong(faces: Map<number, string>, done: Set<number>): number[] | undefined {
  const open = [...faces].filter(([at]) => !done.has(at));
  const groups = Map.groupBy(open, ([, face]) => face).values();
  return [...groups].find((group) => group.length > 1)?.map(([at]) => at);
}

async function looks(agent: Agent): Promise<string[]> {
  return largestGrid((await see(agent)).model, null).map(lookOf);
}

/** Turns a card over and keeps its face in mind, unless it was turned back before it could be seen. */
async function look(agent: Agent, at: number, faces: Map<number, string>, backs: string[]): Promise<void> {
  const scene = await see(agent);
  const card = largestGrid(scene.model, null)[at];
  if (card) await click(agent, scene, card);
  const face = (await looks(agent))[at] ?? '';
  if (face !== backs[at]) faces.set(at, face);
}

/** Two that do not match stay open for a moment. */
async function turnedBack(agent: Agent, backs: string[], at: number): Promise<void> {
  for (let wait = 0; wait < 40 && !isSpent(agent); wait += 1) {
    if ((await looks(agent))[at] === backs[at]) return;
    await agent.clock.sleep(100, agent.signal);
  }
}
