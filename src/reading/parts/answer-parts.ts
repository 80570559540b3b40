import { squeeze } from '../page/dom.ts';
import type { ExtractedPage } from '../page/page.ts';
import { MOST_TOLD, partLikelihood } from './likelihood.ts';
import { namedValue } from './named-value.ts';
import { indexPart, type Ranked, rankParts } from './rank.ts';
import { readTask } from './task.ts';

/** What pages say to a task: a value, else the nearest parts, with how likely that is right. */
export interface PartsAnswer {
  output: string;
  likely: number;
  /** The nearest parts in the page's own words. */
  parts: string;
  /** Which of the pages says it. */
  page: number;
}

/** So many of the values that stand under just the words of the task were right on pages that nobody worked on. */
export const NAMED_RIGHT = 0.88;

/** The answer to a task from the parts of one or several pages; null where nothing on them speaks of it. */
export function answerFromParts(pages: readonly ExtractedPage[], goal: string): PartsAnswer | null {
  const task = readTask(goal);
  const indexed = pages.flatMap(({ parts }, page) => parts.map((part) => indexPart(part, page)));
  const ranking = rankParts(indexed, task);
  const [best] = ranking.ranked;
  if (!best || task.words.length === 0) return null;
  const parts = textOf(ranking.ranked);
  const named = namedValue(pages, task);
  return named
    ? { output: named.value, likely: NAMED_RIGHT, parts, page: named.page }
    : { output: parts, likely: partLikelihood(ranking, task), parts, page: best.page };
}

/** The most fitting parts of one page, each under its heading. */
export function textOf(ranked: readonly Ranked[]): string {
  const [best] = ranked;
  return ranked
    .slice(0, MOST_TOLD)
    .filter(
      ({ page, part }, place, all) =>
        page === best?.page && all.findIndex((one) => one.part.text === part.text) === place,
    )
    .map(({ part }) => {
      const heading = part.under.at(-1) ?? '';
      return heading === '' || squeeze(part.text).startsWith(heading)
        ? part.text
        : `${heading}\n${part.text}`;
    })
    .join('\n\n');
}
