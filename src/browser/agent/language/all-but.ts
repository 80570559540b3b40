/**
 * "Turn off all A except B, which I do want", "I only want B by A, nothing else there": everything of a kind but some, as
 * the two orders that this is.
 */
export function allBut(text: string): string {
  return text
    .replace(LEFT_AS_IT_IS, '')
    .replace(EXCEPTING, '$1 except ')
    .replace(WANTED_ALL, (_whole, kind: string, kept: string) => `Tick every ${kind} except ${kept}`)
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

/** The many ways to leave some out of all are one. */
const EXCEPTING =
  /(?<=^|[^\p{L}])((?:all|every|each|everything|everyone|anything)\b[^.;:"“]{0,60}?),?\s+(?:(?:apart|aside)\s+from|other\s+than|excluding|with\s+the\s+exception\s+of|besides|save\s+for|bar(?=\s+(?:the|\p{Lu}))|not\s+including|leaving\s+out|but\s+not|except\s+for)\s+(?!(?:those|the\s+ones|ones|any)\b)/giu;
/** "I want offers for every town on the list except Oslo" */
const WANTED_ALL =
  /\b(?:I|we)(?:['’]d\s+like|\s+(?:want|need|would\s+like))\s+(?:(?:to\s+(?:get|receive|have|see)\s+)?\p{Ll}+\s+(?:for|from|about|of|on)\s+)?(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?(\p{Ll}+)(?:\s+(?:on|in)\s+(?:the|this)\s+(?:list|page|form))?\s+except\s+([^.,;:"“?!]{2,80}?)(?=[.;!]|$|,?\s+and\s+(?:save|submit|send|press|confirm)\b)/giu;

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
