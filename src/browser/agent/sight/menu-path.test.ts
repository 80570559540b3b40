import { expect, test } from 'vitest';
import { menuPath } from './menu-path.ts';
import { pageOf } from './page-model.fixture.ts';

const page = pageOf([
  { text: 'File', isVisible: true },
  { text: 'Open…', depth: 2 },
  { text: 'View', isVisible: true },
  { text: 'Zoom ›', depth: 2 },
  { text: '50%', depth: 3 },
  { text: '100%', depth: 3 },
  { text: 'Encoding ›', depth: 2 },
  { text: 'UTF-8', depth: 3 },
]);

test.each([
  ['zoom of the editor', '50%', ['View', 'Zoom', '50%']],
  ['encoding', 'UTF-8', ['View', 'Encoding', 'UTF-8']],
  ['encoding', '50%', null],
  ['zoom', '75%', null],
])('%s to %s: %s', (field, value, way) => {
  expect(menuPath(page, field, value)).toEqual(way);
});
