import { measureOf } from '../../../reading/answers/measure.ts';
import { inUnitOf } from '../../../reading/values/unit.ts';
import { readCount } from './words.ts';

/** A question about several named things, each of which may stand on a page of its own. */
export interface PartedQuestion {
  names: string[];
  /** How to ask for what counts of one of them, the likeliest wording first. */
  asks(name: string): string[];
  /** The answer out of what was found of each, in the order of the names; null when that cannot be counted with. */
  join(values: string[]): string | null;
}

/** "Which is cheaper, A or B?", "how much more is A than B?", "what do A and two B cost together?"; null for any other. */
export function partsOf(question: string): PartedQuestion | null {
  return difference(question) ?? comparison(question) ?? sum(question);
}

/** "How much more storage does A have than B?", "how much cheaper is A than B?" */
function difference(question: string): PartedQuestion | null {
  const [, word = '', noun, one, other] =
    question.match(
      /^(?:by )?how (?:much|many)\s+(more|less|fewer|\p{L}+er)\s+(\p{L}+\s)??(?:is|are|was|does|do|has|have|costs?)\s+(.+?)\s+(?:have\s+|cost\s+|weigh\s+|hold\s+|offer\s+)?(?:expensive\s+)?than\s+(.+?)\s*[?.!]*$/iu,
    ) ?? [];
  if (!one || !other) return null;
  const names = [one, other].map((name) => plainName(name.replace(/\s(?:have|cost|weigh)$/iu, '')));
  const measures = noun
    ? [
        `How much ${noun.trim()} does * have?`,
        `What is the ${noun.trim()} of *?`,
        `How many ${noun.trim()} does * have?`,
      ]
    : (COMPARED.find(([look]) => look.test(word))?.[2] ?? PRICE);
  return {
    names,
    asks: (name) => measures.map((ask) => ask.replace('*', name)),
    join(values) {
      const [mine, theirs] = values.map((value) => numberIn(value));
      const unit = values.map((value) => value.replace(/[\d.,\s]+/u, '').trim());
      if (mine === undefined || theirs === undefined || unit[0] !== unit[1]) return null;
      const gap = Math.round(Math.abs(mine - theirs) * 100) / 100;
      return `${values[0]?.replace(/\d[\d,]*(?:\.\d+)?/u, String(gap))} (${values.join(' – ')})`;
    },
  };
}

function comparison(question: string): PartedQuestion | null {
  const more = COMPARED.find(([look]) => look.test(question));
  const names = more ? rivalsIn(question) : null;
  if (!more || !names) return null;
  const [look, toward, measures] = more;
  const noun = question.match(look)?.[1];
  return {
    names,
    asks: (name) =>
      noun ? [`How many ${noun} does ${name} have?`] : measures.map((ask) => ask.replace('*', name)),
    join(values) {
      const amounts = values.map(amountOf);
      if (amounts.some((amount) => amount === undefined)) return null;
      const best = toward * Math.max(...amounts.map((amount) => toward * (amount ?? 0)));
      const at = amounts.indexOf(best);
      return amounts.lastIndexOf(best) === at ? `${names[at]} (${values[at]})` : `Both (${values[at]})`;
    },
  };
}

/** "..., A or B?", "between A and B", "compare A and B: ...". */
function rivalsIn(question: string): string[] | null {
  const match =
    question.match(/^compare\s+(.+?)\s+(?:and|with|to)\s+(.+?)\s*[:,.;]/iu) ??
    question.match(/[,:?]\s*([^,:?]{2,80}?)\s+or\s+([^,:?]{2,80}?)\s*[?.!]*$/iu) ??
    question.match(/^(?:which|what|who)\b.*?\bbetween\s+(.+?)\s+and\s+(.+?)\s*[?.!]*$/iu);
  const names = [match?.[1] ?? '', match?.[2] ?? ''].map(plainName);
  return match && names.every((name) => /\p{L}/u.test(name)) ? names : null;
}

/** Without an article, unless that is written as part of the name. */
function plainName(words: string): string {
  return words
    .trim()
    .replace(/^(?:the|an?|one)\s+(?=\S)/u, '')
    .replace(/["“”]/gu, '');
}

const PRICE = ['How much is *?', 'What is the price of *?', 'How much does * cost?'];
const LENGTH = ['What is the length of *?', 'How long is *?', 'How many pages does * have?'];
const YEAR = ['What year was * published?', 'When was * founded?', 'What is the date of *?', 'How old is *?'];

/** What is compared, 1 when the greater is meant, and how to ask for it; a first group is the thing counted. */
const COMPARED: readonly (readonly [RegExp, 1 | -1, string[]])[] = [
  [/\b(?:cheaper|less expensive)\b/iu, -1, PRICE],
  [/\b(?:more expensive|dearer|pricier)\b/iu, 1, PRICE],
  [/\bheavier\b/iu, 1, ['What is the weight of *?', 'How much does * weigh?']],
  [/\blighter\b/iu, -1, ['What is the weight of *?', 'How much does * weigh?']],
  [/\blonger\b/iu, 1, LENGTH],
  [/\bshorter\b/iu, -1, LENGTH],
  [/\b(?:taller|higher)\b/iu, 1, ['What is the height of *?', 'How high is *?']],
  [/\b(?:bigger|larger)\b/iu, 1, ['What is the size of *?', 'What is the area of *?', 'How big is *?']],
  [/\bsmaller\b/iu, -1, ['What is the size of *?', 'What is the area of *?', 'How big is *?']],
  [/\b(?:newer|more recent|later)\b/iu, 1, YEAR],
  [/\b(?:older|earlier)\b/iu, -1, YEAR],
  [/\b(?:better|higher) rated\b|\bbetter rating\b/iu, 1, ['What is the rating of *?']],
  [/\b(?:closer|nearer)\b/iu, -1, ['What is the distance of *?', 'How far is *?']],
  [/\bfaster\b/iu, 1, ['What is the speed of *?', 'How fast is *?']],
  [/\b(?:has|have|offers?|holds?)\s+more\s+(\p{L}+)\b/iu, 1, []],
  [/\b(?:has|have|offers?|holds?)\s+(?:fewer|less)\s+(\p{L}+)\b/iu, -1, []],
];

function amountOf(value: string): number | undefined {
  const plain = value.replace(/^(?:about|around|ca\.?|from)\s+/iu, '').trim();
  const measured = UNITS.map((unit) => inUnitOf(plain, unit, 'en')).find((amount) => amount !== undefined);
  return measured ?? measureOf({ names: [], value: plain }, 'en') ?? numberIn(plain);
}

/** One of each kind, so that 900 g is less than 1.2 kg. */
const UNITS = ['in_g', 'in_mm', 'in_sqm', 'in_ml', 'in_b'];

function numberIn(value: string): number | undefined {
  const number = value.match(/\d[\d,]*(?:\.\d+)?/u)?.[0];
  return number === undefined ? undefined : Number(number.replaceAll(',', ''));
}

function sum(question: string): PartedQuestion | null {
  const match =
    question.match(
      /^(?:what|how much)\s+(?:would|do|does|will|is|are|did)\s+(.+?\s+and\s+.+?)\s+(?:costs?|come to)?\s*(?:together|in total|altogether|combined)\b/iu,
    ) ?? question.match(/\b(?:total|combined)\s+(?:price|cost)\s+of\s+(.+?\s+and\s+.+?)\s*[?.!]*$/iu);
  const things = match?.[1]?.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu).map(counted) ?? [];
  if (things.length < 2 || things.some(({ name }) => name === '')) return null;
  return {
    names: things.map(({ name }) => name),
    asks: (name) => PRICE.map((ask) => ask.replace('*', name)),
    join(values) {
      const amounts = values.map(amountOf);
      if (amounts.some((amount) => amount === undefined)) return null;
      const total = amounts.reduce<number>((all, one, at) => all + (one ?? 0) * (things[at]?.count ?? 1), 0);
      const sign = values[0]?.match(/[$€£¥₹]/u)?.[0] ?? '';
      return `${sign}${sign ? total.toFixed(2) : Math.round(total * 100) / 100}`;
    },
  };
}

function counted(words: string): { name: string; count: number } {
  const [, number = '', rest = ''] = words.trim().match(/^(\S+)\s+(.+)$/su) ?? [];
  const count = readCount(number);
  if (count === null || rest === '') return { name: plainName(words), count: 1 };
  return { name: count > 1 ? rest.replace(/s$/u, '') : rest, count };
}
