import { systemClock } from '../platform/clock.ts';
import { Db } from '../platform/db.ts';
import { createLog } from '../platform/log.ts';
import { LocalKeyRing } from './local-key-ring.ts';
import { rewrapAll } from './rotate.ts';
import { sealedCredentials } from './store.ts';

// A rewrap in a process of its own, to be killed. Arguments: database address, ring folder. Prints a dot for every batch.
const [url = '', folder = ''] = process.argv.slice(2);
const log = createLog('warn');
await using db = new Db({ url, log, clock: systemClock, connections: 2 });
const keys = await LocalKeyRing.open(folder, systemClock);
await rewrapAll(
  { db, keys, tables: [sealedCredentials], clock: systemClock, log },
  { rest: 0, onBatch: () => process.stdout.write('.') },
);
