/**
 * A runner's words in place of a value: a way to find it, a plan, or a claim that the page has it. The same
 * words may be the answer where the task asks for a way, a place or a text.
 */
export function isBesideThePoint(sentence: string, isListed: boolean, goal: string): boolean {
  if (ASKS_FOR_WORDS.test(goal) || !goal.trim() || VALUE.test(sentence)) return false;
  return ADVICE.test(sentence) || (isListed && PLANNED.test(sentence)) || isEmptyPraise(sentence, goal);
}

/** "The page shows the details of the product": nothing that the task did not know already. */
function isEmptyPraise(sentence: string, goal: string): boolean {
  const shown = SHOWS.exec(sentence)?.[1];
  const known = new Set(wordsOf(goal));
  return shown !== undefined && wordsOf(shown).every((word) => NOTHING_NEW.test(word) || known.has(word));
}

/** Without the ending of the plural. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => word.replace(/s$/, ''));
}

const ASKS_FOR_WORDS =
  /\b(?:where|why|about|summar\w*|overview|describe|description|explain|show|steps?|recipe|instructions?|guide|manual|text|lists?|tasks?|contain\w*|content|says?)\b|\bhow (?:do|does|did|can|could|to|is|are|should|would|may)\b|\bwhat (?:can|should|do (?:i|we|you)|is (?:in|on|at))\b/i;
const VALUE = /[$€£¥₹]|\d/;

const LOOKING =
  '(?:find|see|get|check|know|learn|determine|view|obtain|look|read|retrieve|search|consult|refer|verify|access|locate)';
const READER = "(?:you|one|users?|the user)(?:'d|'ll)?";
const ADVICE = new RegExp(
  `^(?:please )?(?:(?:in order )?to (?:${LOOKING}|answer)\\b[^.]{1,100}, (?:${READER}\\b|(?:please )?(?:${LOOKING}|visit|open|go|navigate|click|scroll)\\b)|${READER}(?: (?:can|could|may|might|should|must|will|would|need to|have to|need|have|to|also|then)){1,4} (?:${LOOKING}\\b|(?:visit|open|go to|navigate to) [^.]{0,60}\\b(?:page|site|website|link)\\b))`,
  'i',
);
const PLANNED = new RegExp(
  `^(?:(?:plan|steps|approach|next steps)\\W*$|(?:${LOOKING}|go|open|visit|navigate|click|scroll|extract|note|record|return|report|type|enter|press|select|wait|identify|collect|use)\\b)`,
  'i',
);
const SHOWS =
  /^(?:(?:i|we|the (?:agent|browser))\b[^:]{1,150}?(?:,|,? and|,? where|,? which)? )?(?:(?:the|this|that) (?:[\w-]+ ){0,2}(?:page|site|website|shop|screen|document|section|listing)|it|which|that) (?:now |also |clearly )?(?:displays?|displayed|shows?|showed|contains?|contained|lists?|listed|provides?|provided|presents?|presented|has|had|includes?|included|features?|featured|gives?|gave) ([^:]{3,200}?)[.!]*$/i;
/** Words in the form of `wordsOf`. */
const NOTHING_NEW =
  /^(?:the|a|an|all|it|their|variou|variety|several|many|some|more|full|complete|detailed|relevant|requested|required|necessary|available|current|and|or|of|for|about|on|with|to|including|such|a|information|info|detail|data|content|result|specification|feature|description|price|pricing|cost|title|name|image|product|item|good|page|site|website|section|question|you|need|asked|that|i|are|thi)$/;
