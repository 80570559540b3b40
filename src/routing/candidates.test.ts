import { expect, test } from 'vitest';
import { plainFacts } from '../../test/support/scripted-runner.ts';
import type { RegistryEntry } from '../runners/catalog.ts';
import { candidatesOf, questionOf } from './candidates.ts';

const entry = (slug: string, changes: Partial<RegistryEntry['facts']> = {}, more = {}) =>
  ({
    facts: { ...plainFacts(slug), ...changes },
    status: 'available',
    reachesLocal: true,
    ...more,
  }) as unknown as RegistryEntry;
const ENTRIES = [
  entry('agent'),
  entry('reader', { kind: 'extraction' }),
  entry('failing'),
  entry('far', {}, { reachesLocal: false }),
  entry('off', {}, { status: 'needs_key' }),
  entry('local-replay'),
];
const catalog = {
  entries: () => ENTRIES,
  entry: (slug: string) => ENTRIES.find(({ facts }) => facts.slug === slug) ?? null,
  pools: {},
};
type Asked = Parameters<typeof questionOf>;
const asked = (changes: Partial<Asked[0]>, policies: Asked[1] = []) => {
  const acting = {
    routing: { class: 'smart' as const },
    words: { acts: true, file: '' },
    isLocalTarget: true,
  };
  const { eligible, excluded } = candidatesOf(questionOf({ ...acting, ...changes }, policies), catalog, {
    probation: new Map([['failing', null]]),
  });
  return { eligible: eligible.map(({ runner }) => runner), excluded };
};

test('a sweep takes every option that is on and reaches the target; smart routing passes over weak ones', () => {
  const smart = asked({});
  expect(smart.eligible).toEqual(['agent']);
  const swept = asked({ routing: { class: 'learning-all' } });
  expect(swept.eligible).toEqual(['agent', 'reader', 'failing']);
  expect(swept.excluded).toEqual([
    { runner: 'off', why: 'off' },
    { runner: 'far', why: 'local_target' },
    { runner: 'local-replay', why: 'nothing_to_replay' },
  ]);
});

test('a recorded success is an option of a sweep; custody and login still exclude', () => {
  const routing = { class: 'learning-all' } as const;
  expect(asked({ routing, hasScript: true }).eligible).toContain('local-replay');
  expect(asked({ routing }, [({ slug }) => slug === 'reader']).eligible).toEqual(['reader']);
  expect(asked({ routing, credentialId: 'cred_1' }).eligible).toEqual([]);
});
