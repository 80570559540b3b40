import { isSameWord } from '../words/concepts.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { contentStems, isSoftWord, stemsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import { columnIn, fieldOf } from './fields.ts';
import { type IndexedCollection, isOwn, type PageIndex } from './page-index.ts';
import { personOf } from './person-of.ts';
import type { Question } from './question.ts';

/** "Who has made the most commits?", "which customer placed the most orders?": whose things stand most often on their list. */
export function answerBusiest(index: PageIndex, { text }: Question): Answer | undefined {
  const { kind, most, things } = BUSIEST.exec(text.trim())?.groups ?? {};
  if (!most || !things) return undefined;
  const [noun = '', ...rest] = contentStems(things).toReversed();
  const isKnown = (word: string) => isOwn(index, word) || SUBJECTS.has(word) || isSoftWord(word);
  if (noun === '' || !rest.every(isKnown)) return undefined;
  for (const of of index.collections) {
    if (of.collection.isAside || of.items.length < 3 || !isListOf(index, of, noun)) continue;
    const whose = ownersIn(of, kind ?? null);
    if (!whose) continue;
    const counts = [...Map.groupBy(whose, (name) => name)]
      .map(([name, all]) => ({ name, count: all.length }))
      .sort((one, other) => (/most/i.test(most) ? other.count - one.count : one.count - other.count));
    const [first, second] = counts;
    if (first && first.count !== second?.count) return { output: first.name, coverage: 1 };
  }
  return undefined;
}

const BUSIEST =
  /^(?:who|(?:which|what) (?<kind>\p{L}+)) (?:has |have |had )?(?:made|placed|written|wrote|posted|opened|created|submitted|reported|ordered|published|sent|did|done|bought|left|given|gave|authored|contributed|filed|booked) (?:the )?(?<most>most|fewest) (?<things>\p{L}[\p{L} -]*?)(?: (?:to|in|on|for|at|of|from|by)\s.*)?[?.!]*$/iu;

/** The list is called so, and does not already count them in a column of that name. */
function isListOf(index: PageIndex, { about, columns }: IndexedCollection, noun: string): boolean {
  const isCounted = columns.some((name) => name.length <= 2 && name.some((word) => isSameWord(word, noun)));
  return !isCounted && ([...about].some((word) => isSameWord(word, noun)) || isOwn(index, noun));
}

/** Whose each thing is; null where one of them does not say. */
function ownersIn(of: IndexedCollection, kind: string | null): string[] | null {
  const column = kind === null ? undefined : columnIn(of, stemsOf(kind))?.name;
  if (kind !== null && !column) return null;
  const names = of.items.map((item) => (column ? fieldOf(item, column)?.value : personOf(item)));
  return names.every((name) => name !== undefined && name !== '') ? (names as string[]) : null;
}
