import type { Asked } from './asked.ts';
import type { ExtractedPage } from './extract.ts';
import { fillSchema } from './fill-schema.ts';
import { findFacts, namesOf, normalizeKey } from './find-fact.ts';

/** What the task asks of a page that has been read. The page's own words, or its Markdown when nothing narrower fits. */
export function answerTask(asked: Asked, page: ExtractedPage): unknown {
  const question = [asked.goal, asked.instructions ?? ''].join('\n').trim();
  if (asked.outputSchema) return fillSchema(asked.outputSchema, page, question);
  const goal = asked.goal.replace(/https?:\/\/\S+/gi, ' ').trim();
  if (goal === '' || asksForText(goal)) return page.markdown;
  return (
    cellAnswer(goal, page) ??
    factAnswer(goal, page) ??
    labelAnswer(goal, page) ??
    passageAnswer(goal, page) ??
    page.markdown
  );
}

function asksForText(goal: string): boolean {
  return (
    /\b(?:text|content|contents|markdown|transcript)\b/i.test(goal) &&
    /\b(?:extract|get|read|return|fetch|scrape|give|show|convert|print|copy|want|need|what)\b/i.test(goal)
  );
}

const ASKED: readonly (readonly [string, RegExp])[] = [
  ['price', /\b(?:price|prices|cost|costs|how much (?:is|does|do|are))\b/i],
  ['currency', /\bcurrency\b/i],
  ['title', /\b(?:title|headline)\b/i],
  [
    'name',
    /\b(?:product name|name of the (?:product|item|recipe|company|place)|what is (?:it|this) called)\b/i,
  ],
  ['author', /\b(?:author|writer|written by|who wrote|byline)\b/i],
  [
    'date',
    /\b(?:publication date|publish(?:ed|ing)? date|date (?:of|was|published)|when was|published on|what date|the date)\b/i,
  ],
  ['modified', /\b(?:last (?:updated|modified)|modification date)\b/i],
  ['description', /\bdescription\b/i],
  ['review count', /\b(?:how many (?:reviews|ratings)|number of (?:reviews|ratings)|review count)\b/i],
  ['rating', /\b(?:rating|stars|rated)\b/i],
  ['availability', /\b(?:availability|available|in stock|stock)\b/i],
  ['brand', /\b(?:brand|manufacturer)\b/i],
  ['sku', /\bsku\b/i],
];

function factAnswer(goal: string, page: ExtractedPage): string | undefined {
  const answers: { name: string; value: string }[] = [];
  const asked = ASKED.map(([name, pattern]) => ({ name, at: goal.search(pattern) })).filter(
    ({ at }) => at >= 0,
  );
  for (const { name } of asked.toSorted((one, other) => one.at - other.at)) {
    const [value] = findFacts(page, name, goal);
    if (value === undefined) return undefined;
    answers.push({
      name,
      value: name === 'price' ? withCurrency(String(value), page, goal) : shortName(String(value)),
    });
  }
  if (answers.length <= 1) return answers[0]?.value;
  return answers.map(({ name, value }) => `${name[0]?.toUpperCase()}${name.slice(1)}: ${value}`).join('\n');
}

function withCurrency(price: string, page: ExtractedPage, goal: string): string {
  if (!/^[\d.,]+$/.test(price)) return price;
  const [currency] = findFacts(page, 'currency', goal);
  return currency === undefined ? price : `${price} ${currency}`;
}

/** The crossing of the row and the column that the task names. */
function cellAnswer(goal: string, page: ExtractedPage): string | undefined {
  const asked = normalizeWords(goal);
  let best: { length: number; value: string } | undefined;
  for (const table of page.tables) {
    for (const row of table.rows) {
      const named = row.filter((cell) => cell.length > 1 && mentions(asked, cell));
      const key = named.toSorted((one, other) => other.length - one.length)[0];
      if (key === undefined || key.length <= (best?.length ?? 0)) continue;
      // The column must be named beside the row: "the red mug" does not ask for the column "Mug".
      const rest = ` ${asked} `.replace(` ${normalizeWords(key)} `, ' ').trim();
      const column = table.headers.findIndex(
        (header, index) => row[index] !== key && asksForColumn(goal, rest, header),
      );
      const value = row[column];
      if (value) best = { length: key.length, value };
    }
  }
  return best?.value;
}

function asksForColumn(goal: string, rest: string, header: string): boolean {
  if (mentions(rest, header)) return true;
  return ASKED.some(([name, pattern]) => pattern.test(goal) && namesOf(name).includes(normalizeKey(header)));
}

function labelAnswer(goal: string, page: ExtractedPage): string | undefined {
  const asked = normalizeWords(goal);
  const matching = page.labels.filter(
    ({ label, source }) => source !== 'name' && normalizeKey(label).length > 2 && mentions(asked, label),
  );
  return matching.toSorted((one, other) => other.label.length - one.label.length)[0]?.value;
}

/** The paragraph that holds most of the task's telling words, weighed by how rare they are on the page. */
function passageAnswer(goal: string, page: ExtractedPage): string | undefined {
  const words = [...new Set(normalizeWords(goal).split(' '))].filter(
    (word) => word.length > 2 && !STOP_WORDS.has(word),
  );
  if (words.length === 0) return undefined;
  const passages = page.text
    .split(/\n{2,}|\n(?=\S)/)
    .map((text) => text.trim())
    .filter((text) => text.length > 20)
    .slice(0, 5_000);
  const texts = passages.map((text) => ` ${normalizeWords(text)} `);
  const weights = words.map((word) =>
    Math.log(1 + texts.length / (1 + texts.filter((text) => text.includes(` ${word}`)).length)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let best = { score: 0, index: -1 };
  texts.forEach((text, index) => {
    const hits = words.map((word) => text.includes(` ${word}`));
    const score = weights.reduce((sum, weight, at) => sum + (hits[at] ? weight : 0), 0);
    if (hits.filter(Boolean).length >= Math.min(2, words.length) && score > best.score)
      best = { score, index };
  });
  return best.score >= 0.6 * total ? passages[best.index] : undefined;
}

const STOP_WORDS = new Set(
  'the and for with from this that what which who whom whose when where why how are was were has have had does did can could will would should its their there here into about page site website tell give find get show read extract return open visit please look fetch list all any you your use using then than'.split(
    ' ',
  ),
);

function mentions(asked: string, phrase: string): boolean {
  const words = normalizeWords(phrase);
  return words !== '' && ` ${asked} `.includes(` ${words} `);
}

function normalizeWords(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}

function shortName(value: string): string {
  return value.replace(/^https?:\/\/schema\.org\/(\w+)$/i, '$1');
}
