import { readAddress } from '../language/read-address.ts';
import { dayWords } from '../language/read-date.ts';
import { beginsWithVerb } from '../language/split-clauses.ts';
import { pairsIn } from './pairs.ts';
import { isWanted } from './stance.ts';
import type { Talk } from './talk.ts';

/** Something the task says that could be the value of a field. */
export interface Fact {
  kind:
    | 'quote'
    | 'email'
    | 'phone'
    | 'date'
    | 'time'
    | 'number'
    | 'code'
    | 'name'
    | 'street'
    | 'postcode'
    | 'town'
    | 'card'
    | 'expiry'
    | 'security';
  value: string;
  /** An amount of money. */
  isMoney?: boolean;
  /** The words it stands at. */
  start: number;
  end: number;
  isWanted: boolean;
}

/** Everything of the task that has the shape of a value, in its order; no word belongs to two. */
export function factsOf(talk: Talk, spent: ReadonlySet<number> = new Set()): Fact[] {
  const { text, words } = talk;
  const facts: Fact[] = [];
  const isFree = (start: number, end: number) =>
    !facts.some((fact) => start <= fact.end && end >= fact.start) && !spent.has(start);
  const note = (kind: Fact['kind'], value: string, from: number, to: number) => {
    const start = words.findIndex(({ end }) => end > from);
    const end = words.findLastIndex(({ at }) => at < to);
    if (start >= 0 && end >= start && isFree(start, end))
      facts.push({ kind, value, start, end, isWanted: isWanted(talk, start, end) });
  };
  const find = (kind: Fact['kind'], pattern: RegExp) => {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const at = match.index + match[0].indexOf(value);
      note(kind, value, at, at + value.length);
    }
  };
  find('quote', /"([^"]+)"/gu);
  find('quote', /“([^”]+)”/gu);
  find('email', /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu);
  find('card', /(?<![\p{L}\d+])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\p{L}\d])/gu);
  find(
    'expiry',
    /\b(?:valid|expir\p{L}*|exp\.?|until|through|thru|expiration)\b[^.\d]{0,20}((?:0?[1-9]|1[0-2])\s?[/-]\s?(?:\d{4}|\d{2}))(?![\d/-])/giu,
  );
  find('security', /\b(?:cvc|cvv2?|cid|security code|card code|check digits)\b[^.\d]{0,8}(\d{3,4})(?!\d)/giu);
  let from = 0;
  for (const day of dayWords(text)) {
    from = text.indexOf(day, from);
    // "Friday 12 March 2027" is one day, and the second way of naming it says more.
    const isNamedTwice =
      /^\s*,?\s*(?:the\s+)?\d{1,2}/u.test(text.slice(from + day.length)) && WEEKDAY.test(day);
    if (!isNamedTwice) note('date', day, from, from + day.length);
    from += day.length;
  }
  const address = readAddress(
    text.replace(/\b(?:lives?|living) (?:at|in)\b/giu, 'lives, at').replace(/ in (?=\d{4,5}\b)/gu, ', '),
  );
  for (const kind of ['street', 'postcode', 'town'] as const) {
    const at = address?.[kind] ? text.indexOf(address[kind]) : -1;
    if (address && at >= 0) note(kind, address[kind], at, at + address[kind].length);
  }
  find('time', /(?<![\d:])\d{1,2}:\d{2}(?![\d:])/gu);
  find('phone', /(?<![\p{L}\d])\+?\d[\d ()/-]{6,}\d(?![\p{L}\d])/gu);
  find(
    'code',
    /(?<![\p{L}\p{N}])(?=[A-Z0-9-]*[A-Z])(?:[A-Z0-9]{2,}-?[A-Z0-9-]*\d[A-Z0-9-]*|[A-Z]{4,}(?:-[A-Z0-9]+)*|\d+[A-Z][A-Z0-9]*)(?![\p{L}\p{N}])/gu,
  );
  // "8 out of 10" is 8.
  find('number', /(?<![\p{L}\p{N}.,#-]|\bout\sof\s)\d{1,6}(?:[.,]\d{1,2})?(?![\p{L}\p{N}]|[.,]\d)/gu);
  const labels = pairsIn(talk).filter(({ isListed }) => isListed);
  for (const [start, end] of namesIn(talk)) {
    if (labels.some((pair) => start >= pair.label.start && start <= pair.label.end)) continue;
    const [from, to] = [words[start]?.at ?? 0, words[end]?.end ?? 0];
    note('name', text.slice(from, to).replace(/['’]s$/u, ''), from, to);
  }
  return facts
    .map((fact) => (fact.kind === 'number' ? { ...fact, isMoney: isMoney(talk, fact) } : fact))
    .toSorted((one, other) => one.start - other.start);
}

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/iu;

function isMoney({ text, words }: Talk, { start, end }: Fact): boolean {
  const before = text.slice(0, words[start]?.at ?? 0);
  const after = text.slice(words[end]?.end ?? 0);
  return (
    /[$€£]\s*$/u.test(before) ||
    /^\s*(?:[$€£]|(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|quid)(?!\p{L}))/iu.test(after)
  );
}

const NO_NAME =
  /^(?:i|i'm|i'd|i've|i'll|mr|mrs|ms|dr|ok|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|january|february|march|april|may|june|july|august|september|october|november|december|english|german|french|spanish|italian|polish|done|please|could|would|can|will|there|we|we're|we'll|we'd|my|our|on|at|in|the|a|an|it|it's|if|as|for|of|from|to|so|no|yes|not|that|this|which|what|when|where|who|how|is|are|do|don't|since|because|before|after|somebody|someone|nobody|everything|everybody|today|tomorrow|next|then|with|without|good|hello|hi|dear|thanks|make|get|set|let|book|buy|order|send|add|put|take|give|have|wake|register|submit|create|update|save|change|choose|select|archive|delete|remove|cancel|search|show|ask|write|say|tell|go|open|request|reserve|apply|donate|vote|sign|fill|enter|place|confirm|mark|tick|check|turn|switch|use|pick|find|look|money|both|all|only|up|off|know|you|their|his|her|they|he|she|was|however|otherwise|unless|two|three|four|ich|wir|bitte|könnten|je|nous|on|pourriez-vous|quiero|por|el|la|los|le|les|un|une|meine|mein|buche|réservez|sms|namen?|between|receipt|contact|three|five|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)$/iu;

/** What a sentence of a language without a free verb form begins with when it asks for something. */
const BIDDING =
  /^(?:\p{L}{3,}ez|reserv\p{L}*|buch\p{L}*|bestell\p{L}*|compr\p{L}*|haz|pon|inscri\p{L}*|trag|melde|schick\p{L}*|réserv\p{L}*|command\p{L}*|envo\p{L}*)$/iu;

/** What may stand within a name: "Piet de Vries". */
const PARTICLE = /^(?:van|von|zu|de|der|den|da|di|do|dos|del|du|la|le|el|bin|al|y|e)$/u;

const FOREIGN = /(?<!\p{L})(?:ich|und|bitte|wir|je|nous|pour|vous|quiero|para|somos|por)(?!\p{L})/iu;

/** Runs of words with a capital that are no beginning of a sentence and no common words. */
function namesIn({ text, words }: Talk): [number, number][] {
  // "Bring my bike": the first word of all is a name only where something is said of it.
  const isBidding = (index: number) =>
    index === 0 && /^(?:my|our|the|a|an|me|us|this|that|it|in|up|for|to)$/iu.test(words[1]?.raw ?? '');
  const isName = (index: number) => {
    const word = words[index];
    return (
      word !== undefined &&
      !word.isQuoted &&
      /^\p{Lu}[\p{L}'’-]+$/u.test(word.raw) &&
      /\p{Ll}/u.test(word.raw) &&
      !NO_NAME.test(word.raw) &&
      !(word.isFirst && (BIDDING.test(word.raw) || beginsWithVerb(text.slice(word.at)) || isBidding(index)))
    );
  };
  // There such words join places and things as well.
  const isForeign = FOREIGN.test(text);
  const runs: [number, number][] = [];
  words.forEach((word, index) => {
    if (!isName(index)) return;
    const last = runs.at(-1);
    const between = last ? words.slice(last[1] + 1, index) : [];
    const joins =
      last &&
      words[last[1]]?.part === word.part &&
      !word.isFirst &&
      (between.length === 0 ||
        (!isForeign && between.length < 3 && between.every(({ raw }) => PARTICLE.test(raw))));
    if (joins && last) last[1] = index;
    else runs.push([index, index]);
  });
  return runs.map(([start, end]) => [start, isCounted(words, end + 1) ? end + 1 : end]);
}

/** "Hall B", "Room 4 on Friday"; "Oslo 3 nights" are two things. */
function isCounted(words: Talk['words'], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (!word || word.part !== before?.part || word.isQuoted) return false;
  if (/^(?![IA])\p{Lu}$/u.test(word.raw)) return true;
  const isLast =
    after === undefined ||
    after.part !== word.part ||
    /^(?:on|at|for|from|and|in|to|by|with)$/u.test(after.raw);
  return isLast && /^\d{1,3}\p{L}?$/u.test(word.raw);
}
