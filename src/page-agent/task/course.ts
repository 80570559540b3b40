import type { Agent } from '../agent.ts';
import type { Command } from '../language/command.ts';

/** A task on its way: the agent, what is still to come, and what was spoken of last. */
export interface Course {
  agent: Agent;
  /** The commands after the present one. */
  ahead: readonly Command[];
  /** A value that the browser's own box has already asked for. */
  answered?: Command;
  /** The meaning of "it" and "them". */
  about: string;
  /** Something was filled in or changed and not sent since, and by what verb it is to be. */
  unsent: string | null;
  /** The verb of a form that is sent only once the rest of it is filled in. */
  delayed: string | null;
  /** The page's words for an empty search. */
  foundNothing: string | null;
}

const PRONOUN =
  /^(?:to\s+|on\s+|for\s+|with\s+|from\s+)?(?:it|this|that|them|these|those|this one|that one|him|her)(?=$|\s|[.,])/iu;

/** The words of a target, with what a pronoun stands for. */
export function meant({ about }: Course, phrase: string): string {
  const plain = phrase.trim();
  if (plain === '') return about;
  return plain.replace(PRONOUN, about).replace(/^(?:its|their|his)\s+/iu, `${about} `);
}
