import { holdsPhrase, wordsOf } from '../language/words.ts';
import { keyOf } from './locate.ts';
import type { PageModel, UiElement } from './page-model.ts';

const ENTRY = /^(?:menuitem|menuitemradio|menuitemcheckbox|option)$/u;

/** The entries that a press has brought up beside the one that was pressed: it only led on to them. */
export function entriesBroughtUp(before: PageModel, after: PageModel, pressed: UiElement): UiElement[] {
  const old = new Set(before.elements.filter(({ isVisible }) => isVisible).map(keyOf));
  if (!ENTRY.test(pressed.role)) return [];
  return after.elements.filter(
    (element) =>
      ENTRY.test(element.role) && element.isVisible && element.name !== '' && !old.has(keyOf(element)),
  );
}

/** The one of them that the words name. */
export function entryNamed(entries: readonly UiElement[], words: string): UiElement | null {
  const named = entries.filter(({ name }) => wordsOf(name).every((word) => holdsPhrase(words, word)));
  return named.length === 1 ? (named[0] ?? null) : null;
}
