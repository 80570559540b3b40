import { expect, it } from 'vitest';
import { apiTextProblems } from './check-api-texts.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

function documentOf(description: string | undefined) {
  const field = { type: 'string', description };
  return {
    paths: {
      '/v1/things': {
        post: {
          operationId: 'things.create',
          parameters: [{ name: 'limit', description }],
          requestBody: json({ properties: { name: field } }),
          responses: { 201: json({ properties: { thing: { $ref: '#/components/schemas/Thing' } } }) },
        },
      },
    },
    components: {
      schemas: {
        Thing: { description, properties: { parts: { ...field, items: { properties: { id: field } } } } },
      },
    },
  };
}

it('an operation with words for every field and a recorded answer has no problems', () => {
  const texts = { examples: { 'things.create': { answer: {} } }, words: { '*': {}, things: {}, Thing: {} } };
  expect(apiTextProblems(documentOf('A word.'), texts)).toEqual([]);
});

it('fields without a description, a missing answer and texts for nothing are named', () => {
  const texts = {
    examples: { 'things.create': {}, 'things.gone': { unrecorded: 'a reason' } },
    words: { Gone: {} },
  };
  expect(apiTextProblems(documentOf(undefined), texts)).toEqual([
    'Thing  parts has no description',
    'Thing  parts.id has no description',
    'things.create  limit has no description',
    'things.create  name has no description',
    'things.create  thing has no description',
    'things.create  has an example without its answer',
    'things.gone  has an example and does not exist',
    'Gone  has words and does not exist',
  ]);
  expect(apiTextProblems(documentOf('A word.'), { examples: {}, words: {} })).toEqual([
    'things.create  has no example; run scripts/examples/record.ts',
  ]);
});
