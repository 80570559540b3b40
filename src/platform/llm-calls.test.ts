import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type LlmTools, readCalls } from './llm-calls.ts';

const notes = { thought: z.string(), memory: z.string() };
const n = z.int();
const TOOLS: LlmTools = {
  click: { description: '', input: z.object({ ...notes, n, count: z.int().optional() }) },
  type: {
    description: '',
    input: z.object({ ...notes, n, text: z.string(), submit: z.boolean().optional() }),
  },
  scroll: {
    description: '',
    input: z.object({ ...notes, direction: z.enum(['up', 'down']), n: n.optional() }),
  },
  select: { description: '', input: z.object({ ...notes, n, options: z.array(z.string()) }) },
  drag: { description: '', input: z.object({ ...notes, from: n, to: n }) },
  go: { description: '', input: z.object({ ...notes, url: z.string() }) },
  finish: { description: '', input: z.object({ ...notes, answer: z.string(), success: z.boolean() }) },
};

function wire(name: string, input: unknown) {
  return readCalls([{ id: 'a', name, input }], '', TOOLS, 'w');
}
const written = (text: string) => readCalls([], text, TOOLS, 'w');
const clicked = { name: 'click', input: { n: 4, thought: '', memory: '' }, problem: null };
const typed = { name: 'type', input: { n: 5, text: 'tea', thought: '', memory: '' }, problem: null };

test.each<[string, unknown]>([
  ['click', { n: 4 }],
  ['click', { n: '4' }],
  ['click', { n: '[4]' }],
  ['click', { n: [4] }],
  ['click', '[4]'],
  ['click', '{"n": 4}'],
  ['click', 4],
  ['click', { index: 4 }],
  ['click', { element: '[4]' }],
  ['click', { ref: 'e4' }],
  ['click', { ref: 'ref=4' }],
  ['click', { element_id: 4 }],
  ['click', { target: { index: 4 } }],
  ['click', { N: 4 }],
  ['click', { input: { n: 4 } }],
  ['click', { arguments: '{"n": 4}' }],
  ['Click', { n: 4 }],
  ['click_element', { index: 4 }],
  ['browser.click', { ref: 4 }],
  ['functions.click', { n: 4 }],
  ['clickElement', { index: '4' }],
  ['action', { action: [{ click: { index: 4 } }] }],
  ['act', { action: 'click', n: 4 }],
  ['computer', { name: 'click', arguments: '{"n": 4}' }],
  ['tool', { tool: 'click', input: { n: 4 } }],
  ['call', { function: { name: 'click', arguments: '{"n":4}' } }],
])('the call %s with %j is click 4', (name, input) => {
  expect(wire(name, input)).toMatchObject([clicked]);
});

test.each([
  ['JSON', '{"name": "click", "arguments": {"n": 4}}'],
  ['JSON with its arguments as text', '{"name": "click", "arguments": "{\\"n\\": 4}"}'],
  ['JSON in a fence', 'I click.\n```json\n{"tool": "click", "args": {"n": "4"}}\n```'],
  ['a list of actions', '{"thought": "", "action": [{"click": {"index": 4}}]}'],
  [
    'the shape of the wire',
    '{"tool_calls": [{"type": "function", "function": {"name": "click", "arguments": "{\\"n\\":4}"}}]}',
  ],
  ['Hermes', '<tool_call>\n{"name": "click", "arguments": {"n": 4}}\n</tool_call>'],
  ['Qwen XML', '<tool_call>\n<function=click>\n<parameter=n>\n4\n</parameter>\n</function>\n</tool_call>'],
  ['Qwen XML without its end', '<function=click>\n<parameter=n>4</parameter>'],
  ['GLM', '<tool_call>click\n<arg_key>n</arg_key>\n<arg_value>4</arg_value>\n</tool_call>'],
  [
    'Anthropic XML',
    '<function_calls><invoke name="click"><parameter name="n">4</parameter></invoke></function_calls>',
  ],
  [
    'Kimi',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.click:0<|tool_call_argument_begin|>{"n": 4}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  [
    'DeepSeek',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>click<｜tool▁sep｜>{"n": 4}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    'DeepSeek of old',
    '<｜tool▁call▁begin｜>function<｜tool▁sep｜>click\n```json\n{"n": 4}\n```<｜tool▁call▁end｜>',
  ],
  ['Mistral', '[TOOL_CALLS][{"name": "click", "arguments": {"n": 4}}]'],
  ['Mistral with marks', '[TOOL_CALLS]click[ARGS]{"n": 4}'],
  ['Llama Python', '[click(n=4)]'],
  ['Llama Python with its mark', '<|python_tag|>click.call(n=4)'],
  ['Llama function', '<function=click>{"n": 4}</function>'],
  ['a line of code', 'I click the button.\n```python\nclick(4)\n```'],
])('a written call is understood: %s', (_, text) => {
  expect(written(text)).toMatchObject([clicked]);
});

test.each([
  [
    'Hermes',
    '<tool_call>{"name": "click", "arguments": {"n": 4}}</tool_call>\n<tool_call>{"name": "type", "arguments": {"n": 5, "text": "tea"}}</tool_call>',
  ],
  ['Llama', '[click(n=4), type(n=5, text="tea")]'],
  [
    'lines of JSON',
    '{"name": "click", "arguments": {"n": 4}}\n{"name": "type", "arguments": {"n": 5, "text": "tea"}}',
  ],
  ['a list of actions', '{"action": [{"click": {"index": 4}}, {"type": {"index": 5, "value": "tea"}}]}'],
  ['lines of code', "click(n=4)\ntype(n=5, text='tea')"],
])('several written calls come in their order: %s', (_, text) => {
  expect(written(text)).toMatchObject([clicked, typed]);
});

test.each([
  '{"price": 12}',
  'The kettle costs $12 (see [4]).',
  'I would click(4) next, but the task is over.',
  '<p>click</p>',
  '',
])('words are not a call: %s', (text) => {
  expect(written(text)).toEqual([]);
});

test.each<[string, unknown, RegExp]>([
  [
    'clikc',
    { n: 4 },
    /there is no tool clikc\. Did you mean click\? Call it like \{"name":"click","arguments":\{/,
  ],
  ['type', { n: 5 }, /not valid: text.*"n":5,"text":"\.\.\."/],
  ['scroll', { direction: 'sideways' }, /"direction":"up"/],
  ['fly', {}, /there is no tool fly/],
])('what cannot be understood gets the closest valid form: %s %j', (name, input, problem) => {
  expect(wire(name, input)).toMatchObject([{ problem: expect.stringMatching(problem) }]);
});

/** Every tool with a valid input of its own. */
const VALID: [string, Record<string, unknown>][] = [
  ['click', { n: 7 }],
  ['type', { n: 3, text: 'two words' }],
  ['scroll', { direction: 'down' }],
  ['select', { n: 2, options: ['Red'] }],
  ['go', { url: 'https://shop.example/?q=1' }],
  ['finish', { answer: 'It is 12.', success: true }],
];

/** The ways in which models bend a valid call. */
const BENDS: ((name: string, input: Record<string, unknown>) => [string, unknown])[] = [
  (name, input) => [name, JSON.stringify(input)],
  (name, input) => [
    name,
    Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, typeof value === 'number' ? `[${value}]` : value]),
    ),
  ],
  (name, input) => [
    name,
    Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, typeof value === 'boolean' ? String(value) : value]),
    ),
  ],
  (name, input) => [
    name,
    Object.fromEntries(Object.entries(input).map(([key, value]) => [key === 'n' ? 'index' : key, value])),
  ],
  (name, input) => [
    name,
    Object.fromEntries(
      Object.entries(input).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]),
    ),
  ],
  (name, input) => [name, { parameters: input }],
  (name, input) => ['action', { action: [{ [name]: input }] }],
  (name, input) => ['call', { name, arguments: JSON.stringify(input) }],
  (name, input) => [name.toUpperCase(), input],
  (name, input) => [`browser_${name}`, { ...input, thought: 'next', other: null }],
];

test('every bent form of every tool is the call that was meant', () => {
  for (const [name, input] of VALID)
    for (const bend of BENDS) {
      const [bent, given] = bend(name, input);
      const [call, ...more] = wire(bent, given);
      expect([name, given, more.length, call]).toMatchObject([
        name,
        given,
        0,
        { name, input, problem: null },
      ]);
    }
});

test('two bends at once, and any notes beside them, change nothing', () => {
  const bend = fc.constantFrom(...BENDS);
  fc.assert(
    fc.property(fc.constantFrom(...VALID), bend, fc.string(), ([name, input], how, thought) => {
      const [bent, given] = how(name, { thought, memory: '', ...input });
      expect(wire(bent, given)).toMatchObject([{ name, input, problem: null }]);
    }),
  );
});

test('whatever comes: an answer in bounded time, at most twenty calls to carry out, each with a problem or a valid input', () => {
  const tool = fc.oneof(fc.constantFrom(...Object.keys(TOOLS)), fc.string());
  fc.assert(
    fc.property(tool, fc.anything({ maxDepth: 4 }), fc.string({ maxLength: 400 }), (name, input, text) => {
      const json = JSON.parse(JSON.stringify(input) ?? 'null');
      for (const call of [...wire(name, json), ...written(text), ...written(`${name}(${text}`)]) {
        const known = TOOLS[call.name]?.input as z.ZodType | undefined;
        expect(call.problem !== null || known?.safeParse(call.input).success).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
  const many = Array.from({ length: 200 }, (_, index) => ({
    id: String(index),
    name: 'click',
    input: { n: index },
  }));
  const read = readCalls(many, '', TOOLS, 'w');
  expect(read.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  expect(read.flatMap(({ problem }, index) => (problem === null ? [index] : []))).toHaveLength(20);
  expect(read.at(-1)?.problem).toContain('only the first 20 calls');
});

test.each(['<tool_call>', '[TOOL_CALLS]', 'click(', '{"name": "click", ', '<function=', '[[[[', '<arg_key>'])(
  'ten megabytes of %s are read in time that grows with their length',
  (piece) => {
    const startedAt = performance.now();
    written(piece.repeat(10_000_000 / piece.length));
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  },
);
