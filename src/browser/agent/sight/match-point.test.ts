import { expect, test } from 'vitest';
import { atPoint } from './match-point.ts';
import { pageOf } from './page-model.fixture.ts';

const dots = (count: number) =>
  Array.from({ length: count * count }, (_, index) => ({
    tag: 'circle',
    shape: 'circle',
    signature: 'circle<svg',
    hints: `${index % count} ${Math.floor(index / count)}`,
    box: { x: 40 * (index % count), y: 40 * Math.floor(index / count), width: 10, height: 10 },
  }));

test('a grid with a middle counts from there, upwards', () => {
  expect(atPoint(pageOf(dots(5)), { x: -1, y: 2 })?.hints).toBe('1 0');
});

test('numbers along the edges say how a grid counts', () => {
  const across = [10, 20, 30].map((number, index) => ({
    tag: 'text',
    text: String(number),
    box: { x: 40 * index, y: 200, width: 10, height: 10 },
  }));
  expect(atPoint(pageOf([...dots(3), ...across]), { x: 30, y: 0 })?.hints).toBe('2 1');
});

test('a place outside the grid is nowhere', () => {
  expect(atPoint(pageOf(dots(3)), { x: 7, y: 0 })).toBeNull();
});
