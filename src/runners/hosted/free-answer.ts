import { isObject } from '../../platform/json.ts';
import { readOutput } from '../wire/output.ts';

/** Providers that require a schema get this one for a task without a schema; the answer is unwrapped afterwards. */
export const FREE_ANSWER = {
  type: 'object',
  properties: { answer: { type: 'string', description: 'The result of the task, in full.' } },
  required: ['answer'],
};

export function freeAnswer(output: unknown): unknown {
  const read = readOutput(output);
  if (!isObject(read) || typeof read.answer !== 'string' || Object.keys(read).length !== 1) return read;
  return readOutput(read.answer);
}
