import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

/** "A B C ..." or "A–C D–F ...": the entry of such a row under which a name stands. Null where the page has no such row. */
export function letterFor({ elements }: PageModel, name: string): UiElement | null {
  const first = normalize(name)[0] ?? '';
  const letters = elements.filter(
    ({ isVisible, isClickable, isHeard, isDisabled, text, name: called }) =>
      isVisible && (isClickable || isHeard) && !isDisabled && RANGE.test((text || called).trim()),
  );
  const families = [...Map.groupBy(letters, ({ signature }) => signature).values()];
  const index = families.find(
    (family) => family.length >= 4 && new Set(family.map(({ text }) => text)).size === family.length,
  );
  return (
    index?.find(({ text, name: called }) => {
      const [, from = '', to = from] = normalize(text || called).match(RANGE) ?? [];
      return from <= first && first <= to;
    }) ?? null
  );
}

const RANGE = /^(\p{L})(?:\s*[-–]\s*(\p{L}))?$/iu;
