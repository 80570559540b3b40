import { amountsIn } from '../values/number.ts';
import { isGrownFrom, isSameWord, isThing } from '../words/concepts.ts';
import { nearness } from '../words/related.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { contentStems, stem, stemsOf } from '../words/words.ts';
import { isOwn, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

type Asked = Pick<Question, 'text'>;

/**
 * What is to be paid for, where that is not what the page is about: "shipping" of "What is the shipping cost?". The price
 * of anything else is no answer to that.
 */
export function paidFor(index: PageIndex, { text }: Asked): string[] {
  const said = PAID.map((look) => look.exec(text)?.[1]).find((found) => found !== undefined) ?? '';
  const words = contentStems(said).filter((word) => !PLAIN.has(word) && !isThing([word], 'price'));
  return words.some((word) => isOwn(index, word) || SUBJECTS.has(word)) ? [] : words;
}

const PRICE = '(?:prices?|costs?|fees?|charges?|surcharges?)';
const PAID = [
  `\\b${PRICE} (?:of|for) (?:the |an? |my |your )?([\\p{L}\\s-]{3,40}?)\\s*\\??$`,
  `^what(?:['’]s| is| are| was) (?:the |your |its )?((?:[\\p{L}-]+\\s){1,2})${PRICE}\\s*\\??$`,
  `^(?:how much|what) (?:does|do|did|will|would) ([\\p{L}\\s-]{3,40}?) cost\\s*\\??$`,
  `^how much (?:is|are|was|were) ([\\p{L}\\s-]{3,40}?)\\s*\\??$`,
].map((look) => new RegExp(look, 'iu'));

/** Words for a price as such. */
const PLAIN = new Set(
  'asking guide selling purchase buying market share stock closing opening estimated reserve offer ticket entry entrance admission total current final full regular normal original sale old new list unit retail average overall starting base basic usual standard exact minimum maximum lowest highest cheapest lot night day week month year annual yearly monthly weekly daily hourly person single one each piece most more'
    .split(' ')
    .map(stem),
);

/** "What does a student pay?" where the page has no price for students: what others pay is no answer. */
export function isOfOtherPayer({ vocabulary }: PageIndex, { words, expects }: Question): boolean {
  const [payer] = expects === 'money' ? words.filter((word) => PAYERS.has(word)) : [];
  if (payer === undefined) return false;
  for (const each of vocabulary)
    if (isSameWord(each, payer) || isGrownFrom(each, payer) || INSTEAD[payer]?.has(each)) return false;
  return true;
}

const PAYERS = new Set('student senior pensioner adult member resident teenager'.split(' ').map(stem));
/** Under which other names some of them pay. */
const INSTEAD: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  [
    ['student', 'concession reduced discount young youth'],
    ['senior', 'concession reduced pensioner old older over retired 60 65 oap'],
    ['pensioner', 'concession reduced senior old older over retired 60 65 oap'],
    ['teenager', 'child young youth under junior'],
    ['adult', 'person ticket admission entry full standard'],
  ].map(([payer = '', names = '']) => [stem(payer), new Set(names.split(' ').map(stem))]),
);

/** "Is there wifi on the train?", "Can I pay by card?": a line without wifi or cards says nothing to it. */
export function missesTurn(output: string, { text, form, stems }: Question, index: PageIndex): boolean {
  // A plain yes was found by its name.
  if (form !== 'yes-no' || /^\p{L}+(?:$| \()/u.test(output)) return false;
  const turn = TURNS.map((look) => look.exec(text)?.[1]).find((said) => said !== undefined) ?? '';
  const words = contentStems(turn).filter((word) => !isOwn(index, word));
  const told = stemsOf(output).filter((word) => words.includes(word) || !stems.has(word));
  return words.length === 1 && !tellsOf(words, told);
}

const TURNS = [
  /^(?:is|are) there (?:an? |any )?([\p{L}-]+)\b/iu,
  /^(?:can|could|may|do|does) .{1,60} (?:by|with|in|on) (?:an? |the |my )?([\p{L}-]+)\s*\?$/iu,
];

/** Whether words tell of one of what is asked for, or of something close to it. */
export function tellsOf(asked: readonly string[], told: Iterable<string>): boolean {
  if (asked.length === 0) return true;
  // Every price is called one, whatever it is paid for.
  for (const each of told)
    if (
      !isThing([each], 'price') &&
      asked.some((word) => isSameWord(each, word) || isGrownFrom(each, word) || nearness(word, each) > 0)
    )
      return true;
  return false;
}

/** What can be had for nothing is what the line names, and not all that the page is about. */
export function isFreeOfOther(
  line: string,
  { expects, words }: Pick<Question, 'expects' | 'words'>,
): boolean {
  if (expects !== 'money' || !FREE.test(line) || amountsIn(line).length > 0) return false;
  const things = words.filter((word) => !isThing([word], 'price'));
  return things.length > 0 && !ENTRY.test(line) && !tellsOf(things, stemsOf(line));
}

const FREE = /\bfree\b|\bno charge\b/i;
const ENTRY = /\b(?:admission|entry|entrance|tickets?|visits?)\b/i;

/** A sentence that tells another thing that was done does not say when this was: "renovated" is not "built". */
export function tellsOtherDeed(output: string, { text }: Asked): boolean {
  const deed = DONE.exec(text)?.[1]?.toLowerCase();
  // A day alone, or a line of a name and a day, was found by its name.
  if (deed === undefined || !/[.!]$/.test(output)) return false;
  // "The building" is a thing, and "since 1921" a beginning.
  const told = stemsOf(output.replace(/\b(?:the|this|an?|its|our) \p{L}+ing\b/giu, ' '));
  if (SINCE.test(output) && tellsOf([stem('founded')], [stem(deed)])) return false;
  const done = (output.match(DEED) ?? []).map((word) => stem(word.toLowerCase()));
  return (
    !told.some((each) => isSameWord(each, stem(deed)) || isGrownFrom(each, stem(deed))) &&
    !done.some((each) => nearness(stem(deed), each) >= NEAR_DEED)
  );
}

const NEAR_DEED = 0.4;

const DEED = /(?<!\p{L})(?:\p{L}+ed|built|made|born|written|sold|bought|drawn|cast|laid)(?!\p{L})/giu;
const DONE = new RegExp(
  `^(?:when|(?:in )?(?:what|which) year) (?:was|were) .*?(${DEED.source})\\s*\\??$`,
  'iu',
);
const SINCE = /\bsince\b|\best\b|\bdates? (?:from|back)\b/i;
