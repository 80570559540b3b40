import { expect, it } from 'vitest';
import { requestErrors, runOutcomes } from '../src/errors.ts';
import { anchorsOf, namedPaths } from './doc-links.ts';
import { errorsFile } from './gen-docs.ts';

function targetsOf(path: string, text: string): string[] {
  return namedPaths({ path, text }).map(({ target }) => target);
}

it('reads links relative to their page, with their anchors', () => {
  const text = 'See [errors](../errors.md#request-errors).';
  expect(namedPaths({ path: 'docs/guides/running.md', text })).toEqual([
    { line: 1, target: 'docs/errors.md', anchor: 'request-errors' },
  ]);
});

it('knows the anchors of headings, and no others', () => {
  const anchors = anchorsOf('# Errors\n\n## Request errors\n\nA word on `no_such_code`.\n');
  expect(anchors).toEqual(new Set(['errors', 'request-errors']));
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

it('has a paragraph on the page of errors for the `doc_url` of every code', () => {
  const anchors = anchorsOf(errorsFile().text);
  for (const code of [...Object.keys(requestErrors), ...Object.keys(runOutcomes)])
    expect(anchors, code).toContain(code);
});
