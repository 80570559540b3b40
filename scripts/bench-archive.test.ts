import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { namesOf, readArchive } from '../bench/archive.ts';

test.each([
  ['news', ['html', 'txt'], 4],
  ['ordinary-open', ['html', 'json'], 30],
  ['questions', ['html', 'jsonl'], 90],
  ['widgets-held', ['html', 'json'], 65],
])('archive %s has every page with its labels', async (name, kinds, count) => {
  const files = await readArchive(name);
  const [pages, labels] = kinds.map((kind) => namesOf(files, kind));
  expect(pages).toHaveLength(count);
  expect(labels).toEqual(pages);
});

test('data files are few', async () => {
  expect((await readdir(new URL('../bench/data/', import.meta.url))).length).toBeLessThanOrEqual(20);
});
