import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { StartupError } from '../errors.ts';
import { installCommand, loadOptional } from './optional-packages.ts';

const read = async (path: string) => JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'));
const manifest = await read('../../package.json');
const linked = await read('../../test/clients/linked/package.json');

test('the command names the version that the tests run with', () => {
  expect(installCommand('stripe')).toBe(`npm install stripe@${manifest.devDependencies.stripe}`);
  const [one, other] = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'];
  expect(installCommand(one, other)).toBe(
    `npm install ${one}@${manifest.devDependencies[one]} ${other}@${manifest.devDependencies[other]}`,
  );
  expect(() => installCommand('left-pad')).toThrow('left-pad');
});

test('every optional package may be missing, and the tests have it in the version that is named', () => {
  const tried = manifest.scripts['test:real'];
  const tested = { ...manifest.devDependencies, ...linked.dependencies };
  for (const [name, range] of Object.entries<string>(manifest.peerDependencies)) {
    expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true });
    expect(manifest.dependencies, name).not.toHaveProperty([name]);
    const version = range.replace('^', '');
    expect(tested[name] === version || tried.includes(`${name}@${version}`), name).toBe(true);
  }
});

test('a missing library stops the start with the command; any other fault of it stays as it is', async () => {
  const missing = 'a-package-that-nobody-has';
  const load = () => import(missing);
  await expect(loadOptional('STRIPE_SECRET_KEY is set', ['stripe'], load)).rejects.toThrow(
    new StartupError(`STRIPE_SECRET_KEY is set, but its library is missing: ${installCommand('stripe')}.`),
  );
  const broken = () => Promise.reject(new TypeError('broken'));
  await expect(loadOptional('STRIPE_SECRET_KEY is set', ['stripe'], broken)).rejects.toThrow(TypeError);
});
