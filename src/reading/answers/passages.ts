import { labelPair } from '../page/item-fields.ts';
import type { ExtractedPage } from '../page/page.ts';
import { namesMonth, parseDate } from '../values/date.ts';
import { amountsIn, isMoney, parseNumberWord } from '../values/number.ts';
import { isGrownFrom, isSameWord } from '../words/concepts.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { contentStems, stem, stemsOf } from '../words/words.ts';
import { isFreeOfOther, paidFor, tellsOf } from './asked-of.ts';
import { isNoStatement } from './no-statement.ts';
import { coverage, isOwn, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { mainSentences, sentencesOf } from './sentences.ts';

export interface Passage {
  text: string;
  coverage: number;
}

const MAX_PASSAGE_CHARS = 600;
const MAX_SECTION_CHARS = 1_500;

/** The sentence that holds the question's words, or the part of the page under a heading that does. */
export function findPassage(index: PageIndex, question: Question): Passage | undefined {
  const answered = findAnswered(index, question);
  if (answered) return answered;
  if (question.implied.includes(REASON)) return findReason(index, question);
  const section = findSection(index, question);
  const sentence =
    section && section.text.length <= TELLING_CHARS ? undefined : findSentence(index, question);
  // One sentence that says it all is better than the part it stands in.
  if (section && !(sentence && question.expects !== null && sentence.coverage >= 0.95)) return section;
  return sentence;
}

const [REASON = ''] = stemsOf('reason');
const [AGE = ''] = stemsOf('age');
const TELLING_CHARS = 150;

/** Why: a sentence that gives a reason, for what it or the one before it says. */
function findReason(index: PageIndex, question: Question): Passage | undefined {
  const { words } = question;
  const said = mainSentences(index.page);
  let best: Passage | undefined;
  said.forEach(({ text, stems }, at) => {
    if (!BECAUSE.test(text) || text.length > MAX_PASSAGE_CHARS || text.endsWith('?')) return;
    const own = new Set(stems);
    const before = new Set([...(said[at - 1]?.stems ?? []), ...(said[at - 2]?.stems ?? [])]);
    const share = coverage(index, words, (word) => has(own, word));
    const whole = coverage(
      index,
      words,
      (word) => has(own, word) || has(before, word) || index.own.has(word),
    );
    const found = share + 0.7 * (whole - share);
    if (found > (best?.coverage ?? 0)) best = { text, coverage: found };
  });
  if (best && best.coverage >= 0.55) return { ...best, coverage: Math.max(best.coverage, 0.7) };
  const section = findSection(index, question);
  if (section) return section;
  const sentence = findSentence(index, question);
  return sentence && sentence.coverage >= 0.8 ? sentence : undefined;
}

const BECAUSE =
  /(?<!\p{L})(?:because|since|as a result|due to|owing to|thanks to|so that|in order to|therefore|the reason|after complaints?|weil|da|denn|wegen|aufgrund|damit|deshalb|parce qu\p{L}*|car|puisque|en raison|à cause|grâce à|afin de|pour que|porque|debido|por culpa|ya que|a causa|gracias a|perché|poiché|siccome|a causa|ponieważ|bo|gdyż|dlatego|z powodu|omdat|want|doordat|vanwege|porque|devido)(?!\p{L})|ため|ので|から/iu;

/** The page asks the same question, and answers it in the next line. */
function findAnswered({ page }: PageIndex, question: Question): Passage | undefined {
  const asked = new Set(stemsOf(question.text));
  const at = page.blocks.findIndex(({ text, isAside }) => {
    if (isAside || !text.endsWith('?') || text.length > 150) return false;
    const said = stemsOf(text);
    return (
      said.length > 2 &&
      said.filter((word) => asked.has(word)).length >= Math.max(said.length, asked.size) * 0.7
    );
  });
  const isTitle = page.headings.some(({ level, text }) => level === 1 && text === page.blocks[at]?.text);
  const next = at < 0 || isTitle ? undefined : page.blocks[at + 1];
  return next && next.text.length >= 10 && !next.text.endsWith('?') && next.text.length <= MAX_PASSAGE_CHARS
    ? { text: next.text, coverage: 1 }
    : undefined;
}

/** What stands under a heading that is the question, or names what is asked. */
function findSection(index: PageIndex, question: Question): Passage | undefined {
  // "Where does it take place" names nothing but what it asks for.
  const isImplied = question.words.length === 0;
  const words = isImplied ? question.implied : question.words;
  if (words.length === 0) return undefined;
  let best: { heading: string; score: number; share: number } | undefined;
  const headings = new Set(index.page.blocks.flatMap(({ under }) => under));
  for (const heading of headings) {
    const own = stemsOf(heading);
    const share = coverage(
      index,
      words,
      (word) => own.some((each) => isSameWord(each, word)) || index.own.has(word),
    );
    const told = own.filter((each) => words.some((word) => isSameWord(each, word)));
    const content = own.filter((each) => each.length > 2);
    const back = content.length === 0 ? 0 : told.length / content.length;
    if (told.length === 0 || (isImplied ? back < 1 : share < 0.85)) continue;
    const score = share + back;
    if (score > (best?.score ?? 0)) best = { heading, score, share };
  }
  if (!best) return undefined;
  if (question.expects === 'money' && isMoney(moneyIn(best.heading)))
    return { text: best.heading, coverage: best.share };
  const isWhole = index.page.headings.some(({ level, text }) => level === 1 && text === best.heading);
  if (isWhole && (best.score < 1.45 || asksBeyond(index, question))) return undefined;
  const parts = index.page.blocks.filter(
    ({ under, text }) =>
      (isWhole
        ? under.includes(best.heading)
        : under.at(-1) === best.heading || under.includes(best.heading)) && text !== best.heading,
  );
  if (parts.length === 0 || parts.every(({ isAside }) => isAside)) return undefined;
  const text = joinWithin(
    parts.filter(({ isAside }) => !isAside).map((part) => part.text),
    MAX_SECTION_CHARS,
  );
  if (text === '' || !isOfKind(text, question) || !isWeighed(text, question)) return undefined;
  // Any number on the page of a thing is not what it costs.
  if (isWhole && question.expects === 'money' && amountsIn(text).length === 0) return undefined;
  // A long section is searched for its sentence; a short one is the answer.
  if (text.length > MAX_PASSAGE_CHARS && !isAlike(best.heading, question)) return undefined;
  return { text, coverage: isImplied ? 0.8 : best.share };
}

/** It asks for something that the name of the page does not say: the page as a whole is no answer to that. */
function asksBeyond(index: PageIndex, { text }: Question): boolean {
  return contentStems(text).some((word) => !SUBJECTS.has(word) && !isOwn(index, word));
}

/** The part of a text around its first sum of money. */
function moneyIn(text: string): string {
  const at = text.search(/\d/);
  return at < 0 ? '' : text.slice(Math.max(0, at - 4), at + 30);
}

function isAlike(heading: string, question: Question): boolean {
  const own = new Set(stemsOf(heading));
  const asked = stemsOf(question.text);
  return asked.filter((word) => own.has(word)).length >= asked.length * 0.7;
}

function findSentence(index: PageIndex, question: Question): Passage | undefined {
  // "How old must I be" names nothing but what it asks for.
  const isAge = question.words.length === 0 && question.implied.includes(AGE);
  const words = isAge ? question.implied : question.words;
  if (words.length === 0) return undefined;
  const isBeyond = question.expects === null && asksBeyond(index, question);
  const paid = paidFor(index, question);
  const leads = leadsOf(index.page);
  let best: (Passage & { score: number }) | undefined;
  for (const { text, under, isAside } of index.page.blocks) {
    // A heading says what is spoken of, and nothing about it.
    if (text.length < 12 || (text === under.at(-1) && !(question.expects && /\d/.test(text)))) continue;
    if (isSignRow(text) || isNoStatement(text, question)) continue;
    if (isAside && (isMenu(text) || leads.has(text) || question.extreme !== null)) continue;
    const above = new Set(under.slice(-2).flatMap(stemsOf));
    const sentences = sentencesOf(text);
    sentences.forEach((sentence, at) => {
      const said = new Set(stemsOf(sentence));
      const own = new Set(said);
      // What stands aside is meant only where the question names it: any other product has a price too.
      const isNamed = !isAside || words.some((word) => has(own, word) && !isOwn(index, word));
      for (const word of meantBy(sentence)) own.add(word);
      const hits = words.filter((word) => has(own, word));
      if (
        hits.length === 0 ||
        !isNamed ||
        (isBeyond && hits.every((word) => isOwn(index, word))) ||
        isEcho(sentence, question) ||
        isNoStatement(sentence, question) ||
        isName(sentence, question) ||
        isFreeOfOther(sentence, question) ||
        !isWeighed(sentence, question)
      )
        return;
      const neighbour = at > 0 ? new Set(stemsOf(sentences[at - 1] ?? '')) : above;
      if (!tellsOf(paid, [...own, ...above])) return;
      let share = coverage(index, words, (word) => has(own, word));
      share +=
        0.6 *
        (coverage(
          index,
          words,
          (word) => has(own, word) || has(above, word) || has(neighbour, word) || index.own.has(word),
        ) -
          share);
      const kind = isOfKind(sentence, question);
      const score =
        share +
        (kind ? 0.15 : -0.25) -
        (isAside ? 0.1 : 0) -
        // What is said in so many words is surer than what is only meant.
        (hits.every((word) => has(said, word)) ? 0 : 0.1) -
        Math.min(0.1, sentence.length / 4_000);
      if (score > (best?.score ?? 0)) best = { text: sentence, coverage: kind ? share : share - 0.25, score };
    });
  }
  return best && { text: valueIn(best.text, question).slice(0, MAX_PASSAGE_CHARS), coverage: best.coverage };
}

/** A row of signs tells nothing without the heads of its columns. */
export function isSignRow(text: string): boolean {
  return /(?:,\s[✓✔✗✘×–—-]){2}|,\s[✓✔✗✘×–—-],/u.test(text);
}

/** What stands aside as a link leads to where something is told; a number or an address to call tells it. */
function leadsOf({ links }: ExtractedPage): Set<string> {
  return new Set(links.filter(({ name }) => !/\d{3}|@/.test(name)).map(({ name }) => name));
}

/** Names of other pages, side by side: they say nothing. */
function isMenu(text: string): boolean {
  return !/[.:!?@\d]/.test(text.replace(/\(\d+\)/g, ''));
}

/** Of a line "Phone: 555" whose name was asked for, the value is the answer. */
function valueIn(sentence: string, { words, implied }: Question): string {
  const pair = labelPair(sentence);
  const isAsked =
    pair &&
    stemsOf(pair.label).every((each) => [...words, ...implied].some((word) => isSameWord(each, word)));
  return isAsked ? pair.value : sentence;
}

/** What a sentence says without the word: a sum of money is a price, "since 1968" a founding. */
const MEANT = (
  [
    [
      /[$€£¥₹]\s?\d|\d\s?(?:[€£円]|Euro\b|kr\b)|\bfree\b|\b(?:is|are) included\b|\bcomplimentary\b/i,
      'price amount',
    ],
    [
      /\b(?:at most|up to|no more than|not exceed|max|maximal|höchstens|bis zu|jusqu['’]à|hasta|fino a|até|tot|do)\b/i,
      'maximum limit',
    ],
    [/\b(?:at least|no less than|from only)\b/i, 'minimum'],
    // Since when someone is what they are is no founding.
    [
      /^(?!.*\b(?:CEO|CFO|CTO|chair\p{L}*|president|director|manager|head|keeper|captain|coach|editor|mayor|secretary|treasurer|(?:she|he) has)\b).*\bsince (?:1[5-9]|20)\d\d\b/iu,
      'founded established',
    ],
    [
      /\b(?:by|before) (?:\d|the \d|\p{Lu})|no later than|at the latest|sp[äa]testens|avant le|antes del/iu,
      'deadline due',
    ],
    [/\d\s?(?:°\s?[CF]?|Grad\b|degrees\b|degrés|grados|gradi|graus|graden|stopni)/i, 'temperature'],
    [
      /(?:\d|two|three|four|five|six|ten|zwei|drei|fünf|deux|trois|cinq|dos|tres|due|tre|twee|drie|dwa|trzy)[\s-]?(?:years?|months?|weeks?|days?|hours?|minutes?|Jahre?n?|Monate?n?|Wochen?|Tage?n?|Stunden?|Minuten?|ans?|mois|semaines?|jours?|heures?|años?|mes(?:es)?|semanas?|días?|horas?|minutos?|ann[io]|mes[ei]|settiman[ae]|giorn[io]|anos?|dias?|jaar|maanden?|weken|dagen|uur|lat|miesi\p{L}+|tygodni|dni|godzin)(?!\p{L})|\d(?:年|か月|週間|日間|時間|分)/iu,
      'duration long',
    ],
    [/\d\s?(?:knots|kn|km\/h|mph|kph)\b/i, 'speed'],
    [/\d\s?(?:kg|g|lbs?|oz)\b/i, 'weight'],
    [
      /\d{1,2}\s(?:or|and) (?:over|older|above|up)|\bbe (?:at least|over|aged) \d{1,2}\b(?!\s?[%\p{L}]*[%m])|\b(?:aged?|years old|ab \d+ Jahren|à partir de \d+ ans|mayores de \d|dai \d+ anni|vanaf \d+ jaar|od \d+ lat)\b|歳/iu,
      'age',
    ],
    [/\bper (?:second|minute|hour|day)\b/i, 'rate'],
    [
      /\b(?:once|twice|(?:\d+|three|four|five|six) times|every \w+|daily|weekly|monthly|yearly|annually)\b/i,
      'frequency',
    ],
  ] as const
).map(([look, words]) => [look, words.split(' ').map(stem)] as const);

/** The words for what a sentence says without naming it. */
export function meantBy(sentence: string): string[] {
  return MEANT.flatMap(([look, words]) => (look.test(sentence) ? words : []));
}

function has(own: Set<string>, word: string): boolean {
  if (own.has(word)) return true;
  for (const each of own) if (isSameWord(each, word) || isGrownFrom(each, word)) return true;
  return false;
}

/** "The cable car." names a thing, and says neither yes nor no of it. */
function isName(sentence: string, { form }: Question): boolean {
  return form === 'yes-no' && /^(?:the|an?|our|my)\s(?:[\p{L}'’-]+\s?){1,3}[.!]?$/iu.test(sentence);
}

/** The question itself, standing on the page, is not its answer. */
function isEcho(sentence: string, question: Question): boolean {
  return sentence.trim().endsWith('?') && isAlike(sentence, question);
}

/** Whether a text holds the kind of thing the question wants: a day, an amount, a name. */
export function isOfKind(text: string, { expects }: Question): boolean {
  switch (expects) {
    case 'date':
      return (
        parseDate(text) !== undefined ||
        namesMonth(text) ||
        /\d{1,2}\s?(?:h|Uhr|時)(?!\p{L})/u.test(text) ||
        /(?<![\d$€£¥.,])\d{1,2}[:.]\d{2}(?!\d)|\b\d{4}\b|\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|\d{1,2} ?(?:am|pm)|weeks?|days?|daily|noon|midnight|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo)\b|曜日|毎日/i.test(
          text,
        )
      );
    case 'money':
      return isMoney(text.slice(0, 60)) || /[$€£¥₹]|\d/.test(text) || FREE.test(text);
    case 'number':
    case 'duration':
      return (
        /\d/.test(text) || (text.match(/\p{L}+/gu) ?? []).some((word) => parseNumberWord(word) !== undefined)
      );
    case 'name':
      return /(?<!^)(?<![.!?]\s)\p{Lu}\p{L}+/u.test(text);
    default:
      return true;
  }
}

const FREE = /\bfree\b|\bincluded\b|\bcomplimentary\b|\bat no (?:extra )?(?:charge|cost)\b/i;

/** A weight is never a number without its unit. */
export function isWeighed(text: string, { implied }: Question): boolean {
  return !implied.includes(WEIGHT) || WEIGHED.test(text);
}

const WEIGHT = stem('weight');
const WEIGHED =
  /\d\s?(?:kg|mg|g|t|lbs?|oz)\b|\b(?:kilo|gramm?e?s?\b|pound|ounce|tonn?e?s?\b|weigh|gewicht|schwer|poids|p[eè]se|peso|pesa)/i;

function joinWithin(parts: string[], limit: number): string {
  let text = '';
  for (const part of parts) {
    if (text.length + part.length > limit && text !== '') break;
    text += (text === '' ? '' : '\n') + part;
  }
  return text.slice(0, limit);
}
