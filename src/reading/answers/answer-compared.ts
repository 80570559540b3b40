import { stem, wordsOf } from '../words/words.ts';
import type { Answer } from './answer-value.ts';
import type { IndexedItem, PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { pointedItem } from './rank-items.ts';

/** "Which is cheaper, A or B?": of the things that the question names the one that is more of what it asks. */
export function answerCompared(index: PageIndex, question: Question): Answer | undefined {
  if (!/\bor\b|\boder\b|\bou\b|\bo\b/i.test(question.text)) return undefined;
  const extreme = COMPARED.find(([look]) => look.test(question.text));
  if (!extreme) return undefined;
  const [said, toward, of] = extreme;
  const compared = {
    ...question,
    ordinal: null,
    extreme: { toward, of: of.split(' ').map((word) => (word === '*' ? word : stem(word))), said },
  };
  for (const collection of index.collections) {
    const items = namedItems(collection.items, question.text);
    if (items.length !== 2) continue;
    const words = question.words.filter((word) => items.every(({ title }) => !title.has(word)));
    const selection = { of: collection, items, column: null, telling: [], coverage: 1, score: 1 };
    const pointed = pointedItem(index, selection, { ...compared, words, noun: [] });
    if (!pointed?.by) continue;
    const values = items.map(({ item }) => item.title);
    if (new Set(values).size < 2) continue;
    return { output: `${pointed.item.item.title} (${pointed.by.value})`, coverage: 1 };
  }
  return undefined;
}

/** Those whose whole name is in the words. */
export function namedItems(items: readonly IndexedItem[], text: string): IndexedItem[] {
  const asked = wordsOf(text).map(stem);
  return items.filter(({ title }) => title.size > 0 && [...title].every((word) => asked.includes(word)));
}

const COMPARED: readonly (readonly [RegExp, 'most' | 'least', string])[] = [
  [
    /\b(?:cheaper|less expensive|g[üu]nstiger|billiger|moins ch[eè]re?|m[áa]s barat[oa])\b/i,
    'least',
    'price',
  ],
  [/\b(?:more expensive|dearer|pricier|teurer|plus ch[eè]re?|m[áa]s car[oa])\b/i, 'most', 'price'],
  [/\b(?:better rated|higher rated)\b/i, 'most', 'rating'],
  [/\b(?:newer|later|more recent)\b/i, 'most', 'date year'],
  [/\b(?:older|earlier)\b/i, 'least', 'date founded year built'],
  [/\bheavier\b/i, 'most', 'weight'],
  [/\blighter\b/i, 'least', 'weight'],
  [/\b(?:taller|higher up)\b/i, 'most', 'height'],
  [/\blonger\b/i, 'most', 'length duration time distance'],
  [/\bshorter\b/i, 'least', 'length duration time distance height'],
  [/\bfaster\b/i, 'most', 'speed'],
  [/\b(?:warmer|hotter)\b/i, 'most', 'temperature high'],
  [/\b(?:colder|cooler)\b/i, 'least', 'temperature low'],
  [/\b(?:closer|nearer)\b/i, 'least', 'distance'],
  [/\b(?:more|higher|greater|larger|bigger|mehr|plus de|m[áa]s)\b/i, 'most', '* size area'],
  [/\b(?:less|fewer|lower|smaller|weniger|moins de|menos)\b/i, 'least', '* size area'],
];
