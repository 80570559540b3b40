import { expect, test } from 'vitest';
import { outermost } from './outermost.ts';

test.each([
  ['the square that is furthest to the left', 'the leftmost square'],
  ['the farthest right button', 'the rightmost button'],
  ['the red circle which is highest up', 'the topmost red circle'],
  ['the link closest to the bottom of the page', 'the bottommost link'],
  ['the dot nearest to the top edge', 'the topmost dot'],
  ['the lowest triangle', 'the bottommost triangle'],
  ['the lowest price', 'the lowest price'],
  ['the circle closest to the square', 'the circle closest to the square'],
])('%s', (phrase, plain) => expect(outermost(phrase)).toBe(plain));
