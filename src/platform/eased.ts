/** From here on a likelihood is called sure. */
const SURE = 0.6;

/**
 * A score of a fit that counts something wrong several times, as a likelihood. Where the score is high it is right; below,
 * it says too little: from `even` on more is right than wrong, so that scores from there are 0.5 to 0.6, and lower ones less.
 */
export function eased(score: number, even: number): number {
  if (score >= SURE) return score;
  return score < even ? (0.5 * score) / even : 0.5 + ((SURE - 0.5) * (score - even)) / (SURE - even);
}
