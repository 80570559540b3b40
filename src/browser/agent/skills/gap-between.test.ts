import { expect, test } from 'vitest';
import { pageOf } from '../sight/page-model.fixture.ts';
import { solve } from './solve.ts';

const cards = pageOf(
  [
    ['Oslo', '-3 °C'],
    ['Rome', '18 °C'],
    ['Lima', '24 °C'],
  ].flatMap(([town, degrees]) => [{}, { depth: 2, text: town }, { depth: 2, tag: 'b', text: degrees }]),
);

test.each([
  ['How many degrees warmer is Rome than Oslo?', '21'],
  ['By how much is Oslo colder than Lima?', '27'],
  ['What is the difference in temperature between Lima and Rome?', '6'],
  ['How many degrees warmer is Rome than Paris?', null],
])('%s', (question, answer) => expect(solve(cards, '', question)).toBe(answer));
