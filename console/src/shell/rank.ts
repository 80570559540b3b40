const WORD = /[^\p{L}\p{N}]+/u;

/**
 * How well an item of the palette fits: every typed word is a word of the item or begins one, else 0. A title that begins with
 * the typed text is first, then whole words, then beginnings; a screen is before an action, and both are before what the
 * service found. The first keyword is the title.
 */
export function rank(value: string, typed: string, keywords: string[] = []): number {
  const wanted = typed.toLowerCase().split(WORD).filter(Boolean);
  if (wanted.length === 0) return 1;
  const title = (keywords[0] ?? '').toLowerCase();
  const own = keywords.join(' ').toLowerCase().split(WORD);
  const titleWords = new Set(title.split(WORD));
  const scores = wanted.map((word): number => {
    if (titleWords.has(word)) return 1;
    if (own.includes(word)) return 0.8;
    return own.some((one) => one.startsWith(word)) ? 0.6 : 0;
  });
  if (scores.includes(0)) return 0;
  const fit = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const begins = title.startsWith(typed.trim().toLowerCase()) ? 1 : 0;
  return (KINDS[value.split(' ')[0] ?? ''] ?? 1) * (fit + begins);
}

const KINDS: Record<string, number> = { screen: 1.2, action: 1.1, run: 0.6, runner: 0.7, docs: 0.5 };
