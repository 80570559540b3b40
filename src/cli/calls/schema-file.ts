import { readFile } from 'node:fs/promises';
import { messageOf } from '../../platform/failure.ts';
import { isObject } from '../../platform/json.ts';
import { CommandError } from '../terminal/exit-codes.ts';

/** A JSON Schema from a file. The service itself reports faults of the schema. */
export async function readSchema(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unusable(file, error.code === 'ENOENT' ? 'file not found' : error.message);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unusable(file, messageOf(error));
  }
  if (!isObject(value)) throw unusable(file, 'a JSON Schema is an object');
  return value;
}

function unusable(file: string, why: string): CommandError {
  return new CommandError(
    `The schema file ${file} cannot be used: ${why}.`,
    'Give a file with a JSON Schema, such as {"type":"object","properties":{"price":{"type":"number"}}}.',
  );
}
