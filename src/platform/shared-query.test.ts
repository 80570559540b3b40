import { expect, test } from 'vitest';
import { SharedQuery } from './shared-query.ts';

/** A database that answers when it is told to. */
function slowSquares() {
  const groups: Array<{ asked: number[]; end(error?: Error): void }> = [];
  const squares = new SharedQuery<number, number>((asked) => {
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    groups.push({
      asked,
      end: (error) => (error ? reject(error) : resolve(asked.map((one) => one * one))),
    });
    return promise;
  });
  return { groups, squares };
}

test('questions that arrive while two groups are under way make the next group', async () => {
  const { groups, squares } = slowSquares();
  const answers = [1, 2, 3, 4, 5].map((one) => squares.ask(one));
  expect(groups.map(({ asked }) => asked)).toEqual([[1], [2]]);
  groups[0]?.end();
  expect(await answers[0]).toBe(1);
  await Promise.resolve();
  expect(groups.map(({ asked }) => asked)).toEqual([[1], [2], [3, 4, 5]]);
  groups[1]?.end();
  groups[2]?.end();
  expect(await Promise.all(answers)).toEqual([1, 4, 9, 16, 25]);
});

test('a failure is that of all who wait, and the next question is asked again', async () => {
  const { groups, squares } = slowSquares();
  const answers = [1, 2, 3].map((one) => squares.ask(one).catch((error: Error) => error.message));
  groups[0]?.end(new Error('away'));
  expect(await answers[0]).toBe('away');
  expect(await answers[2]).toBe('away');
  groups[1]?.end();
  expect(await answers[1]).toBe(4);
  const later = squares.ask(6);
  groups[2]?.end();
  expect(await later).toBe(36);
});
