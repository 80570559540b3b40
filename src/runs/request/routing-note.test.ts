import { expect, test } from 'vitest';
import type { Excluded, ExclusionReason } from '../../routing/port.ts';
import type { RequestedRouting } from '../../routing/requested-routing.ts';
import type { RegistryEntry } from '../../runners/catalog.ts';
import { routingNote } from './routing-note.ts';

const entry = (slug: string, status: string, reason: string | null = null) =>
  ({
    facts: {
      slug,
      curated: slug === 'one',
      capabilities: { login: slug === 'one' },
      secrets: { channel: 'driver' },
    },
    status,
    reason,
  }) as unknown as RegistryEntry;
const ENTRIES = [
  entry('one', 'available'),
  entry('two', 'needs_key', 'set TWO_API_KEY'),
  entry('three', 'available'),
];
const runners = {
  entry: (slug: string) => ENTRIES.find(({ facts }) => facts.slug === slug) ?? null,
  pools: { SOC2: ['one', 'two', 'three'] },
};
const chain = { class: 'chain' as const, runners: ['one', 'two', 'three'] };
const category = { class: 'category' as const, category: 'SOC2' as const };
const noteOf = (
  routing: RequestedRouting,
  excluded: Excluded[],
  known: typeof runners,
  order: string[] = [],
) => routingNote(routing, { excluded, order }, known, order.length > 0);
const without = (runner: string, why: ExclusionReason) => ({ runner, why });

test('a runner of a chain that is off, or that custody does not allow, is named', () => {
  expect(noteOf(chain, [without('two', 'off')], runners)).toBe(
    'Skipped in the chain: two (set TWO_API_KEY).',
  );
  expect(noteOf(chain, [without('three', 'custody')], runners)).toContain(
    'three (the custody policy does not allow it)',
  );
});

test('a category that custody narrows says so', () => {
  expect(noteOf(category, [without('three', 'custody')], runners)).toBe(
    'The custody policy narrowed SOC2 from 3 runners to 2.',
  );
});

test('a sweep names the options that are on and were left out, by reason; a runner that is off is no option', () => {
  const excluded = [without('one', 'local_target'), without('two', 'off'), without('three', 'local_target')];
  expect(noteOf({ class: 'learning-all' }, excluded, runners)).toBe(
    'Left out of the sweep: one, three (it cannot reach this network).',
  );
  expect(noteOf({ class: 'learning' }, excluded, runners)).toBe(
    'Left out of the sweep: one (it cannot reach this network).',
  );
  expect(noteOf({ class: 'learning-all' }, [without('two', 'off')], runners)).toBeNull();
});

test('nothing changed is nothing said', () => {
  expect(noteOf(chain, [], runners)).toBeNull();
  expect(noteOf(category, [without('two', 'off')], runners)).toBeNull();
  expect(noteOf({ class: 'smart' }, [without('three', 'custody')], runners)).toBeNull();
});

test('a runner that ignores the credential is named', () => {
  expect(noteOf({ class: 'runner', runners: ['one'] }, [], runners, ['one'])).toBeNull();
  expect(noteOf(chain, [without('two', 'off')], runners, ['two', 'three'])).toBe(
    'Skipped in the chain: two (set TWO_API_KEY). The credential is not used: two, three cannot sign in.',
  );
});
