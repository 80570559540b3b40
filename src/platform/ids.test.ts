import { expect, test } from 'vitest';
import { isId, newId } from './ids.ts';

test('ids of one process sort by creation and are never the same', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('resp'));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId(id, 'resp'))).toBe(true);
});

test('an id of another prefix or shape is none', () => {
  const id = newId('resp');
  for (const other of [newId('att'), `${id}0`, id.toUpperCase(), id.slice(0, -1), `${id.slice(0, -1)}\n`])
    expect(isId(other, 'resp')).toBe(false);
});
