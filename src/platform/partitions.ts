import sql from 'sql-template-tag';
import { StartupError } from '../errors.ts';
import type { Clock } from './clock.ts';
import type { Db } from './db.ts';
import type { Log } from './log.ts';
import { Routine } from './routine.ts';

const EVERY_MS = 3_600_000;
// Reading a large table once, beside all other work.
const VALIDATE_MS = 3_600_000;
const DROP_MS = 60_000;
// Ranges are there for three weeks ahead.
const MOST_DAYS_OFF = 7;

/** Ids have their time from this machine, and a row its range from its id. */
export async function expectClock({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const [row] = await db.query<{ ms: number }>(sql`select extract(epoch from now())::float * 1000 as ms`);
  const days = (clock.now().getTime() - (row?.ms ?? 0)) / 86_400_000;
  if (Math.abs(days) <= MOST_DAYS_OFF) return;
  const off = `${Math.round(Math.abs(days))} days ${days > 0 ? 'ahead of' : 'behind'}`;
  throw new StartupError(`The clock of this machine is ${off} the clock of the database: set it right.`);
}

/** Keeps the weekly ranges of the large tables: moves tables without ranges, makes weeks ahead, drops old ones. */
export function keepPartitions(ctx: { db: Db; clock: Clock; log: Log }): Routine {
  const { clock, log } = ctx;
  return new Routine({ clock, log, everyMs: EVERY_MS, failure: 'partitions could not be kept' }, () =>
    tidyPartitions(ctx),
  );
}

export async function tidyPartitions({ db, log }: { db: Db; log: Log }): Promise<void> {
  for (const { name } of await db.query<{ name: string }>(
    sql`select name from partitioned_tables where not is_moved`,
  ))
    await move(db, log, name);
  await db.query(sql`select make_partitions()`);
  const dropped = await db.slowQuery<{ name: string }>(sql`select drop_old_partitions() as name`, DROP_MS);
  for (const { name } of dropped) log.info({ partition: name }, 'old partition dropped');
  const [short] = await db.query<{ names: string | null }>(
    sql`select string_agg(name, ', ') as names from partitioned_tables
        where is_moved and first_ends < now() + interval '7 days'
          and to_regclass(name || to_char(week_at(now() + interval '7 days') at time zone 'UTC', '_YYYYMMDD')) is null`,
  );
  if (short?.names)
    log.error(
      `No partition for next week: ${short.names}. Their rows will be refused; run make_partitions().`,
    );
}

/** In three steps, each short or without a lock that others wait for; an interrupted move goes on at the next pass. */
async function move(db: Db, log: Log, name: string): Promise<void> {
  const lockTimeout = sql`select set_config('lock_timeout', '1000', true)`;
  await db.batch([lockTimeout, sql`select begin_move(${name})`]);
  await db.slowQuery(sql`select check_move(${name})`, VALIDATE_MS);
  await db.batch([lockTimeout, sql`select finish_move(${name})`]);
  log.info({ table: name }, 'table is in weekly partitions now');
}
