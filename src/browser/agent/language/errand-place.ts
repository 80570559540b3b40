import { canonical, stem, wordsOf } from './words.ts';

/** What people want done and what sites call the place for it; a word of each line means any other. */
const ERRANDS = `
book booking reserve reservation hire rent appointment
ask enquire enquiry inquire inquiry question contact
cancel cancellation manage
suggest suggestion recommend recommendation propose
buy purchase order
repair mend fix
complain complaint feedback
donate donation
apply application
register registration enrol enroll signup join`
  .trim()
  .split('\n')
  .map((line) => new Set(line.split(' ').map(stem)));

const LITTLE = new Set(
  'a an the your our my us me to for of in on at and with new online make get'.split(' '),
);

/**
 * How many words of a link say what is to be done ("Hire a room" for "book the garden room"); 0 as soon as one of them
 * says anything else, or another thing to do.
 */
export function errandFit(name: string, verb: string, phrase: string): number {
  const words = wordsOf(name).filter((word) => !LITTLE.has(word));
  if (words.length === 0 || words.length > 5) return 0;
  const object = new Set(canonical(wordsOf(phrase).join(' ')).split(' ').map(stem));
  for (const word of wordsOf(verb)) object.add(stem(word));
  const own = [verb, ...wordsOf(phrase).slice(0, 3)].map(groupOf).filter((group) => group >= 0);
  const [first = ''] = words;
  if (
    words.length > 1 &&
    groupOf(first) >= 0 &&
    groupOf(first) !== groupOf(verb) &&
    !own.includes(groupOf(first))
  )
    return 0;
  // Whoever cancels a booking does not want to book.
  if (groupOf(verb) >= 0 && groupOf(first) >= 0 && groupOf(first) !== groupOf(verb)) return 0;
  const isSaid = (word: string) =>
    own.includes(groupOf(word)) || object.has(stem(word)) || object.has(stem(canonical(word)));
  return words.every(isSaid) ? words.length : 0;
}

function groupOf(word: string): number {
  return ERRANDS.findIndex((group) => group.has(stem(word)));
}
