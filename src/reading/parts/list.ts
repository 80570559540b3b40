import type { Collection, ExtractedPage, Part } from '../page/page.ts';

/** The list of the page that a part belongs to, whole; null where it belongs to none. */
export function listAround(page: ExtractedPage, part: Part): Collection | null {
  const lines = part.lines.map(plain).filter((line) => line.length > 2);
  const [best] = page.collections
    .filter(({ items, kind, isAside }) => items.length > 1 && kind !== 'sections' && !isAside)
    .map((list) => {
      const { items } = list;
      const shown = items.slice(0, 500).map(({ text, title }) => [plain(text), plain(title)] as const);
      const met = lines.filter((line) =>
        shown.some(([text, title]) => text.includes(line) || (title.length > 2 && line.includes(title))),
      ).length;
      return {
        list,
        score: met / Math.max(1, lines.length) + Math.min(0.2, items.length / 100),
      };
    })
    .sort((one, other) => other.score - one.score);
  return best && best.score >= 0.4 ? best.list : null;
}

/** The things of a list, a line each; those of a table below its head. */
export function rowsOf({ items, kind }: Collection, mostChars: number): string {
  const heads = kind === 'table' ? (items[0]?.fields.map(({ names }) => names[0] ?? '') ?? []) : [];
  const rows = heads.every(Boolean) && heads.length > 1 ? [heads.join(' | ')] : [];
  let room = mostChars;
  for (const { title, text, fields } of items) {
    const values = fields.map(({ value }) => value);
    // The boxes of a card may repeat what they hold; two cells of a row that say the same are two.
    const cells = kind === 'table' && values.includes(title) ? values : [...new Set([title, ...values])];
    const told = fields.length > 1 ? cells.filter(Boolean).join(' | ') : text;
    const row = told.length > 400 ? title || text.slice(0, 400) : told;
    room -= row.length + 1;
    if (room < 0) break;
    rows.push(row.replace(/\s+/gu, ' '));
  }
  return rows.join('\n');
}

export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
