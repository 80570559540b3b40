import type { ExtractedPage, Item, Part } from '../page/page.ts';

/** The list of the page that a part belongs to, whole; null where it belongs to none. */
export function listAround(page: ExtractedPage, part: Part): Item[] | null {
  const lines = part.lines.map(plain).filter((line) => line.length > 2);
  const [best] = page.collections
    .filter(({ items, kind, isAside }) => items.length > 1 && kind !== 'sections' && !isAside)
    .map(({ items }) => {
      const shown = items.slice(0, 500).map(({ text, title }) => [plain(text), plain(title)] as const);
      const met = lines.filter((line) =>
        shown.some(([text, title]) => text.includes(line) || (title.length > 2 && line.includes(title))),
      ).length;
      return {
        items,
        score: met / Math.max(1, lines.length) + Math.min(0.2, items.length / 100),
      };
    })
    .sort((one, other) => other.score - one.score);
  return best && best.score >= 0.4 ? best.items : null;
}

/** The things of a list, a line each. */
export function rowsOf(items: readonly Item[], mostChars: number): string {
  const rows: string[] = [];
  let room = mostChars;
  for (const { title, text, fields } of items) {
    const told =
      fields.length > 1
        ? [...new Set([title, ...fields.map(({ value }) => value)])].filter(Boolean).join(' | ')
        : text;
    const row = told.length > 400 ? title || text.slice(0, 400) : told;
    room -= row.length + 1;
    if (room < 0) break;
    rows.push(row.replace(/\s+/gu, ' '));
  }
  return rows.join('\n');
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
