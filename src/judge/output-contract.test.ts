import { afterAll, describe, expect, it } from 'vitest';
import { readOutputSchema } from './output-contract.ts';
import { SchemaChecker } from './schema-checker.ts';

const checker = new SchemaChecker(2000);
afterAll(() => checker[Symbol.asyncDispose]());

const read = (input: Parameters<typeof readOutputSchema>[0]) => readOutputSchema(input, checker);
const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
const other = { type: 'object', properties: { name: { type: 'string' } } };

describe('where the schema is read from', () => {
  it.each<[string, Parameters<typeof readOutputSchema>[0], unknown]>([
    ['nothing asked for', {}, { mode: 'none', schema: null }],
    [
      'null means not given',
      { output_schema: null, text: null, response_format: null },
      { mode: 'none', schema: null },
    ],
    ['output_schema', { output_schema: schema }, { mode: 'schema', schema }],
    [
      'text.format',
      { text: { format: { type: 'json_schema', name: 'x', schema } } },
      { mode: 'schema', schema },
    ],
    [
      'the Chat form',
      { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } },
      { mode: 'schema', schema },
    ],
    [
      'the flat form',
      { response_format: { type: 'json_schema', name: 'x', schema } },
      { mode: 'schema', schema },
    ],
    [
      'a format handed in as output_schema',
      { output_schema: { type: 'json_schema', json_schema: { schema } } },
      { mode: 'schema', schema },
    ],
    [
      'json_object',
      { response_format: { type: 'json_object' } },
      { mode: 'json_object', schema: { type: 'object' } },
    ],
    [
      'json_object in text',
      { text: { format: { type: 'json_object' } } },
      { mode: 'json_object', schema: { type: 'object' } },
    ],
    ['plain text', { text: { format: { type: 'text' } } }, { mode: 'none', schema: null }],
    ['text without a format', { text: { verbosity: 'low' } }, { mode: 'none', schema: null }],
    [
      'output_schema before the rest',
      { output_schema: schema, text: { format: { type: 'json_schema', schema: other } } },
      { mode: 'schema', schema },
    ],
    [
      'text.format before response_format',
      { text: { format: { type: 'json_schema', schema } }, response_format: { type: 'json_object' } },
      { mode: 'schema', schema },
    ],
    [
      'a plain text format leaves response_format its turn',
      { text: { format: { type: 'text' } }, response_format: { type: 'json_schema', schema } },
      { mode: 'schema', schema },
    ],
  ])('%s', async (_, input, expected) => {
    expect(await read(input)).toEqual(expected);
  });
});

describe('property maps', () => {
  it('lets a key be left out whose type has a question mark', async () => {
    expect(
      await read({ output_schema: { price: 'number', rating: 'number?', note: 'is it new?' } }),
    ).toMatchObject({
      schema: {
        properties: { rating: { type: 'number' }, note: { description: 'is it new?' } },
        required: ['price', 'note'],
      },
    });
  });

  it('turns types, lists, nested maps, schemas and descriptions into one schema that requires every key', async () => {
    const map = {
      price: 'number',
      title: 'string',
      tags: ['string'],
      maker: { type: 'string' },
      size: { width: 'integer', unit: 'cm or inch' },
      offers: [{ shop: 'string', price: 'number | null' }],
      codes: 'string[]',
      note: 'the price in USD',
      anything: {},
    };
    expect(await read({ output_schema: map })).toEqual({
      mode: 'schema',
      schema: {
        type: 'object',
        properties: {
          price: { type: 'number' },
          title: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } },
          maker: { type: 'string' },
          size: {
            type: 'object',
            properties: { width: { type: 'integer' }, unit: { type: 'string', description: 'cm or inch' } },
            required: ['width', 'unit'],
            additionalProperties: false,
          },
          offers: {
            type: 'array',
            items: {
              type: 'object',
              properties: { shop: { type: 'string' }, price: { type: ['number', 'null'] } },
              required: ['shop', 'price'],
              additionalProperties: false,
            },
          },
          codes: { type: 'array', items: { type: 'string' } },
          note: { type: 'string', description: 'the price in USD' },
          anything: {},
        },
        required: ['price', 'title', 'tags', 'maker', 'size', 'offers', 'codes', 'note', 'anything'],
        additionalProperties: false,
      },
    });
  });

  it.each<[string, Record<string, unknown>, boolean]>([
    ['properties called title and description', { title: 'string', description: 'string' }, true],
    ['properties called id, name and format', { id: 'string', name: 'string', format: 'string' }, true],
    ['a list of things', { things: [{ id: 'string', title: 'string' }] }, true],
    ['a list schema without a type', { items: { type: 'string' } }, false],
    ['a list of lists', { items: { type: 'array', items: { type: 'string' } } }, false],
    ['a bare type', { type: 'string' }, false],
    ['a type with a description', { type: 'string', description: 'the kind' }, false],
    ['a type with a title', { type: 'string', title: 'string' }, false],
    ['an object schema without a type', { properties: { a: { type: 'string' } }, required: ['a'] }, false],
    ['an object schema with a vendor word', { type: 'object', properties: { a: {} }, 'x-foo': 1 }, false],
    ['a reference', { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, false],
    ['alternatives', { anyOf: [{ type: 'string' }, { type: 'number' }] }, false],
    ['an enumeration', { enum: ['a', 'b'] }, false],
    ['a list schema', { type: 'array', items: { type: 'string' } }, false],
    [
      'a schema that names its dialect',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' },
      false,
    ],
  ])('%s', async (_, given, isMap) => {
    const contract = await read({ output_schema: given });
    const schema = isMap ? expect.objectContaining({ required: Object.keys(given) }) : given;
    expect(contract).toEqual({ mode: 'schema', schema });
  });

  it('keeps a property called __proto__ out of the prototype', async () => {
    const contract = await read({ output_schema: JSON.parse('{"__proto__": "string", "a": "string"}') });
    expect(contract).toMatchObject({ schema: { required: ['__proto__', 'a'] } });
    expect(Reflect.get({}, 'type')).toBeUndefined();
  });
});

function nested(levels: number): Record<string, unknown> {
  let inner: Record<string, unknown> = { type: 'string' };
  for (let level = 0; level < levels; level += 1) inner = { type: 'array', items: inner };
  return inner;
}

describe('unusable schemas', () => {
  it.each<[string, unknown, RegExp]>([
    ['a string', 'number', /must be a JSON object/],
    ['a list', [{ type: 'string' }], /must be a JSON object/],
    ['a boolean', true, /must be a JSON object/],
    ['nothing in it', {}, /names no keys/],
    [
      'a remote reference',
      { type: 'object', properties: { a: { $ref: 'https://a.example/s.json' } } },
      /only references inside/,
    ],
    ['a file reference', { $ref: 'other.json#/a' }, /only references inside/],
    ['a missing reference', { $ref: '#/$defs/none' }, /cannot be used/],
    ['endless references', { $ref: '#' }, /refers to itself without end/],
    [
      'endless references in a circle',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      /without end/,
    ],
    ['an unknown type', { type: 'object', properties: { a: { type: 'money' } } }, /not valid JSON Schema/],
    ['an unknown type at the top', { type: 'objekt' }, /not valid JSON Schema/],
    ['a property map with a key called type', { type: 'string', price: 'number' }, /"price" beside "type"/],
    ['a property map with a key called items', { items: [{ name: 'string' }] }, /"name" is not a JSON/],
    ['a misspelt keyword', { type: 'object', propertys: { a: {} } }, /"propertys" beside "type"/],
    ['a dialect that is no text', { $schema: 7, type: 'object' }, /\$schema must be a string/],
    ['a keyword of ours', { type: 'object', 'svc:filled': ['a'] }, /"svc:filled"/],
    ['a broken pattern', { type: 'string', pattern: '([' }, /cannot be used/],
    ['a property map with an odd list', { size: ['small', 'large'] }, /size must hold one element/],
    ['a property map with a false value', { size: false }, /size is neither/],
    ['too deep', nested(33), /more than 32 levels/],
    ['far too deep', nested(50_000), /more than 32 levels/],
    ['too large', { type: 'string', description: 'x'.repeat(201 * 1024) }, /larger than 200 KB/],
    [
      'too many parts',
      { type: 'string', enum: Array.from({ length: 10_001 }, (_, index) => index) },
      /more than 10000 parts/,
    ],
  ])('%s', async (_, given, problem) => {
    expect(await read({ output_schema: given })).toEqual({
      problem: expect.stringMatching(problem),
      param: 'output_schema',
    });
  });

  it.each<[string, Parameters<typeof readOutputSchema>[0], string]>([
    ['text that is no object', { text: 'json' }, 'text'],
    ['a format without a schema', { text: { format: { type: 'json_schema', name: 'x' } } }, 'text'],
    [
      'an envelope without a schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'x', schema: null } } },
      'response_format',
    ],
    ['a format of an unknown type', { response_format: { type: 'yaml' } }, 'response_format'],
    ['a format that is no object', { response_format: 'json' }, 'response_format'],
    [
      'a schema that does not compile',
      { response_format: { type: 'json_schema', schema: { type: 'x', properties: {}, $schema: 'a' } } },
      'response_format',
    ],
  ])('names the field of %s', async (_, input, param) => {
    expect(await read(input)).toMatchObject({ problem: expect.any(String), param });
  });

  it('accepts data that only looks like a reference', async () => {
    const given = { type: 'object', properties: { $ref: { type: 'string' }, a: { enum: [{ $ref: 'x' }] } } };
    expect(await read({ output_schema: given })).toEqual({ mode: 'schema', schema: given });
  });
});
