import type { Intent } from './intent.ts';

/** What is to be done, without the question that comes after it: "Order two, and tell me the order number." */
export function deedPart(goal: string, intents: readonly Intent[]): string {
  let part = goal;
  for (const { kind, source } of intents.toReversed()) {
    const at = part.lastIndexOf(source);
    if (kind !== 'ask' || at <= 0 || !/^[\s.?!]*$/u.test(part.slice(at + source.length))) break;
    part = part.slice(0, at).replace(JOINING, '');
  }
  return part;
}

const JOINING = /[\s,;]*(?:\b(?:and|then|please|also)\b[\s,]*)*$/iu;
