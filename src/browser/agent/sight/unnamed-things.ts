import type { Target } from '../language/read-target.ts';
import { normalize, stem, wordsOf } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

const LEAST = 3;

/**
 * "The locker in the bottom right corner" where the page speaks of lockers and shows like things to press that are not
 * called so. Empty where something is, or where it is not plain which family of things is meant.
 */
export function unnamedThings(
  model: PageModel,
  { text, isQuoted, ordinal, place, kind }: Target,
): UiElement[] {
  const isCounted = (ordinal !== null || place !== null) && !isQuoted && (kind === null || kind === 'item');
  const noun = wordsOf(text).at(-1) ?? '';
  if (!isCounted || !/^\p{Ll}{3,}$/u.test(noun) || text !== normalize(text)) return [];
  const pressable = model.elements.filter(
    ({ isVisible, isClickable, isHeard, isEditable, isFraming, tag }) =>
      isVisible &&
      (isClickable || isHeard) &&
      !isEditable &&
      !isFraming &&
      !/^(?:body|main|label)$/u.test(tag),
  );
  const calls = (words: string) => wordsOf(normalize(words)).some((word) => stem(word) === stem(noun));
  if (pressable.some(({ name, hints }) => calls(name) || calls(hints))) return [];
  const isSpokenOf = model.elements.some(
    ({ isVisible, text: own }) => isVisible && own.length < 200 && calls(own),
  );
  if (!isSpokenOf && !calls(model.title)) return [];
  const [largest = [], second = []] = [...Map.groupBy(pressable, familyOf).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  return largest.length >= LEAST && largest.length > second.length ? largest : [];
}

/** What is chosen or taken already looks different, and is one of them. */
function familyOf({ tag, signature }: UiElement): string {
  return `${tag} ${signature.split('<').slice(1).join('<')}`;
}
