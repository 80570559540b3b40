import { normalize, readOrdinal } from './words.ts';

/** "Go to the next page", "open page 3", "the third page of the results": how far a list is to be turned over. */
export function readTurn(source: string): 'next' | number | null {
  const [, isNext, number, place] = normalize(source).match(TURNING) ?? [];
  if (isNext !== undefined) return 'next';
  const page = number === undefined ? readOrdinal(place ?? '') : Number(number);
  return page !== null && page > 0 ? page : null;
}

const LIST = '(?:(?:search )?results |list )?';
const TURNING = new RegExp(
  String.raw`^(?:go|jump|turn|switch|navigate|move|advance|open|show|view|proceed)(?: me)?(?: on| over)?(?: to)?(?: the)? ${LIST}(?:(next) ${LIST}page|page (?:number |no\.? ?)?(\d{1,2})|(\S+) ${LIST}page)(?: (?:of|in|with) .*)?$`,
  'u',
);
