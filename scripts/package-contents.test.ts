import { expect, test } from 'vitest';
import { packageProblems } from './package-contents.ts';

const WHOLE = [
  'package.json',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'bin/switchyard.mjs',
  'catalog/steel.json',
  'console/dist/index.html',
  'console/dist/assets/index-1a2b.js',
  'dist/embed.d.ts',
  'dist/embed.js',
  'dist/main.js',
  'dist/main.js.map',
  'dist/accounts/pages/page.css',
  'docs/errors.md',
  'docs/.site/index.html',
  'docs/.site/api/models.test.html.br',
  'migrations/20261115-000000_runs.sql',
  'openapi.json',
  'node_modules/@switchyard/sdk/dist/sdk.js',
];

test('a whole package has no problems', () => {
  expect(packageProblems(WHOLE)).toEqual([]);
});

test.each([
  'dist/routing/plan.test.js',
  'dist/browser/browser.fixture.js',
  'src/main.ts',
  'dist/main.ts',
  'test/support/test-app.ts',
  'bench/run.ts',
  '.env',
  '.data/api-key',
  'node_modules/react/index.js',
])('%s does not belong into it', (file) => {
  expect(packageProblems([...WHOLE, file])).toEqual([`${file} does not belong into the package`]);
});

test('a part that was not built is named', () => {
  expect(packageProblems(WHOLE.filter((file) => !file.startsWith('dist/')))).toEqual([
    'dist/embed.d.ts is missing',
    'dist/embed.js is missing',
    'dist/main.js is missing',
    'dist/main.js.map is missing',
  ]);
});
