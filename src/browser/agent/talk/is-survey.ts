import type { Scene } from '../sight/scene.ts';
import { speaksOf } from './do-as-told.ts';

/** Answers to what the page asks, told as a list or each with its question. */
export function isSurvey(start: Scene, goal: string): boolean {
  const { settings, questions } = speaksOf(start, goal);
  return questions > 1 || (ANSWERS.test(goal) && settings > 0);
}

const ANSWERS =
  /^(?:please\s+)?(?:answer|go through|take|complete|fill (?:in|out))\b[^:.]*\b(?:questions?|quiz|finder|survey|poll|questionnaire|wizard)\b/iu;
