import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalOutput, outputText } from './canonical-output.ts';

const explode = (text: string): object => ({ ...(text as unknown as object) });

describe('canonical output', () => {
  it.each<[string, unknown, unknown]>([
    ['text stays text', 'The price is $5.', 'The price is $5.'],
    ['text keeps its white space', '  two lines\n', '  two lines\n'],
    ['an exploded string is put together', explode('hello'), 'hello'],
    ['an exploded JSON string is put together and unwrapped', explode('{"a":1}'), { a: 1 }],
    ['an exploded string keeps surrogate pairs', explode('hi 🚲'), 'hi 🚲'],
    ['a string exploded by code points is put together', { 0: '🚲', 1: '!' }, '🚲!'],
    [
      'run metadata beside an exploded string is dropped',
      { ...explode('hello'), url: 'https://a.example' },
      'hello',
    ],
    [
      'an exploded string inside a result is put together',
      { a: explode('a longer text') },
      { a: 'a longer text' },
    ],
    [
      'a short map of letters inside a result is kept',
      { grades: { 0: 'A', 1: 'B' } },
      { grades: { 0: 'A', 1: 'B' } },
    ],
    [
      'a short exploded field is put together',
      { name: explode('Kettle'), price: 58 },
      { name: 'Kettle', price: 58 },
    ],
    ['a short exploded price is put together', [{ price: explode('$58') }], [{ price: '$58' }]],
    ['an exploded decimal is put together', { cost: explode('58.00') }, { cost: '58.00' }],
    ['an exploded code is put together', { country: explode('USA') }, { country: 'USA' }],
    ['an exploded word of another script is put together', { city: explode('Осло') }, { city: 'Осло' }],
    [
      'choices by their number are kept',
      { quiz: explode('acbd'), board: explode('xox'), asked: explode('yny') },
      { quiz: explode('acbd'), board: explode('xox'), asked: explode('yny') },
    ],
    ['grades by their number are kept', { grades: explode('ABBFC') }, { grades: explode('ABBFC') }],
    ['digits by their number are kept', { bits: explode('101') }, { bits: explode('101') }],
    ['a map with a gap is kept', { 0: 'a', 2: 'b' }, { 0: 'a', 2: 'b' }],
    ['a map of words is kept', { 0: 'ab', 1: 'cd' }, { 0: 'ab', 1: 'cd' }],
    ['a map with another key is kept', { 0: 'a', 1: 'b', total: 2 }, { 0: 'a', 1: 'b', total: 2 }],
    ['a list of letters is kept', ['a', 'b'], ['a', 'b']],
    ['encoded JSON is unwrapped', '{"a":[1,2]}', { a: [1, 2] }],
    ['doubly encoded JSON is unwrapped', JSON.stringify(JSON.stringify({ a: 1 })), { a: 1 }],
    ['an encoded string is unwrapped', '"hello"', 'hello'],
    ['JSON in a code fence is unwrapped', '```json\n{"a":1}\n```', { a: 1 }],
    ['JSON in a bare fence is unwrapped', '```\n[1]\n```', [1]],
    ['two fences stay text', '```\n1\n```\nand\n```\n2\n```', '```\n1\n```\nand\n```\n2\n```'],
    ['a fence around code stays text', '```\nconst a = 1\n```', '```\nconst a = 1\n```'],
    ['a number in text stays text', '42', '42'],
    ['a word of JSON in text stays text', 'null', 'null'],
    ['broken JSON stays text', '{"a":', '{"a":'],
    ['text that begins like JSON stays text', '[1] is the source', '[1] is the source'],
    ['JSON inside a field stays as the runner sent it', { raw: '{"a":1}' }, { raw: '{"a":1}' }],
    [
      'what JSON cannot hold becomes null',
      { a: Number.NaN, b: undefined, c: [undefined] },
      { a: null, c: [null] },
    ],
    ['an empty object is kept', {}, {}],
    ['nothing is null', undefined, null],
  ])('%s', (_, given, expected) => {
    expect(canonicalOutput(given)).toEqual(expected);
  });

  it('keeps a key named __proto__ as a key', () => {
    const output = canonicalOutput('{"__proto__": {"polluted": true}}') as object;
    expect(Object.hasOwn(output, '__proto__')).toBe(true);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('cuts a result that is nested without end', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(outputText(canonicalOutput(deep))).toContain('nested too deep');
    expect(outputText(canonicalOutput('['.repeat(50_000) + ']'.repeat(50_000)))).toContain('nested too deep');
  });

  it('leaves every JSON value that was not damaged as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        fc.pre(typeof value !== 'string' && !Object.hasOwn(Object(value), '0'));
        expect(JSON.stringify(canonicalOutput(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('unwraps any structured value however often it was encoded', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
        fc.nat(4),
        (value, times) => {
          let encoded: unknown = value;
          for (let time = 0; time < times; time += 1) encoded = JSON.stringify(encoded);
          expect(canonicalOutput(encoded)).toEqual(canonicalOutput(value));
        },
      ),
    );
  });

  it('puts any exploded text together', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        expect(canonicalOutput(explode(text))).toEqual(canonicalOutput(text));
      }),
    );
  });

  it('is settled after one pass, and its text is never encoded twice', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.json(), fc.json().map(explode)), (value) => {
        const once = canonicalOutput(value);
        expect(canonicalOutput(once)).toEqual(once);
        const text = outputText(once);
        const isText = typeof once === 'string' || once === null;
        expect(isText ? text : JSON.parse(text)).toEqual(
          isText ? (once ?? '') : JSON.parse(JSON.stringify(once)),
        );
      }),
    );
  });

  it('keeps the digits of an id that no number can hold, where no schema wants a number', () => {
    const found =
      '{"id":1786543210987654321,"big":-9007199254740993,"round":12345678901234567000,"price":58.5}';
    expect(canonicalOutput(found, false)).toEqual({
      id: '1786543210987654321',
      big: '-9007199254740993',
      round: 12345678901234567000,
      price: 58.5,
    });
    expect(canonicalOutput('{"id":1786543210987654321}')).toEqual({ id: Number('1786543210987654321') });
  });
});

describe('output text', () => {
  it.each([
    ['plain', 'plain'],
    [{ a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
    [7, '7'],
    [false, 'false'],
    [null, ''],
  ])('shows %j', (output, text) => {
    expect(outputText(output)).toBe(text);
  });
});
