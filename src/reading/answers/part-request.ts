/** A request for a part of the page as it is written: a paragraph, a section, the headings, the links, the code. */
export interface PartRequest {
  part: Part;
  /** All of them, how many there are, or whether there is one. */
  wants: 'parts' | 'count' | 'mention';
  /** 1 is the first, -1 the last; null where all are meant. */
  ordinal: number | null;
  /** "The first three". */
  limit: number | null;
  /** Headings of one level only. */
  level: number | null;
  /** What stands under a heading of this name. */
  under: string | null;
  /** What the part speaks of. */
  about: string | null;
}

type Part =
  | 'heading'
  | 'paragraph'
  | 'sentence'
  | 'section'
  | 'link'
  | 'image'
  | 'code'
  | 'table'
  | 'item'
  | 'word'
  | 'question';

/** Null when the words ask for something else: for what the page says, not for how it says it. */
export function readPartRequest(goal: string): PartRequest | null {
  if (goal.length > MAX_GOAL_CHARS) return null;
  const text = plain(goal).replace(ON_PAGE, '').replace(AS_FORM, '').replace(ON_PAGE, '');
  return mention(text) ?? counted(text) ?? listed(text) ?? sectionNamed(text);
}

/** "The raw HTML of the page", "the page as HTML". */
export function asksForMarkup(goal: string): boolean {
  const text = plain(goal);
  const noun = text.replace(ON_PAGE, '').replace(VERB, '').replace(DETERMINERS, '');
  if (noun === text || (/^(?:what|which)/i.test(text) && !ON_PAGE.test(text))) return false;
  return (
    /^(?:raw |original |page )?(?:html|markup|page source|source code)(?: (?:source|code|markup))?$/i.test(
      noun,
    ) || new RegExp(`^(?:this |that )?${PAGE} (?:as|in) (?:raw |plain )?html$`, 'i').test(noun)
  );
}

/** What is to be given, without the verb before it and without where it stands and how it shall look. */
export function asRequest(goal: string): string {
  const text = plain(goal).replace(AS_FORM, '').replace(ON_PAGE, '').replace(AS_FORM, '');
  return text.replace(VERB, '').replace(DETERMINERS, '');
}

function plain(goal: string): string {
  return goal
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:go to|open|visit|navigate to|load)\b[^.,]{0,60}?(?:[.,]|\band\b)(?: (?:and )?then\b)?\s*/i,
      '',
    )
    .replace(/^(?:(?:please|can you|could you|would you)\s+)+/i, '')
    .replace(/[\s.?!]+$/, '');
}

/** Longer ones tell more than which part is wanted. */
const MAX_GOAL_CHARS = 400;
const PAGE = '(?:page|article|document|site|website|web ?page|post|text|story|readme|guide|entry|content)';
const ON_PAGE = new RegExp(
  `\\s+(?:(?:that|which) (?:are|is|appears?|exists?) )?(?:(?:contained |found |used |listed )?(?:of|on|in|from|at|within) (?:this|the|that)(?: [\\w-]+)? ${PAGE}|(?:does|do) (?:this|the|that)(?: [\\w-]+)? ${PAGE} (?:have|contain|include)|(?:are|is) (?:there|on it|in it|(?:on|in) (?:this|the) ${PAGE}))$`,
  'i',
);
/** How the answer shall look says nothing about which part is meant. */
const AS_FORM =
  /\s+(?:as|in|into) (?:an? )?(?:(?:plain|raw|bulleted|markdown|simple) )?(?:text|list|lines|markdown|table|json|csv|array)(?: (?:table|list|format|array|object|objects|data))?$/i;

const NAMES: [Part, RegExp][] = [
  [
    'heading',
    /^(?:(?:section |page |main )?(?:sub-?)?heading|h[1-6](?: heading| title)?|section (?:title|name))s?$/i,
  ],
  ['paragraph', /^paragraphs?$/i],
  ['sentence', /^sentences?$/i],
  ['section', /^(?:sub-?)?sections?$/i],
  ['link', /^(?:hyper)?links?$|^(?:link )?urls?$|^links? and (?:their )?urls?$/i],
  ['image', /^(?:images?|pictures?|image urls?)$/i],
  ['code', /^(?:(?:code|source)(?: ?(?:block|snippet|sample|example|listing))?|snippet|command)s?$/i],
  ['table', /^tables?(?: data| rows)?$/i],
  ['item', /^(?:list (?:item|entr)(?:s|y|ies)?|bullets?(?: points?)?)$/i],
  ['word', /^words?$/i],
  ['question', /^(?:faq |frequently asked )?questions?$/i],
];

function partNamed(words: string): Part | null {
  return NAMES.find(([, name]) => name.test(words))?.[0] ?? null;
}

const NONE = { ordinal: null, limit: null, level: null, under: null, about: null };

/** "Does the article mention schools": yes with the words, or no. */
function mention(text: string): PartRequest | null {
  const about = text.match(
    new RegExp(
      `^(?:does|do|did) (?:this|the) ${PAGE} (?:mention|contain the words?|talk about|say anything about|refer to|speak of) (.{2,80})$`,
      'i',
    ),
  )?.[1];
  return about ? { part: 'sentence', wants: 'mention', ...NONE, about: unquoted(about) } : null;
}

function counted(text: string): PartRequest | null {
  const words = text.match(
    /^(?:how many|(?:count|(?:what is|give me|tell me) the number of)(?: all)?(?: the)?) ([\w -]{3,30}?)(?: (?:are there|there are|has it|does it have))?$/i,
  )?.[1];
  const part = words ? partNamed(words) : null;
  // Pictures without words are not in the text; questions are counted as things of the page.
  return part && part !== 'question' && part !== 'image'
    ? { part, wants: 'count', ...NONE, level: levelIn(words ?? '') }
    : null;
}

const VERB =
  /^(?:(?:get|give|show|extract|return|list|find|copy|quote|print|read|output|fetch|provide|tell|collect|scrape|pull|grab|send|display)(?: me| us| out)?|(?:what|which) (?:is|are)|what['’]s|what|which) /i;
const DETERMINERS =
  /^(?:(?:all|every|each|the|an?|its|any|full|complete|entire|whole|text of|contents? of|only|just|exact) )+/i;
const COUNT_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];
const POINTER = new RegExp(
  `^(${ORDINALS.join('|')}|last|final|\\d{1,3}(?:st|nd|rd|th))(?: (${COUNT_WORDS.join('|')}|\\d{1,3}))? `,
  'i',
);

/** "The second paragraph", "all links", "the first three sentences under Costs", "the sentence that mentions the mayor". */
function listed(text: string): PartRequest | null {
  const verb = text.match(VERB)?.[0];
  const noun = (verb ? text.slice(verb.length) : text).replace(DETERMINERS, '');
  const pointer = noun.match(POINTER);
  const rest = pointer ? noun.slice(pointer[0].length) : noun;
  const split = rest.match(
    /^(.{3,40}?)(?:,? (?:under|in|of|below|from|on)(?: the)?(?: (?:section|heading|chapter|part))?(?: (?:called|named|titled|on|about))? (.{2,80})|,? (?:(?:that|which) )?(?:mentions?|mentioning|contains?|containing|about|talks? about|talking about|including|with the words?) (.{2,80}))?$/i,
  );
  const [, name = '', under = null, about = null] = split ?? [];
  const part = partNamed(name) ?? (verb && under === null ? topicOf(name) : null);
  if (!part || (!verb && !pointer)) return null;
  // One link is asked for by what it leads to.
  if (part === 'link' && !pointer && !name.endsWith('s')) return null;
  // "Which sections of the road are closed": what stands behind the name asks something of the content.
  if (under !== null && (part === 'section' || /^(?:what|which) $/i.test(verb ?? ''))) return null;
  const topic = partNamed(name) === null ? name.replace(/\s+\S+$/, '') : about;
  return {
    part,
    wants: 'parts',
    ...pointed(pointer),
    level: levelIn(name),
    under: under && unquoted(under),
    about: topic && unquoted(topic.replace(/^(?:the|an?) /i, '')),
  };
}

/** "The install command", "the options table": what it is about stands before it. */
function topicOf(name: string): Part | null {
  const last = name.match(
    /^[\w-]+(?: [\w-]+){0,2} (code(?: (?:block|snippet|sample|example))?|snippets?|commands?|tables?|questions)$/i,
  )?.[1];
  return last ? partNamed(last) : null;
}

function pointed(pointer: RegExpMatchArray | null): Pick<PartRequest, 'ordinal' | 'limit'> {
  if (!pointer) return { ordinal: null, limit: null };
  const word = pointer[1]?.toLowerCase() ?? '';
  const place = ORDINALS.indexOf(word) + 1 || Number.parseInt(word, 10);
  const isLast = word === 'last' || word === 'final';
  const many = pointer[2]?.toLowerCase();
  if (many === undefined) return { ordinal: isLast ? -1 : place, limit: null };
  const count = COUNT_WORDS.indexOf(many) + 1 || Number.parseInt(many, 10);
  return { ordinal: null, limit: isLast ? -count : count };
}

/** "The section How to help", "the text under 'What next'", "the Warranty section". */
function sectionNamed(text: string): PartRequest | null {
  const rest = text.replace(VERB, '').replace(DETERMINERS, '');
  const name =
    rest.match(
      /^(?:sub)?(?:section|chapter)(?: (?:called|named|titled|about|on|under|headed))?(?: the heading)? (.{2,80})$/i,
    )?.[1] ??
    rest.match(
      /^(?:text|contents?|everything|words)(?: that is)? (?:under|below)(?: the)?(?: (?:section|heading|chapter))? (.{2,80})$/i,
    )?.[1] ??
    rest.match(
      /^(?:text|contents?|everything|words) (?:in|of|from)(?: the)? (?:section|heading|chapter)(?: (?:called|named|titled))? (.{2,80})$/i,
    )?.[1] ??
    rest.match(
      /^(?:text|contents?|everything|words) (?:in|of|from)(?: the)? (.{2,80}) (?:section|chapter)$/i,
    )?.[1] ??
    rest.match(/^["“”'‘]?(.{2,60}?)["“”'’]? (?:section|chapter)$/i)?.[1];
  return name ? { part: 'section', wants: 'parts', ...NONE, under: unquoted(name) } : null;
}

function levelIn(name: string): number | null {
  if (/^(?:main|page) heading$/i.test(name)) return 1;
  return Number(name.match(/\bh([1-6])/i)?.[1]) || null;
}

function unquoted(text: string): string {
  return text.replace(/^["“”'‘«]+|["“”'’»]+$/g, '').trim();
}
