import { expect, test } from 'vitest';
import { crossingOf } from './crossing.ts';
import { pageOf } from './page-model.fixture.ts';

const at = (x: number, y: number) => ({ x, y, width: 30, height: 20 });
const page = pageOf(
  [
    { text: '1', box: at(40, 0) },
    { text: '2', box: at(80, 0) },
    { text: 'A', box: at(0, 30) },
    { hints: 'a1', box: at(40, 30) },
    { hints: 'a2', box: at(80, 30) },
    { text: 'B', box: at(0, 60) },
    { hints: 'b1', box: at(40, 60) },
    { hints: 'b2', box: at(80, 60) },
  ].map((element) => ({ isVisible: true, ...element })),
);

test.each([
  ['B', '2', ['b2']],
  ['1', 'A', ['a1']],
  ['C', '1', []],
])('%s and %s cross at %s', (one, other, hints) => {
  const found = crossingOf(
    page,
    ({ text }) => text === one,
    ({ text }) => text === other,
  );
  expect(found.map((element) => element.hints)).toEqual(hints);
});
