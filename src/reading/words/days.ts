import { isSameThing, isThing } from './concepts.ts';

/** Days that are told apart by name. */
const DAYS = [
  'date',
  'start date',
  'end date',
  'modified',
  'deadline',
  'due date',
  'birth date',
  'death date',
  'available from',
];

/** Whether a name stands for another day than the one asked for: "Posted" is no deadline. */
export function isOtherDay(name: string[], asked: string[]): boolean {
  // What has a day takes place on the one it starts.
  if (isThing(asked, 'date') && isThing(name, 'start date')) return false;
  return DAYS.some((day) => isThing(name, day)) && !isSameThing(name, asked);
}
