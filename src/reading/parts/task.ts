import { contentStems } from '../../task/index.ts';
import { sentencesOf } from '../words/sentences.ts';
import { type Kind, kindAsked } from './kinds.ts';

/** What is asked of a page, whether it is put as a question, an order or two words. */
export interface TaskWords {
  /** What asks, without what is said around it. */
  text: string;
  /** Stems of the words that carry it. */
  words: string[];
  kind: Kind | null;
  asksWhy: boolean;
  /** All of several things are asked for. */
  asksMany: boolean;
}

export function readTask(goal: string): TaskWords {
  const sentences = goal.replace(ADDRESS, ' ').split(/\n+/).flatMap(sentencesOf);
  const asking = sentences.filter((sentence) => ASKING.test(sentence));
  const told = (asking.length > 0 ? asking : sentences).map(withoutLead).filter(Boolean).join(' ');
  const text = told === '' ? goal : told;
  const words = contentStems(text.replace(COURTESY, ' '));
  return {
    text,
    words,
    kind: kindAsked(text),
    asksWhy: /\bwhy\b|\breasons?\b/i.test(text),
    asksMany: /\b(?:all|every|each|list|compare|which of|most|least|\p{L}+est)\b/iu.test(text),
  };
}

/** Where to look says nothing of what is asked. */
const ADDRESS = /(?:\b(?:from|on|at|of|in)\s+)?https?:\/\/[^\s)>\]]+/gi;

/** A sentence that wants something to be told, beside those that say what for. */
const ASKING =
  /\?|\b(?:what|which|who|whose|when|where|why|how|whether)\b|^(?:please\s+|kindly\s+)?(?:find|tell|get|give|list|show|extract|look|check|read|name|return|report|see|fetch|search|collect|determine|identify|state|write|summari[sz]e|count|go|open|visit)\b/i;

/** "Could you please tell me: ...", "Find out ...": what it leads up to is what is asked. */
function withoutLead(sentence: string): string {
  return sentence.replace(LEAD, '').trim();
}

const LEAD =
  /^(?:(?:hello|hi|hey|dear \w+|good (?:morning|day|evening)|please|kindly|can you|could you|would you|will you|i (?:want|need|would like|'d like)(?: you)? to|i wonder|i am wondering|do you know|find out|find|look up|look for|tell me|let me know|show me|give me|get me|get|check|see|search for|determine|identify|report|return|extract|know|(?:on|from) (?:the|this) (?:page|site|website))\b[\s,:;!-]*)+/i;

const COURTESY = /\b(?:please|thanks?|thank you|many|a lot|in advance|kindly|cheers|hello|help|regards)\b/gi;
