import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { systemClock } from './clock.ts';

export type IdPrefix =
  | 'resp'
  | 'att'
  | 'cred'
  | 'wh'
  | 'evt'
  | 'whdel'
  | 'art'
  | 'lt'
  | 'acct'
  | 'user'
  | 'ws'
  | 'key'
  | 'pkey'
  | 'ia'
  | 'chal'
  | 'sess'
  | 'ctx'
  | 'aud'
  | 'msg'
  | 'scr'
  | 'req';

/** Prefix + time-ordered random part: sorts by creation. */
export function newId(prefix: IdPrefix): string {
  const random = randomBytes16();
  return `${prefix}_${uuidv7({ random, ...nextMoment(random) }).replaceAll('-', '')}`;
}

const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Random bytes are drawn in blocks; one call per id would cost more than the rest of the id. */
function randomBytes16(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

let last = { msecs: 0, seq: 0 };

/** The time, and a number that grows within its millisecond from a random start. */
function nextMoment(random: Buffer): { msecs: number; seq: number } {
  const msecs = systemClock.now().getTime();
  // Leaves half of the range for ids of the same millisecond.
  last =
    msecs > last.msecs
      ? { msecs, seq: random.readUInt32BE(6) >>> 1 }
      : { msecs: last.msecs, seq: last.seq + 1 };
  return last;
}

/** Checked before the database is asked: a malformed id is simply not found. */
export function isId(value: string, prefix: IdPrefix): boolean {
  return (
    value.length === prefix.length + 33 &&
    value.startsWith(`${prefix}_`) &&
    ID_BODY.test(value.slice(prefix.length + 1))
  );
}

const ID_BODY = /^[0-9a-f]{32}$/;
