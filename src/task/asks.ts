import { contentStems, stem, stemsOf } from '../platform/text/words.ts';

/** A whole of a page that a task can ask for. */
export type Whole = 'text' | 'html' | 'title' | 'links' | 'headings' | 'summary';

/** The question of a task to a page. */
export type Asks =
  | { kind: 'whole'; what: Whole }
  /** Several things, each by the words that ask for it. */
  | { kind: 'facts'; facts: string[] }
  | { kind: 'list' }
  | { kind: 'question' };

export function asksOf(text: string, goal: string): Asks {
  const what = wholeAsked(withoutExcluded(text)) ?? (goal.trim() === '' ? 'text' : null);
  if (what !== null) return { kind: 'whole', what };
  const facts = OF_ALL.test(text) ? [] : factsIn(text);
  if (facts.length > 1) return { kind: 'facts', facts };
  return LIST.test(text) || OF_ALL.test(text) || /^\s*(?:please\s+)?list\b/iu.test(goal)
    ? { kind: 'list' }
    : { kind: 'question' };
}

const WHOLES: readonly (readonly [Whole, string])[] = [
  ['html', 'html source markup'],
  ['title', 'title'],
  ['links', 'link url hyperlink'],
  ['headings', 'heading headline section'],
  ['summary', 'summary summarize summarise summarization overview gist tldr recap'],
  [
    'text',
    'text content markdown article body read everything copy plain main full whole entire word scrape data information info raw story post',
  ],
];
const WORDS = WHOLES.map(([kind, words]) => [kind, new Set(words.split(' ').map(stem))] as const);
const AROUND = new Set(
  'page site website web document content text markdown main full whole all it list as plain return url http https post story this extract convert format complete available clean readable version only body blog running itself print page dump out complete documentation announcement aloud short brief briefly sentence sentences paragraph paragraphs bullet bullets point points words line lines'
    .split(' ')
    .map(stem),
);

/** "Get the text of this page", "Summarise the article": the whole that is asked for; null for anything else. */
function wholeAsked(text: string): Whole | null {
  if (OF_ONE_FACT.test(text)) return null;
  // A remark in brackets does not make it another request.
  const words = contentStems(text.replace(/\([^()]*\)/g, ' '));
  if (words.length > 5) return null;
  if (words.length === 0)
    return /\p{L}/u.test(text) && stemsOf(text).some((word) => THINGS.has(word)) ? 'text' : null;
  const found = WORDS.find(([, known]) => words.some((word) => known.has(word)));
  if (!found) return null;
  const isAll = words.every(
    (word) => /^\d+$/u.test(word) || AROUND.has(word) || found[1].has(word) || WORDS.at(-1)?.[1].has(word),
  );
  return isAll ? found[0] : null;
}

/** "Who has the most posts", "How many links are on this page": no whole of a page answers it. */
const OF_ONE_FACT = /^\s*(?:who|whose|when|where|why|how)\b/iu;
/** Words that exclude a part. */
const EXCLUDED =
  /(?:[,;(–-]\s?|\s)(?:without|minus|leave out|leaving out|leave off|skip(?:ping)?|no|not|except|excluding|ignore|ignoring|drop|omit(?:ting)?|so (?:that )?(?:i|we) can|nothing else|only the)\b/iu;

/** Without the last part, where it only excludes something. */
function withoutExcluded(text: string): string {
  const behind = text.lastIndexOf('?') + 1;
  const at = text.slice(behind).search(EXCLUDED);
  return at < 0 ? text : text.slice(0, behind + at);
}

const THINGS = new Set(['page', 'site', 'website', 'webpage', 'article', 'text'].map(stem));

const LIST =
  /^(?:the\s+)?(?:full\s+|complete\s+|whole\s+)?(?:list of|all|every|each|everybody|everyone|(?:names|titles|urls|links|headlines|prices)\s+(?:of|for)\s+(?:all|the|each|every)|liste\s|alle)\b|^make a list\b|^which\s+\p{L}+s\s/iu;
/** "Names and prices of all boats": rows of a list, and not several facts. */
const OF_ALL = /\b(?:of|for)\s+(?:all|each|every)\s/iu;
const PARTED =
  /\s?[,;]\s?(?:(?:and|or|as well as|plus|also|und)\s)?|\s(?:and|as well as|plus|along with|together with|und|sowie|&|\+)\s(?:also\s)?/iu;

/** The several things of "the name, the price and the availability of it"; none where one thing is asked for. */
function factsIn(text: string): string[] {
  const ended = text.replace(/(?<![.?!\s])[.?!\s]+$/u, '').replace(/ ?,? ?(?:pls|thx)$/iu, '');
  const plain = withoutExcluded(ended).replace(
    /^(?:the\s+)?following(?: (?:things|details|facts|information|fields))?:?\s*/iu,
    '',
  );
  const [, before = '', listed = plain] = /^([^:,]{3,60}):\s*(.+)$/su.exec(plain) ?? [];
  const [head, behind] = parted(listed);
  const about =
    before.replace(/^(?:for|of|about)\s+/iu, '') ||
    (/\s(?:in|at|by|with|for|on)\s/iu.test(behind) ? behind : '');
  const pieces = head
    .replace(/^(?:what|who|when|where)(?:['’]s| is| are| was| were)\s+/iu, '')
    .split(PARTED)
    .map((piece) =>
      piece.replace(/^(?:(?:both|also|its|their|his|her|say|tell me|give me|just)\s+)+/iu, '').trim(),
    )
    .filter(Boolean);
  const sizes = pieces.map((piece) => piece.split(/\s+/u).length);
  if (pieces.length < 2 || pieces.length > 20 || sizes.some((size) => size > 9)) return [];
  const isParted = /[,;+]/u.test(head) || pieces.some(isThing) || sizes.every((size) => size <= 3);
  return isParted ? pieces.map((piece) => (about === '' ? piece : `${piece} ${about}`)) : [];
}

const SEPARATOR = /,|\band\b|\+/iu;
const OF_THEM = /\s(?=(?:of|for|about|from)\s+(?:the|this|that|it|its|each|every|all)\b)/iu;

/** The list, and what all of it is about: "name and price", "of the boat". */
function parted(listed: string): [string, string] {
  const first = SEPARATOR.exec(listed);
  const from = first ? Math.max(first.index + first[0].length, listed.lastIndexOf(',') + 1) : listed.length;
  const at = listed.slice(from).search(OF_THEM);
  return at < 0 ? [listed, ''] : [listed.slice(0, from + at).trimEnd(), listed.slice(from + at).trimStart()];
}

/** Said with an article of its own, or as a question. */
function isThing(piece: string): boolean {
  return /^(?:the|a|an|who|what|when|where|how|which|why|whether)\s/iu.test(piece);
}
