import { expect, test } from 'vitest';
import { type Lock, notices } from './gen-notices.ts';

function lockWith(license: string | undefined, more: object = {}): Lock {
  return {
    '': { version: '1.0.0', peerDependencies: { added: '^1.0.0' } },
    console: { version: '1.0.0', devDependencies: { shown: '1.0.0', vite: '1.0.0' } },
    'node_modules/used': { version: '1.2.3', license: 'MIT' },
    'node_modules/@scope/deep': { version: '2.0.0', ...(license && { license }), ...more },
    'node_modules/added': { version: '1.0.0', license: 'ISC', dev: true, dependencies: { below: '1' } },
    'node_modules/added/node_modules/below': { version: '1.0.1', license: 'Apache-2.0', dev: true },
    'node_modules/shown': { version: '3.0.0', license: 'OFL-1.1', dev: true },
    'node_modules/vite': { version: '5.0.0', license: 'MPL-2.0', dev: true },
    'node_modules/only-tests': { version: '4.0.0', license: 'AGPL-3.0', dev: true },
  };
}

test('lists installed, optional and built-in packages, each with its licence', () => {
  const text = notices(lockWith('(AGPL-3.0 OR MIT)'));
  const [, service = '', added = '', page = ''] = text.split('\n## ');
  expect(service).toContain('| @scope/deep | 2.0.0 | (AGPL-3.0 OR MIT) |');
  expect(service).toContain('| used | 1.2.3 | MIT |');
  expect(added).toContain('| below | 1.0.1 | Apache-2.0 |');
  expect(page).toContain('| shown | 3.0.0 | OFL-1.1 |');
  expect(text).not.toContain('only-tests');
});

test.each(['AGPL-3.0', 'AGPL-3.0-or-later', 'SSPL-1.0', 'GPL-3.0', 'MIT AND AGPL-3.0', 'UNLICENSED', 'none'])(
  'refuses %s and names the package',
  (license) => {
    expect(() => notices(lockWith(license))).toThrow(`@scope/deep 2.0.0 has the licence ${license}`);
  },
);

test('a package without a licence is refused, unless it is the build of another system', () => {
  expect(() => notices(lockWith(undefined))).toThrow('@scope/deep');
  expect(notices(lockWith(undefined, { optional: true }))).toContain('as its package');
});
