import { expect, test } from 'vitest';
import { type ApiDocument, breakingChanges, shapeOf } from './api-shape.ts';

function api(body: object, answer: object): ApiDocument {
  const content = (schema: object) => ({ 'application/json': { schema } });
  const post = { requestBody: { content: content(body) }, responses: { 200: { content: content(answer) } } };
  return { paths: { '/things': { post } } } as ApiDocument;
}
const body = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, size: { enum: ['s', 'm'] } },
};
const answer = { type: 'object', properties: { id: { type: 'string' } } };
const released = shapeOf(api(body, answer));
const changes = (one: object, other: object) => breakingChanges(released, shapeOf(api(one, other)));

test('an equal shape and an addition are no break', () => {
  expect(changes(body, answer)).toEqual([]);
  const more = {
    ...body,
    properties: { ...body.properties, size: { enum: ['s', 'm', 'l'] }, note: { type: 'string' } },
  };
  expect(
    changes(more, { ...answer, properties: { ...answer.properties, more: { type: 'number' } } }),
  ).toEqual([]);
  const any = { ...body, properties: { ...body.properties, size: { type: 'string' } } };
  expect(changes(any, answer)).toEqual([]);
});

test.each([
  ['a field that is gone', body, { type: 'object', properties: {} }, /id is gone/],
  ['another type', body, { ...answer, properties: { id: { type: 'integer' } } }, /was string and is integer/],
  [
    'a value less',
    { ...body, properties: { ...body.properties, size: { enum: ['s'] } } },
    answer,
    /size was/,
  ],
  [
    'a new demand',
    { ...body, required: ['name', 'key'], properties: { ...body.properties, key: { type: 'string' } } },
    answer,
    /key is new and required/,
  ],
  ['an old field that becomes required', { ...body, required: ['name', 'size'] }, answer, /size was/],
])('%s is a break', (_what, one, other, message) => {
  expect(changes(one, other).join()).toMatch(message);
});

test('a shape that gets a name, or another one, is no break; what it loses is', () => {
  const named = (name: string, one: object): ApiDocument => ({
    ...api({ $ref: `#/components/schemas/${name}` }, answer),
    components: { schemas: { [name]: one } },
  });
  expect(breakingChanges(released, shapeOf(named('Thing', body)))).toEqual([]);
  const before = shapeOf(named('Thing', body));
  expect(breakingChanges(before, shapeOf(named('Other', body)))).toEqual([]);
  expect(breakingChanges(before, shapeOf(api(body, answer)))).toEqual([]);
  const less = named('Thing', { type: 'object', properties: { name: { type: 'string' } } });
  expect(breakingChanges(before, shapeOf(less)).join()).toMatch(/body\.size is gone/);
});
