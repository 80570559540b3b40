import { CommandError } from '../terminal/exit-codes.ts';

/** A whole number of an option. */
export function countOf(text: string, option: string): number {
  if (/^\d{1,6}$/.test(text) && Number(text) > 0) return Number(text);
  throw new CommandError(`${option} must be a whole number above 0, not ${text}.`, `Such as ${option} 20.`);
}
