import { DEEDS, meaningsOf } from './deeds.ts';
import { active, atOnce } from './restate.ts';
import { normalize, readOrdinal, wordsOf } from './words.ts';

/** Something to be done to one entry of a list. */
export interface ItemDeed {
  /** What its control does: "delete", "done", "edit", "star", "move", or another verb that controls are called by. */
  deed: string;
  /** The words among which the entry's name stands. */
  said: string;
  /** The name itself, where it is quoted. */
  name: string | null;
  /** Its place among the entries, where that tells it: counting from 1; -1 is the last. */
  ordinal: number | null;
  /** What the entry, or the part of it that is spoken of, is to say from now on; or the place it is moved to. */
  value: string | null;
}

const POLITE =
  /^(?:(?:please|kindly|could you|can you|would you|i want (?:you )?to|i would like (?:you )?to|i['’]d like (?:you )?to|i need (?:you )?to|go ahead and|let['’]s)[\s,]+)+/iu;
const AFTER =
  /(?:[\s,]+(?:please|for me|thanks|thank you|and\s+(?:then\s+)?save(?:\s+(?:it|this|the\s+changes?))?))+$/iu;
const VERBS: ReadonlySet<string> = new Set([...DEEDS, 'move']);
const FAVOURITES = String.raw`(?:an?\s+|my\s+|the\s+|your\s+)?(?:favou?rites?|bookmarks|starred(?:\s+items)?)(?:\s+list)?`;

/** How each deed is said; the first group is what it is done to, the second what that becomes. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/^(?:rename|retitle)\s+(.+?)\s+(?:in)?to\s+(.+)$/iu, 'edit'],
  [
    /^(?:change|edit|update|modify|correct)\s+(.+?)\s+(?:so\s+that\s+it\s+(?:says|reads)|to\s+(?:say|read)|(?:in)?to)\s+(.+)$/iu,
    'edit',
  ],
  // "Set the timer to 28 and press Done" names a button.
  [
    /^(?:mark|set|flag)\s+((?:(?!\s(?:and|then)\s+(?:press|click|hit|tap|push|choose)\b).)+?)\s+(?:as\s+|to\s+)?(?:done|complete|completed|finished)$/iu,
    'done',
  ],
  [/^(?:complete|finish|tick\s+off|check\s+off|cross\s+off)\s+(.+)$/iu, 'done'],
  [/^(?:tick|check|cross)\s+(.+?)\s+off(?:\s+(?:the|my)\s+(?:\p{L}+\s+)?list)?$/iu, 'done'],
  [
    new RegExp(String.raw`^(?:add|save|put)\s+(.+?)\s+(?:in|to|into|among|as)\s+${FAVOURITES}$`, 'iu'),
    'star',
  ],
  [/^mark\s+(.+?)\s+as\s+(?:an?\s+)?(?:favou?rite|starred)$/iu, 'star'],
  [/^(?:star|favou?rite|bookmark)\s+(.+)$/iu, 'star'],
  [/^(?:delete|remove|discard|erase|trash|get\s+rid\s+of|throw\s+(?:away|out))\s+(.+)$/iu, 'delete'],
  [
    /^(?:make|promote)\s+(?!an?\s|the\s|my\s|new\s|sure\b)(.+?)\s+(?:in)?(?:to\s+)?(?:an?|the)\s+([\p{L} -]{3,30})$/iu,
    'make',
  ],
  [
    /^(?:move|put|throw|drop|send)\s+(.+?)\s+(?:in|to|into)\s+(?:the\s+)?(?:trash|bin|rubbish|garbage|recycle\s+bin)(?:\s+(?:can|bin|folder))?$/iu,
    'delete',
  ],
  [/^take\s+(.+?)\s+off\s+(?:the|my)\s+(?:\p{L}+\s+)?list$/iu, 'delete'],
  [
    /^(?:move|put|file|transfer)\s+(.+?)\s+(?:(?:in)?to|in|under)\s+(?!.*\b(?:top|bottom|end|start|beginning|front|position|place|first|second|third|last|next|cart|basket|bag)\b)(.+)$/iu,
    'move',
  ],
];

/** Verbs that need more than one entry and one press: what they make or send is told by a form. */
const OF_FORMS = new Set(
  'save apply update submit confirm add put insert create make send post share buy order purchase checkout pay book reserve subscribe run start stop end return copy reset report extend invite vote donate clear empty allow agree'.split(
    ' ',
  ),
);

/** Words that tell an entry by something else than its name, or tell of several. */
const OTHERWISE =
  /\b(?:not|except|but|after|before|below|above|under|next|previous|first|second|third|last|oldest|newest|latest|cheapest|older|newer|all|every|each|both|other|others|than|without|if|unless|until|who|which|whose)\b/iu;

/** "my last message", "the second comment": an entry by its place. */
const COUNTED =
  /^(?:the|my|your|our)\s+(?:very\s+)?(first|second|third|fourth|fifth|last|\d{1,2}(?:st|nd|rd|th))\s+(?:message|comment|post|tweet|reply|note|review|task|item|entry|to-?do|reminder|card|row|line|bullet|step|answer)$/iu;

/** "... and star X": one more thing to do. */
const ANOTHER = new RegExp(
  String.raw`(?:,|\band)\s+(?:${[...VERBS, 'edit', 'change', 'set', 'reply', 'answer', 'tell'].join('|')})\s+(?:to\s+)?(?:[\ue000-\uf8ff]|(?:the|my|our|all|every)\s|(?-i:\p{Lu}))|\band\s+(?:join|leave|follow|unfollow|subscribe|unsubscribe|archive|delete|remove|star|block|mute)\s+(?:to\s+|from\s+)?\p{L}|\band\s+(?:${[...VERBS, 'assign', 'share'].join('|')})\s+(?:it|them|this|that|\p{L}[\p{L}\p{N}_-]*\.\p{L})`,
  'iu',
);

const MEMBERSHIP = /^(?:join|leave)$/iu;

const PRONOUN = /^(?:it|this|that|them|these|those|this one|that one)$/iu;

/** A deed as a sentence tells it, with a sign for each quoted name. */
interface DeedSaid {
  deed: string;
  verb: string;
  object: string;
  value: string | null;
  /** The names that the object quotes. */
  quoted: string[];
  back(part: string): string;
}

/** Null for what tells no deed, or more than one. */
export function deedSaid(task: string): DeedSaid | null {
  const plain = anaphoric(
    active(
      atOnce(
        task
          .trim()
          .replace(/[.!?]+$/u, '')
          .replace(POLITE, '')
          .replace(AFTER, ''),
        VERBS,
      ),
      VERBS,
    ),
  );
  const names: string[] = [];
  // Quoted names may hold any word; a sign stands for each while the sentence is read.
  const text = plain.replace(
    /"([^"]{1,120})"|“([^”]{1,120})”|'([^'\s][^']{0,118}[^'\s])'(?!\p{L})/gu,
    (_all, a, b, c) => {
      names.push(a ?? b ?? c);
      return String.fromCharCode(0xe000 + names.length - 1);
    },
  );
  if (/[.;?!:]\s|\bthen\b|\n/iu.test(text) || ANOTHER.test(text)) return null;
  const back = (part: string) =>
    part.replace(/[\ue000-\uf8ff]/gu, (sign) => names[sign.charCodeAt(0) - 0xe000] ?? '').trim();
  const way = WAYS.map(([pattern, deed]) => ({ deed, found: text.match(pattern) })).find(
    ({ found }) => found,
  );
  const [verb = '', ...rest] = text.split(/\s+/u);
  const isVerb = meaningsOf(normalize(verb)).length > 0 && !OF_FORMS.has(normalize(verb));
  if (!way && !isVerb) return null;
  const object = way?.found?.[1] ?? rest.join(' ');
  const value = way?.found?.[2] ?? null;
  if (wordsOf(object).length === 0 && !/[\ue000-\uf8ff]/u.test(object)) return null;
  return {
    deed: way?.deed ?? normalize(verb),
    verb,
    object,
    value: value === null ? null : back(value).replace(/[.\s]+$/u, ''),
    quoted: (object.match(/[\ue000-\uf8ff]/gu) ?? []).map(back),
    back,
  };
}

/** Null for what is no single deed on one thing. */
export function readItemDeed(task: string): ItemDeed | null {
  const told = deedSaid(task);
  if (!told) return null;
  const { deed, verb, object, value, quoted, back } = told;
  // What has been opened before is meant, and no entry of that name.
  if (PRONOUN.test(object.trim())) return null;
  // "Leave a comment", "join us".
  if (MEMBERSHIP.test(verb) && /^(?:an?|my|our|your|some|me|us)\b/iu.test(object)) return null;
  const counted = deed === 'edit' ? object.match(COUNTED)?.[1] : undefined;
  const ordinal = counted === undefined ? null : readOrdinal(counted);
  if (quoted.length > 1 || (ordinal === null && OTHERWISE.test(object))) return null;
  return {
    deed,
    ordinal,
    said: back(object),
    name: quoted[0] ?? null,
    value,
  };
}

const KIND = String.raw`(?:(?:to-?do\s+|list\s+)?(?:task|item|entry|note|reminder|card)|to-?do)`;
const MAKES = '(?:add|put|write|enter|insert|create|make|note)';
const ADDING: readonly RegExp[] = [
  new RegExp(
    String.raw`^${MAKES}\s+(?:the\s+)?(?:${KIND}\s+)?(.+?)\s+(?:(?:in)?to|on|onto|in)\s+(?:the|my|our|this)\s+(?:[\p{L}-]+\s+)?(?:list|tasks|to-?dos?|notes)$`,
    'iu',
  ),
  new RegExp(String.raw`^${MAKES}\s+(.+?)\s+as\s+(?:an?\s+|the\s+)?(?:new\s+|next\s+)?${KIND}$`, 'iu'),
  new RegExp(
    String.raw`^(?:${MAKES}\s+(?:an?\s+|the\s+)?(?:new\s+)?|(?:an?\s+)?new\s+)${KIND}(?:\s*:|\s+(?:called|named|titled|saying))?\s+(.+)$`,
    'iu',
  ),
];
/** `Add "X"`, and no word of what to: only a page with one place for new entries can tell. */
const BARE = new RegExp(String.raw`^${MAKES}\s+\ue000$`, 'iu');
/** What is said besides: that it is to be kept, and where. */
const KEPT =
  /[\s,]+(?:(?:and|then)\s+)*(?:please\s+)?(?:confirm|save|submit|add|send)(?:\s+(?:it|this|that|the\s+(?:entry|task|item)))?$|\s+(?:in|on|to)\s+(?:the|my|our|this)\s+list$/iu;

/** What a new entry of a list is to say: "add a new task: Buy milk". Null for what has more parts than that, or is no such order. */
export function readNewEntry(task: string, mayBeBare = false): string | null {
  const plain = task
    .trim()
    .replace(/[.!?]+$/u, '')
    .replace(POLITE, '')
    .replace(/^(?:i|we)\s+(?:need|want)\s+(?=an?\s+new\b)/iu, '')
    .replace(AFTER, '');
  const quoted = plain.match(/"[^"]{1,120}"|“[^”]{1,120}”/gu) ?? [];
  const text = plain.replace(/"[^"]{1,120}"|“[^”]{1,120}”/gu, '\ue000');
  if (mayBeBare && quoted.length === 1 && BARE.test(text)) return (quoted[0] ?? '').slice(1, -1);
  const entry = ADDING.map((pattern) => (text.match(pattern) ?? text.replace(KEPT, '').match(pattern))?.[1])
    .map((said) => said?.replace(KEPT, '').replace(KEPT, ''))
    .find((said) => said !== undefined);
  if (entry === undefined || quoted.length > 1) return null;
  if (quoted.length === 1) return entry === '\ue000' ? (quoted[0] ?? '').slice(1, -1) : null;
  return /[,;:\n]|\b(?:with|due|and|then|from|under|priority|all|every|each|it|them|this|that)\b/iu.test(
    entry,
  )
    ? null
    : entry;
}

/** "I no longer need to call the plumber, delete that task": what "that" is stands before it. */
function anaphoric(text: string): string {
  const told = text.match(
    /^(.+?)[,;.]\s+(?:so\s+|and\s+)?(?:please\s+)?(delete|remove|archive|star|complete|finish|discard|get\s+rid\s+of)\s+(?:it|that|this|(?:that|this)\s+\p{L}+)$/iu,
  );
  return told ? `${told[2]} ${told[1]?.replaceAll(',', ' ')}` : text;
}
