import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** Settings for tests, or given by the machine: an operator does not choose them. */
const NOT_FOR_OPERATORS = new Set(['FAULT', 'HOME', 'PATH']);

it('the README lists exactly the settings that the program reads', async () => {
  const config = await readFile(new URL('../src/config.ts', import.meta.url), 'utf8');
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const read = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? '');
  const [, table = ''] = readme.split('\n## Settings\n');
  const listed = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''),
  );
  expect(listed.sort()).toEqual(read.filter((name) => !NOT_FOR_OPERATORS.has(name)).sort());
});
