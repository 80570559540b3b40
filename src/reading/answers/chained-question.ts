/** Two questions in one sentence, the second of which may speak of what the first is about, or answers. */
export interface ChainedQuestion {
  first: string;
  /** The second question, once the first has been answered. */
  second(answer: string): string;
  /** Both answers as one. */
  join(first: string, second: string): string;
}

/** "Which tent is the lightest, and what does it cost?"; null for a question that stands alone. */
export function chainOf(goal: string): ChainedQuestion | null {
  const [, thing, value = 'price'] = goal.trim().match(WITH_ITS) ?? [];
  if (thing)
    return {
      first: `What is ${thing}?`,
      second: (answer) => `What is the ${value} of ${answer}?`,
      join: (one, other) => `${one}: ${other}`,
    };
  const [, before, after] = goal.trim().match(CHAINED) ?? [];
  if (!before || !after || !ASKS.test(before)) return null;
  const first = `${before.replace(/[\s,]+$/u, '')}?`;
  const isThing = FINDS_THING.test(first);
  return {
    first,
    second(answer) {
      const meant = isThing ? answer.replace(/\s*\([^()]*\)$/u, '') : subjectIn(first);
      return meant === null ? after : after.replace(BACKWARD, meant);
    },
    join: (one, other) => (isThing ? `${one}: ${other}` : `${one}; ${other}`),
  };
}

/** "Find the cheapest kettle and its price": of that one, and of no other. */
const WITH_ITS =
  /^(?:please\s+)?(?:find|tell me|give me|get|show me|what(?:['’]s| is))\s+(the\s(?:\p{L}+est|most|least|first|last)\s.{2,80}?),?\s+and\s+(?:its\s+([\p{L} ]{2,30})|what\s+it\s+costs)[.?!]?$/iu;

const QUESTION_WORD =
  'what|when|where|who|whose|how|which|does|do|is|are|was|were|has|have|can|in which|at what|on which|from when';
const CHAINED = new RegExp(
  `^(.{8,200}?)(?:,\\s*|\\s+)and\\s+((?:${QUESTION_WORD})\\b[^?]{3,160}\\?)$`,
  'isu',
);
const ASKS = new RegExp(`^(?:please\\s+)?(?:tell me\\s+)?(?:${QUESTION_WORD})\\b`, 'iu');
/** Its answer is the name of a thing, which "it" then means. */
const FINDS_THING = /^(?:(?:in|on|at|for|with)\s+)?(?:which|who)\b|^what(?:'s| is| are) the \p{L}+est\b/iu;
const BACKWARD = /\b(?:it|they|that|this|that one|this one|he|she|him|her|them)\b/iu;

/** "How much is a Patron membership per year" is about a Patron membership. */
function subjectIn(question: string): string | null {
  const named = question.match(
    /(?<=\s)((?:the\s|an?\s)?\p{Lu}[\p{L}\p{N}'’-]*(?:\s(?:(?:of|and|the)\s)?\p{Lu}[\p{L}\p{N}'’-]*)*(?:\s\p{Ll}+)?)(?=[\s?,])/u,
  );
  const plain = question.match(/\b(?:the|an?|your)\s((?:[\p{L}\p{N}'-]+\s?){1,2})/iu);
  return (named?.[1] ?? plain?.[0])?.trim() ?? null;
}
