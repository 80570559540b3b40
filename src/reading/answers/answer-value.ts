import type { Item } from '../page/page.ts';
import { findPhone, toBoolean } from '../values/convert-value.ts';
import { namesMonth, parseDate } from '../values/date.ts';
import { writtenDuration } from '../values/duration.ts';
import { isMoney } from '../values/number.ts';
import { isGrownFrom, isKnown, isSameThing, isSameWord, isThing } from '../words/concepts.ts';
import { nearness } from '../words/related.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { contentStems, isSoftWord, nameWords, stem, stemsOf } from '../words/words.ts';
import { cutToName, ofKind } from './answer-kind.ts';
import type { Fact } from './fact.ts';
import { fieldOf, isNameColumn } from './fields.ts';
import { findFact } from './find-fact.ts';
import { isManifold, outOfHeap } from './heap.ts';
import { narrowed } from './narrowed.ts';
import { type IndexedCollection, type IndexedItem, isOwn, type PageIndex } from './page-index.ts';
import { findPassage, mainSentences, sentencesOf } from './passages.ts';
import { personOf } from './person-of.ts';
import { type Question, WHO_DID } from './question.ts';
import { pointedItem } from './rank-items.ts';
import { isPerson } from './said-lines.ts';
import { isGeneric, type Selection, selectItems } from './select-items.ts';
import { sayYesNo } from './yes-no.ts';

export interface Answer {
  output: string;
  coverage: number;
  /** A value that stands under its name, and not just in a sentence. */
  isNamed?: boolean;
  /** Worked out of what the page holds in order (hours, tables, rules), and not just a line of it. */
  isReasoned?: boolean;
}

const ENOUGH = 0.8;
const ENOUGH_FOR_PASSAGE = 0.62;

/** One value, of the page or of one of the things on it; a passage where no value is named. */
export function answerValue(index: PageIndex, question: Question): Answer | undefined {
  const happens = /^what (?:happens|happened|will happen)\b/i.test(question.text)
    ? answerHappens(index, question)
    : undefined;
  if (happens) return happens;
  if (question.extreme !== null || question.ordinal !== null) {
    const pointed = ofKind(answerStated(index, question) ?? answerPointed(index, question), question);
    if (pointed) return pointed;
  }
  const ticked = answerTicked(index, question);
  if (ticked) return ticked;
  const person = question.expects === 'name' ? answerPerson(index, question) : undefined;
  if (person) return person;
  // Which one is the most is told by comparing them, or by a sentence that says it.
  const isUnmeasured = question.extreme !== null && question.asksThing;
  const found = isUnmeasured
    ? []
    : [
        answerCell(index, question),
        answerFact(index, question),
        answerItem(index, question),
        answerInside(index, question),
      ]
        .map((answer) => ofKind(answer, question))
        .filter((answer) => answer !== undefined);
  const best = found.reduce<Answer | undefined>(
    (top, answer) => (answer.coverage > (top?.coverage ?? 0) + 0.02 ? answer : top),
    undefined,
  );
  if (best && best.coverage >= 0.95) return { ...best, isNamed: true };
  const passage = findPassage(index, question);
  const isPassage =
    passage !== undefined &&
    passage.coverage >= ENOUGH_FOR_PASSAGE &&
    isPointedAt(passage.text, question) &&
    isKindKnown(index, question);
  if (best && best.coverage >= ENOUGH && (!isPassage || best.coverage >= passage.coverage - 0.05))
    return { ...best, isNamed: true };
  const told = isPassage ? ofKind({ output: passage.text, coverage: passage.coverage }, question) : undefined;
  const said = told && outOfHeap(index, narrowed(index, told, question), question);
  return said && cutToName(said, question);
}

/** "Our head baker, Tom Aldous, tried": a name right beside all that is asked for; two names are none. */
function answerPerson({ page, own }: PageIndex, { text: question }: Question): Answer | undefined {
  if (!WHO_IS.test(question)) return undefined;
  const asked = contentStems(question).filter((word) => !own.has(word));
  if (asked.length === 0 || asked.length > 3) return undefined;
  const found = new Set<string>();
  for (const { text, stems } of mainSentences(page)) {
    if (!asked.every((word) => stems.includes(word))) continue;
    const [, called, calledName] = IS_NAMED.exec(text) ?? [];
    if (calledName !== undefined && asked.every((word) => contentStems(called ?? '').includes(word)))
      found.add(calledName);
    for (const match of text.matchAll(APPOSED)) {
      const role = contentStems(match[1] ?? match[4] ?? '');
      const name = match[2] ?? match[3];
      if (name !== undefined && asked.every((word) => role.includes(word))) found.add(name);
    }
  }
  const [name] = found;
  return found.size === 1 && name !== undefined ? { output: name, coverage: 1 } : undefined;
}

const WHO_IS =
  /^(?:who (?:is|are|was|were)|who's|wer (?:ist|sind|war)|qui (?:est|sont|était)|quién (?:es|era)|chi è|kto jest|quem é|wie is)\s/i;
const NAMED = "\\p{Lu}[\\p{L}'’.-]+(?:\\s(?:\\p{Lu}[\\p{L}'’.-]*|de|van|von|der|la|el|bin|al)){1,3}";
const APPOSED = new RegExp(
  `((?:[\\p{Ll}\\p{Lu}][\\p{L}-]+\\s){0,3}\\p{Ll}[\\p{L}-]+),?\\s(${NAMED})|(${NAMED}),\\s((?:[\\p{L}-]+\\s?){1,6})`,
  'gu',
);

/** "Il proprietario è Duccio Bellandi.", "Kuratorka: Halina Mroczek." */
const IS_NAMED = new RegExp(
  `^(.{3,60}?)(?:\\s(?:is|ist|est|es|è|é|jest)\\s|:\\s)(${NAMED.replace('.-]+', '-]+').replace('.-]*', '-]*')})\\.?$`,
  'u',
);

/** "Which platform": where no word of the page means a platform, no sentence of it tells one. */
function isKindKnown({ vocabulary }: PageIndex, { text, noun }: Question): boolean {
  const kind = /^which\s/i.test(text) ? noun.at(-1) : undefined;
  if (kind === undefined || isSoftWord(kind) || SUBJECTS.has(kind)) return true;
  return [...vocabulary].some((word) => nearness(kind, word) > 0);
}

/** A sentence that does not say itself which is the most, does not answer which one is. */
function isPointedAt(text: string, { extreme, pointer }: Question): boolean {
  if (extreme === null || pointer === null || /^(?:max|min)imum$/i.test(pointer)) return true;
  const said = stemsOf(text);
  return extreme.said.test(text) || stemsOf(pointer).some((word) => word.length > 3 && said.includes(word));
}

/** "What happens to the last team": a sentence, with the word that would point elsewhere. */
function answerHappens(index: PageIndex, question: Question): Answer | undefined {
  const pointer = question.pointer === null ? [] : stemsOf(question.pointer);
  const words = [...question.words, ...pointer];
  const passage = findPassage(index, { ...question, words });
  return passage && passage.coverage >= ENOUGH_FOR_PASSAGE
    ? { output: passage.text, coverage: passage.coverage }
    : undefined;
}

/** "The minimum version": the page may say it in so many words, and nothing is to be compared. */
function answerStated(index: PageIndex, question: Question): Answer | undefined {
  if (!/^(?:maximum|minimum)$/i.test(question.pointer ?? '')) return undefined;
  const sentences = mainSentences(index.page).filter(({ stems }) =>
    question.words.every((word) => stems.some((each) => isSameWord(each, word))),
  );
  const [only] = sentences;
  return sentences.length === 1 && only && question.words.length > 2
    ? { output: only.text, coverage: 1 }
    : undefined;
}

/** "Which plans have it": the things with a yes in that column. */
export function answerTicked(index: PageIndex, question: Question): Answer | undefined {
  if (!question.asksThing && !HAVING.test(question.text)) return undefined;
  for (const { of, column, items, telling, coverage } of selectItems(index, question).slice(0, 3)) {
    if (column === null || telling.length > 0 || coverage < ENOUGH || isNameColumn(of, column)) continue;
    const values = items.map((item) => fieldOf(item, column)?.value ?? '');
    const isNot = NEGATION.test(question.text);
    const isCount = isNot && values.every((value) => /^\d+$/.test(value));
    const ticks = values.map((value) => (isCount ? value !== '0' : toBoolean(value)));
    if (!ticks.includes(!isNot) || ticks.includes(undefined)) continue;
    const titles = items.filter((_, at) => ticks[at] === !isNot).map(titleOf);
    return { output: titles.join('\n'), coverage };
  }
  return answerHad(index, question);
}

/** "All stores with a coffee bar": not "with their telephone". */
const HAVING =
  /\b(?:with|without|having|offering|including|that|which|who)\s+(?!(?:their|its|his|her|the|name|title)\b)/i;

/** "At which branch can I borrow it": the rows that a column of yes and no says yes to. */
function answerHad(index: PageIndex, { text, noun, words }: Question): Answer | undefined {
  if (!HAD.test(text) || noun.length === 0) return undefined;
  const rest = words.filter((word) => !noun.includes(word) && !isOwn(index, word) && !isSoftWord(word));
  if (rest.some((word) => !isThing([word], 'availability') && !HAD.test(word))) return undefined;
  for (const of of index.collections) {
    const named = of.columns.find((name) =>
      noun.every((word) => name.some((each) => isSameWord(each, word))),
    );
    if (of.collection.kind !== 'table' || !named || of.items.length < 2) continue;
    for (const column of of.columns) {
      const ticks = of.items.map((item) => toBoolean(fieldOf(item, column)?.value ?? ''));
      if (!ticks.includes(true) || ticks.includes(undefined)) continue;
      const had = of.items.filter((_, at) => ticks[at]).map((item) => fieldOf(item, named)?.value);
      return { output: had.join('\n'), coverage: 1 };
    }
  }
  return undefined;
}

const HAD =
  /\b(?:can (?:i|you|we|one)|could (?:i|we)|available|ha[sv]e?|in stock|free|borrow|buy|get|hire|rent|book|reserve)\b/i;

export function answerYesNo(index: PageIndex, question: Question): Answer | undefined {
  const either = answerEither(index, question);
  if (either) return either;
  const found = [answerCell(index, question), answerFact(index, question)].filter(
    (answer) => answer !== undefined && answer.coverage >= ENOUGH,
  );
  for (const answer of found) {
    const isYes = toBoolean(answer?.output ?? '');
    if (answer && isYes !== undefined)
      return { ...answer, output: sayYesNo(isYes, answer.output, question, index.page.language) };
  }
  const passage = findPassage(index, question);
  const isTold = passage !== undefined && passage.coverage >= ENOUGH_FOR_PASSAGE;
  const isClear =
    isTold && holdsPredicate(passage.text, question) && plainlySaid(passage.text, question) !== undefined;
  const predicated = isClear ? undefined : answerPredicate(index, question);
  if (predicated) return predicated;
  if (!isTold) return saidBadge(index, question);
  const isSo = plainlySaid(passage.text, question);
  const output =
    isSo === undefined ? passage.text : sayYesNo(isSo, passage.text, question, index.page.language);
  return { output, coverage: passage.coverage };
}

/** The word that a question turns on comes last: "is the fee *refundable*". */
function holdsPredicate(text: string, { words }: Question): boolean {
  const [last] = words.slice(-1);
  return (
    last === undefined || stemsOf(text).some((each) => isSameWord(each, last) || isGrownFrom(each, last))
  );
}

/** The only sentence with that word, right behind one about the same or under a heading that says what it is about. */
function answerPredicate({ page, own }: PageIndex, question: Question): Answer | undefined {
  const others = question.words.slice(0, -1);
  const said = mainSentences(page);
  const at = said.findIndex(({ text }) => holdsPredicate(text, question));
  const found = said[at];
  const isOnly = said.filter(({ text }) => holdsPredicate(text, question)).length === 1;
  if (!found || !isOnly || question.words.length < 2 || found.text.length > 160 || /\?$/.test(found.text))
    return undefined;
  const near = [...found.stems, ...(said[at - 1]?.stems ?? []), ...stemsOf(found.above)];
  const isAbout = others.every((word) => own.has(word) || near.some((each) => isSameWord(each, word)));
  if (!isAbout || CONDITION.test(found.text)) return undefined;
  const isYes = !NEGATION.test(found.text);
  return { output: sayYesNo(isYes, found.text, question, page.language), coverage: 0.9 };
}

/** Whether one plain sentence with all words of the question says yes or no; undefined where it may be either. */
function plainlySaid(text: string, { words, text: asked }: Question): boolean | undefined {
  if (text.length > 160 || sentencesOf(text).length > 1 || CONDITION.test(text) || NEGATION.test(asked))
    return undefined;
  const said = stemsOf(text);
  const isAll = words.every((word) => said.some((each) => isSameWord(each, word) || isGrownFrom(each, word)));
  return isAll && words.length > 1 ? !NEGATION.test(text) : undefined;
}

const CONDITION =
  /[?]|\b(?:if|unless|may|might|could|should|except|but|only|until|after|before|some|most|wenn|falls|außer|aber|nur|si|sauf|mais|excepto|pero|solo|se|tranne|ma|jeśli|oprócz|ale|tylko)\b|:/i;
export const NEGATION =
  /\b(?:no|not|never|without|cannot|neither|nor|kein\w*|nicht|ohne|pas|jamais|sans|sin|nunca|non|senza|nie|bez|geen|niet)\b|(?<!\p{L})não(?!\p{L})|n['’]t\b|ありません|ません|ない/iu;

/** "Furnished", by itself: a short line that says just what is asked. */
function saidBadge({ page, own }: PageIndex, question: Question): Answer | undefined {
  const { words } = question;
  const asked = words.filter((word) => !own.has(word));
  if (asked.length === 0) return undefined;
  const line = page.blocks.find(({ text, isAside }) => {
    const isName = page.labels.some(({ label }) => label === text);
    const said = text.length <= 40 && !isAside && !isName && !text.endsWith('?') ? contentStems(text) : [];
    return said.length === asked.length && asked.every((word) => said.includes(word));
  });
  return line && { output: sayYesNo(true, line.text, question, page.language), coverage: 1 };
}

/** "Is it remote or hybrid": the one of the two that the page says. */
function answerEither({ page }: PageIndex, { text }: Question): Answer | undefined {
  const [, one = '', other = ''] =
    text.match(/([\p{L}-]{3,})\s+or\s+(?:an?\s+)?([\p{L}-]{3,})\s*\?$/iu) ?? [];
  const said = [one, other].filter((option) =>
    page.blocks.some(
      ({ text: block, isAside }) => !isAside && stemsOf(block).includes(stemsOf(option)[0] ?? ' '),
    ),
  );
  const [only] = said;
  return said.length === 1 && only !== undefined ? { output: only, coverage: 1 } : undefined;
}

/** "The cheapest", "the third": the thing itself, or what is asked of it. */
function answerPointed(index: PageIndex, question: Question): Answer | undefined {
  for (const selection of selectItems(index, question).slice(0, 8)) {
    if (selection.coverage < ENOUGH) return undefined;
    // Nothing in a menu is the first, the last or the cheapest of anything.
    if (selection.of.collection.isAside || isPartOnly(selection, question, index)) continue;
    if (question.extreme !== null && isHolding(selection.of, index)) continue;
    const pointed = pointedItem(index, selection, question);
    if (!pointed) continue;
    const output = askedOf(selection, pointed.item, question, pointed.by?.value);
    if (output !== undefined && output !== '') return { output, coverage: selection.coverage };
  }
  return undefined;
}

/** The parts of a page, by their headings, are none of the releases or prices that are asked for. */
function isPartOnly({ of }: Selection, { words, extreme }: Question, { page }: PageIndex): boolean {
  const headings = new Set(page.headings.map(({ text }) => text));
  if (
    of.collection.kind !== 'sections' ||
    !of.items.every(({ item }) => headings.has(item.title) && !/\d/.test(item.title))
  )
    return false;
  const told = [...of.about, ...of.columns.flat(), ...of.items.flatMap(({ title }) => [...title])];
  const isOpen = words.length === 0 && extreme === null;
  return !isOpen && !words.some((word) => told.some((each) => isSameWord(each, word)));
}

/** "Starters", "Desserts": boxes that hold the dishes are none of those that cost the least. */
function isHolding(of: IndexedCollection, { collections }: PageIndex): boolean {
  return collections.some(({ collection, items }) => {
    if (collection === of.collection || collection.isAside || items.length <= of.items.length) return false;
    const titles = new Set(items.map(({ item }) => item.title));
    const holding = of.items.filter(
      ({ item }) => !titles.has(item.title) && valuesOf(item).filter((value) => titles.has(value)).length > 1,
    );
    return holding.length * 2 > of.items.length;
  });
}

function valuesOf({ fields }: Item): string[] {
  return [...new Set(fields.map(({ value }) => value))];
}

function askedOf(
  selection: Selection,
  item: IndexedItem,
  question: Question,
  measured: string | undefined,
): string | undefined {
  const { column, of } = selection;
  if (question.extreme && WHO_DID.test(question.text)) return personOf(item);
  const asksThing = question.asksThing && !/^who (?:wrote|posted|said|made)\b/i.test(question.text);
  const kind = of.columns.find(
    (name) =>
      question.noun.length > 0 &&
      (name.join(' ') === question.noun.join(' ') || isSameThing(name, question.noun)),
  );
  const called = asksThing && kind ? fieldOf(item, kind)?.value : undefined;
  // A class name may call a picture or the whole card so.
  if (asksThing && kind)
    return called === undefined || /^https?:/.test(called) || called.includes(item.item.title)
      ? titleOf(item)
      : called;
  const timed = question.expects === 'date' && column ? fieldOf(item, column) : undefined;
  if (timed && !isTimely(timed.value)) {
    const other = item.item.fields.find(({ value }) => isTimely(value));
    if (other) return other.value;
  }
  const person = /^who\b/i.test(question.text) ? fieldOf(item, nameWords('reviewer')) : undefined;
  if (asksThing && question.extreme) return person?.value ?? titleOf(item);
  if (person && question.ordinal !== null) return person.value;
  if (measured !== undefined && isMeasureAsked(question)) return measured;
  const isOwnName = column !== null && isNameColumn(of, column);
  if (column && !isOwnName && !(asksThing && !question.implied.length)) {
    const value = fieldOf(item, column)?.value;
    if (value !== undefined && !(question.extreme?.of.includes('*') && value === measured && asksThing))
      return value;
  }
  if (isOfThing(question, asksThing)) return wholeRow(selection, item);
  const isUnique = of.items.filter((other) => other.item.title === item.item.title).length === 1;
  return isUnique ? titleOf(item) : item.item.text.slice(0, 400);
}

/** A day, or a time of day. */
function isTimely(value: string): boolean {
  return (
    /^\D{0,12}\d{1,2}[:.h]\d{2}(?!\d)/.test(value) || parseDate(value) !== undefined || namesMonth(value)
  );
}

/** "The hours of the first", "when does the first open": its name is no answer. */
function isOfThing({ text, ordinal, expects, stems }: Question, asksThing: boolean): boolean {
  if (ordinal === null || asksThing || [...stems].some((word) => isThing([word], 'title'))) return false;
  return (expects !== null && expects !== 'name') || /\bof (?:the|its)\b/i.test(text);
}

/** All that a table says of a thing, when it has no column of the name asked for. */
function wholeRow({ of }: Selection, item: IndexedItem): string {
  if (of.collection.kind !== 'table') return titleOf(item);
  const cells = item.item.fields.filter(({ value }) => value !== '' && value !== item.item.title);
  return [titleOf(item), ...cells.map(({ names, value }) => `${names[0]}: ${value}`)].join('; ');
}

/** "What is the lowest price?", "the price of the cheapest": the number itself. */
function isMeasureAsked({ text, extreme, noun, expects }: Question): boolean {
  // "How long does the fastest take", "what does the cheapest cost".
  if (extreme?.of.includes(MEASURED.get(expects ?? '') ?? ' ')) return true;
  if (
    extreme === null ||
    (noun.length > 0 &&
      /^(?:which|what) \p{L}+s? (?:is|are|has|have|was|had)/iu.test(text) &&
      !/^what is/i.test(text))
  )
    return false;
  if (
    /^(?:what|how much) (?:is|was|are|does) the (?:highest|lowest|maximum|minimum|largest|smallest|greatest|best|most|fewest|least) (?:price|cost|fee|fare|rating|score|value|amount|temperature|number|level|points?)\b/i.test(
      text,
    )
  )
    return true;
  return /\b(?:price|cost) of the (?:cheapest|most expensive|least expensive|priciest)|^how much (?:is|does|are|do) the (?:cheapest|most expensive|least expensive)/i.test(
    text,
  );
}

const MEASURED = new Map([
  ['money', stem('price')],
  ['duration', stem('duration')],
]);

function titleOf({ item }: IndexedItem): string {
  return item.title !== '' && item.title.length <= 400 ? item.title : item.text.slice(0, 400);
}

/** The crossing of a thing and a property that the question names. */
function answerCell(index: PageIndex, question: Question): Answer | undefined {
  for (const selection of selectItems(index, question).slice(0, 6)) {
    const { column, items, telling, of } = selection;
    if (column === null || telling.length === 0 || items.length === 0 || items.length > 30) continue;
    // "What does code 3 mean" finds a row by another cell than the one that is asked for.
    const isFoundByOther = items.every(({ title }) => telling.every((word) => !title.has(word)));
    const isNamed = isFoundByOther || question.words.some((word) => isThing([word], 'title'));
    if (isNameColumn(of, column) && !isNamed) continue;
    if (isKindAsked(selection, question)) continue;
    // A part of the page that holds the rooms is none of them.
    if (
      of.collection.kind === 'sections' &&
      question.asksThing &&
      column.join(' ') === question.noun.join(' ')
    )
      continue;
    // What stands aside is meant only where the question names it beyond what the page itself is called.
    if (of.collection.isAside && telling.every((word) => index.own.has(word))) continue;
    const isAsked = question.words.some(
      (word) => column.some((each) => isSameWord(each, word)) || isSameThing([word], column),
    );
    // A price that is only implied belongs to a thing that the question names.
    if (!isAsked && !items.every((item) => telling.some((word) => item.title.has(word)))) continue;
    const values = new Set(items.map((item) => fieldOf(item, column)?.value ?? ''));
    const [value] = values;
    if (value !== undefined && !isWanted(value, question)) continue;
    // "Which plan has unlimited labels": what tells the row is not what is asked for.
    if (question.asksThing && telling.every((word) => stemsOf(value ?? '').includes(word))) continue;
    if (values.size === 1 && value)
      return narrowed(index, { output: value, coverage: selection.coverage }, question);
    if (selection.coverage < 0.99 || values.size < 2) continue;
    if (items.every((item) => fieldOf(item, column)?.value === item.item.title)) continue;
    const lines = items.map((item) => `${titleOf(item)}: ${fieldOf(item, column)?.value ?? '?'}`);
    return { output: lines.join('\n'), coverage: selection.coverage - 0.1 };
  }
  return undefined;
}

/** "Which release fixes it" wants the release, not what stands under "Fixes". */
function isKindAsked({ of, column }: Selection, { asksThing, noun }: Question): boolean {
  const [kind] = noun;
  return (
    asksThing &&
    kind !== undefined &&
    !column?.includes(kind) &&
    (isGeneric(kind) || [...of.about].some((each) => isSameWord(each, kind)))
  );
}

/** A number, a day or a sum is asked for: words alone do not answer that. */
function isWanted(value: string, { expects }: Question): boolean {
  if (expects === 'money')
    return isMoney(value) || /^\d[\d.,]*$/.test(value) || /^(?:free|gratis)\b/i.test(value);
  return (
    expects === null ||
    (expects === 'name' && /\p{L}{2}/u.test(value) && !isMoney(value)) ||
    /\d/.test(value) ||
    /^(?:free|none|noon|midnight|today)\b/i.test(value)
  );
}

/** The one thing that the question describes without asking for a property of it. */
function answerItem(index: PageIndex, question: Question): Answer | undefined {
  const asksThing = question.asksThing || /^what\b/i.test(question.text);
  for (const selection of selectItems(index, question).slice(0, 4)) {
    const { items, telling, column, of } = selection;
    const [item] = items;
    const isNarrowed = telling.length > 0 || (question.inStock !== null && items.length < of.items.length);
    const isPeople = /^who\b/i.test(question.text) && items.every((each) => isPerson(each.item.title));
    if (isPeople && isNarrowed && items.length > 1 && items.length < of.items.length)
      return { output: items.map(titleOf).join('\n'), coverage: selection.coverage };
    if (!asksThing || !item || items.length !== 1 || !isNarrowed) continue;
    if (telling.length === 0) return { output: titleOf(item), coverage: selection.coverage };
    // "Position: Office manager" is no team: the name of a value is of another kind than what is asked for.
    if (/\bwhich\b/i.test(question.text) && isPair(item) && isKnown([...item.title])) continue;
    // A part of the page is nobody.
    if (of.collection.kind === 'sections' && /^who\b/i.test(question.text)) continue;
    const isOther =
      column !== null && !isNameColumn(of, column) && !question.noun.some((word) => column.includes(word));
    if (isOther && !isKindAsked(selection, question)) continue;
    const isTopic =
      (of.collection.kind === 'sections' && question.noun.some((word) => item.title.has(word))) ||
      (/^what\b/i.test(question.text) && isHeadedBy(item, question));
    if (!isTopic && !telling.every((word) => item.title.has(word))) {
      const isKind = question.noun.some(
        (word) => isGeneric(word) || [...of.about].some((each) => isSameWord(each, word)),
      );
      const isPart =
        of.collection.kind === 'sections' || question.noun.some((word) => telling.includes(word));
      // What the question calls by its name is not what it asks for.
      const isNamed =
        /^(?:which|what)\b(?!.*\b(?:or|between)\b)/i.test(question.text) &&
        item.title.size > 0 &&
        [...item.title].every((word) => question.names.includes(word));
      const isOpen = isNamed || (!isKind && (/^what\b/i.test(question.text) || isPart));
      const named =
        column !== null && !isOther && !isNameColumn(of, column) ? fieldOf(item, column)?.value : undefined;
      if (!isOpen) return { output: named ?? titleOf(item), coverage: selection.coverage };
      const said = saidOf(item, telling);
      return said === undefined ? undefined : { output: said, coverage: selection.coverage };
    }
    const rest = item.item.text.replace(item.item.title, '').trim();
    // A long part of the page is searched for the sentence that tells the day or the sum.
    const isLong = of.collection.kind === 'sections' && question.expects !== null && rest.length > 200;
    if (rest === '' || rest.length > 600 || isLong) continue;
    const said = narrowed(index, { output: rest, coverage: selection.coverage - 0.03 }, question);
    if (!(isPropertyAsked(selection, item, question) && isManifold(said.output, item))) return said;
  }
  return undefined;
}

/** A name and a value, and nothing more. */
function isPair({ item }: IndexedItem): boolean {
  return new Set(item.fields.map(({ value }) => value).filter((value) => value !== item.title)).size === 1;
}

/** "The salary for the office manager", "where is it": one thing of what is named, and not all of it. */
function isPropertyAsked({ of }: Selection, { title }: IndexedItem, question: Question): boolean {
  const { words, expects, text } = question;
  const isKind = (word: string) => isGeneric(word) || SUBJECTS.has(word) || isSoftWord(word);
  return (
    expects !== null ||
    /^(?:where|which)\b/i.test(text) ||
    (OF_IT.test(text) && words.some((word) => !title.has(word) && !of.about.has(word) && !isKind(word)))
  );
}

const OF_IT = /^what(?:['’]s| is| are| was| were) (?:the|its) (?:\p{L}+ ){1,3}(?<!like )(?:of|for)\b/iu;

/** "How much storage comes with Team": the one line of the thing named that speaks of it. */
function answerInside(index: PageIndex, question: Question): Answer | undefined {
  for (const { of, items, telling } of selectItems(index, question).slice(0, 3)) {
    const [item] = items;
    if (of.collection.kind !== 'cards' || !item || items.length !== 1) continue;
    if (telling.length === 0 || !telling.every((word) => item.title.has(word))) continue;
    const rest = question.words.filter(
      (word) => !telling.includes(word) && !isSoftWord(word) && !isOwn(index, word) && !SUBJECTS.has(word),
    );
    const lines = item.fields
      .map(({ field }) => field.value)
      .filter((value) => value.length <= 120 && rest.every((word) => stemsOf(value).includes(word)));
    const least = Math.min(...lines.map((line) => line.length));
    const shortest = new Set(lines.filter((line) => line.length === least));
    const [line] = shortest;
    const isInAll = lines.every((each) => each.includes(line ?? ''));
    if (rest.length > 0 && shortest.size === 1 && line && isInAll) return { output: line, coverage: 0.96 };
  }
  return undefined;
}

/** "What comes in the box" of a part headed "What's in the box". */
function isHeadedBy({ item }: IndexedItem, { stems }: Question): boolean {
  const words = contentStems(item.title);
  return (
    words.length > 0 && words.every((word) => stems.has(word)) && item.text.length > item.title.length + 10
  );
}

/** The sentence of a thing that holds what is asked of it beside its name. */
function saidOf({ item, title }: IndexedItem, telling: string[]): string | undefined {
  const asked = telling.filter((word) => !title.has(word));
  if (asked.length === 0 || asked.length === telling.length) return undefined;
  const sentences = sentencesOf(item.text).filter((sentence) => {
    const own = new Set(stemsOf(sentence));
    return asked.every((word) => own.has(word));
  });
  return sentences.length === 1 ? sentences[0] : undefined;
}

export function answerFact(index: PageIndex, question: Question): Answer | undefined {
  const found = findFact(index, question);
  if (!found || found.fact.name.length === 0) return undefined;
  return { output: factText(index, found.fact), coverage: found.coverage };
}

function factText(index: PageIndex, fact: Fact): string {
  const value = fact.parts?.join(', ') ?? String(fact.value);
  if (isThing(fact.name, 'telephone')) return findPhone(value) ?? value;
  if (/^PT?\d/.test(value)) return writtenDuration(value) ?? value;
  if (!/^[\d.,]+$/.test(value) || !isThing(fact.name, 'price')) return value;
  const currency = index.facts.find(({ name, node }) => node === fact.node && isThing(name, 'currency'));
  return currency ? `${value} ${currency.value}` : value;
}
