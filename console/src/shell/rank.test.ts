import { expect, test } from 'vitest';
import { rank } from './rank.ts';

const ITEMS: Array<[value: string, ...keywords: string[]]> = [
  ['screen Keys', 'Keys'],
  ['screen Webhooks', 'Webhooks'],
  ['screen Runs', 'Runs'],
  ['screen Runners', 'Runners'],
  ['action Add provider key', 'Add provider key'],
  ['action New webhook', 'New webhook', 'endpoint'],
  ['action New key', 'New key'],
  ['run resp_1', 'Compare monkeys with keyboards', 'https://zoo.example', 'local-fetch', 'resp_1'],
  ['runner browser-use', 'Browser Use', 'browser-use'],
];
const found = (typed: string) =>
  ITEMS.map(([value, ...keywords]) => ({ value, score: rank(value, typed, keywords) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ value }) => value);

test.each([
  ['key', ['screen Keys', 'action Add provider key']],
  ['add provider key', ['action Add provider key']],
  ['new webhook', ['action New webhook']],
  ['runs', ['screen Runs']],
  ['run', ['screen Runs', 'screen Runners']],
  ['webh', ['screen Webhooks', 'action New webhook']],
  ['browser use', ['runner browser-use']],
  ['monkeys', ['run resp_1']],
])('"%s" finds first what begins or is the word', (typed, first) => {
  const all = found(typed);
  expect(all[0]).toBe(first[0]);
  expect(all).toEqual(expect.arrayContaining(first));
});

test.each(['onkey', 'rkns', 'ey'])('letters inside of words find nothing: "%s"', (typed) => {
  expect(found(typed)).toEqual([]);
});
