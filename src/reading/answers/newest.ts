import type { Item } from '../page/page.ts';
import { parseDate } from '../values/date.ts';
import { isThing } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import type { Answer } from './answered.ts';
import { fieldOf } from './fields.ts';
import type { IndexedItem, PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/** "Where is it now?" over entries that each have their time: the newest tells. */
export function answerNow(index: PageIndex, { text, implied, words }: Question): Answer | undefined {
  if (!NOW.test(text) || words.length > 2) return undefined;
  const isPlace = implied.some((word) => isThing([word], 'location'));
  const item = isPlace || /\b(?:status|state|stand)\b/i.test(text) ? newestItem(index) : undefined;
  const place = item && isPlace ? placeOf(item) : undefined;
  const output = place ?? item?.item.text.slice(0, 300);
  return output === undefined ? undefined : { output, coverage: 1 };
}

const NOW =
  /(?<!\p{L})(?:now|currently|right now|at the moment|jetzt|aktuell|gerade|derzeit|maintenant|actuellement|en ce moment|ahora|actualmente|adesso|attualmente|agora|atualmente|nu|momenteel|teraz|obecnie)(?!\p{L})|現在|今/iu;

/** The entry of the latest time, in a list whose entries all have one; undefined when there are several such lists. */
export function newestItem({ collections }: PageIndex): IndexedItem | undefined {
  const dated = collections.filter(
    ({ collection, items }) =>
      !collection.isAside &&
      collection.kind !== 'sections' &&
      items.length > 1 &&
      items.every(({ item }) => timeOf(item)),
  );
  const [only] = dated;
  if (dated.length !== 1 || !only) return undefined;
  return only.items.reduce((latest, item) =>
    (timeOf(item.item) ?? '') > (timeOf(latest.item) ?? '') ? item : latest,
  );
}

/** The first day that a thing of a list states, with its hour. */
export function timeOf({ fields }: Item): string | undefined {
  for (const { machine, value } of fields) {
    const found = parseDate(machine ?? '') ?? (value.length <= 40 ? parseDate(value) : undefined);
    if (found) return `${found.date}T${found.time ?? ''}`;
  }
  return undefined;
}

export function placeOf(item: IndexedItem): string | undefined {
  return fieldOf(item, nameWords('location'))?.value ?? fieldOf(item, nameWords('place'))?.value;
}
