import { errandFit } from '../language/errand-place.ts';
import type { Act } from '../language/intent.ts';
import { namesIn, objectWords } from '../language/object-words.ts';
import { readBest } from '../language/read-best.ts';
import type { Target } from '../language/read-target.ts';
import { canonical, holdsPhrase, readCount, similarity, stem, wordsOf } from '../language/words.ts';
import { meantBy } from './beside.ts';
import { isField } from './fields.ts';
import { kindScore } from './kind-score.ts';
import { allowedBy, type Match, nearScore } from './match-target.ts';
import { meantRows } from './meant-rows.ts';
import { isOfOtherEntry } from './other-entry.ts';
import { itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';
import { pickExtreme } from './pick-extreme.ts';
import { headsOf } from './table-heads.ts';
import { speakingOf } from './things.ts';

/** The control named like the verb that belongs to the object. */
export function controlIn(model: PageModel, { verb, object, phrase }: Act, isHidden = false): Match | null {
  const words = telling(phrase, verb);
  const controls = model.elements.filter(
    (element) =>
      element.isVisible !== isHidden &&
      (element.isClickable || kindScore(element, 'icon') === 1) &&
      !element.isEditable &&
      !isField(element) &&
      element.role !== 'heading' &&
      !isOtherPlace(element, verb, phrase) &&
      !isOfOtherEntry(model, element, words) &&
      !isOtherFormat(element.name, phrase),
  );
  const named = controls
    .map((element) => ({ element, fit: verbScore(element, verb, phrase) }))
    .filter(({ fit }) => fit >= 0.5)
    .sort((one, other) => other.fit - one.fit);
  const top = named[0]?.fit ?? 0;
  const alike = named.filter(({ fit }) => fit >= top - 0.15).map(({ element }) => element);
  const peers = object.restrictions.length > 0 ? allowedBy(model, alike, object.restrictions) : alike;
  if (peers.length === 0) return null;
  if (object.extreme) {
    const best = pickExtreme(model, comparedWith(model, peers, object, phrase), object.extreme);
    return best && alike.length > 1 ? { element: best, score: 0.95 } : null;
  }
  if (isCounted(object)) {
    const { near, ordinal, text } = object;
    const told = near ?? text;
    const holders = peers.filter(
      (peer) => nearScore(wholeTextOf(model, itemOf(model, peer, peers)), told) >= 0.9,
    );
    // "The third person" of a list that calls nobody so.
    const counted = told === '' || (near === null && holders.length === 0) ? peers : holders;
    const own = counted
      .toSorted((one, other) => one.node - other.node)
      .at((ordinal ?? 0) > 0 ? (ordinal ?? 0) - 1 : (ordinal ?? -1));
    return own && alike.length > 1 ? { element: own, score: 0.95 } : null;
  }
  if (alike.length > 1 && object.restrictions.length > 0 && object.text === '')
    return { element: peers[0] as UiElement, score: 0.95 };
  if (phrase === '') return { element: peers[0] as UiElement, score: top };
  const names = namesIn(words);
  const rows = peers.map((peer) => wholeTextOf(model, itemOf(model, peer, peers)));
  const scored = peers.map((element) => {
    const own = `${element.name} ${element.group}`;
    const around =
      peers.length === 1
        ? ''
        : `${wholeTextOf(model, itemOf(model, element, peers))} ${headsOf(model, element)}`;
    // Of several alike the one is meant whose row has the name.
    if (peers.length > 1 && names.length > 0 && !names.some((name) => holdsPhrase(`${own} ${around}`, name)))
      return { element, score: 0 };
    const fit =
      words === ''
        ? 1
        : Math.max(
            nearScore(`${own} ${around}`, words),
            object.near ? nearScore(`${own} ${around}`, object.near) : 0,
          );
    // "The desk lamp" where there is a brass lamp, and nobody speaks of a desk.
    const isOther =
      peers.length > 1 &&
      ((fit <= 0.5 && isStrange(model, words)) || (names.length === 0 && lacksWord(around, rows, object)));
    return { element, score: isOther ? 0 : 0.5 * top + 0.5 * fit };
  });
  const meant = peers.length > 1 && words !== '' ? meantBy(model, peers, words) : null;
  for (const one of scored)
    if (one.element === meant && one.score > 0) one.score = Math.max(one.score, 0.5 * top + 0.3);
  const best = scored.sort((one, other) => other.score - one.score)[0];
  if (!best) return null;
  // One control of that name and nothing else to tell it by: it is meant, if its page speaks of the object.
  if (peers.length === 1) {
    const page = model.elements.map((element) => element.text).join(' ');
    const speaks = words === '' ? 1 : nearScore(`${best.element.name} ${page} ${model.title}`, words);
    return {
      element: best.element,
      score: 0.45 * top + 0.5 * Math.max(speaks, isWholeName(best.element, verb, phrase) ? 1 : 0),
    };
  }
  return best;
}

/** "Export PDF" is not what is told where a CSV is wanted. */
function isOtherFormat(name: string, phrase: string): boolean {
  const formatsIn = (text: string) => wordsOf(text).filter((word) => FORMATS.has(word));
  const asked = formatsIn(phrase);
  const own = formatsIn(name);
  return asked.length > 0 && own.length > 0 && !own.some((format) => asked.includes(format));
}

const FORMATS = new Set('csv pdf xls xlsx json xml html txt png jpg jpeg svg docx zip'.split(' '));

/** "The blue wool hat" is neither the red wool hat nor the blue wool scarf: what one row says of it, that of the thing must say. */
function lacksWord(row: string, rows: string[], { text }: Target): boolean {
  const wordsIn = (said: string) => new Set(canonical(wordsOf(said).join(' ')).split(' '));
  const own = wordsIn(row);
  const others = rows.map(wordsIn);
  return [...wordsIn(text)].some(
    (word) => word.length > 2 && !own.has(word) && others.some((other) => other.has(word)),
  );
}

/** Whether some of several words stands nowhere on the page. */
function isStrange({ title, elements }: PageModel, words: string): boolean {
  const there = new Set(
    canonical([title, ...elements.map(({ name, text }) => `${name} ${text}`)].join(' ')).split(' '),
  );
  const asked = wordsOf(words).filter((word) => word.length > 2);
  return asked.length > 1 && asked.some((word) => !there.has(canonical(word)));
}

/** Half of the words that tell the object stand nowhere on the page: what it offers is something else. */
export function isElsewhere({ title, elements }: PageModel, { verb, object, phrase }: Act): boolean {
  if (object.extreme !== null || object.isPronoun || object.ordinal !== null) return false;
  const asked = wordsOf(telling(phrase, verb)).filter(
    (word) => word.length > 2 && readCount(word) === null && !/\d/u.test(word) && !SIZES.test(word),
  );
  const shown = elements.filter(({ isEditable }) => !isEditable);
  const said = [
    title,
    ...shown.map(({ name, text, hints, options }) =>
      [name, text, hints, ...options.map(({ label }) => label)].join(' '),
    ),
  ];
  const there = new Set(canonical(said.join(' ')).split(' '));
  const missing = asked.filter((word) => !there.has(canonical(word)));
  return asked.length > 1 && 2 * missing.length >= asked.length;
}

const SIZES = /^(?:small|medium|large|big|single|double|pair|size|piece|pack|bottle|box|cup|bag)s?$/u;

/** Those that are compared: "the cheapest nonstop flight", "the cheapest product by Borg". What no row says tells none apart. */
export function comparedWith(
  model: PageModel,
  peers: UiElement[],
  { text, near }: Target,
  phrase: string,
): UiElement[] {
  const rows = peers.map((peer) => ({ peer, row: wholeTextOf(model, itemOf(model, peer, peers)) }));
  const told = readBest(phrase);
  if (told) {
    const said = rows.map(({ row }) => row);
    const { rows: meant, unsaid } = meantRows(said, told.description);
    return unsaid.length > 0 ? [] : peers.filter((_, at) => meant.includes(at));
  }
  const isSaid = (words: string) => rows.some(({ row }) => nearScore(row, words) >= 0.9);
  const asked = wordsOf(text);
  const whole = speakingOf(model, peers, text);
  const words = whole.length > 0 ? [] : asked.filter(isSaid);
  const meant = rows.filter(
    ({ peer, row }) =>
      (whole.length === 0 || whole.includes(peer)) &&
      words.every((word) => nearScore(row, word) >= 0.9) &&
      (!near || !isSaid(near) || nearScore(row, near) >= 0.9),
  );
  return meant.map(({ peer }) => peer);
}

/** "Book a table" in the frame around the content is not where a room is booked. */
function isOtherPlace({ isFraming, role, name }: UiElement, verb: string, phrase: string): boolean {
  return isFraming && role === 'link' && wordsOf(name).length > 2 && errandFit(name, verb, phrase) === 0;
}

function isWholeName(element: UiElement, verb: string, phrase: string): boolean {
  return similarity(element.name, `${verb} ${phrase}`) > 0.75;
}

export function verbScore(element: UiElement, verb: string, phrase: string): number {
  const name = element.name || element.hints;
  const first = wordsOf(canonical(name))[0] ?? '';
  const asked = canonical(verb);
  const whole = similarity(name, `${verb} ${phrase}`);
  if (isNounIn(name, asked)) return 0;
  const exact = similarity(name, verb);
  const leads = first === asked ? 0.75 : 0;
  const hinted = element.name.length <= 2 || element.text === '' ? 0.75 * similarity(element.hints, verb) : 0;
  const isCalled = element.name.length <= 2 && wordsOf(element.hints).includes(verb) ? 0.97 : 0;
  const byTitle = canonical(element.hints).split(' ').includes(asked) && element.name.length <= 2 ? 0.8 : 0;
  const marked =
    verb === 'mark'
      ? Math.max(
          ...wordsOf(phrase)
            .slice(-3)
            .map((word) => verbScore(element, word === 'mark' ? 'star' : word, '')),
        )
      : 0;
  // A name that only repeats the object is the object, not what acts on it.
  const says = canonical(name).split(' ').includes(asked) || canonical(name).split(' ').includes(stem(asked));
  const isCross = asked === 'delete' && /^[×✕✖✗xX]$/u.test(name.trim()) ? 0.8 : 0;
  return Math.max(says ? whole : 0, exact, leads, hinted, isCalled, byTitle, marked, isCross);
}

/** "Guest book", "your order": the word that could be told to do something is the name of a thing. */
function isNounIn(name: string, verb: string): boolean {
  const words = wordsOf(canonical(name));
  return (
    words.length > 1 &&
    words.at(-1) === verb &&
    words[0] !== verb &&
    !/^(?:to|please|now)$/u.test(words.at(-2) ?? '') &&
    !(verb === 'request' && /^(?:send|submit|make|new)$/u.test(words[0] ?? '')) &&
    NOUNS.has(verb)
  );
}

const NOUNS = new Set([
  'request',
  'book',
  'buy',
  'post',
  'review',
  'text',
  'rate',
  'report',
  'answer',
  'question',
]);

/** What is quoted after these is said to somebody. */
const WRITES = /^(?:send|write|say|message|text|tell|post)$/u;

/** The words of the object that tell it from others. */
export function telling(phrase: string, verb: string): string {
  const addressee = WRITES.test(verb)
    ? phrase.match(/^(?:the\s+\p{Ll}+\s+)?["“][^"”]*["”]\s+to\s+(.+)$/u)?.[1]
    : undefined;
  if (addressee !== undefined) return addressee.replace(/^(?:the|my|user)\s+/iu, '').replace(/[.\s]+$/u, '');
  // A name in quotes right after the verb is the object; later ones are what is to be said.
  return objectWords(phrase.replace(/^(?:the\s+\p{Ll}+\s+)?["“]([^"”]*)["”]/u, '$1'))
    .replace(/\b(?:with|saying)\s+(?:the\s+)?(?:text|message|words?|star|flag)?.*$/iu, ' ')
    .replace(
      /\b(?:to|from)\s+(?:the\s+|my\s+|your\s+)(?:\p{L}+\s)?(?:cart|basket|bag|trolley|wish ?list|favou?rites|list|inbox)\b/giu,
      ' ',
    )
    .replace(/\s+(?:in|on|from)\s+(?:the|this)\s+(?:poll|list|table|page|form|menu|grid)\s*$/iu, ' ')
    .replace(/(?<=\S\s)(?:to|as)\s+\S+\s*$/iu, ' ')
    .replace(
      /\b(?:the|a|an|email|e-mail|mail|message|post|product|item|entry|user|by|from|of|for|to|it|with|one|this|that|'s)\b/giu,
      ' ',
    )
    .replace(new RegExp(`\\b${verb.replace(/[^\p{L}]/gu, '')}\\b`, 'giu'), ' ')
    .replace(/['’]s\b/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** "The second result", "the last product": told by its place in a list alone. */
export function isCounted({ ordinal, kind, text }: Target): boolean {
  if (ordinal === null) return false;
  return text === '' ? kind === 'result' || kind === 'item' : kind === null && /^\p{Ll}+$/u.test(text);
}
