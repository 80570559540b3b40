import { DEEDS } from './deeds.ts';
import { normalize } from './words.ts';

export interface StateDeed {
  /** What the control of each entry does. */
  deed: string;
  /** The state by which the entries are told: "unread". */
  state: string;
}

const STATES =
  'unread|read|done|completed|finished|unfinished|open|closed|overdue|paid|unpaid|pending|active|inactive|expired|failed|archived|new|unanswered|answered|approved|rejected|cancelled|shipped|late|muted|online|offline';
const ALL = new RegExp(
  String.raw`^(?:please\s+)?(?<verb>\p{L}+)\s+(?:all|every|each)(?:\s+of)?(?:\s+(?:the|my|your))?\s+(?<state>${STATES})\s+\p{Ll}+[.!]*$`,
  'iu',
);

/** "Star all unread emails": null for what is no deed on entries told by their state alone. */
export function readStateDeed(task: string): StateDeed | null {
  const { verb, state } = task.trim().match(ALL)?.groups ?? {};
  const deed = normalize(verb ?? '');
  return state && DEEDS.has(deed) ? { deed, state: normalize(state) } : null;
}
