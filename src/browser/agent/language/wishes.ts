import { DEEDS } from './deeds.ts';
import { verbFrom } from './restate.ts';
import { beginsWithVerb } from './split-clauses.ts';

/** What somebody says of how things should be, as an order; where that leaves other talk, the page has to be asked instead. */
export function ordered(said: string): string {
  const renamed = said.replace(
    NAMED_ANEW,
    (_whole, thing: string, name: string) => `Rename ${thing} to ${quoted(name)}.`,
  );
  const text = /[.;\n]\s*\S/u.test(renamed) ? renamed : byOthers(renamed).replace(WISHED_ORDER, '');
  const sentences = text.match(SENTENCE) ?? [];
  const orders = sentences.map((sentence) => (beginsWithVerb(sentence) ? sentence : orderOf(sentence)));
  return orders.every((order) => order !== null) ? orders.join('') : text;
}

/** "I want to buy the lamp" is "buy the lamp". */
const WISHED_ORDER =
  /^(?:I|we)(?:['’]d\s+(?:like|love)|\s+(?:want|need|wish|would\s+(?:like|love)))\s+(?:you\s+)?to\s+(?=\p{Ll}+\s+\S)(?!(?:be|have|know|see|find|get|make|do|go|use)\b)/iu;

/** "I want to be subscribed to the topic" is "subscribe me to the topic". */
function byOthers(said: string): string {
  return said.replace(WISHED_OF_ONESELF, (whole, participle: string) => {
    const verb = verbFrom(participle, DEEDS);
    return verb === null ? whole : `${verb} me`;
  });
}

const WISHED_OF_ONESELF =
  /^(?:I|we)(?:['’]d\s+(?:like|love)|\s+(?:want|need|wish|would\s+(?:like|love)))\s+to\s+be\s+(\p{Ll}+)(?=\s+(?:to|from|for|in|on|as)\s)/iu;

/** "The playlist Mix should be called Party from now on." */
const NAMED_ANEW =
  /^((?:the|my|our)\s[^,.;]{2,60}?)\s+(?:should|shall|must|has\s+to|needs\s+to|is\s+to)\s+(?:now\s+)?be\s+(?:called|named|titled|renamed(?:\s+to)?)\s+([^,;]{1,60}?)(?:\s+(?:from\s+now\s+on|instead|in\s+future|now))?[.!]?$/iu;

function quoted(name: string): string {
  return /^["“].*["”]$/u.test(name) ? name : `"${name}"`;
}

const SENTENCE = /(?:"[^"]*"|“[^”]*”|[^.!?;"“]|[.!?;](?!\s|$))+[.!?;]*\s*|[.!?;"“]\s*/gu;

const WISH = String.raw`(?:I|we)(?:['’]d\s+like|\s+(?:want|need|would\s+like))\s+(?:to\s+have\s+)?`;
const OWN = String.raw`(?:the|my|our|an?)\s+`;
const THING = String.raw`(?!(?:it|this|that|there|you)\b)\p{L}[\p{L}\p{N} '’-]{1,40}?`;
/** "... should be deleted" says what is done, not which value something has. */
const VALUE = String.raw`(?!(?:\p{Ll}+(?:ed|en)|done|sent|on|off|open|empty|able|no|not)\b)(?=\S)`;

const FORMS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `^${WISH}([^,]{1,60}?)\\s+(selected|chosen|picked|ticked|checked)\\s+(?:in|from|for|as)\\s+`,
      'iu',
    ),
    'Select $1 from ',
  ],
  [new RegExp(`^${WISH}${OWN}(${THING})\\s+of\\s+(?=\\d)`, 'iu'), 'Set the $1 to '],
  [
    new RegExp(
      `^${WISH}${OWN}(${THING})\\s+(?:at|set\\s+to|to\\s+be(?:\\s+at|\\s+set\\s+to)?)\\s+${VALUE}`,
      'iu',
    ),
    'Set the $1 to ',
  ],
  [
    new RegExp(
      `^${OWN}(${THING})\\s+(?:should|must|shall|ought\\s+to|has\\s+to|needs\\s+to)\\s+(?:be\\s+set\\s+to|be|read|say)\\s+${VALUE}`,
      'iu',
    ),
    'Set the $1 to ',
  ],
];

/** Null where the sentence wishes for nothing that can be set. */
function orderOf(sentence: string): string | null {
  const form = FORMS.find(([pattern]) => pattern.test(sentence));
  return form
    ? sentence
        .replace(form[0], form[1])
        .replace(/(?<=\band\s+(?:the|my)\s+[\p{L} ]{1,40})\s+(?:to\s+be|(?:should|must)\s+be)\s+/giu, ' to ')
        .replace(
          /,?\s*(?:and\s+|but\s+)?(?:everything|all|anything)\s+else\s+(?:stays?|remains?|is\s+left|can\s+stay)\b[^.;]*/iu,
          '',
        )
    : null;
}
