import { expect, test } from 'vitest';
import { guessesIn, unfoundIn } from './evidence.ts';

const schema = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const number = { type: 'number' };

test.each<[Record<string, unknown>, Record<string, object>]>([
  [
    { name: 'N/A', price: 0 },
    { name: text, price: number },
  ],
  [
    { name: 'string', price: 58 },
    { name: text, price: number },
  ],
  [
    { name: 'unknown', price: -1 },
    { name: text, price: number },
  ],
  [{ title: 'Job title' }, { title: text }],
  [{ trainer: 'Name des Trainers' }, { trainer: text }],
  [{ ceo_phone: 'Contact' }, { ceo_phone: text }],
  [{ email: 'see website' }, { email: text }],
  [{ author: '<author>' }, { author: text }],
  [{ ceo: 'John Doe' }, { ceo: text }],
  [
    { items: [{ name: 'Kettle' }, { name: 'TBD' }] },
    { items: { type: 'array', items: schema({ name: text }) } },
  ],
  [{ what: 'the name of the mayor' }, { what: { type: 'string', description: 'The name of the mayor' } }],
])('%j is a guess', (output, properties) => {
  expect(guessesIn(output, schema(properties))).not.toEqual([]);
});

test.each<[Record<string, unknown>, Record<string, object>, string[]?]>([
  [
    { name: 'Kettle', price: 58 },
    { name: text, price: number },
  ],
  [
    { phone: '+47 22 33 44 55', email: 'a@b.example' },
    { phone: text, email: text },
  ],
  [{ status: 'unknown' }, { status: { enum: ['unknown', 'open'] } }],
  [{ name: 'Kettle', note: 'n/a' }, { name: text, note: text }, ['name']],
  [{ title: 'Welder' }, { title: text }],
])('%j is none', (output, properties, required) => {
  expect(guessesIn(output, schema(properties, required))).toEqual([]);
});

const PAGE =
  'Welder wanted in Esbjerg. 41,000 EUR a year, 37.5 hours. Published 3 March 2026. Tank 1.2 km away, 22 % tax. Two openings.';

test.each<[string, unknown]>([
  ['salary', 41_000],
  ['salary', '41000 €'],
  ['distance_m', 1_200],
  ['tax', 0.22],
  ['published', '2026-03-03'],
  ['city', 'Esbjerg'],
  ['openings', 2],
  ['isOpen', true],
  ['summary', 'A job for somebody who joins metal'],
])('%s %j stands in the text after conversion', (key, value) => {
  expect(unfoundIn({ [key]: value }, schema({ [key]: {} }), PAGE)).toEqual([]);
});

test.each<[string, unknown]>([
  ['salary', 58_123],
  ['shoe_size', 75],
  ['city', 'Rotterdam'],
  ['published', '2019-11-28'],
])('%s %j does not', (key, value) => {
  expect(unfoundIn({ [key]: value }, schema({ [key]: {} }), PAGE)).toHaveLength(1);
});
