import type { Field, Item } from '../page/page.ts';

const MAX_PIECED_CHARS = 200;

/** "Hardback · 1958 · Good", "Jonas Brekke (Varde) – 71 goals": one line that tells several things. */
export function piecesOf({ fields, text }: Item): Field[] {
  const lines = fields.length === 0 ? [text] : fields.filter(({ href }) => !href).map(({ value }) => value);
  return [...new Set(lines)].flatMap((line) =>
    splitLine(line).map((value) => ({ names: unitOf(value), value, isPiece: true })),
  );
}

/** Empty when the line is one piece, or a range: "10:00 – 17:00". */
export function splitLine(line: string): string[] {
  if (line.length > MAX_PIECED_CHARS) return [];
  const pieces = line
    .split(/\s+[·|•–—]\s+|\s*[()]\s*|\s+-\s+/)
    .map((piece) => piece.replace(/^[\s·|•–—-]+\s|[,;\s]+$/g, '').trim())
    .filter(Boolean)
    .flatMap(withoutContact);
  const isRange = !/\s[·|•]\s/.test(line) && pieces.every((piece) => /\d/.test(piece));
  return pieces.length < 2 || isRange ? [] : pieces;
}

/** "Head cook, +47 22 33 44 55": how to reach someone is a piece of its own. */
function withoutContact(piece: string): string[] {
  const parts = piece.split(/,\s+/);
  return parts.length > 1 && parts.some((part) => CONTACT.test(part)) ? parts : [piece];
}

const CONTACT = /^(?:[^\s@]+@[^\s@]+\.\p{L}{2,}|(?:https?:\/\/|www\.)\S+|\+?\d[\d\s()/-]{6,}\d)$/u;

/** "71 goals" is a number of goals. */
function unitOf(piece: string): string[] {
  const unit = piece.match(/^\d[\d.,]*\s+(\p{L}{3,20})$/u)?.[1];
  return unit ? [unit] : [];
}

/** "[3.1.0] - 2026-09-21": a heading that tells a version and a day. */
export function titlePieces({ title }: Item): Field[] {
  if (title.length > 80 || !/\d/.test(title)) return [];
  const pieces = title.split(/\s+[-–—|·]\s+|\s*[()[\],]\s*/).filter(Boolean);
  return pieces.length < 2 && pieces[0] === title
    ? []
    : pieces.map((value) => ({ names: [], value, isPiece: true }));
}
