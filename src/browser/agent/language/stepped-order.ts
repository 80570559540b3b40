import { readCount } from './words.ts';

/** Something to be had that is told by its choices: "3 small pizzas, gluten free, with onion and olives". */
export interface SteppedOrder {
  said: string;
  /** What each of them is to be, in the task's words. */
  parts: string[];
  count: number | null;
}

const WANTING =
  /^(?:please\s+|i(?:['’]d|\s+would)\s+like\s+(?:to\s+)?|i\s+want\s+(?:to\s+)?|can\s+you\s+|could\s+you\s+)*(?:order|book|buy|get|make|build|design|configure|create|customi[sz]e|put\s+together)\s+(?:me\s+|us\s+)?(.+?)[.!]*$/iu;

/** Null for what tells how to do it, or is no single order. */
export function readStepped(task: string): SteppedOrder | null {
  const [first = '', ...more] = task.trim().split(/(?<=[.!?])\s+/u);
  const said = first.match(WANTING)?.[1]?.replace(/["“”]/gu, '') ?? '';
  if (said === '' || more.some((sentence) => !GOING_ON.test(sentence)) || TELLS_HOW.test(said)) return null;
  const parts = said
    .split(/\s*,\s*(?:and\s+|with\s+)?|\s+(?:and|with|in|on)\s+/iu)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length < 2 ? null : { said, parts, count: readCount(said.match(/^\S+/u)?.[0] ?? '') };
}

const TELLS_HOW =
  /\b(?:click|press|select|then|using|if|called|named|titled|for|from|to|at|without|no|not|except|or)\b/iu;
const GOING_ON = /^(?:go|walk|step|work)\s+through\b/iu;
