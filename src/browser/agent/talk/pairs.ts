import { statedPairs, wholeOf } from '../language/stated-pairs.ts';
import type { Talk } from './talk.ts';

/** "Guests: 6": what the task calls something, and what that is to be. */
export interface Pair {
  name: string;
  /** In the words the task was written in. */
  value: string;
  isListed: boolean;
  /** The words it is called by, and all of them with the value. */
  label: { start: number; end: number };
  start: number;
  end: number;
}

/** What the task says outright of things by their names. */
export function pairsIn({ text, goal, words }: Talk): Pair[] {
  const plain = statedPairs(text);
  const written = statedPairs(goal);
  if (plain.length !== written.length) return [];
  const wordsIn = ({ start, end }: { start: number; end: number }) => ({
    start: words.findIndex((word) => word.end > start),
    end: words.findLastIndex((word) => word.at < end),
  });
  return plain.flatMap((pair, index) => {
    const { label: name, value, isListed } = written[index] ?? pair;
    const whole = wordsIn(wholeOf(pair));
    return whole.start < 0 ? [] : [{ name, value, isListed, label: wordsIn(pair.labelAt), ...whole }];
  });
}
