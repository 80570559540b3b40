import { beginsWithVerb } from './split-clauses.ts';
import { EXTREMES, type Extreme } from './target-words.ts';

/** The one that is meant of many: what is compared, and what else is told of it. */
export interface Best {
  extreme: Extreme;
  description: string;
  /** Something is to be done with it, rather than told of it. */
  isTaken: boolean;
}

/** "Save the best-paid job in Turin that ...": null where nothing is told by comparing what rows say. */
export function readBest(goal: string): Best | null {
  const plain = goal.replace(/"[^"]*"|“[^”]*”/gu, ' ');
  for (const clause of plain.split(/(?<=[.!?;])\s+/u)) {
    const [pattern, extreme] = EXTREMES.find(([one]) => one.test(clause)) ?? [];
    const match = pattern?.exec(clause);
    if (!extreme || !match || !MEASURED.has(extreme.of) || RANKED.test(clause.slice(0, match.index)))
      continue;
    const before = clause.slice(0, match.index);
    return {
      extreme,
      description: ownWords(clause.slice(match.index + match[0].length)),
      isTaken: TAKING.test(before),
    };
  }
  return null;
}

/** The last thing told before it. */
const TAKING =
  /\b(?:book|buy|order|reserve|select|choose|pick|take|save|add|put|rent|hire|purchase|star|like|delete|remove|cancel|apply for|get me)\s+(?:me\s+|us\s+)?(?:the\s+|a\s+|an\s+)?(?:\d+\s+)?$/iu;
/** What rows tell in figures. */
const MEASURED = new Set(['price', 'weight', 'date', 'duration', 'rating']);
/** "The second cheapest". */
const RANKED = /\b(?:second|third|fourth|next|2nd|3rd|\d+th)[- ]$/iu;
/** Where it is put is not what it is. */
const INTO =
  /,?\s+(?:in|into|to|on|onto|from)\s+(?:the|my|your|our)\s+(?:\p{L}+\s)?(?:cart|basket|bag|trolley|wish ?list|favou?rites|shortlist|list)\b.*$/iu;

/** Up to the next thing to do. */
function ownWords(text: string): string {
  const parts = text.replace(INTO, '').split(/,?\s+(?:and|then)\s+/u);
  const end = parts.findIndex((part, at) => at > 0 && beginsWithVerb(part));
  return parts
    .slice(0, end < 0 ? parts.length : end)
    .join(' and ')
    .replace(/[.!?,;\s]+$/u, '')
    .trim();
}
