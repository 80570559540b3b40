/** A number from 0 up to, not including, the one given. */
export type Draw = (below: number) => number;

export interface Puzzle {
  instruction: string;
  puzzle: string;
  answer: string;
}

/** One thing to do with the words, and how to say it. */
interface Rule {
  say: string;
  apply(words: string[]): string[];
}

const WORDS =
  'amber anchor basket bridge candle canyon cedar copper cradle desert dragon ember falcon feather forest garden glacier harbor hollow island jacket jungle kettle ladder lantern maple marble meadow mirror mountain needle ocean orchard paddle pebble pepper planet pocket prairie quartz ribbon river saddle saffron shadow signal silver spruce stable summit temple thunder timber tunnel valley velvet violet walnut whistle willow window winter yellow zephyr'.split(
    ' ',
  );

const ORDINALS = ['second', 'third'];
const JOINTS = [
  ['a hyphen', '-'],
  ['an underscore', '_'],
  ['a full stop', '.'],
  ['nothing', ''],
] as const;

/** Rules that select words. */
const CHOICES: Array<(draw: Draw) => Rule> = [
  (draw) => {
    const nth = draw(2);
    const every = nth + 2;
    return {
      say: `take every ${ORDINALS[nth]} word (number ${every}, ${every * 2}, ${every * 3} and so on)`,
      apply: (words) => words.filter((_, index) => (index + 1) % every === 0),
    };
  },
  (draw) => {
    const letter = pickOne([...'aeo'], draw);
    return {
      say: `leave out every word that contains the letter "${letter}"`,
      apply: (words) => words.filter((word) => !word.includes(letter)),
    };
  },
  () => ({
    say: 'keep only the words with an even number of letters',
    apply: (words) => words.filter((word) => word.length % 2 === 0),
  }),
  (draw) => {
    const first = draw(2) === 0;
    return {
      say: `keep only the ${first ? 'first' : 'last'} four words`,
      apply: (words) => (first ? words.slice(0, 4) : words.slice(-4)),
    };
  },
];

/** Rules that order the words. */
const ORDERS: Array<(draw: Draw) => Rule> = [
  () => ({ say: 'put them in the opposite order', apply: (words) => words.toReversed() }),
  () => ({ say: 'sort them alphabetically', apply: (words) => words.toSorted() }),
  () => ({
    say: 'move the first one to the end',
    apply: ([first, ...rest]) => (first === undefined ? [] : [...rest, first]),
  }),
];

/** Rules that change each word. */
const CHANGES: Array<(draw: Draw) => Rule> = [
  () => ({
    say: 'spell each of them backwards',
    apply: (words) => words.map((word) => [...word].reverse().join('')),
  }),
  () => ({
    say: 'remove the vowels (a, e, i, o, u) from each',
    apply: (words) => words.map((word) => word.replace(/[aeiou]/g, '')),
  }),
  () => ({
    say: 'keep the first and the last letter of each',
    apply: (words) => words.map((word) => word.slice(0, 1) + word.slice(-1)),
  }),
  () => ({
    say: 'write after each how many characters it has',
    apply: (words) => words.map((word) => `${word}${word.length}`),
  }),
  (draw) => {
    const letters = 1 + draw(2);
    return {
      say: `remove the first ${letters === 1 ? 'letter' : 'two letters'} of each`,
      apply: (words) => words.map((word) => word.slice(letters)),
    };
  },
];

/** A few composed steps over random words: a language model does them at once, and no answer fits a second time. */
export function makePuzzle(draw: Draw): Puzzle {
  for (;;) {
    const words = Array.from({ length: 9 + draw(4) }, () => pickOne(WORDS, draw));
    const steps = [CHOICES, ORDERS, CHANGES].map((kind) => pickOne(kind, draw)(draw));
    const left = steps.reduce((rest, step) => step.apply(rest), words);
    // One word, or none, would be guessed.
    if (left.length < 3) continue;
    const [joint, mark] = pickOne(JOINTS, draw);
    const isUpper = draw(2) === 0;
    const answer = left.join(mark);
    return {
      instruction: `From the words of the puzzle: ${steps.map(({ say }) => say).join('; then ')}; then join them with ${joint} between them; answer in ${isUpper ? 'upper' : 'lower'} case and with nothing else.`,
      puzzle: words.join(' '),
      answer: isUpper ? answer.toUpperCase() : answer,
    };
  }
}

function pickOne<T>(from: readonly T[], draw: Draw): T {
  return from[draw(from.length)] as T;
}
