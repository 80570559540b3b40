import { type Agent, DONE, isSpent, type Outcome, see, stuck } from '../agent-context.ts';
import { click } from '../hands/hands.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Scene } from '../sight/scene.ts';
import { largestGrid, lookOf } from './play-field.ts';

type Mark = 'mine' | 'theirs' | null;

const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** Noughts and crosses on any board of nine like fields: plays the best move until nothing is left to play for. */
export async function playNoughts(agent: Agent): Promise<Outcome> {
  const mine = new Set<number>();
  const own = agent.instruction.match(
    /\b(?:play(?:ing)?|you\s+are|place|put)\s+(?:as\s+)?(?:an?\s+|one\s+|the\s+)?["“']?([XO])\b/iu,
  )?.[1];
  const blank = blankLook((await boardIn(agent)).cells);
  for (let move = 0; move < 9 && !isSpent(agent); move += 1) {
    const { scene, cells } = await boardIn(agent);
    if (cells.length !== 9) return move > 0 ? DONE : stuck('there is no board to play on');
    const board = cells.map(
      (cell, at): Mark =>
        mine.has(at) || (own !== undefined && cell.text.toUpperCase() === own.toUpperCase())
          ? 'mine'
          : lookOf(cell) === blank
            ? null
            : 'theirs',
    );
    if (wins(board, 'mine')) return DONE;
    if (wins(board, 'theirs') || board.every((mark) => mark !== null))
      return /\bwin\b/iu.test(agent.instruction) ? stuck('the game was not won') : DONE;
    const best = bestMove(board);
    const cell = cells[best];
    if (!cell || !(await click(agent, scene, cell))) return stuck('the move could not be made');
    mine.add(best);
  }
  return DONE;
}

async function boardIn(agent: Agent): Promise<{ scene: Scene; cells: UiElement[] }> {
  const scene = await see(agent);
  return { scene, cells: largestGrid(scene.model, 9) };
}

/** The look of fields without a sign where others have one, else the one that most fields share: nobody has played there. */
function blankLook(cells: UiElement[]): string {
  const bare = cells.filter(({ text, name }) => `${text}${name}`.trim() === '');
  const looks = Map.groupBy(bare.length > 0 ? bare : cells, lookOf);
  return [...looks].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? '';
}

function wins(board: Mark[], player: Mark): boolean {
  return LINES.some((line) => line.every((at) => board[at] === player));
}

export function bestMove(board: Mark[]): number {
  const free = board.flatMap((mark, at) => (mark === null ? [at] : []));
  const worth = free.map((at) => ({ at, value: outcome(board.with(at, 'mine'), 'theirs', 1) }));
  return worth.toSorted((one, other) => other.value - one.value || (one.at === 4 ? -1 : 1))[0]?.at ?? 0;
}

/** How a position ends when both play their best: the sooner won, the better. */
function outcome(board: Mark[], turn: 'mine' | 'theirs', depth: number): number {
  if (wins(board, 'mine')) return 20 - depth;
  if (wins(board, 'theirs')) return depth - 20;
  const free = board.flatMap((mark, at) => (mark === null ? [at] : []));
  if (free.length === 0) return 0;
  const values = free.map((at) =>
    outcome(board.with(at, turn), turn === 'mine' ? 'theirs' : 'mine', depth + 1),
  );
  return turn === 'mine' ? Math.max(...values) : Math.min(...values);
}
