import { expect, test } from 'vitest';
import { saidName } from './said-name.ts';

test.each([
  ['Posted 12 May 2025', 'Posted', '12 May 2025'],
  ['Apply by 30 June 2025', 'Apply by', '30 June 2025'],
  ['Built in 1987', 'Built', '1987'],
  ['By Ines Marlow', 'By', 'Ines Marlow'],
  ['CEO Lena Hofer', 'CEO', 'Lena Hofer'],
  ['3 bedrooms', 'bedrooms', '3'],
  ['€48 million revenue', 'revenue', '€48 million'],
  ['3 years warranty', 'warranty', '3 years'],
])('%s says itself what it is', (text, name, value) => {
  expect(saidName(text)).toEqual({ name, value });
});

test.each(['Head of Research', 'Price Waterhouse', 'Room 12', 'University of York', 'Open positions'])(
  '%s is one name',
  (text) => {
    expect(saidName(text)).toBeUndefined();
  },
);
