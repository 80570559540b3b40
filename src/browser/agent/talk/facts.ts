import { readAddress } from '../language/read-address.ts';
import { dayWords } from '../language/read-date.ts';
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
    | 'town';
  value: string;
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
  let from = 0;
  for (const day of dayWords(text)) {
    from = text.indexOf(day, from);
    note('date', day, from, from + day.length);
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
  find('number', /(?<![\p{L}\p{N}.,#-])\d{1,6}(?:[.,]\d{1,2})?(?![\p{L}\p{N}]|[.,]\d)/gu);
  for (const [start, end] of namesIn(talk)) {
    const value = words
      .slice(start, end + 1)
      .map(({ raw }) => raw)
      .join(' ');
    note('name', value, words[start]?.at ?? 0, words[end]?.end ?? 0);
  }
  return facts.toSorted((one, other) => one.start - other.start);
}

const NO_NAME =
  /^(?:i|i'm|i'd|i've|i'll|mr|mrs|ms|dr|ok|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|january|february|march|april|may|june|july|august|september|october|november|december|english|german|french|spanish|italian|polish|done|please|could|would|can|will|there|we|we're|we'll|we'd|my|our|on|at|in|the|a|an|it|it's|if|as|for|of|from|to|so|no|yes|not|that|this|which|what|when|where|who|how|is|are|do|don't|since|because|before|after|somebody|someone|nobody|everything|everybody|today|tomorrow|next|then|with|without|good|hello|hi|dear|thanks|make|get|set|let|book|buy|order|send|add|put|take|give|have|wake|register|submit|create|update|save|change|choose|select|archive|delete|remove|cancel|search|show|ask|write|say|tell|go|open|request|reserve|apply|donate|vote|sign|fill|enter|place|confirm|mark|tick|check|turn|switch|use|pick|find|look|money|both|all|only|up|off|know|you|their|his|her|they|he|she|was|however|otherwise|unless|two|three|four|ich|wir|bitte|könnten|je|nous|on|pourriez-vous|quiero|por|el|la|los|le|les|un|une|meine|mein|buche|réservez|sms|namen?)$/iu;

/** What a sentence of a language without a free verb form begins with when it asks for something. */
const BIDDING =
  /^(?:\p{L}{3,}ez|reserv\p{L}*|buch\p{L}*|bestell\p{L}*|compr\p{L}*|haz|pon|inscri\p{L}*|trag|melde|schick\p{L}*|réserv\p{L}*|command\p{L}*|envo\p{L}*)$/iu;

/** Runs of words with a capital that are no beginning of a sentence and no common words. */
function namesIn({ words }: Talk): [number, number][] {
  const isName = (index: number) => {
    const word = words[index];
    return (
      word !== undefined &&
      !word.isQuoted &&
      /^\p{Lu}[\p{L}'’-]+$/u.test(word.raw) &&
      /\p{Ll}/u.test(word.raw) &&
      !NO_NAME.test(word.raw) &&
      !(word.isFirst && BIDDING.test(word.raw))
    );
  };
  const runs: [number, number][] = [];
  words.forEach((word, index) => {
    if (!isName(index)) return;
    const last = runs.at(-1);
    const joins = last && last[1] === index - 1 && words[index - 1]?.part === word.part && !word.isFirst;
    if (joins && last) last[1] = index;
    else runs.push([index, index]);
  });
  return runs;
}
