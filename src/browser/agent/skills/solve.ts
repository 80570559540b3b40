import { wordsOf } from '../language/words.ts';
import { countRows } from '../sight/compare-rows.ts';
import { lookUp } from '../sight/look-up.ts';
import type { PageModel } from '../sight/page-model.ts';
import { countListed } from './count-list.ts';
import { gapBetween, readGap } from './gap-between.ts';
import { totalOf } from './total-of.ts';
import { costOf, nextInRow, orderTotal } from './word-problems.ts';

/** The number a task wants worked out from what the page shows: an expression, an unknown, a total, a count. */
export function solve(model: PageModel, text: string, phrase: string): string | null {
  const given = expressionIn(phrase);
  if (given !== null) return given;
  const gap = readGap(phrase);
  const apart = gap && gapBetween(model, gap);
  if (apart || (gap && /\bthan\b/iu.test(phrase))) return apart;
  const words = wordsCounted(model, phrase);
  if (words !== null) return words;
  if (/\b(?:sides|corners|edges|vertices|angles)\b/iu.test(phrase)) return cornersShown(model);
  const sum = costOf(model, phrase) ?? orderTotal(model, phrase) ?? nextInRow(text, phrase);
  if (sum !== null) return sum;
  const letters = lettersOf(model, text, phrase);
  if (letters !== null) return letters;
  if (/\b(?:how many|count|number of)\b/iu.test(phrase))
    return countRows(model, phrase) ?? countListed(model, phrase) ?? count(model, phrase);
  if (/\b(?:sum|total|add up|average|mean|difference|product of)\b/iu.test(phrase)) {
    const total = totalOf(model, text, phrase);
    if (total !== null) return format(total);
  }
  for (const line of text.split('\n')) {
    const unknown = equationIn(line);
    if (unknown !== null) return unknown;
    const value = expressionIn(line) ?? expressionIn(inDigits(line));
    if (value !== null) return value;
  }
  const total = totalOf(model, text, phrase);
  return total === null ? null : format(total);
}

/** "How many words does the sentence have?" */
function wordsCounted(model: PageModel, phrase: string): string | null {
  if (!/\bwords\s+(?:of|in|does|do|are\s+(?:there\s+)?in|has|have)\b|\bnumber\s+of\s+words\b/iu.test(phrase))
    return null;
  const longest = model.elements
    .filter(({ isVisible, isEditable, isClickable }) => isVisible && !isEditable && !isClickable)
    .map(({ flow, text }) => flow || text)
    .reduce((most, text) => (text.length > most.length ? text : most), '');
  return longest === ''
    ? null
    : String(longest.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length);
}

/** "seven plus five" */
function inDigits(line: string): string {
  return line
    .replace(/\p{L}+/gu, (word) => {
      const number = NUMBER_WORDS.indexOf(word.toLowerCase());
      return number >= 0 ? String(number) : word;
    })
    .replace(/(?<=\d)\s+(?:plus|and)\s+(?=\d)/giu, ' + ')
    .replace(/(?<=\d)\s+(?:minus|less)\s+(?=\d)/giu, ' - ')
    .replace(/(?<=\d)\s+(?:times|multiplied\s+by)\s+(?=\d)/giu, ' * ')
    .replace(/(?<=\d)\s+(?:divided\s+by|over)\s+(?=\d)/giu, ' / ');
}

const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

const CORNERS: Readonly<Record<string, number>> = {
  triangle: 3,
  quadrilateral: 4,
  square: 4,
  rectangle: 4,
  pentagon: 5,
  hexagon: 6,
  heptagon: 7,
  octagon: 8,
  nonagon: 9,
  decagon: 10,
};

/** Of the largest figure that has any. */
function cornersShown(model: PageModel): string | null {
  const figures = model.elements
    .filter(
      ({ isVisible, isClickable, shape, colour }) =>
        isVisible && !isClickable && shape !== '' && colour !== '',
    )
    .toSorted((one, other) => other.box.width * other.box.height - one.box.width * one.box.height);
  const counts = figures.map(({ shape }) => shape.split(' ').map((word) => CORNERS[word] ?? 0));
  const found = counts.map((values) => Math.max(...values)).find((value) => value > 0);
  return found === undefined ? null : String(found);
}

/** "How many letters does the secret word have?" */
function lettersOf(model: PageModel, text: string, phrase: string): string | null {
  const named = phrase.match(
    /\b(?:letters|characters|length)\b\s*(?:does|do|are(?: there)?|is|in|of|has)*\s+(?:in\s+|of\s+)?(?:the\s+)?(.+?)(?:\s+(?:have|has|contain|contains))?[?.]?$/iu,
  )?.[1];
  if (named === undefined) return null;
  const quoted = named.match(/["“]([^"”]+)["”]/u)?.[1];
  const word = quoted ?? lookUp(model, text, named);
  return word === null ? null : String(word.replace(/\s+/gu, '').length);
}

const OPERATOR = '[-+−–x×*·/÷]';

/** The value of "3 x 4 =", "12 - 5", "(2 + 3) * 4 = ?". */
export function expressionIn(text: string): string | null {
  const match = text.match(
    new RegExp(
      `\\(*\\s*[-−]?\\d+(?:\\.\\d+)?\\s*\\)*(?:\\s+${OPERATOR}\\s+|${OPERATOR})\\(*\\s*[-−]?\\d[\\d\\s.()+x×*·/÷−–-]*`,
      'u',
    ),
  );
  if (!match || /\d{4}-\d{1,2}-\d|\d{1,2}\/\d{1,2}\/\d|\d{3}-\d{4}/u.test(match[0])) return null;
  if (isSpan(match[0], text)) return null;
  const value = evaluate(match[0].replace(/[.\s]+$/u, ''));
  return value === null ? null : format(value);
}

/** "3–4 November", "open 9–17", "for 2-4 people": from one to the other, and nothing to be worked out. */
function isSpan(expression: string, text: string): boolean {
  const [, dash = ''] = expression.trim().match(/^\d+(?:\.\d+)?([-–])\d+(?:\.\d+)?$/u) ?? [];
  if (dash === '') return false;
  const [before = '', after = ''] = text.split(expression);
  return dash === '–'
    ? /\p{L}/u.test(`${before.replace(/\b(?:calculate|compute|evaluate|solve|is)[\s:]*$/iu, '')}${after}`)
    : /^\s*\p{L}/u.test(after) && !/^\s*(?:and|then|is|equals|in|into|or)\b/iu.test(after);
}

/** Solves for the one letter in "x + 3 = 10" or "4 - x = 1". */
export function equationIn(text: string): string | null {
  const match = text.match(/^\s*([-−+×*/÷\d\s.()a-z]+)=([-−+×*/÷\d\s.()a-z]+?)\s*$/iu);
  const letters = [...new Set((match?.[0] ?? '').match(/[a-z]/giu) ?? [])];
  if (!match?.[1] || !match[2] || letters.length !== 1 || !/\d/u.test(match[0])) return null;
  const [left, right] = [match[1], match[2]];
  const put = (side: string, value: number) =>
    evaluate(side.replace(/(\d)\s*[a-z]/giu, `$1*(${value})`).replace(/[a-z]/giu, `(${value})`));
  const gap = (value: number) => {
    const [one, other] = [put(left, value), put(right, value)];
    return one === null || other === null ? null : one - other;
  };
  const [atZero, atOne] = [gap(0), gap(1)];
  if (atZero === null || atOne === null || atOne === atZero) return null;
  return format(-atZero / (atOne - atZero));
}

function evaluate(expression: string): number | null {
  const tokens =
    expression
      .replaceAll(/[−–]/gu, '-')
      .replaceAll(/[x×·]/giu, '*')
      .replaceAll('÷', '/')
      .match(/\d+(?:\.\d+)?|[-+*/()]/gu) ?? [];
  let at = 0;
  function sum(): number {
    let value = product();
    while (tokens[at] === '+' || tokens[at] === '-') value += tokens[at++] === '+' ? product() : -product();
    return value;
  }
  function product(): number {
    let value = factor();
    while (tokens[at] === '*' || tokens[at] === '/')
      value = tokens[at++] === '*' ? value * factor() : value / factor();
    return value;
  }
  function factor(): number {
    const token = tokens[at++];
    if (token === '-') return -factor();
    if (token === '+') return factor();
    if (token !== '(') return token === undefined ? Number.NaN : Number(token);
    const value = sum();
    if (tokens[at] === ')') at += 1;
    return value;
  }
  const value = sum();
  return Number.isFinite(value) && at >= tokens.length ? value : null;
}

function format(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}

const SHAPE_WORDS = new Set(
  'circle square rectangle triangle polygon pentagon hexagon ellipse letter digit number shape item box'.split(
    ' ',
  ),
);
const COLOUR_WORDS = new Set(
  'red green blue yellow purple orange black cyan magenta pink brown grey gray white violet aqua lime olive'.split(
    ' ',
  ),
);

/** "the number of blocks": the things of that name, or the largest family of small things without words. */
function countAlike(model: PageModel, words: string[]): string | null {
  const noun = words.map((word) => word.replace(/s$/u, '')).find((word) => SMALL_THINGS.has(word));
  if (noun === undefined) return null;
  const glyphs = GLYPHS[noun];
  const drawn = model.elements
    .filter(({ isVisible, isEditable }) => isVisible && !isEditable)
    .map(({ text }) => text)
    .join('');
  const signs = glyphs === undefined ? [] : [...drawn].filter((sign) => glyphs.includes(sign));
  if (signs.length > 0) return String(signs.length);
  const things = model.elements.filter(
    (element) => element.isVisible && element.text === '' && !element.isEditable && element.role !== 'button',
  );
  const named = things.filter((element) =>
    element.hints.split(' ').some((hint) => hint.replace(/s$/u, '') === noun),
  );
  const families = [...Map.groupBy(things, ({ signature }) => signature).values()];
  const largest = families.reduce((most, family) => (family.length > most.length ? family : most), []);
  const found = named.length > 0 ? named : largest;
  return found.length > 0 ? String(found.length) : null;
}

/** Things that pages draw with a letter. */
const GLYPHS: Readonly<Record<string, string>> = {
  star: '★☆⭐✦✶',
  heart: '♥♡❤💙',
  dot: '●•·∙⚫',
  ball: '●⚽⚾🏀',
  block: '■□▪█',
  coin: '🪙©',
};

const SMALL_THINGS = new Set('block dot tile cube star icon image picture bar coin ball heart'.split(' '));

/** "How many red circles are there?", "How many links are on the page?" */
function count(model: PageModel, phrase: string): string | null {
  const plain = wordsOf(phrase.replace(/\bnumber of\b/giu, ' ')).map((word) =>
    SHAPE_WORDS.has(word.replace(/s$/u, '')) ? word.replace(/s$/u, '') : word,
  );
  const shape = plain.find((word) => SHAPE_WORDS.has(word));
  const colour = plain.find((word) => COLOUR_WORDS.has(word))?.replace('gray', 'grey');
  const size = plain.find((word) => ['small', 'large', 'big'].includes(word));
  if (shape === undefined && colour === undefined) return countAlike(model, plain);
  const isGeneral = shape === undefined || shape === 'shape' || shape === 'item' || shape === 'box';
  const shapes = model.elements.filter(
    (element) =>
      element.isVisible &&
      element.shape !== '' &&
      !element.isClickable &&
      (element.colour !== '' || element.shape.includes('text')),
  );
  // Where nothing is drawn, none of it can be said to be missing.
  if (shapes.length === 0) return null;
  const areas = shapes.map(({ box }) => box.width * box.height);
  const middle = (Math.min(...areas) + Math.max(...areas)) / 2;
  const found = shapes.filter(
    (element, index) =>
      (isGeneral ||
        element.shape.split(' ').includes(shape ?? '') ||
        (shape === 'number' && element.shape.includes('digit'))) &&
      (colour === undefined || element.colour.split(' ').includes(colour)) &&
      (size === undefined ||
        (size === 'small' ? (areas[index] ?? 0) <= middle : (areas[index] ?? 0) > middle)),
  );
  return String(found.length);
}
