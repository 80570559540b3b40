import { expect, test } from 'vitest';
import type { RegistryEntry } from '../../runners/catalog.ts';
import { routingNote } from './routing-note.ts';

const entry = (slug: string, status: string, reason: string | null = null) =>
  ({ facts: { slug }, status, reason }) as unknown as RegistryEntry;
const ENTRIES = [
  entry('one', 'available'),
  entry('two', 'needs_key', 'set TWO_API_KEY'),
  entry('three', 'available'),
];
const runners = {
  entry: (slug: string) => ENTRIES.find(({ facts }) => facts.slug === slug) ?? null,
  pools: { SOC2: ['one', 'two', 'three'] },
};
const anyone = () => true;
const notThree = ({ facts }: RegistryEntry) => facts.slug !== 'three';
const chain = { class: 'chain' as const, runners: ['one', 'two', 'three'] };
const category = { class: 'category' as const, category: 'SOC2' as const };

test('a runner of a chain that is off, or that custody does not allow, is named', () => {
  expect(routingNote(chain, ['one', 'three'], runners, anyone)).toBe(
    'Skipped in the chain: two (set TWO_API_KEY).',
  );
  expect(routingNote(chain, ['one', 'two'], runners, notThree)).toContain(
    'three (the custody policy does not allow it)',
  );
});

test('a category that custody narrows says so', () => {
  expect(routingNote(category, ['one'], runners, notThree)).toBe(
    'The custody policy narrowed SOC2 from 3 runners to 2.',
  );
});

test('nothing changed is nothing said', () => {
  expect(routingNote(chain, ['one', 'two', 'three'], runners, anyone)).toBeNull();
  expect(routingNote(category, ['one'], runners, anyone)).toBeNull();
  expect(routingNote({ class: 'smart' }, ['one'], runners, notThree)).toBeNull();
});
