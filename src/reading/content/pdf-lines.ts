/** A piece of text as a PDF places it. */
export interface PdfPiece {
  str: string;
  /** Scale, turn and place: the last two are x and y from the lower left. */
  transform: number[];
  width: number;
  height: number;
  hasEOL: boolean;
}

export interface PdfLine {
  text: string;
  size: number;
  y: number;
}

/** The pieces of a page as lines. Columns of a line stay apart by two spaces, so that a table can be told. */
export function pageLines(pieces: PdfPiece[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let end = 0;
  for (const piece of pieces) {
    const [x, y] = [piece.transform[4] ?? 0, piece.transform[5] ?? 0];
    const size = piece.height || Math.abs(piece.transform[3] ?? 0) || 10;
    const line = lines.at(-1);
    if (piece.str.trim() === '') continue;
    if (!line || Math.abs(y - line.y) > Math.max(size, line.size) * 0.5 || x < end - size * 2) {
      lines.push({ text: piece.str, size, y });
    } else {
      const gap = x - end;
      const space = gap > size * 1.2 ? '  ' : gap > size * 0.12 ? ' ' : '';
      line.text += isApart(line.text, piece.str) ? piece.str : space + piece.str;
      line.size = Math.max(line.size, size);
    }
    end = x + piece.width;
  }
  return lines.map((line) => ({ ...line, text: line.text.trim() }));
}

function isApart(before: string, after: string): boolean {
  return before.endsWith(' ') || after.startsWith(' ');
}

/** Lines as text: larger ones are headings, a wider gap starts a paragraph. */
export function writePages(pages: PdfLine[][]): string {
  const body = bodySize(pages.flat());
  const levels = headingSizes(pages.flat(), body);
  return pages
    .map((lines) => {
      let text = '';
      lines.forEach((line, at) => {
        const before = lines[at - 1];
        const level = headingLevel(line, levels);
        const isNew =
          !before || level > 0 || headingLevel(before, levels) > 0 || gapOf(before, line) > line.size * 1.9;
        text += `${at === 0 ? '' : isNew ? '\n\n' : '\n'}${level > 0 ? `${'#'.repeat(level)} ` : ''}${line.text}`;
      });
      return text;
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

function gapOf(before: PdfLine, line: PdfLine): number {
  return before.y > line.y ? before.y - line.y : Number.POSITIVE_INFINITY;
}

/** The size that most letters have. */
function bodySize(lines: PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(half(size), (letters.get(half(size)) ?? 0) + text.length);
  return [...letters].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 10;
}

function headingSizes(lines: PdfLine[], body: number): number[] {
  const larger = lines.filter(({ size, text }) => half(size) >= body * 1.15 && isHeading(text));
  return [...new Set(larger.map(({ size }) => half(size)))].sort((one, other) => other - one).slice(0, 3);
}

function headingLevel({ size, text }: PdfLine, sizes: number[]): number {
  return isHeading(text) ? sizes.indexOf(half(size)) + 1 : 0;
}

function isHeading(text: string): boolean {
  return text.length <= 120 && /\p{L}{2}/u.test(text) && !/\s{2}/.test(text);
}

function half(size: number): number {
  return Math.round(size * 2) / 2;
}
