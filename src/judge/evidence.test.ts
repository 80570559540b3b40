import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessesIn, unfoundIn } from './evidence.ts';
import { type JudgeInput, judge } from './judge.ts';

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

const grouped = (amount: number, locale: string) =>
  amount.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN'];
const amounts = fc.integer({ min: 1_00, max: 9_999_999_99 }).map((cents) => cents / 100);
const days = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const isFound = (key: string, value: unknown, page: string) =>
  unfoundIn({ [key]: value }, schema({ [key]: {} }), page).length === 0;

describe('after conversion', () => {
  test('an amount is found in the notation and with the currency of any country', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom(...LOCALES),
        fc.constantFrom('$', '€', 'EUR ', 'CHF '),
        (amount, locale, sign) => {
          expect(isFound('price', amount, `Today only ${sign}${grouped(amount, locale)} for all`)).toBe(true);
          expect(
            isFound('price', `${grouped(amount, 'en-US')} ${sign}`, `Now ${grouped(amount, locale)}!`),
          ).toBe(true);
        },
      ),
    );
  });

  test('a quantity is found in other units, and another quantity is not', () => {
    const ratios = fc.constantFrom(1_000, 60, 100, 24, 7, 12);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999 }), ratios, (shown, ratio) => {
        expect(isFound('length', shown * ratio, `It measures ${shown} of them`)).toBe(true);
        expect(isFound('length', shown / ratio, `It measures ${shown} of them`)).toBe(true);
        expect(isFound('length', shown * 1.37 + 0.011, `It measures ${shown} of them`)).toBe(false);
      }),
    );
  });

  test('a day is found in any notation, and another day is not', () => {
    const written = fc.constantFrom<Intl.DateTimeFormatOptions>(
      { dateStyle: 'long' },
      { dateStyle: 'medium' },
      { year: 'numeric', month: 'numeric', day: 'numeric' },
    );
    fc.assert(
      fc.property(
        days,
        days,
        fc.constantFrom('en-US', 'en-GB', 'de-DE'),
        written,
        (day, other, locale, style) => {
          const page = `Published ${new Date(day).toLocaleDateString(locale, { ...style, timeZone: 'UTC' })} by us`;
          expect(isFound('published', day, page)).toBe(true);
          fc.pre(other.slice(0, 4) !== day.slice(0, 4));
          expect(isFound('published', other, page)).toBe(false);
        },
      ),
    );
  });

  test('a count in words is a count, and truths, choices and what is worked out are not looked up', () => {
    const words = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
    fc.assert(
      fc.property(fc.nat(words.length - 1), fc.boolean(), fc.string(), (at, truth, choice) => {
        expect(isFound('rooms', at + 2, `A house with ${words[at]} rooms`)).toBe(true);
        expect(isFound('garden', truth, 'A house with a garden')).toBe(true);
        const chosen = schema({ kind: { enum: [choice] } });
        expect(unfoundIn({ kind: choice }, chosen, 'A house with a garden')).toEqual([]);
      }),
    );
  });
});

test('what nobody filled in violates any schema, with the candidate as the output', () => {
  const keys = fc.constantFrom('name', 'city', 'ceo', 'opening_hours', 'departsAt');
  const fillers = fc.constantFrom(
    'N/A',
    'string',
    'unknown',
    'TBD',
    '<value>',
    '[insert here]',
    'John Doe',
    '...',
  );
  const hosted = (output: unknown, outputSchema: Record<string, unknown>): JudgeInput => ({
    goal: 'Extract the company',
    result: { ok: true, output },
    page: null,
    files: [],
    schemaProblems: [],
    outputSchema,
  });
  fc.assert(
    fc.property(
      keys,
      fillers,
      fc.stringMatching(/^[A-Z][a-z]{4,9} [a-z]{4,9}$/),
      amounts,
      (key, filler, told, amount) => {
        const described = schema({ [key]: { type: 'string', description: told } });
        for (const value of [filler, filler.toUpperCase(), key, told]) {
          const output = { [key]: value };
          expect(judge(hosted(output, described))).toMatchObject({ errorCode: 'schema_violation', output });
        }
        const unread = schema({ amount: number });
        expect(judge(hosted({ amount }, unread)).verdict).toBe('succeeded');
      },
    ),
  );
});
