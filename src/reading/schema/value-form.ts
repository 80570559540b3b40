import { isMoney } from '../values/number.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { nameWords, stemsOf } from '../words/words.ts';
import { askedWords } from './key-words.ts';

/** "12 Fore Street", "Hauptstraße 5, 10115 Berlin", "The Old Mill, Ludlow SY8 1AB". */
const ADDRESS =
  /^\d{1,5}[a-z]?,?\s\p{Lu}\p{L}+\s\p{Lu}|^\p{Lu}[\p{L}.' -]+\s\d{1,4}\s?[a-z]?,\s|^\p{Lu}[^,]+,\s.*\d/u;

interface Form {
  isAsked(asked: string[]): boolean;
  has(value: string): boolean;
}

/** Values that are known by how they are written, and the keys that ask for them. */
const FORMS: readonly Form[] = [
  {
    isAsked: (asked) => isThing(asked, 'telephone') || isThing(asked, 'fax'),
    has: (value) => /^[+(]?\d[\d\s()./-]{5,20}\d$/.test(value) && value.replace(/\D/g, '').length >= 7,
  },
  {
    isAsked: (asked) => isThing(asked, 'address'),
    has: (value) => value.length <= 160 && ADDRESS.test(value),
  },
  {
    isAsked: (asked) => isThing(asked, 'opening hours'),
    has: (value) =>
      value.length <= 120 &&
      /\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]m)?\s?(?:–|-|to)\s?\d/i.test(value) &&
      /\p{L}{3}/u.test(value),
  },
  {
    isAsked: (asked) => isThing(asked, 'weight'),
    has: (value) => /^\d[\d.,]*\s?(?:mg|g|kg|t|lbs?|oz|grams?)$/i.test(value),
  },
  {
    isAsked: (asked) => asked[0] === 'isbn',
    has: (value) => /^(?:97[89][\d -]{10,14}|\d{9}[\dX])$/.test(value),
  },
  {
    isAsked: (asked) => isThing(asked, 'employment type') && asked.length > 1,
    has: (value) =>
      /^(?:(?:full|part)[- ]?time|permanent|temporary|contract|freelance|internship|casual|fixed[- ]term)\b/i.test(
        value,
      ),
  },
  {
    isAsked: (asked) => isThing(asked, 'salary'),
    has: (value) => isMoney(value) && value.length <= 60,
  },
];

export function formOf(key: string): Form | undefined {
  const asked = askedWords(key);
  return FORMS.find((form) => form.isAsked(asked));
}

/** "(31 reviews)", "308 stars today": so many of something, which is nobody, nowhere and no kind of thing. */
export function isCount(value: string): boolean {
  return /^\(?\d[\d.,]*\s?[km]?\+?\s\p{L}{3,}(?:\s\p{L}+){0,2}\)?$/iu.test(value) && !isMoney(value);
}

/** `servings` of "4 servings", `duration` of "3 days": a key that asks for so many of them. */
export function asksForCount(key: string, value: string): boolean {
  const said = stemsOf(value);
  return (
    /size|length|duration|amount|quantity|weight|volume|capacity|unit|age|period|serving|yield|distance|count|total|term/i.test(
      key,
    ) || nameWords(key).some((word) => said.some((each) => isSameWord(each, word)))
  );
}
