/**
 * "Turn off all A except B, which I do want", "I only want B by A, nothing else there": everything of a kind but some, as
 * the two orders that this is.
 */
export function allBut(text: string): string {
  return text
    .replace(LEFT_AS_IT_IS, '')
    .replace(
      WANTED_BESIDES,
      (_whole, off: string, kept: string) => `${off} ${kept}, then turn on ${quoted(kept)}`,
    )
    .replace(
      ONLY_WANTED,
      (_whole, kept: string, channel: string) =>
        `Turn off all ${channel} notifications except ${kept}, then turn on ${quoted(kept)}`,
    )
    .replace(
      NOTHING_ELSE,
      (_whole, kept: string) => `Turn off everything except ${kept}, then turn on ${quoted(kept)}`,
    );
}

const NAMES = '[^.,;:"“?!]{2,80}?';
const WANT = String.raw`\b(?:I|we)\s+(?:(?:only|just)\s+want|want\s+(?:only|just))(?:\s+to\s+(?:get|receive|have|see|keep|hear\s+about))?`;

const WANTED_BESIDES = new RegExp(
  String.raw`\b((?:(?:turn|switch)\s+off|disable|untick|uncheck)\s+(?:all|every|everything)\b(?:\s${NAMES})?\s+(?:except(?:\s+for)?|but|apart\s+from|other\s+than))\s+(${NAMES}),\s+(?:which|that|those|these|because)\s+(?:I|we)\s+(?:do\s+|still\s+|really\s+)*(?:want|need|like|would\s+like)\b[^.;]*`,
  'iu',
);
const ONLY_WANTED = new RegExp(
  String.raw`${WANT}\s+(?:the\s+)?(${NAMES})\s+(?:by|via|through|over|per)\s+(e-?mail|mail|sms|text|push|phone|post|\p{Lu}[\p{L}-]+)(?:,\s+(?:and\s+)?nothing\s+else(?:\s+(?:there|by\s+\S+))?)?(?=[.;!]|$)`,
  'iu',
);
const NOTHING_ELSE = new RegExp(
  String.raw`${WANT}\s+(?:the\s+)?(${NAMES})(?:\s+(?:on|ticked|enabled))?,\s+(?:and\s+)?nothing\s+else(?=[.;!]|$)`,
  'iu',
);
/** A sentence of its own that says what is not to be touched. */
const LEFT_AS_IT_IS =
  /(?<=[.;]\s+)(?:please\s+)?(?:leave|keep)\s+(?:(?:the|all|my|any)\s+)*(?:others?|rest|remaining)\b[^.;]{0,60}?(?:\s+(?:as|where|how)\s+(?:it|they)\s+(?:is|are|was|were)|\s+(?:alone|unchanged|untouched))[.!]?\s*/giu;

/** Each in marks of its own. */
function quoted(names: string): string {
  return names
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu)
    .map((name) => `"${name}"`)
    .join(' and ');
}
