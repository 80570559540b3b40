import { type Agent, DONE, isSpent, type Outcome, see, stuck } from './agent-context.ts';
import { click } from './hands.ts';
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
    faces.set(first, await turn(agent, first));
    const twin = [...faces].find(
      ([at, face]) => at !== first && !done.has(at) && face === faces.get(first),
    )?.[0];
    const second = twin ?? unseen(backs, faces)[0];
    if (second === undefined) return DONE;
    faces.set(second, await turn(agent, second));
    if (faces.get(first) === faces.get(second)) {
      done.add(first).add(second);
      continue;
    }
    await turnedBack(agent, backs, second);
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

async function turn(agent: Agent, at: number): Promise<string> {
  const scene = await see(agent);
  const card = largestGrid(scene.model, null)[at];
  if (card) await click(agent, scene, card);
  return (await looks(agent))[at] ?? '';
}

/** Two that do not match stay open for a moment. */
async function turnedBack(agent: Agent, backs: string[], at: number): Promise<void> {
  for (let wait = 0; wait < 40 && !isSpent(agent); wait += 1) {
    if ((await looks(agent))[at] === backs[at]) return;
    await agent.clock.sleep(100, agent.signal);
  }
}
