import { stem, wordsOf } from './words.ts';

/** Something to be done to one named thing, which a site keeps on a page of its own. */
export interface SiteErrand {
  /** The first word of the task, as the control may be called: "cancel", "approve". */
  verb: string;
  /** A new thing is to be made, rather than one changed that is there. */
  isNew: boolean;
  /** What the thing is called: quoted, with capitals, or a number of a kind of thing ("order 1026"). */
  names: string[];
  /** The other words that say what and where it is. */
  words: string[];
  /** What is made is called so: "comment", "issue". */
  noun: string;
}

const POLITE = /^(?:please|could you|can you|would you|i want to|i would like to|i'd like to)\s+/iu;
const MAKING = new Set('create add make start open post submit write file raise'.split(' '));
/** These say that something changes, and no control is called so. */
const CHANGING = new Set('change set update edit modify make put give rename move adjust'.split(' '));

/** These ask for an answer, tell what to press, or say something to somebody. */
const LOOKING = new Set(
  'send message write email ask reply respond answer list show find get tell search look extract compare count check name read determine see view visit navigate download sign log click press type select choose scroll what which who whom whose when where why how does did can could will would are was were has have had all any every each the there summarize summarise'.split(
    ' ',
  ),
);
/** A verb and what it is done to: "cancel my order", "ship order 1024", "add lena to", "approve Jonas's request". */
const COMMANDS =
  /^\p{L}+\s+(?:the|an?|my|our|your|this|that|\p{L}+\s+(?:no\.?|number|#)?\s*#?\d|["“\p{Lu}]|\p{L}+\s+(?:to|as|from|in|on|for|of)\s)/u;

/** What is quoted after these is to be written down, not to be found. */
const SAID =
  /\b(?:titled|entitled|called|named|saying|says?|that|text|comment|message|note|reply|title|name|subject|description|to|as)[:,]?\s+(?:is\s+)?(?:"[^"]*"|“[^”]*”)/giu;
/** Where the details of what is wanted begin. */
const DETAILS = /[;:]\s|,\s|\s+(?:with|saying|that says|and)\s/iu;

/** Null for what is no single order about something with a name. */
export function readSiteErrand(goal: string): SiteErrand | null {
  const said = goal
    .trim()
    .replace(POLITE, '')
    .replace(/[.!]+$/u, '');
  if (/\?|\bthen\b|[.!]\s/iu.test(said.replace(/"[^"]*"|“[^”]*”/gu, ''))) return null;
  const plain = said
    .replace(SAID, ' ')
    .replace(/\b(?:titled|entitled|called|named)\s+\S+/giu, ' ')
    .replace(/^(\p{L}+)\s+\S+\s+as\s+/u, '$1 ');
  const [head = ''] = plain.split(DETAILS);
  const [verb = '', ...rest] = wordsOf(head);
  if (!/^\p{L}{3,}$/u.test(verb) || LOOKING.has(verb) || !COMMANDS.test(head)) return null;
  const value = CHANGING.has(verb) ? /\s+to\s+(?!(?:the|my|our)\s)[^"“]*$/iu : /$^/u;
  const object = head.slice(head.search(/\s/u)).replace(value, '');
  const quoted = [...object.matchAll(/"([^"]{2,80})"|“([^”]{2,80})”/gu)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const bare = object.replace(/"[^"]*"|“[^”]*”/gu, ' ');
  const capital = [...bare.matchAll(/\p{Lu}[\p{L}\p{N}'’&-]+(?:\s+\p{Lu}[\p{L}\p{N}'’&-]*)*/gu)].map(
    ([name]) => name,
  );
  const codes = bare.match(/\b(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d-]{4,}\b/gu) ?? [];
  const numbers = [...bare.matchAll(/\b\p{L}{3,}\s+(?:no\.?\s*|number\s+|nr\.?\s*)?#?(\d{1,9})\b/giu)].map(
    (match) => match[1] ?? '',
  );
  const names = [...new Set([...quoted, ...capital, ...codes, ...numbers])];
  const inNames = new Set(names.flatMap((name) => wordsOf(name).map(stem)));
  const words = rest.map(stem).filter((word) => !inNames.has(word) && word.length > 2 && !LITTLE.has(word));
  return {
    verb,
    isNew: MAKING.has(verb) && !isOfKnown(verb, object.trim()),
    names,
    noun: stem(said.match(NOUN)?.[1]?.toLowerCase() ?? ''),
    words: [...new Set(words)].filter((word) => !/^\d/u.test(word)),
  };
}

/** What is added to something that is there changes that, and so does what somebody is made. */
function isOfKnown(verb: string, object: string): boolean {
  return (
    (verb === 'add' && /^the\s.*\sto\s/iu.test(object)) ||
    (verb === 'make' && !/^(?:an?|new|one)\s/iu.test(object))
  );
}

const NOUN = /^\p{L}+\s+(?:an?\s+|the\s+|my\s+|our\s+)?(?:new\s+)?(\p{L}+)/iu;

const LITTLE = new Set(
  'the and for our your with from into that this who which has have had was wer are about new one out off not number nr page'.split(
    ' ',
  ),
);

/** Whether the verb is one that controls are called by. */
export function isControlVerb({ verb, isNew }: SiteErrand): boolean {
  return !isNew && !CHANGING.has(verb) && verb !== 'add';
}

/** Verbs by which nobody asks for anything to be told. */
const DEEDS = new Set(
  'cancel delete remove approve reject close reopen disable enable ship star unstar assign freeze unfreeze block unblock renew reserve book rename change set update edit modify make move adjust create add post submit'.split(
    ' ',
  ),
);

/** Whether a task is an order through and through: what a page says is no answer to it. */
export function isDeed(goal: string): boolean {
  const errand = readSiteErrand(goal);
  return errand !== null && DEEDS.has(errand.verb);
}

/** Whether something is to be done to a thing with a name, whatever the verb. */
export function isOrder(goal: string): boolean {
  return (readSiteErrand(goal)?.names.length ?? 0) > 0;
}
