/** What a task says about how something is to be rated. */
interface Rating {
  of: string;
  stars: number;
}

/** "Room 2/5, Breakfast: 5 out of 5, staff 3 stars": each name with its number. */
export function ratingsIn(task: string): Rating[] {
  return [...task.matchAll(RATED)].map(([, of = '', stars = '']) => ({ of, stars: Number(stars) }));
}

const WORD = String.raw`(?!(?:and|with|on|at|by|from|to|until|before|after|for|me|us|it)\b)\p{L}{2,}`;
const RATED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:the\s+)?(${WORD}(?:\s+${WORD})?)\s*[:=]?\s+(\d{1,2})\s*(?:\/\s*\d{1,2}\b|out\s+of\s+\d|stars?\b)`,
  'giu',
);
