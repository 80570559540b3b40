import type { Question } from '../contract.ts';

/** For providers whose agents ask in free words: the words tell whether a one-time code is meant. */
export function questionOf(prompt: string): Question {
  return { kind: /code|otp|2fa|verification/i.test(prompt) ? 'otp' : 'text', prompt };
}
