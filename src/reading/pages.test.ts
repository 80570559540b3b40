import { expect, test } from 'vitest';
import { loadPages, type PageSet, type Score, scorePage, sourceOf } from '../../test/pages/score.ts';
import { readDocument } from './read-document.ts';

async function scoresOf(set: PageSet): Promise<Score[]> {
  const scores: Score[] = [];
  for (const page of await loadPages(set)) {
    scores.push(
      ...(await scorePage(page, async (page, asked) => {
        const { answer } = await readDocument(sourceOf(page), asked);
        return answer?.found ? answer.output : undefined;
      })),
    );
  }
  return scores;
}

test('pages of many kinds give their text, their answers and their data', { timeout: 300_000 }, async () => {
  const scores = await scoresOf('seen');
  const wrong = scores.filter(({ isRight }) => !isRight).map(({ page, what }) => `${page}: ${what}`);
  expect(scores.length).toBeGreaterThan(150);
  // It needs more than the words of the question.
  expect(wrong).toEqual(['stores-sentence: What happens to unsold bread in the evening?']);
});

test.each([
  { set: 'held-out', text: 0.98, ask: 0.98, schema: 1 },
  { set: 'fresh-1', text: 0.98, ask: 0.87, schema: 0.81 },
  { set: 'fresh-2', text: 1, ask: 0.89, schema: 1 },
  { set: 'fresh-3', text: 0.98, ask: 0.88, schema: 0.97 },
  { set: 'fresh-4', text: 1, ask: 0.75, schema: 0.76 },
  { set: 'fresh-5', text: 1, ask: 0.72, schema: 0.75 },
  { set: 'fresh-6', text: 1, ask: 0.85, schema: 0.75 },
  { set: 'fresh-7', text: 1, ask: 0.66, schema: 0.47 },
  { set: 'fresh-8', text: 1, ask: 0.65, schema: 0.33 },
  { set: 'fresh-9', text: 0.96, ask: 0.78, schema: 0.22 },
  { set: 'fresh-10', text: 1, ask: 0.67, schema: 0.4 },
  { set: 'fresh-12', text: 1, ask: 0.7, schema: 1 },
  { set: 'fresh-11', text: 1, ask: 0.68, schema: 0.77 },
] as const)(
  'the pages $set, written before they were read, stay as well read as they are',
  {
    timeout: 300_000,
  },
  async ({ set, ...least }) => {
    const scores = await scoresOf(set);
    const share = (kind: Score['kind']) => {
      const some = scores.filter((score) => score.kind === kind);
      return some.filter(({ isRight }) => isRight).length / some.length;
    };
    expect(share('text')).toBeGreaterThanOrEqual(least.text);
    expect(share('ask')).toBeGreaterThanOrEqual(least.ask);
    expect(share('schema')).toBeGreaterThanOrEqual(least.schema);
  },
);
