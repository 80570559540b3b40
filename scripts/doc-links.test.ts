import { expect, it } from 'vitest';
import { namedPaths } from './doc-links.ts';

function targetsOf(path: string, text: string): string[] {
  return namedPaths({ path, text }).map(({ target }) => target);
}

it('reads links relative to their page, without anchors', () => {
  expect(targetsOf('docs/guides/running.md', 'See [errors](../errors.md#request-errors).')).toEqual([
    'docs/errors.md',
  ]);
});

it('reads pictures and paths written as code', () => {
  expect(targetsOf('README.md', '![start](docs/images/start.png) and `src/app.ts`')).toEqual([
    'docs/images/start.png',
    'src/app.ts',
  ]);
});

it('leaves web addresses, patterns and code blocks alone', () => {
  const text = '[site](https://example.com) [here](#top) `src/<room>/routes.ts`\n```\n[no](nowhere.md)\n```';
  expect(targetsOf('README.md', text)).toEqual([]);
});

it('says on which line', () => {
  expect(namedPaths({ path: 'a.md', text: '\n\n[b](b.md)' })).toEqual([{ line: 3, target: 'b.md' }]);
});
