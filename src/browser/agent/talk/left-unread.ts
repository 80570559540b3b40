import { isSending } from '../language/complete-plan.ts';
import type { Intent } from '../language/intent.ts';
import { wordsOf } from '../language/words.ts';
import { isTalk } from './is-talk.ts';

/** Of a task that says more, only its last words were read: to send what nobody has filled in is no way to do it. */
export function isLeftUnread(goal: string, intents: Intent[]): boolean {
  const said = intents.flatMap(({ source }) => wordsOf(source)).length;
  return isTalk(goal) && intents.length > 0 && intents.every(isSending) && wordsOf(goal).length > said + 6;
}
