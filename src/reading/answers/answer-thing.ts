import { isMoney } from '../values/number.ts';
import { isKnown, isSameThing, isSameWord, isThing } from '../words/concepts.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { contentStems, isSoftWord, stemsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import { fieldOf, isNameColumn } from './fields.ts';
import { isManifold } from './heap.ts';
import { narrowed } from './narrowed.ts';
import { type IndexedItem, isOwn, type PageIndex, titleOf } from './page-index.ts';
import type { Question } from './question.ts';
import { isPerson } from './said-lines.ts';
import { isGeneric, type Selection, selectItems } from './select-items.ts';
import { sentencesOf } from './sentences.ts';

/** The crossing of a thing and a property that the question names. */
export function answerCell(index: PageIndex, question: Question): Answer | undefined {
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
export function answerItem(index: PageIndex, question: Question): Answer | undefined {
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
export function answerInside(index: PageIndex, question: Question): Answer | undefined {
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
