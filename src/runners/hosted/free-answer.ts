import { readOutput } from '../wire/output.ts';

/** For providers that answer in a schema or not at all: a task without one gets this, and its answer is taken out again. */
export const FREE_ANSWER = {
  type: 'object',
  properties: { answer: { type: 'string', description: 'The result of the task, in full.' } },
  required: ['answer'],
};

export function freeAnswer(output: unknown): unknown {
  const read = readOutput(output);
  const keys = typeof read === 'object' && read !== null ? Object.keys(read) : [];
  if (keys.length !== 1 || keys[0] !== 'answer') return read;
  const { answer } = read as { answer: unknown };
  return typeof answer === 'string' ? readOutput(answer) : read;
}
