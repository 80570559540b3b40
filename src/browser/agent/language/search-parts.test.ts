import { expect, test } from 'vitest';
import { readParts } from './search-parts.ts';

test.each([
  [
    'year 1993, the director Ann Dorsey, the genre Drama',
    [
      { field: 'year', value: '1993' },
      { field: 'director', value: 'Ann Dorsey' },
      { field: 'genre', value: 'Drama' },
    ],
  ],
  [
    'the title "The Quarry" and the year 1950',
    [
      { field: 'title', value: 'The Quarry' },
      { field: 'year', value: '1950' },
    ],
  ],
  ['red shoes, the cheap ones', []],
  ['flights from Oslo to Rome', []],
])('%s', (query, parts) => {
  expect(readParts(query)).toEqual(parts);
});
