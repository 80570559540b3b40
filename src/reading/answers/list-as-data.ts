import type { PageIndex } from './page-index.ts';
import { readQuestion } from './question.ts';
import { selectItems } from './select-items.ts';

/** The list or table that is meant, as objects with the page's own names; undefined when the page has none. */
export function listAsData(index: PageIndex, goal: string): Record<string, string>[] | undefined {
  const question = readQuestion(goal.replace(/\b(?:as|in|to|into) (?:a )?json\b.*$/i, ' '));
  const words = question.words.filter((word) => !ABOUT_FORM.has(word));
  const [best] = selectItems(index, { ...question, words });
  const { items } = best && best.coverage >= 0.8 ? best : { items: [] };
  const rows = items.map(({ item }) => {
    const row = new Map<string, string>();
    if (item.fields.every(({ value }) => value !== item.title)) row.set('title', item.title);
    for (const { names, value } of item.fields) if (names[0] && !row.has(names[0])) row.set(names[0], value);
    return Object.fromEntries(row);
  });
  return rows.length > 0 ? rows : undefined;
}

const ABOUT_FORM = new Set(['tabl', 'table', 'list', 'data', 'row', 'array', 'json', 'object', 'convert']);
