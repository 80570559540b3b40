import { seeded } from '../../test/support/seeded.ts';
import { systemClock } from '../platform/clock.ts';
import { Aborted, Db } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { charge, chargeAtOnce, hold, type Posting, release } from './postings.ts';
import { grantStatement, withPosting } from './store.ts';

// Eight workers in a process of their own that move money at random. Arguments: database address, seed, workspaces.
const [url = '', seed = '1', ...workspaces] = process.argv.slice(2);
const WORKERS = 8;
const MOVES = 40;
const FEE_PPM = 50_000;

await using db = new Db({ url, log: createLog('silent'), clock: systemClock, connections: WORKERS });
const counts = { done: 0, uncovered: 0, repeated: 0 };

async function work(worker: number): Promise<void> {
  const random = seeded(Number(seed) * 100 + worker);
  let held = 0;
  for (let move = 0; move < MOVES; move += 1) {
    const id = `${seed}-${worker}-${move}`;
    // Every worker stays in one workspace while it holds credits there.
    const workspaceId = workspaces[worker % workspaces.length] ?? '';
    const amount = 1 + Math.floor(random() * 3_000);
    const kind = random();
    if (kind < 0.1) await db.query(grantStatement(workspaceId, `grant:${id}`, amount));
    else if (held > 0 && kind < 0.4) {
      const charged = charge({ attemptId: id, costMicro: amount, feeRatePpm: FEE_PPM, heldMicro: held });
      if (await post(workspaceId, charged.posting, false)) held = charged.heldLeftMicro;
    } else if (held > 0 && kind < 0.6) {
      if (await post(workspaceId, release(`release:${id}`, held), false)) held = 0;
    } else if (kind < 0.8) {
      if (await post(workspaceId, hold(`hold:${id}`, amount), true)) held += amount;
    } else await post(workspaceId, chargeAtOnce(`session:${id}`, amount, FEE_PPM), true);
  }
}

/** Each movement is sent twice, as by a caller who does not know whether the first one arrived. */
async function post(workspaceId: string, posting: Posting, mustCover: boolean): Promise<boolean> {
  const once = async (): Promise<'done' | 'uncovered' | 'repeated'> => {
    try {
      await db.commit(withPosting([], { workspaceId, keyId: null, posting, mustCover }));
      return 'done';
    } catch (error) {
      if (error instanceof Aborted) return 'uncovered';
      if ((error as { code?: string }).code === '23505') return 'repeated';
      throw error;
    }
  };
  const outcomes = await Promise.all([once(), once()]);
  for (const outcome of outcomes) counts[outcome] += 1;
  return outcomes.includes('done');
}

await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
process.stdout.write(JSON.stringify(counts));
