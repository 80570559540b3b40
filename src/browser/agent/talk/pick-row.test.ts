import { expect, test } from 'vitest';
import { button, pageOf } from '../sight/page-model.fixture.ts';
import { pickRows } from './pick-row.ts';
import { readTalk } from './talk.ts';

function shop(names: string[], buttons: string[]) {
  return pageOf(
    names.flatMap((name) => [
      { tag: 'li', depth: 1 },
      { tag: 'span', text: name, depth: 2 },
      ...buttons.map((label) => button(label, { depth: 2 })),
    ]),
  );
}

function pressed(names: string[], buttons: string[], goal: string): string[] {
  return (pickRows(shop(names, buttons), readTalk(goal))?.presses ?? []).map(
    ({ element, text }) => `${element.name}: ${names.find((name) => text.includes(name))}`,
  );
}

test('the row that is spoken of, and the button for what is wanted of it', () => {
  const goal = "We don't need any butter after all; take it off the list.";
  expect(pressed(['Milk', 'Butter'], ['Done', 'Remove'], goal)).toEqual(['Remove: Butter']);
});

test('a row by its number, not by the one it is compared with', () => {
  const goal = 'Please book the second hotel rather than the first.';
  expect(pressed(['Aurora', 'Seaside', 'Mill'], ['Details', 'Book'], goal)).toEqual(['Book: Seaside']);
});

test('what is there of what is preferred', () => {
  const goal = "Choose the garden view unless there's a sea view; in that case take the latter.";
  expect(pressed(['Garden view', 'Sea view', 'Street view'], ['Choose'], goal)).toEqual(['Choose: Sea view']);
  expect(pressed(['Street view', 'Garden view'], ['Choose'], goal)).toEqual(['Choose: Garden view']);
});

test('the row that is named with the verb, not another that is also spoken of', () => {
  const goal = "Please remove the lamp, I've changed my mind; of the kettle I'd like five.";
  expect(pressed(['kettle', 'lamp', 'mirror'], ['Remove'], goal)).toEqual(['Remove: lamp']);
});

test('several rows whose buttons bear their names', () => {
  const names = ['Moonlight', 'River song', 'Old tram'];
  const page = pageOf(names.map((name) => button(`Remove ${name}`)));
  const goal = "I can't stand Moonlight and River song any longer; remove them both from the playlist.";
  expect(pickRows(page, readTalk(goal))?.presses.map(({ element }) => element.name)).toEqual([
    'Remove Moonlight',
    'Remove River song',
  ]);
});
