import { clauseKind } from './clauses.ts';
import data from './words.json' with { type: 'json' };

/** The row of plain reading verbs: they lead up to something only where a sentence begins. */
const PLAIN_VERBS = data.lead.findIndex((row) => row.startsWith('find out'));
const LEADS = data.lead.join('|');
const POLITE = new RegExp(
  `(?<![\\p{L}-])(?:thank you|many thanks|in advance|good (?:morning|day|evening|afternoon)|guten (?:tag|morgen|abend)|if i may ask|${Object.values(data.polite).join(' ').split(' ').join('|')})(?:\\s+(?:very much|so much|a lot|a million|there|everyone|in advance))*(?![\\p{L}-])[\\s,.!:]*`,
  'giu',
);
/** Phrases that lead up to the question, at the beginning of any clause. */
const LEAD_INSIDE = new RegExp(
  `(?:^|[,;:(–—-]\\s*|(?<!\\p{L})(?:and|to|but|so|if|then|und|whether)\\s+)(?:${data.lead.filter((_, row) => row !== PLAIN_VERBS).join('|')})(?!\\p{L})[\\s,:]*`,
  'giu',
);
const LEAD_FIRST = new RegExp(`^(?:(?:${LEADS})(?!\\p{L}|\\s+(?:of|is|are|was)\\b)[\\s:]+)+`, 'iu');
const ADDRESS = /(?:\b(?:from|on|at|of|in|to)\s+)?https?:\/\/[^\s)>\]]+/giu;
const WHERE =
  /(?<!\p{L})(?:(?:go to|open|visit|navigate to|browse to|look at|looking at|check|have a look at|take a look at|read(?: through)?|load)\s+(?:the|this|that)\s+(?:\p{L}+\s+)?(?:page|site|website|url|link|webpage)(?:\s+(?:below|above|linked here|i linked))?(?:\s*(?:,|and|then|to)\s*)*)|(?:^|\s)(?:on|from|in|at|of) (?:the|this|that) (?:web ?)?(?:page|site|website|url|link)(?!\p{L})/giu;

/** The question of a task, without addresses, polite words and side remarks. */
export function askingText(goal: string): string {
  const plain = goal.replace(ADDRESS, ' ');
  const sentences = plain
    .split(/\n+|(?<=[.!?…])(?<!\b(?:Dr|Mr|Mrs|Ms|St|No|vs|approx|Prof|Nr|e\.g|i\.e)\.)\s+(?=\S)/u)
    .map((sentence) => sentence.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/u, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence.replace(POLITE, '')));
  for (const isAsking of [isRequest, mayAsk]) {
    const told = sentences.filter(isAsking).map(coreOf).filter(isTelling);
    if (told.length > 0) return told.join(' ').trim();
  }
  return sentences.map(coreOf).join(' ').trim() || plain.replace(POLITE, ' ').trim();
}

function isRequest(sentence: string): boolean {
  if (/\?/u.test(sentence)) return true;
  return ['question', 'read', 'look'].includes(clauseKind(sentence.replace(POLITE, '').trim()));
}

function mayAsk(sentence: string): boolean {
  const plain = sentence.replace(POLITE, '').trim();
  LEAD_INSIDE.lastIndex = 0;
  return (
    LEAD_INSIDE.test(plain) ||
    /\b(?:what|which|who|whose|when|where|why|how (?:much|many|long|far|old|often|big|tall))\b/iu.test(plain)
  );
}

/** "Hello, I am planning a trip and would like to know when it opens." is "when it opens". */
function coreOf(sentence: string): string {
  const plain = sentence
    .replace(POLITE, ' ')
    .replace(WHERE, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s,;:]+/u, '')
    .trim();
  const last = [...plain.matchAll(LEAD_INSIDE)].at(-1);
  const behind = last ? plain.slice(last.index + last[0].length) : plain;
  const core = last === undefined || isTelling(behind) ? behind : plain;
  // An order has no question mark: "Return policy?" asks for a policy on returns.
  if (/^\p{L}+\s+\p{L}+\s*\?$/u.test(core)) return core;
  const rest = core.replace(LEAD_FIRST, '');
  return (isTelling(rest) ? rest : core).replace(/[\s,;:]+$/u, '').trim();
}

function isTelling(text: string): boolean {
  return /\p{L}{3,}|\p{N}/u.test(
    text.replace(
      /\b(?:me|us|it|them|that|this|their|its|know|if|so|for|the|and|you|list|provide|check|see|give|name|do|all|please)\b/giu,
      '',
    ),
  );
}
