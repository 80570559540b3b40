import { expect, test } from 'vitest';
import { doneSigns } from './done-signs.ts';
import type { Evidence } from './evidence.ts';

const evidence: Evidence = {
  task: 'Buy two tickets for Vienna, but not for the balcony.',
  isPlanned: true,
  traces: [
    { label: 'Tickets', value: '', near: 'Vienna, 12 left', isOk: true },
    { label: 'Balcony', value: '', near: '', isOk: false },
  ],
  missed: [],
  before: 'Madrid\nVienna',
  after: 'Madrid\nVienna\nYour tickets are on their way.',
  said: [],
  isDialogOpen: false,
  emptyFields: 0,
};

test('what is told, what was done beside it and what the page shows since are the signs', () => {
  // Of "buy", "two", "ticket", "vienna" and "balcony" one was pressed, and one stood only beside that.
  expect(doneSigns(evidence)).toMatchObject({
    words: Math.log(6),
    beside: 1 / 5,
    denies: 1,
    numbers: 0,
    isSilent: 0,
    freshLines: Math.log(2),
    isPlanned: 1,
  });
});

test('a page that shows nothing new is silent', () => {
  expect(doneSigns({ ...evidence, after: evidence.before })).toMatchObject({ isSilent: 1, freshLines: 0 });
  expect(doneSigns({ ...evidence, after: evidence.before, said: ['Sold out'] })).toMatchObject({
    isSilent: 0,
  });
});
