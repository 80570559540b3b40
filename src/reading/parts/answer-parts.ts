import { squeeze } from '../page/dom.ts';
import type { ExtractedPage } from '../page/page.ts';
import { partLikelihood } from './likelihood.ts';
import { listAround, plain, rowsOf } from './list.ts';
import { namedValue } from './named-value.ts';
import { indexPart, type Ranked, rankParts } from './rank.ts';
import { readClause } from './task.ts';

/** A part of a page that speaks of the task, with where it stands. */
export interface Passage {
  text: string;
  /** The headings above it, the nearest last. */
  under: string[];
  /** Its place on the page, from 0. */
  at: number;
  url: string;
}

/** A fact that an answer was taken from. */
export interface UsedFact {
  name: string;
  value: string;
}

/** The answer of pages to a task: a value where it is likely right, else the nearest passages. */
export interface PartsAnswer {
  output: string;
  rung: 'value' | 'passages';
  likely: number;
  passages: Passage[];
  facts: UsedFact[];
  /** Which of the pages says it. */
  page: number;
}

/** So many of the values that stand under just the words of the task were right on pages that nobody worked on. */
export const NAMED_RIGHT = 0.88;
/** From here on the best part is told as the answer itself. */
const SURE = 0.6;
const LEAST = 0.3;
const MOST_PASSAGES = 5;
const MOST_CHARS = 2_000;

/** The answer to one asking clause from the parts of one or several pages; null where nothing on them speaks of it. */
export function answerFromParts(pages: readonly ExtractedPage[], text: string): PartsAnswer | null {
  const task = readClause(text);
  const indexed = pages.flatMap(({ parts }, page) => parts.map((part) => indexPart(part, page)));
  const ranking = rankParts(indexed, task);
  const [best] = ranking.ranked;
  const named = namedValue(pages, task);
  const near = ranking.ranked.filter(({ signs }) => signs.together > 0 || signs.kind === 1);
  const passages = passagesOf(near, pages);
  if (named) {
    const facts = [{ name: named.name, value: named.value }];
    return { output: named.value, rung: 'value', likely: NAMED_RIGHT, passages, facts, page: named.page };
  }
  if (!best || passages.length === 0) return null;
  const likely = task.words.length > 0 ? partLikelihood(ranking, task) : LEAST;
  if (likely >= SURE)
    return { output: textOf(near), rung: 'value', likely, passages, facts: [], page: best.page };
  return {
    output: passages.map(told).join('\n\n'),
    rung: 'passages',
    likely: Math.max(LEAST, Math.min(SURE - 0.01, likely)),
    passages,
    facts: [],
    page: best.page,
  };
}

/** All things of the list that the words speak of; the nearest passages where there is no such list. */
export function answerList(pages: readonly ExtractedPage[], text: string): PartsAnswer | null {
  const said = answerFromParts(pages, text);
  if (!said) return null;
  for (const { url, at } of said.passages.slice(0, LOOKED_AT)) {
    const page = pages.find((each) => each.url === url);
    const part = page?.parts[at];
    const list = page && part && part.kind !== 'aside' ? listAround(page, part) : null;
    if (!list) continue;
    const rows = rowsOf(list, MOST_LIST_CHARS);
    const others = said.passages.filter((passage) => !isTold(passage, rows)).slice(0, 2);
    return { ...said, output: [rows, ...(said.likely >= SURE ? [] : others.map(told))].join('\n\n') };
  }
  return said;
}

/** All of it but its first words stands in a list that is told, however written. */
function isTold({ text }: Passage, told: string): boolean {
  const known = plain(told);
  return text.split('\n').filter((line) => !known.includes(plain(line))).length < 2;
}

const LOOKED_AT = 5;
const MOST_LIST_CHARS = 20_000;

/** Several things, each looked up by itself, as lines of `name: value`. */
export function answerFacts(pages: readonly ExtractedPage[], facts: readonly string[]): PartsAnswer | null {
  const found = facts.map((fact) => ({ fact, said: answerFromParts(pages, fact) }));
  const answered = found.flatMap(({ said }) => said ?? []);
  const [first] = answered;
  if (!first) return null;
  const room = MOST_CHARS / facts.length;
  const lines = found.map(({ fact, said }) => {
    const name = fact.replace(/^(?:the|an?|its)\s+/iu, '').replace(/[?\s]+$/u, '');
    if (!said) return `${name}: not found on the page`;
    const nearest = within(said.passages, room).map(told).join('\n');
    return `${name}: ${said.rung === 'value' || said.output.length <= room ? said.output : nearest}`;
  });
  const likely = Math.min(...found.map(({ said }) => said?.likely ?? LEAST));
  return {
    output: lines.join('\n'),
    rung: likely >= SURE ? 'value' : 'passages',
    likely,
    passages: answered.flatMap(({ passages }) => within(passages, room)),
    facts: answered.flatMap((said) => said.facts),
    page: first.page,
  };
}

/** As many of the first passages as there is room for, and one in any case. */
function within(passages: readonly Passage[], room: number): Passage[] {
  let used = 0;
  return passages.filter((passage, at) => {
    used += told(passage).length;
    return at === 0 || used <= room;
  });
}

function passagesOf(ranked: readonly Ranked[], pages: readonly ExtractedPage[]): Passage[] {
  const passages: Passage[] = [];
  let room = MOST_CHARS;
  for (const { part, page } of ranked) {
    if (passages.length >= MOST_PASSAGES) break;
    const passage = { text: part.text, under: part.under, at: part.at, url: pages[page]?.url ?? '' };
    const { length } = told(passage);
    if (length > room || passages.some(({ text }) => text === part.text)) continue;
    room -= length + 2;
    passages.push(passage);
  }
  return passages;
}

/** A passage under its heading, which can itself be the answer. */
function told({ text, under }: Pick<Passage, 'text' | 'under'>): string {
  const heading = under.at(-1) ?? '';
  return heading === '' || squeeze(text).startsWith(heading) ? text : `${heading}\n${text}`;
}

/** The most fitting parts of one page, each under its heading. */
export function textOf(ranked: readonly Ranked[]): string {
  const [best] = ranked;
  return ranked
    .slice(0, 2)
    .filter(
      ({ page, part }, place, all) =>
        page === best?.page && all.findIndex((one) => one.part.text === part.text) === place,
    )
    .map(({ part }) => told(part))
    .join('\n\n');
}
