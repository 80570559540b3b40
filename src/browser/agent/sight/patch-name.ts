import { holdsPhrase, wordsOf } from '../language/words.ts';
import type { UiElement } from './page-model.ts';

/** What one of a row of patches is called: its name, else the words of its markup that not all of the row have. */
export function patchName({ name, hints }: UiElement, row: readonly UiElement[]): string {
  if (name !== '') return name;
  const others = row.map((other) => new Set(other.hints.split(' ')));
  return wordsOf(hints)
    .filter((word) => !STATE.test(word) && !others.every((words) => words.has(word)))
    .join(' ');
}

/** Of several whose names are all told the one that holds the others: "dark red" tells of no red one. Null where none does. */
export function fullestOf<T extends { called: string }>(named: readonly T[]): T | null {
  return (
    named.find((one) => named.every((other) => other === one || holdsPhrase(one.called, other.called))) ??
    null
  );
}

const STATE = /^(?:on|active|selected|current|checked)$/u;
