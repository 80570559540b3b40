import sql from 'sql-template-tag';
import type { Db } from '../platform/db.ts';
import { LEVELS, precisionLimit } from './model/parameters.ts';
import { LEVEL_INDEX } from './model/predict.ts';
import { publishedMove } from './model/published.ts';
import { effectHalfLifeMs } from './model/state.ts';
import type { Candidate } from './port.ts';

/** A published success rate of a runner, and its date. */
export interface Published extends Pick<Candidate, 'runner' | 'kind'> {
  success: number;
  date: string;
}

/** A runner without attempts here starts with its published figures; the older the figure, the less it counts. */
export async function seedPublished(db: Db, figures: readonly Published[]): Promise<void> {
  if (figures.length === 0) return;
  const at = LEVEL_INDEX.r ?? 0;
  const level = LEVELS[at];
  if (!level) throw new Error('the level of runners is missing');
  const moves = figures.map((figure) => publishedMove(figure, figure.success));
  await db.query(
    sql`insert into router_effects (key, col, half_life_ms, block_tau2, block_limit, complete_tau2, complete_limit,
          block_lam, block_h, block_n, complete_lam, complete_h, complete_n, updated_at)
        select 'r', d.col, ${effectHalfLifeMs(at)}, ${level.tau2[0]}, ${precisionLimit(level, 0)}, ${level.tau2[1]}, ${precisionLimit(level, 1)},
          0, 0, 0, d.lam, d.h, 0, d.published
        from unnest(${figures.map(({ runner }) => runner)}::text[], ${moves.map((move) => move[3])}::float8[],
          ${moves.map((move) => move[4])}::float8[], ${figures.map(({ date }) => date)}::timestamptz[]) as d (col, lam, h, published)
        on conflict (key, col) do nothing`,
  );
}
