import { expect, test } from 'vitest';
import { framesOf } from './frames.ts';

test('the pictures of a recording come in their order, and events without one are left out', () => {
  const events = [
    { timestamp: 1, type: 4, data: { href: 'about:blank' } },
    {
      timestamp: 1,
      type: 2,
      data: { node: { childNodes: [{ attributes: { src: 'data:image/jpeg;base64,A' } }] } },
    },
    {
      timestamp: 2,
      type: 3,
      data: { attributes: [{ id: 5, attributes: { src: 'data:image/jpeg;base64,B' } }] },
    },
    { type: 3, data: { src: 'data:image/jpeg;base64,no-time' } },
    { timestamp: 3, type: 3, data: { source: 2, text: 'data' } },
  ];
  expect(framesOf(events)).toEqual([
    { at: 1, src: 'data:image/jpeg;base64,A' },
    { at: 2, src: 'data:image/jpeg;base64,B' },
  ]);
});
