import { defuddleMarkdown, readabilityMarkdown } from './library-content.ts';
import type { Block } from './page.ts';

/** Below this the libraries take a short page's content (a price, a list, a table) for clutter. */
const MIN_PROSE_WORDS = 100;
/** The libraries' cost grows faster than the page; past these they take seconds. Both are far above an ordinary page. */
const MAX_LIBRARY_ELEMENTS = 4_000;
const MAX_LIBRARY_DEPTH = 100;
const MAX_LIBRARY_CHARS = 400_000;

/**
 * The main content as Markdown, from three readings: our own of everything that does not stand aside, Readability's
 * and Defuddle's. Each piece of the page is content when two of the three keep it; the reading nearest to that wins.
 * On a page that is no article, or where the first two agree, the others are not asked.
 */
export async function mainContent(page: {
  html: string;
  url: string;
  document: Document;
  blocks: Block[];
  own: string;
}): Promise<string> {
  const { html, url, blocks, own } = page;
  if (own.length > MAX_LIBRARY_CHARS || proseWords(blocks) < MIN_PROSE_WORDS) return own;
  if (!isForLibraries(page.document)) return own;
  const pieces = piecesOf(blocks);
  const ours = kept(pieces, own);
  const readable = await readabilityMarkdown(html, url);
  const theirs = kept(pieces, readable);
  if (agreement(pieces, ours, theirs) >= 0.97) return own;
  const defuddled = await defuddleMarkdown(html, url);
  const readings = [
    { markdown: own, keeps: ours },
    { markdown: readable, keeps: theirs },
    { markdown: defuddled, keeps: kept(pieces, defuddled) },
  ].filter(({ keeps }) => share(pieces, keeps) >= 0.4);
  if (readings.length < 2) return own;
  const isContent = pieces.map((_, index) => votes(readings, index) * 2 > readings.length);
  const scored = readings.map((reading) => ({
    ...reading,
    score: agreement(pieces, reading.keeps, isContent) + 0.1 * structure(reading.markdown, own),
  }));
  return scored.reduce((best, reading) => (reading.score > best.score + 1e-6 ? reading : best)).markdown;
}

/** Words in sentences: an article has many, a list of products few. */
function proseWords(blocks: Block[]): number {
  let words = 0;
  for (const { text, isAside } of blocks) {
    if (!isAside && text.length >= 80 && /[.!?。…]["'”’)]?(?:\s|$)/u.test(text))
      words += text.split(/\s+/).length;
  }
  return words;
}

interface Piece {
  text: string;
  weight: number;
}

function piecesOf(blocks: Block[]): Piece[] {
  return blocks
    .map(({ text }) => ({ text: letters(text), weight: text.split(/\s+/).length }))
    .filter(({ text }) => text.length >= 8);
}

/** Which pieces of the page a reading holds, whatever its markup. */
function kept(pieces: Piece[], markdown: string): boolean[] {
  const text = letters(markdown.replace(/\]\([^()\s]{0,2000}\)/g, ']'));
  return pieces.map((piece) => text.includes(piece.text.slice(0, 120)));
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** How well two readings agree on what is content: 1 when they keep the same words. */
function agreement(pieces: Piece[], one: boolean[], other: boolean[]): number {
  let both = 0;
  let either = 0;
  pieces.forEach(({ weight }, index) => {
    if (one[index] && other[index]) both += weight;
    if (one[index] || other[index]) either += weight;
  });
  return either === 0 ? 0 : both / either;
}

function share(pieces: Piece[], keeps: boolean[]): number {
  let all = 0;
  let held = 0;
  pieces.forEach(({ weight }, index) => {
    all += weight;
    if (keeps[index]) held += weight;
  });
  return all === 0 ? 0 : held / all;
}

function votes(readings: { keeps: boolean[] }[], index: number): number {
  return readings.filter(({ keeps }) => keeps[index]).length;
}

/** The share of tables and code blocks that survived. */
function structure(markdown: string, own: string): number {
  const count = (text: string): number => (text.match(/^(?:```|\| ?:?-{3})/gm) ?? []).length;
  const wanted = count(own);
  return wanted === 0 ? 1 : Math.min(1, count(markdown) / wanted);
}

function isForLibraries(document: Document): boolean {
  let elements = 0;
  let depth = 0;
  for (let node: Element | null = document.documentElement; node !== null; ) {
    elements += 1;
    if (elements > MAX_LIBRARY_ELEMENTS || depth > MAX_LIBRARY_DEPTH) return false;
    let next: Element | null = node.firstElementChild;
    if (next) depth += 1;
    for (let up: Element | null = node; next === null && up !== null; up = up.parentElement) {
      next = up.nextElementSibling;
      if (next === null) depth -= 1;
    }
    node = next;
  }
  return true;
}
