import { mainSentences, type Sentence } from '../answers/sentences.ts';
import { schemaType } from '../values/convert-value.ts';
import { locateDates, momentOf } from '../values/date.ts';
import { amountsIn, parseNumber, parseNumberWord, round } from '../values/number.ts';
import { inUnitOf } from '../values/unit.ts';
import { isGrownFrom, isSameWord, isThing } from '../words/concepts.ts';
import { nameWords, stem, stemsOf, type Token, tokensOf } from '../words/words.ts';
import { asksHowMany, countedThing, countsOf } from './counted.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** One amount or day in a sentence, and where it stands there. */
interface Amount {
  value: number | string;
  at: number;
  end: number;
}

/**
 * A number or day out of the page's sentences: it stands in a sentence that has the key's words, or under a heading that
 * has them, and in the key's unit. Of several the one nearest to the words; two that are as near are none.
 */
export function proseValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const { index, facts } = source;
  const type = schemaType(schema);
  const isDate = schema.format === 'date' || schema.format === 'date-time';
  const isNumber = type === 'number' || type === 'integer';
  if (facts !== index.facts || (!isNumber && !isDate) || isThing(asked, 'title')) return undefined;
  const wanted = { ...wantedOf(asked, key, isDate), isMoment: schema.format === 'date-time' };
  if (wanted.words.length === 0 && wanted.age === null) return undefined;
  const scores = new Map<number | string, number>();
  const old = oldPrices(source, wanted);
  for (const sentence of mainSentences(index.page)) {
    const bearing = bearingOf(sentence, wanted);
    if (!bearing || (wanted.isOver && EXPECTED.test(`${sentence.above} ${sentence.text}`))) continue;
    for (const amount of amountsOf(sentence.text, wanted, index.page.language)) {
      // Nothing is counted in parts; a price may be one, and is then not made up for by another.
      const isPart = type === 'integer' && !Number.isSafeInteger(amount.value);
      if (old.has(amount.value) || (isPart && wanted.kind !== 'money')) continue;
      const score = bearing.share + nearness(amount, bearing, wanted, sentence.text);
      const known = scores.get(amount.value);
      // What is said twice is surer.
      scores.set(amount.value, known === undefined ? score : Math.max(known, score) + 0.05);
    }
  }
  const [best, second] = [...scores].sort(([, one], [, other]) => other - one);
  if (!best || best[1] < 0.95 || (second && best[1] - second[1] < 0.08)) return undefined;
  const value = best[0];
  if (type === 'integer' && !Number.isSafeInteger(value)) return undefined;
  return value;
}

/** What is struck out, unless what something cost before is asked for. */
function oldPrices({ index, facts }: Source, { kind, isPrevious }: Wanted): Set<unknown> {
  if (kind !== 'money' || isPrevious) return new Set();
  return new Set(
    facts
      .filter(({ name }) => isThing(name, 'original price'))
      .map(({ value }) => parseNumber(String(value), index.page.language)),
  );
}

interface Wanted {
  /** What must be said beside the amount. */
  words: string[];
  kind: 'date' | 'year' | 'money' | 'number';
  /** The unit that the key names: a stem ("week"), or the key itself for a measure. */
  period: string | null;
  measure: string | null;
  scale: number | null;
  isPercent: boolean;
  bound: 'least' | 'most' | null;
  age: 'least' | 'most' | null;
  /** It asks for what was before. */
  isPrevious: boolean;
  /** It asks for the number that something bears: "No. 14". */
  isNumbered: boolean;
  /** It asks when something was done: what is only expected is not. */
  isOver: boolean;
  /** It asks how many there are: the number stands beside the word. */
  isCount: boolean;
  /** What was counted, where the key says last what was done to it. */
  thing: string | null;
}

function wantedOf(asked: string[], key: string, isDate: boolean): Wanted {
  const named = nameWords(key);
  const period = isDate ? null : (named.findLast((word) => PERIODS.has(word)) ?? null);
  const bound = named.some((word) => LEAST.has(word))
    ? 'least'
    : named.some((word) => MOST.has(word))
      ? 'most'
      : null;
  const scale = named.includes(stem('million')) ? 1e6 : named.includes(stem('billion')) ? 1e9 : null;
  const isAge = !isDate && named.includes(AGE);
  const isYear =
    !isDate && period === YEAR && (named.at(0) === YEAR || named.length === 1 || named.at(-1) === YEAR);
  const isCountOfYears = /years$/i.test(key);
  const isPercent = named.some((word) => PERCENT.has(word));
  const isMoney = asked.some((word) => isThing([word], 'price') || MONEY.has(word));
  const isFounded = isThing(asked, 'founded') || isThing(asked, 'year built');
  const words = asked.filter(
    (word) =>
      !IDLE.has(word) &&
      !LEAST.has(word) &&
      !MOST.has(word) &&
      !PREVIOUS.has(word) &&
      !PERCENT.has(word) &&
      !(isDate && DATES.has(word)) &&
      !(isAge && word === AGE) &&
      !(period !== null && (word === period || word === 'per')) &&
      !SCALES.has(word),
  );
  const isOfYear = (isYear && !isCountOfYears) || isFounded;
  return {
    words,
    kind: isDate ? 'date' : isOfYear ? 'year' : isMoney && !isPercent ? 'money' : 'number',
    period: isOfYear ? null : period,
    measure: isDate || period !== null ? null : key,
    scale,
    isPercent,
    bound,
    age: isAge && words.length === 0 ? (bound ?? 'least') : null,
    isPrevious: named.some((word) => PREVIOUS.has(word)),
    isNumbered: !isDate && /[a-z](?:_number|Number|_no|_nr)$/.test(key) && period === null,
    isOver: isDate && /ed(?:_?(?:at|on|date))?$/i.test(key),
    thing: countedThing(key) ?? null,
    isCount: asksHowMany(key) && period === null && scale === null && !isPercent,
  };
}

interface Bearing {
  share: number;
  /** Where the words stand in the sentence. */
  places: Token[];
}

/** Whether a sentence speaks of what is asked: by its own words, or those of its heading. */
function bearingOf({ text, stems, above }: Sentence, { words, age }: Wanted): Bearing | undefined {
  if (text.length > 500 || !/\d|\p{L}/u.test(text)) return undefined;
  if (words.length === 0) return age === null ? undefined : { share: 1, places: [] };
  const isSaid = (word: string, own: string[]) =>
    own.some((each) => isSameWord(each, word) || isGrownFrom(each, word));
  const inside = words.filter((word) => isSaid(word, stems) || isImplied(word, text));
  if (inside.length < words.length) {
    const heading = stemsOf(above);
    if (!words.every((word) => inside.includes(word) || isSaid(word, heading))) return undefined;
    if (inside.length === 0 && heading.length > words.length + 3) return undefined;
  }
  const places = tokensOf(text).filter((token) => words.some((word) => isSaid(word, [token.stem])));
  const share = (inside.length + (words.length - inside.length) * 0.85) / words.length;
  const own = Math.max(1, stems.filter((word) => word.length > 2).length);
  return { share: share + 0.1 * Math.min(1, places.length / own), places };
}

/** Knots are a speed, and a sum of money is what something costs. */
function isImplied(word: string, text: string): boolean {
  return IMPLIED.some(([meant, look]) => isSameWord(word, meant) && look.test(text));
}

const IMPLIED = (
  [
    [
      'deadline',
      /(?<!\p{L})(?:until|till|by|before|no later than|bis(?: zum)?|spätestens|tot(?: en met)?|uiterlijk|jusqu['’]au|avant le|hasta(?: el)?|antes del|entro il|fino al|até|do)\s(?:the\s)?\p{L}{0,10}\s?\d|\d日まで/iu,
    ],
    ['speed', /\d\s?(?:knots|kn|km\/h|mph|kph)\b/i],
    ['temperature', /\d\s?°/],
    ['price', /[$€£¥]\s?\d|\d\s?[$€£¥円]/],
    ['weight', /\d\s?(?:kg|g|lbs?|oz)\b/i],
  ] as const
).map(([word, look]) => [stem(word), look] as const);

/** How near an amount stands to the words: up to 0.3, more where the words stand side by side. */
function nearness({ at, end }: Amount, { places }: Bearing, wanted: Wanted, text: string): number {
  const before = text.slice(Math.max(0, at - 30), at);
  const isPrevious =
    BEFORE.test(before.slice(-16)) ||
    /^\W{0,3}(?:im|in the|l['’])?\s?(?:vorjahr|previous year)/i.test(text.slice(end, end + 20));
  const qualified = isPrevious === wanted.isPrevious ? 0 : -0.4;
  const bounded =
    wanted.bound === null || wanted.age !== null
      ? 0
      : (wanted.bound === 'least' ? AT_LEAST : AT_MOST).test(`${before} # ${text.slice(end, end + 14)}`)
        ? 0.15
        : -0.2;
  // A sum says itself that it is a price.
  const isSaid = wanted.kind === 'money' && wanted.words.every((word) => isThing([word], 'price'));
  if (places.length === 0) return qualified + bounded + (isSaid ? 0.3 : 0);
  const gaps = places.map((place) => (place.end <= at ? at - place.end : Math.max(0, place.at - end)));
  const gap = Math.min(...gaps);
  const spread = Math.max(...places.map((place) => place.end)) - Math.min(...places.map((place) => place.at));
  const isPhrase = wanted.words.length > 1 && spread <= wanted.words.join(' ').length * 1.6 + 6;
  return qualified + bounded + 0.3 * (1 - Math.min(1, gap / 80)) + (isPhrase ? 0.2 : 0);
}

/** What stands in a sentence of the kind and unit that is asked for. */
function amountsOf(text: string, wanted: Wanted & { isMoment: boolean }, language: string | null): Amount[] {
  switch (wanted.kind) {
    case 'date':
      return wanted.isMoment ? momentsIn(text, language) : datesIn(text, language);
    case 'year':
      return [...text.matchAll(/(?<![\d.,/-])(?:1[4-9]|20)\d{2}(?![\d%]|[.,/-]\d)/g)].map((match) => ({
        value: Number(match[0]),
        ...spanOf(match),
      }));
    case 'money':
      return sumsIn(text, wanted, language);
    default:
      return numbersIn(text, wanted, language);
  }
}

function spanOf(match: RegExpMatchArray): { at: number; end: number } {
  const at = match.index ?? 0;
  return { at, end: at + match[0].length };
}

/** The days of a sentence; the ends of a range have keys of their own. */
function datesIn(text: string, language: string | null): Amount[] {
  const days = locateDates(text, language);
  const isRange = days.some(({ end }, at) => (days[at + 1]?.at ?? Number.POSITIVE_INFINITY) - end < 12);
  return isRange ? [] : days.map(({ date, at, end }) => ({ value: date, at, end }));
}

/** The same with the hour that stands behind a day. */
function momentsIn(text: string, language: string | null): Amount[] {
  return datesIn(text, language).flatMap(({ at, end }) => {
    const value = momentOf(text.slice(at, end + 30), language);
    return value === undefined ? [] : [{ value, at, end }];
  });
}

/** The sums of a sentence; where the key names a time, those for that time: "$140 per night". */
function sumsIn(text: string, { scale, period }: Wanted, language: string | null): Amount[] {
  const found: Amount[] = [];
  for (const sum of new Set(amountsIn(text).concat(text.match(NAMED_SUM) ?? []))) {
    const at = text.indexOf(sum);
    const value = parseNumber(text.slice(at), language);
    const [, time] = EACH.exec(text.slice(at + sum.length)) ?? [];
    if (period !== null && time !== undefined && !isSameWord(stem(time.toLowerCase()), period)) continue;
    if (value !== undefined) found.push({ value: round(value / (scale ?? 1)), at, end: at + sum.length });
  }
  return found;
}

const EACH =
  /^[^\p{L}\d]{0,3}(?:(?:\p{L}+\s){0,3}(?:per|each|every|an?|pro|par|por|al|je)\s|\/\s?)(\p{L}+)/iu;
const NAMED_SUM =
  /\d(?:[\d.,'’]|[ ](?=\d{3}(?!\d)))*\s?(?:(?:Mio|Mrd|million|billion|Millionen|milliards?|millions|milioni|millones)\.?\s)?(?:Euro|euros?|dollars?|pounds|kroner|zloty|yen)(?!\p{L})/giu;

function numbersIn(text: string, wanted: Wanted, language: string | null): Amount[] {
  if (wanted.age !== null) return agesIn(text, wanted.age);
  const noun = wanted.isCount ? (wanted.thing ?? wanted.words.at(-1)) : undefined;
  if (noun !== undefined && stemsOf(text).some((each) => isSameWord(each, noun) || isGrownFrom(each, noun)))
    return countsOf(text, noun, language);
  const found: Amount[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const span = spanOf(match);
    const [written] = match;
    const value = /^\d/.test(written) ? parseNumber(text.slice(span.at), language) : parseNumberWord(written);
    if (value === undefined) continue;
    const behind = text.slice(span.end, span.end + 24);
    if (
      wanted.isPercent !== /^\s?(?:%|percent|per cent|prozent|procent|por ?ciento|pour ?cent)/i.test(behind)
    )
      continue;
    if (wanted.isNumbered) {
      if (NUMBERED.test(text.slice(0, span.at))) found.push({ value, ...span });
      continue;
    }
    if (wanted.period !== null) {
      const [unit] = stemsOf(behind.replace(WORKING, ''));
      if (unit === undefined || !isSameWord(unit, wanted.period)) continue;
      found.push({ value, ...span });
      continue;
    }
    if (wanted.scale !== null) {
      if (SCALED.test(behind)) found.push({ value: round(value / wanted.scale), ...span });
      continue;
    }
    const measured =
      wanted.measure === null
        ? undefined
        : inUnitOf(text.slice(span.at, span.end + 16), wanted.measure, language);
    if (measured !== undefined) found.push({ value: measured, ...span });
    else if (/^\d/.test(written) && (wanted.isPercent || isBare(text, span)) && !namesUnit(wanted.measure))
      found.push({ value, ...span });
  }
  return found;
}

const NUMBER =
  /(?<![\p{L}\p{N}.,:/#-])(?:\d(?:[\d.,'’]*\d)?|\p{L}{2,10}(?=[-\s](?:(?:working|business|calendar|full|consecutive|more)\s)?(?:years?|months?|weeks?|days?|hours?|minutes?|Jahr|Monat|Woche|Tag|Stunde|ans?\b|mois|semaines?|jours?|heures?|años?|mes|semanas?|d[ií]as?|horas?|ann[io]|settiman|giorn|or[ae]\b|jaar|maand|we[ek]+|dag|uur|lat|miesi|tygod|dni|godzin|anos?)))/giu;

const WORKING = /^[-\s]*(?:(?:working|business|calendar|full|consecutive|more)\s)?/i;

const NUMBERED = /(?:No|Nr|Num|n[º°]|#|号)\.?\s?$/i;

/** No day, time, version or number of something's kind. */
function isBare(text: string, { at, end }: { at: number; end: number }): boolean {
  return (
    !/^(?:[.:/-]\d|\s?(?:%|°|Prozent|percent))/i.test(text.slice(end)) &&
    !/(?:No|Nr|n[º°]|v)\.?\s?$/i.test(text.slice(0, at))
  );
}

/** A key in a unit is not told by a number without one. */
function namesUnit(key: string | null): boolean {
  return key !== null && inUnitOf('1 kg 1 m 1 km 1 l 1 sqm 1 mb', key, null) !== undefined;
}

/** "18 or over", "ab 16 Jahren", "menores de 12": how old one must or may be. */
export function agesIn(text: string, bound: 'least' | 'most'): Amount[] {
  return [...text.matchAll(bound === 'least' ? OLD_ENOUGH : YOUNG_ENOUGH)].map((match) => ({
    value: Number(match.slice(1).find((part) => part !== undefined)),
    ...spanOf(match),
  }));
}

const OLD_ENOUGH =
  /(?<![\d.,£$€])(\d{1,2})\s?(?:years?(?: old)?(?: of age)?\s)?(?:or|and) (?:over|older|above)|(?:at least|minimum age(?: is| of)?:?|aged?|over the age of|from the age of|must be)\s(\d{1,2})(?!\s?(?:weeks|months|days|minutes|hours|%|km|m\b|cm))(?= years| or|\+|[.,;)]|$)|(?<!\d)(\d{1,2})\+(?=\s|$)|(?:ab|mindestens)\s(\d{1,2})\sJahren?|(?:à partir de|dès|au moins|plus de)\s(\d{1,2})\sans|(?:mayores de|a partir de|al menos|desde)\s(?:los\s)?(\d{1,2})\saños|(?:dai|da|almeno|maggiori di)\s(\d{1,2})\sanni|(?:a partir dos|maiores de)\s(\d{1,2})\sanos|(?:vanaf|minimaal)\s(\d{1,2})\sjaar|(?:od|ukończone|powyżej)\s(\d{1,2})\s(?:lat|roku)|(\d{1,2})\s?歳以上|(?:満)(\d{1,2})歳/giu;
const YOUNG_ENOUGH =
  /(?:under|younger than|below)\s(\d{1,2})(?=s?(?:[.,;)]|$|\syears|\sgo|\sfree))|up to the age of\s(\d{1,2})|up to\s(\d{1,2})\syears|(?:unter|bis)\s(\d{1,2})\sJahren?|moins de\s(\d{1,2})\sans|menores de\s(\d{1,2})|(?:fino a|meno di|under)\s(\d{1,2})\sanni|(?:tot|onder)\s(\d{1,2})\sjaar|(?:do|poniżej)\s(\d{1,2})\slat|(\d{1,2})\s?歳(?:以下|未満)/giu;

const stems = (words: string) => new Set(words.split(' ').flatMap((word) => [word, ...nameWords(word)]));

const [AGE = 'age'] = nameWords('age');
const [YEAR = 'year'] = nameWords('year');
const PERIODS = stems('year years month months week weeks day days hour hours minute minutes night nights');
const LEAST = stems('minimum min least lowest');
const MOST = stems('maximum max most highest limit');
const PREVIOUS = stems('previous prior former');
const PERCENT = stems('percent percentage pct');
const SCALES = stems('million billion thousand eur usd gbp euro euros dollars');
const MONEY = stems(
  'revenue turnover dividend profit ebit sales budget investment salary deposit fine penalty',
);
const IDLE = stems('number count total amount value of the is per in a an for and');
const DATES = stems('date datum data fecha day on at time 日');
const BEFORE =
  /(?:Vorjahr|previous year|prior year|last year|année précédente|año anterior|anno precedente|ano anterior|vorig jaar|poprzedni rok|was|before|zuvor|instead of|statt)\W{0,4}$/iu;
const EXPECTED =
  /\b(?:expected|estimated|scheduled|planned|will|voraussichtlich\p{L}*|geplant|soll|prévue?|estimad[oa]|previst[oa]|verwacht\p{L}*|przewidywan\p{L}*)(?!\p{L})|予定/iu;
const AT_LEAST =
  /\b(?:at least|minimum|min\.?|no less than|mindestens|ab|au moins|minimum de|al menos|mínimo|almeno|minimo|pelo menos|minimaal|ten minste|co najmniej|minimum)\s(?:of\s|von\s|de\s)?\W{0,3}(?:#|$)|#\s?(?:or|and) (?:over|more|older|above)|#\s?以上/iu;
const AT_MOST =
  /\b(?:up to|at most|maximum|max\.?|no more than|not exceed(?:ing)?|bis zu|maximal|höchstens|jusqu['’]à|au plus|maximum de|hasta|como máximo|máximo|fino a|al massimo|massimo|até|no máximo|maximaal|hoogstens|tot|do|maksymalnie)\s(?:of\s|von\s|de\s)?\W{0,3}(?:#|$)|#\s?(?:or|and) (?:under|less|fewer)|#\s?(?:以下|まで)/iu;
const SCALED =
  /^\s?(?:Mio|Mrd|million|billion|Millionen|Milliarden|milliards?|millions|milioni|millones|mln|m\b|bn\b)/i;
