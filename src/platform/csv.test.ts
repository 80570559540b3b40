import { expect, test } from 'vitest';
import { csv } from './csv.ts';

test('texts are quoted where they must be, and formulas are texts', () => {
  const rows = [
    ['a,b', 'say "x"', null, 1.5],
    ['=SUM(A1)', '-1', 'line\nbreak', -2],
  ];
  expect(csv(['p', 'q', 'r', 's'], rows)).toBe(
    'p,q,r,s\r\n"a,b","say ""x""",,1.5\r\n\'=SUM(A1),\'-1,"line\nbreak",-2\r\n',
  );
});
