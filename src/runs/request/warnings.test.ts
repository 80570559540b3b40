import { expect, test } from 'vitest';
import { createBody } from '../schema-create.ts';
import { unusedMembers } from './warnings.ts';

test('a body of known members has no warnings', () => {
  const body = Object.fromEntries(Object.keys(createBody.shape).map((name) => [name, 'x']));
  expect(unusedMembers(body)).toEqual([]);
});

test.each([
  ['max_cost', 'max_cost_usd'],
  ['maxCostUsd', 'max_cost_usd'],
  ['outputschema', 'output_schema'],
])('%s is unknown, and the message names %s', (name, meant) => {
  expect(unusedMembers({ input: 'Read', [name]: 1 })).toEqual([
    {
      code: 'unknown_parameter',
      param: name,
      message: expect.stringContaining(`Did you mean "${meant}"?`),
    },
  ]);
});

test('members of the Responses API without effect are listed unless they ask for nothing', () => {
  const sent = {
    tools: [{ type: 'web_search' }],
    max_output_tokens: 100,
    conversation: 'conv_1',
    store: false,
  };
  expect(unusedMembers(sent).map(({ code, param }) => [code, param])).toEqual(
    Object.keys(sent).map((name) => ['ignored_parameter', name]),
  );
  expect(unusedMembers({ tools: [], max_output_tokens: null, store: true, truncation: 'disabled' })).toEqual(
    [],
  );
});

test('unknown members of a structured input are named with their path', () => {
  expect(unusedMembers({ input: { goal: 'Read', sucess_criteria: 'all' } })).toMatchObject([
    { code: 'unknown_parameter', param: 'input.sucess_criteria' },
  ]);
});

test('a body of many members has a short list, and names of members are short', () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`x${at}${'y'.repeat(200)}`, 1]));
  const warnings = unusedMembers(many);
  expect(warnings).toHaveLength(20);
  expect(warnings.at(-1)?.message).toBe('49981 more members were ignored.');
  expect(JSON.stringify(warnings).length).toBeLessThan(10_000);
});
