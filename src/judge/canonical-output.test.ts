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
      'other keys beside an exploded string are dropped',
      { ...explode('hello'), url: 'https://a.example', model: 'x', total: 2, parts: { a: 1 } },
      'hello',
    ],
    [
      'an exploded string inside a result is put together',
      [{ a: { ...explode('a longer text'), status: 'done' }, price: explode('58'), grade: explode('A') }],
      [{ a: 'a longer text', price: '58', grade: 'A' }],
    ],
    ['exploded JSON inside a result is unwrapped', { a: explode('{"b":[1]}') }, { a: { b: [1] } }],
    ['a map with a gap is kept', { 0: 'a', 2: 'b' }, { 0: 'a', 2: 'b' }],
    ['a map of words is kept', { 0: 'ab', 1: 'cd' }, { 0: 'ab', 1: 'cd' }],
    ['one letter beside other keys is kept', { 0: 'a', total: 2 }, { 0: 'a', total: 2 }],
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
    ['JSON inside a field is unwrapped', { raw: '{"a":1}' }, { raw: { a: 1 } }],
    ['quotation marks around a field stay', { title: '"Heroes"' }, { title: '"Heroes"' }],
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

  const text = fc.string({ minLength: 2, unit: 'grapheme-ascii' }).filter((one) => !/^\s*[[{"`]/.test(one));
  const plain = fc.letrec<{ any: unknown; data: unknown }>((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.boolean(), fc.constant(null), tie('data')),
    data: fc.oneof(
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.stringMatching(/^[a-z_]\w*$/), tie('any'), { maxKeys: 4 }),
    ),
  }));

  it('leaves every JSON value that was not damaged as it was', () => {
    fc.assert(
      fc.property(plain.data, (value) => {
        expect(JSON.stringify(canonicalOutput(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('repairs any damage at any depth: encoded, fenced, spelled out, with other keys beside', () => {
    const foreign = fc.dictionary(fc.stringMatching(/^[a-z]\w*$/), fc.jsonValue(), { maxKeys: 3 });
    fc.assert(
      fc.property(
        plain.data,
        fc.infiniteStream(fc.nat(5)),
        fc.infiniteStream(foreign),
        (value, kinds, others) => {
          const damaged = (part: unknown): unknown => {
            const kind = kinds.next().value;
            if (typeof part === 'string')
              return kind < 3 ? part : { ...explode(part), ...(kind < 5 && others.next().value) };
            if (part === null || typeof part !== 'object') return part;
            const inside = Array.isArray(part)
              ? part.map(damaged)
              : Object.fromEntries(Object.entries(part).map(([key, one]) => [key, damaged(one)]));
            const encoded = JSON.stringify(inside);
            const spelled = { ...explode(encoded), ...others.next().value };
            return [
              inside,
              inside,
              encoded,
              JSON.stringify(encoded),
              `\`\`\`json\n${encoded}\n\`\`\``,
              spelled,
            ][kind];
          };
          expect(canonicalOutput(damaged(value))).toEqual(value);
        },
      ),
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

  it('keeps the digits of every number that no double can hold, at any depth', () => {
    const long = fc
      .bigInt({ min: 2n ** 53n + 1n, max: 10n ** 40n })
      .chain((one) => fc.constantFrom(one, -one));
    fc.assert(
      fc.property(fc.array(long, { minLength: 1 }), (numbers) => {
        const expected = numbers.map((number) => {
          const isHeld = String(Number(number)) === String(number);
          return { id: isHeld ? Number(number) : String(number) };
        });
        const raw = `{"all":[${numbers.map((number) => `{"id":${number}}`).join()}]}`;
        expect(canonicalOutput(raw)).toEqual({ all: expected });
        expect(canonicalOutput({ of: raw })).toEqual({ of: { all: expected } });
      }),
    );
    expect(canonicalOutput('{"a":58.5,"b":0.1234567890123456,"c":1e400,"d":9007199254740993.5}')).toEqual({
      a: 58.5,
      b: 0.1234567890123456,
      c: '1e400',
      d: '9007199254740993.5',
    });
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
