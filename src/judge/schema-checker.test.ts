import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { withNumbers } from '../platform/exact-json.ts';
import { SchemaChecker } from './schema-checker.ts';

const checker = new SchemaChecker(2000);

const TEXT = { type: 'string' };
const MAP = { type: 'object', additionalProperties: TEXT };

async function problemsIn(one: SchemaChecker, schema: Record<string, unknown>, output: unknown) {
  return (await one.fit(schema, output)).problems;
}
afterAll(() => checker[Symbol.asyncDispose]());

const product = {
  type: 'object',
  properties: { title: { type: 'string' }, price: { type: 'number' } },
  required: ['title', 'price'],
};
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';

describe('the output contract', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ['every key filled', product, { title: 'Lamp', price: 12.5 }],
    [
      'zero and false are values',
      { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
      { a: 0, b: false },
    ],
    [
      'the address of the page beside the data',
      product,
      { title: 'Lamp', price: 1, url: 'u', final_url: 'f' },
    ],
    [
      'the address even where extra keys are forbidden',
      { ...product, additionalProperties: false },
      { title: 'Lamp', price: 1, url: 'u' },
    ],
    [
      'extra keys where they are allowed',
      { ...product, additionalProperties: true },
      { title: 'Lamp', price: 1, more: 1 },
    ],
    [
      'extra keys of a given kind',
      { ...product, additionalProperties: { type: 'number' } },
      { title: 'Lamp', price: 1, more: 1 },
    ],
    [
      'extra keys that match a pattern',
      { ...product, patternProperties: { '^x_': {} } },
      { title: 'Lamp', price: 1, x_a: 1 },
    ],
    ['an optional key left out', { type: 'object', properties: { a: { type: 'string' } } }, {}],
    ['an optional key left empty', { type: 'object', properties: { a: { type: 'string' } } }, { a: '' }],
    [
      'null where it is allowed',
      { type: 'object', properties: { a: { type: ['number', 'null'] } }, required: ['a'] },
      { a: null },
    ],
    [
      'null by OpenAPI spelling',
      { type: 'object', properties: { a: { type: 'string', enum: ['x'], nullable: true } }, required: ['a'] },
      { a: null },
    ],
    ['an object schema that declares no keys', { type: 'object' }, { a: 1 }],
    ['a result that was encoded', product, '{"title":"Lamp","price":1}'],
    ['an empty list as the whole result', { type: 'array', items: product }, []],
    [
      'a result that says that nothing was found',
      {
        type: 'object',
        properties: { items: { type: 'array' }, total: { type: 'integer' } },
        required: ['items', 'total'],
      },
      { items: [], total: 0 },
    ],
    [
      'keys declared in several parts',
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }] },
      { a: '1', b: '2' },
    ],
    [
      'keys declared behind a reference',
      { $ref: '#/$defs/p', $defs: { p: product } },
      { title: 'Lamp', price: 1 },
    ],
    [
      'a tree',
      {
        type: 'object',
        properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
      },
      { name: 'a', children: [{ name: 'b' }] },
    ],
    [
      'draft-07 definitions and tuples',
      {
        $schema: DRAFT_7,
        definitions: { n: { type: 'number' } },
        type: 'array',
        items: [{ $ref: '#/definitions/n' }, { type: 'string' }],
        additionalItems: false,
      },
      [1, 'a'],
    ],
    [
      'draft-07 dependencies',
      { $schema: DRAFT_7, type: 'object', properties: { a: {}, b: {} }, dependencies: { a: ['b'] } },
      { a: 1, b: 2 },
    ],
    [
      '2020-12',
      { $schema: DRAFT_2020, $id: 'https://a.example/s', type: 'array', prefixItems: [{ type: 'number' }] },
      [1],
    ],
    [
      'a named format',
      { type: 'object', properties: { a: { type: 'string', format: 'date' } } },
      { a: '2026-01-31' },
    ],
    [
      'an unknown format',
      { type: 'object', properties: { a: { type: 'string', format: 'isbn' } } },
      { a: 'x' },
    ],
    ['a schema that calls itself asynchronous', { ...product, $async: true }, { title: 'Lamp', price: 1 }],
    ['a pattern without the Unicode flag', { type: 'string', pattern: '^a\\-b$' }, 'a-b'],
    ['any object for json_object', { type: 'object' }, { anything: [1] }],
  ])('is satisfied by %s', async (_, schema, output) => {
    expect(await problemsIn(checker, schema, output)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, unknown, string[]]>([
    ['a missing key', product, { title: 'Lamp' }, ['price is missing']],
    ['an empty text', product, { title: '  ', price: 1 }, ['title is empty']],
    ['a wrong type', product, { title: 'Lamp', price: '12' }, ['price must be number, not string']],
    ['an extra key', product, { title: 'Lamp', price: 1, stock: 3 }, ['stock is not declared in the schema']],
    [
      'an extra key where the schema says so itself',
      { ...product, additionalProperties: false },
      { title: 'a', price: 1, stock: 3 },
      ['stock is not declared in the schema'],
    ],
    ['null where it is not allowed', product, { title: null, price: 1 }, ['title must be string, not null']],
    ['text instead of an object', product, 'No results found', ['output must be object, not string']],
    ['nothing at all', product, null, ['output must be object, not null']],
    [
      'an empty list beside other data',
      {
        type: 'object',
        properties: { a: { type: 'string' }, tags: { type: 'array' } },
        required: ['a', 'tags'],
      },
      { a: 'x', tags: [] },
      ['tags is empty'],
    ],
    [
      'an empty object under a required key',
      { type: 'object', properties: { a: { type: 'object' } }, required: ['a'] },
      { a: {} },
      ['a is empty'],
    ],
    [
      'a gap in a list',
      { type: 'array', items: product },
      [
        { title: 'a', price: 1 },
        { title: '', x: 1 },
      ],
      ['[1].price is missing', '[1].title is empty', '[1].x is not declared in the schema'],
    ],
    [
      'an extra key behind a reference',
      { type: 'object', properties: { p: { $ref: '#/$defs/p' } }, $defs: { p: product } },
      { p: { title: 'a', price: 1, x: 1 } },
      ['p.x is not declared in the schema'],
    ],
    [
      'an extra address inside the data',
      { type: 'array', items: product },
      [{ title: 'a', price: 1, url: 'u' }],
      ['[0].url is not declared in the schema'],
    ],
    [
      'an extra key beside several parts',
      { allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      { a: 1, b: 2, c: 3 },
      ['c is not declared in the schema'],
    ],
    [
      'a declared address of the wrong type',
      { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
      { url: 5 },
      ['url must be string, not number'],
    ],
    [
      'a value outside an enumeration',
      { type: 'object', properties: { a: { enum: ['x', 'y'] } } },
      { a: 'z' },
      ['a must be one of ["x","y"]'],
    ],
    [
      'a format that does not hold',
      { type: 'object', properties: { a: { type: 'string', format: 'email' } } },
      { a: 'x' },
      ['a must match format "email"'],
    ],
    ['text for json_object', { type: 'object' }, 'hello', ['output must be object, not string']],
  ])('is violated by %s', async (_, schema, output, problems) => {
    expect((await problemsIn(checker, schema, output)).sort()).toEqual([...problems].sort());
  });

  it.each<[string, Record<string, unknown>, unknown, unknown]>([
    [
      'a map that the schema declares',
      { bits: MAP },
      { bits: { 0: 'a', 1: 'b' } },
      { bits: { 0: 'a', 1: 'b' } },
    ],
    [
      'a text beside it',
      { bits: MAP, name: TEXT },
      { bits: { 0: 'a' }, name: { 0: 'A', 1: 'l' } },
      { bits: { 0: 'a' }, name: 'Al' },
    ],
    [
      'a map inside an encoded part',
      { all: { type: 'array', items: MAP } },
      { all: '[{"0":"a","1":"b"}]' },
      { all: [{ 0: 'a', 1: 'b' }] },
    ],
    [
      'JSON that is to be a text',
      { raw: TEXT, data: { type: 'object' } },
      { raw: '{"a":1}', data: '{"a":1}' },
      { raw: '{"a":1}', data: { a: 1 } },
    ],
  ])('keeps %s', async (_, properties, raw, output) => {
    const schema = { type: 'object', properties, required: Object.keys(properties) };
    expect(await checker.fit(schema, raw)).toEqual({ problems: [], output, numbers: [] });
    expect(await checker.fit(schema, JSON.stringify(raw))).toEqual({ problems: [], output, numbers: [] });
  });

  it('knows the digits of numbers from those of texts', async () => {
    const big = { anyOf: [{ type: 'integer' }, { type: 'null' }] };
    const schema = { type: 'object', properties: { id: TEXT, of: { type: 'array', items: big } } };
    const raw = '{"id":1786543210987654321,"of":[9007199254740993,1,null]}';
    const { problems, output, numbers } = await checker.fit(schema, raw);
    expect({ problems, numbers }).toEqual({ problems: [], numbers: ['/of/0'] });
    expect(JSON.stringify(withNumbers(output, new Set(numbers)))).toBe(raw.replace(/(1786\d+)/, '"$1"'));
  });

  it('lists at most twenty problems and says how many more there are', async () => {
    const output = Array.from({ length: 30 }, () => ({ title: 1, price: 1 }));
    const problems = await problemsIn(checker, { type: 'array', items: product }, output);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('and 10 more');
  });

  it('reads keys called __proto__ and constructor as data', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'constructor'] };
    const output = JSON.parse('{"a":"x","__proto__":{"b":1}}');
    const problems = await problemsIn(checker, schema, output);
    expect(problems).toContain('constructor is missing');
    expect(problems).toContain('__proto__ is not declared in the schema');
  });
});

describe('a hostile schema', () => {
  it('is ended when its pattern back-tracks, and the next check is answered', async () => {
    await using strict = new SchemaChecker(250);
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const slow = problemsIn(strict, schema, { a: `${'a'.repeat(60)}!` });
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 10);
    expect(await slow).toEqual(['the schema took too long to check']);
    clearInterval(timer);
    expect(ticks, 'the event loop went on').toBeGreaterThan(5);
    expect(await problemsIn(strict, schema, { a: 'aaa' })).toEqual([]);
  });

  it('holds up only other slow checks', async () => {
    await using busy = new SchemaChecker(250);
    await problemsIn(busy, product, { title: 'Lamp', price: 1 });
    const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const order: string[] = [];
    const evil = [1, 2, 3].map(async () => {
      await problemsIn(busy, schema, { a: `${'a'.repeat(60)}!` });
      order.push('evil');
    });
    const harmless = problemsIn(busy, product, { title: 'Lamp', price: 1 }).then((problems) => {
      order.push('harmless');
      return problems;
    });
    expect(await harmless).toEqual([]);
    await Promise.all(evil);
    expect(order.at(-1), 'the harmless one did not wait for all of them').toBe('evil');
  });

  it('is ended when a key pattern back-tracks', async () => {
    await using strict = new SchemaChecker(250);
    const schema = { type: 'object', properties: { a: {} }, patternProperties: { '^(a|a)+$': {} } };
    expect(await problemsIn(strict, schema, { [`${'a'.repeat(60)}!`]: 1 })).toEqual([
      'the schema took too long to check',
    ]);
  });

  it('is ended when its references multiply', async () => {
    await using strict = new SchemaChecker(250);
    const $defs: Record<string, unknown> = { d0: { type: 'object', required: ['x'] } };
    for (let level = 1; level < 40; level += 1) {
      $defs[`d${level}`] = { anyOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] };
    }
    const [problem] = await problemsIn(strict, { $defs, $ref: '#/$defs/d39' }, { y: 1 });
    expect(problem).toMatch(/too long|too much memory/);
  });
});

describe('the checker', () => {
  it('has the time for the largest schemas that are allowed', async () => {
    await using usual = new SchemaChecker();
    const keys = Array.from({ length: 3_000 }, (_, index) => `key${index}`);
    const properties = Object.fromEntries(keys.map((key) => [key, { type: 'string', maxLength: 40 }]));
    const schema = { type: 'object', properties, required: keys };
    expect(await usual.compileProblem(schema)).toBeNull();
  }, 120_000);

  it('answers questions asked at the same time, each with its own answer', async () => {
    const outputs = Array.from({ length: 40 }, (_, index) => ({ title: 'a', price: index % 2 ? 1 : 'x' }));
    const answers = await Promise.all(outputs.map((output) => problemsIn(checker, product, output)));
    expect(answers.map((problems) => problems.length)).toEqual(
      outputs.map((_, index) => (index % 2 ? 0 : 1)),
    );
  });

  it('refuses more questions than it can hold', async () => {
    await using small = new SchemaChecker(2000);
    const answers = await Promise.allSettled(
      Array.from({ length: 600 }, () => problemsIn(small, { type: 'object' }, {})),
    );
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused).toHaveLength(600 - 512);
    expect(refused[0]?.reason).toMatchObject({ code: 'service_unavailable' });
  });

  it('lets waiting questions finish when it is closed, and takes no more', async () => {
    const closing = new SchemaChecker(2000);
    const waiting = problemsIn(closing, product, {});
    await closing[Symbol.asyncDispose]();
    expect(await waiting).toHaveLength(2);
    await expect(problemsIn(closing, product, {})).rejects.toThrow('closed');
  });

  it('does not keep the process alive', async () => {
    const address = JSON.stringify(new URL('./schema-checker.ts', import.meta.url).href);
    const program = `const { SchemaChecker } = await import(${address});
      console.log(JSON.stringify((await new SchemaChecker(5000).fit({ type: 'object' }, 1)).problems));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 20_000,
    });
    expect(JSON.parse(stdout)).toEqual(['output must be object, not number']);
  }, 25_000);
});
