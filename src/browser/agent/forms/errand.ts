import { dayWords } from '../language/read-date.ts';
import { type Fact, factsOf } from '../talk/facts.ts';
import { isAsking, isTalk } from '../talk/is-talk.ts';
import { pairsIn } from '../talk/pairs.ts';
import { plainTalk } from '../talk/plain-talk.ts';
import { readTalk } from '../talk/talk.ts';
import { wantsSeeking } from './seeking.ts';

/** What only a form asks for. */
const PERSONAL = new Set<Fact['kind']>(['email', 'phone', 'street', 'card']);
const DETAIL = new Set<Fact['kind']>([...PERSONAL, 'date', 'time', 'name', 'postcode', 'number', 'expiry']);
/** What to take is to be found out first, or laid into a cart. */
const TO_BE_FOUND =
  /\b(?:cheapest|most|least|best|highest|lowest|largest|smallest|nearest|earliest|latest|longest|shortest|newest|oldest|quickest|fastest)\b|\b(?:cart|basket|trolley|check ?out)\b/iu;

/** What to press is told as well: then that is done in this order. */
const BY_HAND = /\b(?:click|press|hit|tap|tick|untick|uncheck|type|scroll|hover|drag|log ?in|sign ?in)\b/iu;

/** Whether a task tells the details of a form: somebody's name and address, or a list of what goes where. */
export function isFormErrand(goal: string): boolean {
  // "Send them a message: I'd like to know ...": it is they who are asked.
  if ((isAsking(goal) && !isLetter(goal)) || isToBeFound(goal)) return false;
  const talk = readTalk(goal);
  const facts = factsOf(talk).filter(({ isWanted }) => isWanted);
  const details = facts.filter(({ kind }) => DETAIL.has(kind)).length;
  const isPersonal = facts.some(({ kind }) => PERSONAL.has(kind));
  return (
    (isPersonal && (details > 1 || JOINING.test(goal) || isLetter(goal))) ||
    pairsIn(talk).filter(({ isListed }) => isListed).length > 2
  );
}

/** Who talks of themselves and gives several details wants something done with them. */
export function tellsDetails(goal: string): boolean {
  if (isAsking(goal) || isToBeFound(goal) || !isTalk(goal)) return false;
  const facts = factsOf(readTalk(goal)).filter(({ isWanted, kind }) => isWanted && DETAIL.has(kind));
  return facts.length > 2;
}

/** "Look for a cabin from 20 to 24 November": what is free then, a page tells only who gives it the days. */
export function seeksStay(goal: string): boolean {
  return wantsSeeking(goal) && !isAsking(goal) && dayWords(plainTalk(goal)).length === 2;
}

/** What is meant must be found out first, or what to press is told in its order. */
export function isToBeFound(goal: string): boolean {
  const said = goal.replace(/"[^"]*"|“[^”]*”/gu, '');
  return TO_BE_FOUND.test(said) || BY_HAND.test(said);
}

/** Where an address alone is all that is asked for. */
const JOINING = /^(?:please\s+)?(?:subscribe|sign\b.*\bup|register|enrol)\b/iu;

/** Somebody is to be told or asked something in writing. */
export function isLetter(goal: string): boolean {
  return /^(?:please\s+|could you\s+|can you\s+)?(?:ask|tell|enquire|inquire|let|write|report|complain|message|contact|send (?:\p{L}+ )*(?:message|enquiry|inquiry|note|question|complaint|feedback))\b/iu.test(
    goal,
  );
}
