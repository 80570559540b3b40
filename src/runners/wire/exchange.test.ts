import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { differencesIn } from './differences.ts';
import { Exchange, exchanging, meaningOfState, readAs } from './exchange.ts';
import { masked, maskedPath } from './masked.ts';
import { id, link, listOf, number, text } from './shapes.ts';

const Shape = z.object({
  id,
  status: z.enum(['running', 'done']),
  title: text,
  cost: number,
  page: link,
  steps: listOf(z.object({ goal: z.string() })),
  usage: z.object({ credits: number }).nullish().catch(null),
});
const good = {
  id: 'one',
  status: 'done',
  title: 'Anna Smith',
  cost: 1,
  page: 'https://shop.example/',
  steps: [{ goal: 'look' }],
  usage: { credits: 2 },
};

test.each([
  [{}, []],
  [{ title: null, cost: undefined, usage: null, more: 1 }, []],
  [{ id: undefined }, [{ field: 'id', expected: 'string or number', seen: 'missing' }]],
  [{ status: 'paused' }, [{ field: 'status', expected: 'running | done', seen: 'paused' }]],
  [{ status: 'Anna Smith lives here' }, [{ field: 'status', expected: 'running | done', seen: 'string' }]],
  [{ title: 7 }, [{ field: 'title', expected: 'string', seen: 'number' }]],
  [{ cost: '1.20' }, [{ field: 'cost', expected: 'number', seen: 'string' }]],
  [{ page: 'nowhere' }, [{ field: 'page', expected: 'url', seen: 'string' }]],
  [{ steps: 'many' }, [{ field: 'steps', expected: 'array', seen: 'string' }]],
  [
    { steps: [{ goal: 'a' }, { goals: 'b' }] },
    [{ field: 'steps[].goal', expected: 'string', seen: 'missing' }],
  ],
  [{ usage: { credits: [] } }, [{ field: 'usage.credits', expected: 'number', seen: 'array' }]],
])('of the change %j the differences are %j', (change, expected) => {
  expect(differencesIn(Shape, { ...good, ...change })).toEqual(expected);
});

test('a shape that accepts a value as it is has no difference, and one that refuses it has one', () => {
  const strict = z.object({ id: z.string(), n: z.number().nullable(), list: z.array(z.boolean()) });
  fc.assert(
    fc.property(fc.record({ id: fc.anything(), n: fc.anything(), list: fc.anything() }), (value) => {
      expect(differencesIn(strict, value).length > 0).toBe(!strict.safeParse(value).success);
    }),
  );
});

test('differences are noted once, and a refusal is none', () => {
  const exchange = new Exchange();
  exchanging(exchange, () => {
    expect(readAs(Shape, { ...good, cost: 'x' })?.cost).toBeNull();
    expect(readAs(Shape, { ...good, cost: 'y' })?.id).toBe('one');
    expect(readAs(Shape, { success: false, error: 'no' })).toBeUndefined();
    expect(meaningOfState({ done: 'done' }, 'DONE')).toBe('done');
    expect(meaningOfState({ done: 'done' }, 'parked')).toBeUndefined();
  });
  expect(exchange.differences.map(({ field, seen }) => [field, seen])).toEqual([
    ['cost', 'string'],
    ['status', 'parked'],
  ]);
  expect([...exchange.states]).toEqual(['DONE', 'parked']);
});

test('nothing of a text, a key of an account or an address is in a masked exchange', () => {
  const marked = fc.string({ minLength: 12 }).map((rest) => `canary 5150 ${rest}`);
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.string(), marked, fc.constantFrom('status', 'code', 'type', 'title')),
        fc.oneof(marked, fc.array(marked)),
      ),
      marked,
      (json, id) => {
        expect(JSON.stringify(masked(json))).not.toContain('canary');
        expect(maskedPath(`/v1/runs/${encodeURIComponent(id)}?token=${encodeURIComponent(id)}`)).toBe(
          '/v1/runs/{id}?token=…',
        );
      },
    ),
  );
  expect(masked(good)).toMatchObject({ id: '{{text:3}}', status: 'done', title: '{{text:10}}', cost: 1 });
  expect(maskedPath('/api/v4/actor-runs/HG7ML7M8z78YcAPEB/abort')).toBe('/api/v4/actor-runs/{id}/abort');
});
