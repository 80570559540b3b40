import type { Agent } from '../agent.ts';
import type { Command } from './command.ts';

/** State of a task under way. */
export interface TaskProgress {
  agent: Agent;
  /** The commands after the current one. */
  ahead: readonly Command[];
  /** The command whose value a box of the browser has already taken. */
  answered?: Command;
  /** The meaning of "it" and "them". */
  about: string;
  /** Fields changed and not sent yet, with the verb of the button that sends them. */
  unsent: string | null;
  /** The page's words for an empty search. */
  foundNothing: string | null;
}

const PRONOUN = /^(?:it|this|that|them|these|those|this one|that one|es|ihn|sie|das)(?=$|\s|[.,])/iu;

/** The words of a target, with the meaning of a pronoun in its place. */
export function meant({ about }: TaskProgress, phrase: string): string {
  const plain = phrase.trim();
  return plain === '' ? about : plain.replace(PRONOUN, about || '$&');
}
