import { expect, test } from 'vitest';
import { loadPages, type Score, scorePage } from '../../test/pages/score.ts';
import { readDocument } from './read-document.ts';

async function scoresOf(set: 'seen' | 'held-out'): Promise<Score[]> {
  const scores: Score[] = [];
  for (const page of await loadPages(set)) {
    scores.push(
      ...(await scorePage(page, async (html, url, asked) => {
        const { answer } = await readDocument({ body: html, url, contentType: null }, asked);
        return answer?.found ? answer.output : undefined;
      })),
    );
  }
  return scores;
}

test('pages of many kinds give their text, their answers and their data', { timeout: 60_000 }, async () => {
  const scores = await scoresOf('seen');
  const wrong = scores.filter(({ isRight }) => !isRight).map(({ page, what }) => `${page}: ${what}`);
  expect(scores.length).toBeGreaterThan(150);
  // It needs more than the words of the question.
  expect(wrong).toEqual(['stores-sentence: What happens to unsold bread in the evening?']);
});

test('pages that were set aside while this was written do nearly as well', { timeout: 60_000 }, async () => {
  const scores = await scoresOf('held-out');
  const share = (kind: Score['kind']) => {
    const some = scores.filter((score) => score.kind === kind);
    return some.filter(({ isRight }) => isRight).length / some.length;
  };
  expect(share('text')).toBeGreaterThan(0.95);
  expect(share('ask')).toBeGreaterThan(0.85);
  expect(share('schema')).toBeGreaterThan(0.9);
});
