/** What people say of the entries of a list, a board or a basket, as the order that it means. */
export function onRows(text: string): string {
  return FORMS.reduce((said, [form, order]) => said.replace(form, order), text);
}

const NAME = '(?:"[^"]{1,120}"|“[^”]{1,120}”)';
const THING = `(?:[^.,;"“]{0,30}?${NAME}|(?:(?! (?:and|then) )[^.,;"“]){2,80}?)`;
/** Where a sentence or one of its parts begins. */
const START = String.raw`(?<=^|[.!;:,]\s+|\b(?:and|then)\s+)`;
const END = String.raw`(?=\s*(?:[.,;!]|$)|\s+(?:and|then)\b)`;
const BASKET = String.raw`(?:shopping\s+)?(?:cart|basket|bag|trolley)`;
const MUST = String.raw`(?:(?:should|must|shall)(?:\s+now)?|needs?\s+to|has\s+to|have\s+to|ought\s+to)\s+(?:now\s+)?(?:be|go|sit|stand|live|end\s+up)`;

const FORMS: readonly (readonly [RegExp, string])[] = [
  // "On my list: …", "Tidy up: …": where one is anyway, and why.
  [
    /^(?:(?:on|in)\s+(?:my|the|our|this)\s+(?:(?:sprint|kanban|project|task|team|shopping|to-?do)\s+)?(?:list|board|comments|tasks|to-?dos)\s*[:,]|(?:tidy|clean)(?:ing)?\s+up\s*:)\s+/iu,
    '',
  ],
  [
    new RegExp(
      String.raw`${START}(?:the\s+\p{Ll}+\s+)?(${NAME})\s+(?:is|has\s+been|was)\s+(?:already\s+|now\s+)?(?:done|finished|completed?)${END}(?!.*\b(?:it|that|this)\b)`,
      'giu',
    ),
    'mark $1 as done',
  ],
  [
    new RegExp(
      String.raw`${START}(?:the\s+\p{Ll}+\s+)?(${NAME})\s+${MUST}\s+(?:in|into|under|to|on)\s+(?!the\s+(?:top|bottom|first|last)\b)((?:the\s+)?[^.,;"]{2,40}?)(?:\s+now)?(?=[.!]?$)`,
      'giu',
    ),
    'move $1 to $2',
  ],
  [
    new RegExp(
      String.raw`^(?:[Ee]verything|[Aa]ll|[Aa]nything)\s+(?:that\s+)?(\p{Lu}[^.,;"]{1,50}?)\s+(?:has\s+)?(?:sent|wrote|mailed|written)(?:\s+(?:to\s+)?(?:me|us))?\s+${MUST}\s+(?:in|into|under|to)\s+`,
      'u',
    ),
    'Move all the emails from $1 to ',
  ],
  [
    new RegExp(
      String.raw`^((?:all|every|each)\s+[^.,;"]{2,60}?)\s+${MUST}\s+(?:in|into|under|to)\s+(?=(?:the\s+)?\p{Lu})`,
      'iu',
    ),
    'Move $1 to ',
  ],
  [
    new RegExp(
      String.raw`\b(?:put|throw|move|drop|toss)\s+(${THING})\s+(?:in|into|to)\s+the\s+(?:(?:recycle|recycling|rubbish|waste)\s+)?(?:bin|trash|garbage|rubbish)${END}`,
      'giu',
    ),
    'delete $1',
  ],
  // A number of one thing in the basket is how many of it there shall be.
  [
    new RegExp(
      String.raw`^(?:I|we)(?:['’]d\s+like|\s+(?:want|need|would\s+like))\s+(\d{1,2})\s+of\s+(the\s+[^.,;"]{2,60}?)\s+in\s+(?:my|the|our)\s+${BASKET}\b`,
      'iu',
    ),
    'Change the quantity of $2 to $1',
  ],
  [
    new RegExp(
      String.raw`${START}(?:drop|take|get)\s+(?!out\b|off\b)(${THING})\s+(?:(?:out\s+of|from|off)\s+(?:the|my|our)\s+(?:${BASKET}|(?:\p{Ll}+\s+)?list|order)|out(?=\s*(?:[.,;!]|$)))${END}`,
      'giu',
    ),
    'remove $1',
  ],
  // "Approve and merge X": both are done to it, unless what follows says how.
  [
    new RegExp(
      String.raw`${START}(approve|review|star|like|follow|pin|flag|mute|archive|resolve|lock|complete|block|report|close)\s+and\s+(?:then\s+)?(\p{Ll}{3,})\s+((?:the\s+)?(?:\p{Ll}+\s+)?${NAME})(?=[\s.!]*$)`,
      'giu',
    ),
    '$1 $3, then $2 $3',
  ],
  // "Answer Ann: …" says it to her.
  [
    new RegExp(
      String.raw`\b(?:answer|reply\s+to|respond\s+to)\s+(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*)\s*(?::|,|with:?|saying:?)\s*(${NAME})`,
      'gu',
    ),
    'reply to $1 with $2',
  ],
];
