import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allows,
  type Custody,
  composeCustody,
  custodyFacts,
  custodyLabel,
  parseComposed,
  parseCustody,
  ruleAllows,
} from './custody.ts';

const slug = fc.constantFrom('deck', 'local-fetch', 'browser-use-v3', 'a@b', 'x.y');
const custody: fc.Arbitrary<Custody> = fc.oneof(
  fc.constantFrom<Custody>({ policy: 'any' }, { policy: 'trusted_runners' }, { policy: 'deck_only' }),
  fc.uniqueArray(slug, { minLength: 1 }).map((runners): Custody => ({ policy: 'pinned', runners })),
);
const candidates = fc.uniqueArray(
  fc.record({ slug, trusted: fc.boolean(), secrets: fc.record({ modelSees: fc.boolean() }) }),
  {
    selector: (one) => one.slug,
  },
);

const hidden = { modelSees: false };

test.each([
  '',
  'Any',
  ' any',
  'any ',
  'any,deck_only',
  'trusted',
  'pinned',
  'pinned:',
  'pinned:,',
  'pinned:a,',
  'pinned:,a',
  'pinned:a,,b',
  'pinned: a',
  'pinned:a b',
  'pinned:A',
  'PINNED:a',
  'pinned:a\n',
  'pinned:a\u0000',
  'any+deck_only',
  `pinned:${'a,'.repeat(50_000)}`,
])('%j is no policy', (text) => {
  expect(parseCustody(text)).toBeNull();
});

test('a policy and its label are the same thing', () => {
  fc.assert(
    fc.property(custody, (one) => {
      expect(parseCustody(custodyLabel(one))).toEqual(one);
    }),
  );
});

test('a runner named twice is pinned once', () => {
  expect(parseCustody('pinned:a,b,a')).toEqual({ policy: 'pinned', runners: ['a', 'b'] });
});

test('the composed rule allows exactly the runners of both policies', () => {
  fc.assert(
    fc.property(custody, custody, candidates, (vault, request, all) => {
      const rule = composeCustody({ credentialId: 'cred_1', custody: vault }, request);
      for (const one of all) {
        expect(rule && ruleAllows(rule, one)).toBe(allows(vault, one) && allows(request, one));
      }
    }),
  );
});

test('a second policy never widens the first', () => {
  fc.assert(
    fc.property(custody, custody, candidates, (vault, request, all) => {
      const alone = composeCustody({ credentialId: 'cred_1', custody: vault }, null);
      const both = composeCustody({ credentialId: 'cred_1', custody: vault }, request);
      if (!alone || !both) throw new Error('no rule');
      const narrow = custodyFacts(both, all).allowedRunners;
      const wide = custodyFacts(alone, all).allowedRunners;
      expect(narrow.every((one) => wide.includes(one))).toBe(true);
    }),
  );
});

test('the facts name source, policy and counts', () => {
  const all = [
    { slug: 'deck', trusted: true, secrets: hidden },
    { slug: 'local-fetch', trusted: true, secrets: hidden },
    { slug: 'stranger', trusted: false, secrets: hidden },
  ];
  const vault = { credentialId: 'cred_1', custody: { policy: 'trusted_runners' } as const };
  const request = parseCustody('pinned:stranger,deck');
  const facts = (rule: ReturnType<typeof composeCustody>) => rule && custodyFacts(rule, all);
  expect(facts(composeCustody(vault, request))).toEqual({
    policy: 'trusted_runners+pinned:stranger,deck',
    source: 'vault+request',
    credentialId: 'cred_1',
    allowedRunners: ['deck'],
    allowedCount: 1,
    candidatesBefore: 3,
  });
  expect(facts(composeCustody(vault, null))).toMatchObject({ policy: 'trusted_runners', source: 'vault' });
  expect(facts(composeCustody(null, request))).toMatchObject({ source: 'request', credentialId: null });
  expect(composeCustody(null, null)).toBeNull();
  expect(facts(composeCustody(vault, vault.custody))?.policy).toBe('trusted_runners');
});

test('at most 40 runners are shown, all are counted', () => {
  const all = Array.from({ length: 250 }, (_, index) => ({
    slug: `r-${index}`,
    trusted: true,
    secrets: hidden,
  }));
  const rule = composeCustody(null, { policy: 'any' });
  const facts = rule && custodyFacts(rule, all);
  expect(facts?.allowedRunners).toHaveLength(40);
  expect(facts).toMatchObject({ allowedCount: 250, candidatesBefore: 250 });
});

test('a trusted runner whose model reads the value gets it only where the policy says so', () => {
  const reader = { slug: 'reader', trusted: true, secrets: { modelSees: true } };
  expect(allows({ policy: 'trusted_runners' }, reader)).toBe(false);
  expect(allows({ policy: 'any' }, reader)).toBe(true);
  expect(allows({ policy: 'pinned', runners: ['reader'] }, reader)).toBe(true);
});

test('a composed label is read back as its policies', () => {
  fc.assert(
    fc.property(custody, custody, candidates, (vault, request, all) => {
      const rule = composeCustody({ credentialId: 'cred_1', custody: vault }, request);
      if (!rule) throw new Error('no rule');
      const policies = parseComposed(custodyFacts(rule, all).policy);
      for (const one of all)
        expect(policies.every((policy) => allows(policy, one))).toBe(ruleAllows(rule, one));
    }),
  );
  expect(
    parseComposed('gibberish').some((policy) =>
      allows(policy, { slug: 'a', trusted: true, secrets: hidden }),
    ),
  ).toBe(false);
});
