import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

const BACK =
  /^(?:[←‹<«⬅◀❮]\uFE0F?\s*)?(?:(?:go\s+|navigate\s+)?back(?:\s+to\s+.{1,30})?|up one level)$|^[←‹<«⬅◀❮]\uFE0F?(?:\s*\p{L}.{0,30})?$/u;
const ONWARD = /^(?:next|continue|proceed|skip|finish|submit)\b/u;

/** What leads from one entry of a menu back to all of them; null in a form of several steps, which has a way on as well. */
export function wayBack({ elements }: PageModel): UiElement | null {
  const pressable = elements.filter(
    ({ isVisible, isDisabled, isClickable, isEditable, href }) =>
      isVisible && !isDisabled && isClickable && !isEditable && (href === '' || href === '#'),
  );
  if (pressable.some(({ name }) => ONWARD.test(normalize(name)))) return null;
  return pressable.find(({ name }) => BACK.test(normalize(name))) ?? null;
}

/** The entries of a menu that has nothing but them: like things that answer a press, each of its own name. */
export function menuEntries(model: PageModel): UiElement[] {
  const heard = model.elements.filter(
    ({ isVisible, isHeard, isClickable, isEditable, isFraming, name, href }) =>
      isVisible &&
      (isHeard || isClickable) &&
      !isEditable &&
      !isFraming &&
      name !== '' &&
      name.length < MOST_LETTERS &&
      (href === '' || href.startsWith('#')),
  );
  const families = [...Map.groupBy(heard, ({ tag, signature }) => `${tag} ${signature}`).values()];
  const largest = families.reduce((most, family) => (family.length > most.length ? family : most), []);
  return new Set(largest.map(({ name }) => name)).size === largest.length && largest.length > 1
    ? largest
    : [];
}

const MOST_LETTERS = 60;
