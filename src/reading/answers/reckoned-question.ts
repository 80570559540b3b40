import { englishNumber, parseNumber, round } from '../values/number.ts';

/** A question whose answer is reckoned from what others give: each is asked by itself. */
export interface ReckonedQuestion {
  asks: string[];
  /** How many of each pay. */
  party?: number[];
  /** Undefined unless every answer is one amount, all in the same unit. */
  reckon(answers: string[], language: string | null): string | undefined;
}

/** "How much more does A cost than B?", "What do two adults pay?"; null where nothing is to be reckoned. */
export function reckoningOf(goal: string): ReckonedQuestion | null {
  const text = goal
    .trim()
    .replace(/[?.!\s]+$/, '')
    .replace(/^what['’]s\b/i, 'what is');
  return differenceIn(text) ?? sumIn(text) ?? partyIn(text) ?? multipleIn(text);
}

function differenceIn(text: string): ReckonedQuestion | null {
  const asks = moreThan(text) ?? adjectiveThan(text) ?? differenceBetween(text);
  return asks && { asks, reckon: reckonWith(([one = 0, other = 0]) => Math.abs(one - other)) };
}

/** "How much more storage does A have than B": how much storage does A have, and how much B. */
function moreThan(text: string): string[] | null {
  const [, many, noun = '', does = '', said = '', than = ''] = text.match(MORE_THAN) ?? [];
  if (!many) return null;
  const [, one = said, verb = ''] = /^(?:is|are|was|were)$/i.test(does)
    ? []
    : (said.match(/^(.+)\s(\p{L}+)$/u) ?? []);
  const asked = ['How', many, noun.trim()].filter(Boolean).join(' ');
  return [one, sameKind(than, one)].map((side) => `${[asked, does, side, verb].filter(Boolean).join(' ')}?`);
}

const MORE_THAN =
  /^how (much|many) (?:more|less|fewer) ((?:[\p{L}-]+ ){0,4}?)(is|are|was|were|does|do|did|has|have|would|will|can) (.{2,60}?) than (.{2,60})$/iu;

/** "How much heavier is A than B": what each of them weighs. */
function adjectiveThan(text: string): string[] | null {
  const [, adjective = '', one = '', other = ''] = text.match(ADJECTIVE_THAN) ?? [];
  const measure = MEASURES.find(([look]) => look.test(adjective))?.[1];
  return measure === undefined ? null : bothOf(measure, one, other);
}

const ADJECTIVE_THAN =
  /^(?:by )?how much (\p{L}+er|more expensive|less expensive) (?:is|are) (.{2,60}?) than (.{2,60})$/iu;
const MEASURES: readonly (readonly [RegExp, string])[] = [
  [/^(?:cheaper|dearer|pricier|.* expensive)$/i, 'price'],
  [/^(?:heavier|lighter)$/i, 'weight'],
  [/^(?:longer|shorter)$/i, 'length'],
  [/^(?:taller|higher|lower)$/i, 'height'],
  [/^(?:wider|narrower)$/i, 'width'],
  [/^deeper$/i, 'depth'],
  [/^(?:faster|slower)$/i, 'speed'],
  [/^(?:older|younger)$/i, 'age'],
];

/** "What is the price difference between A and B?", "the difference in weight". */
function differenceBetween(text: string): string[] | null {
  const [, before, one, other, behind, first, second] = text.match(DIFFERENCE) ?? [];
  const measure = before ?? behind;
  return measure === undefined ? null : bothOf(measure, one ?? first ?? '', other ?? second ?? '');
}

const DIFFERENCE =
  /^what is the (?:(?!the\b)([\p{L}]+) difference between (.{2,60}?) and (.{2,60})|difference in ([\p{L} ]{3,20}?) between (.{2,60}?) and (.{2,60}))$/iu;

function bothOf(measure: string, one: string, other: string): string[] {
  return [one, sameKind(other, one)].map((side) => `What is the ${measure} of ${side}?`);
}

/** "An international wire than a domestic one". */
function sameKind(other: string, one: string): string {
  const kind = one.split(' ').at(-1) ?? '';
  return other.replace(/\s(?:do|does|is|are|has|have)$/i, '').replace(/(?<=\s)ones?$/i, kind);
}

/** "What do A and B cost together?" */
function sumIn(text: string): ReckonedQuestion | null {
  const things = text.match(SUM)?.[1]?.split(/,\s(?:and\s)?|\sand\s/);
  if (!things || things.length < 2) return null;
  const asks = things.map((thing) => `How much is ${thing}?`);
  return { asks, reckon: reckonWith((amounts) => amounts.reduce((sum, each) => sum + each, 0)) };
}

const SUM =
  /^(?:how much|what) (?:is|are|do|does|would|will) (?:it cost for )?(.{2,80}? and .{2,60}?)(?: (?:cost|come to|be))?(?: me)? (?:together|in total|altogether|combined)$/iu;

/** "How much is it for two adults and one child?": what each of them pays, as often as there are of them. */
function partyIn(text: string): ReckonedQuestion | null {
  const isEach = COSTS.test(text) && !/\b(?:family|group)\b/i.test(text);
  const party = isEach ? PARTY.exec(text)?.[0] : undefined;
  if (party === undefined) return null;
  const each = party.split(JOINED).map((part) => ONE_OF_PARTY.exec(part));
  const counts = each.map((part) => countOf(part?.[1] ?? ''));
  const asks = each.map((part) => `${text.replace(party, oneOf(part?.[2] ?? '') + (part?.[3] ?? ''))}?`);
  const reckon = (sums: number[]) => sums.reduce((sum, fare, at) => sum + fare * (counts[at] ?? 0), 0);
  return { asks, party: counts, reckon: reckonWith(reckon, { isMoney: true }) };
}

function countOf(said: string): number {
  return /^(?:an?|one)$/i.test(said) ? 1 : (englishNumber(said) ?? Number(said));
}

/** "What do two adults pay?": twice what one pays. */
function multipleIn(text: string): ReckonedQuestion | null {
  if (!COSTS.test(text)) return null;
  const [only, ...others] = [...text.matchAll(COUNTED)];
  const count = only && (englishNumber(only[1] ?? '') ?? Number(only[1]));
  if (!only || others.length > 0 || !count || count < 2) return null;
  const ask = text.replace(only[0], oneOf(only[2] ?? ''));
  return { asks: [`${ask}?`], reckon: reckonWith(([each = 0]) => each * count, { isMoney: true }) };
}

const COSTS = /^(?:how much|what (?:do|does|would|will|is the (?:price|cost)))\b(?!.*\bthan\b)/i;
/** Things that are paid for one by one. */
const COUNTED =
  /(?<![\p{L}\d-])(two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) ((?:adult|child|student|senior|pensioner|concession|person|guest|ticket|pass|page|cop|night)(?:s|es|ies|ren)?|people)\b/giu;

const COUNT = '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2})';
const PAYER =
  '(?:(?:adult|child|kid|student|senior|pensioner|concession|teenager|bab(?:y|ies))(?:s|ren)?)(?:\\s(?:under|over|aged?)\\s\\d{1,2})?';
const JOINED = /,\s(?:and\s)?|\sand\s|\s(?:plus|with)\s/i;
const PARTY = new RegExp(`\\b${COUNT} ${PAYER}(?:(?:${JOINED.source})${COUNT} ${PAYER}){1,3}\\b`, 'iu');
const ONE_OF_PARTY = new RegExp(`^(${COUNT}) (\\p{L}+)(.*)$`, 'iu');

function oneOf(noun: string): string {
  if (/^children$/i.test(noun)) return 'a child';
  if (/^(?:people|persons)$/i.test(noun)) return 'a person';
  return /^nights$/i.test(noun) ? 'a night' : `a ${noun.replace(/ies$/i, 'y').replace(/(?<=ss)es$|s$/i, '')}`;
}

interface Amount {
  value: number;
  sign: string;
  unit: string;
}

function reckonWith(
  reckon: (amounts: number[]) => number,
  { isMoney = false } = {},
): ReckonedQuestion['reckon'] {
  return (answers, language) => {
    const amounts = answers.map((answer) => amountIn(answer, language));
    const [first] = amounts;
    const isAlike = amounts.every(
      (each) => each !== undefined && each.sign === first?.sign && each.unit === first.unit,
    );
    if (!first || !isAlike || (isMoney && first.sign === '' && !PENCE.test(first.unit))) return undefined;
    const result = round(reckon(amounts.map((each) => each?.value ?? 0)));
    const isWhole = Number.isInteger(result) && !answers.some((answer) => /\d[.,]\d\d(?!\d)/.test(answer));
    const written = first.sign !== '' && !isWhole ? result.toFixed(2) : String(result);
    return `${first.sign}${written}${first.unit}`;
  };
}

const PENCE = /^\s?(?:p|ct|cents?|[€£$]|[A-Z]{3})\b/;

/** "£3.95, free over £60": one amount, and what is said of it behind a comma or in brackets. */
function amountIn(answer: string, language: string | null): Amount | undefined {
  const [said = ''] = answer.trim().split(/,\s|\s\(|;\s/);
  const match =
    /^(?:from |about |approx\.? )?([$€£¥₹]|[A-Z]{3}\s)?(\d[\d.,]*)(\s?[^\d\s][^\d]{0,15})?$/u.exec(said);
  const value = match && parseNumber(`${match[1] ?? ''}${match[2]}`, language);
  if (!match || value === undefined || value === null) return undefined;
  // "$9/month" and "$9 per month" are dollars.
  const unit = (match[3] ?? '').replace(/^\s?(?:\/|per |a )\s?\p{L}+$/u, '').trimEnd();
  return { value, sign: match[1] ?? '', unit };
}
