import { readTime } from '../language/read-date.ts';
import { holdsPhrase, similarity } from '../language/words.ts';
import type { ChoiceOption, UiElement } from './page-model.ts';

/** The number of the option a value means, -1 when there is none. */
export function bestOption(element: UiElement, value: string): number {
  const scores = element.options.map((option) =>
    Math.max(optionFit(option.label, value), option.value === value ? 0.98 : 0),
  );
  const best = Math.max(0, ...scores);
  return best >= 0.5 ? scores.indexOf(best) : -1;
}

/** How well the words of an option answer a value, from 0 to 1. Where both have numbers, "1×" is not "1.5x". */
export function optionFit(label: string, value: string): number {
  const [shown, wanted] = [numbersIn(label), numbersIn(value)];
  if (shown.length === 0 || wanted.length === 0) return similarity(label, value);
  if (!wanted.every((number) => shown.includes(number))) return 0;
  return Math.max(similarity(label, value), shown.length === wanted.length ? SAME_NUMBERS : 0);
}

/** What stands around the same numbers may be a unit, written in another way. */
const SAME_NUMBERS = 0.7;

function numbersIn(text: string): string[] {
  return (text.match(/\d+(?:[.,]\d+)*/gu) ?? []).map((number) =>
    number
      .replace(/,(?=\d{3}(?!\d))/gu, '')
      .replaceAll(',', '.')
      .replace(/^0+(?=\d)/u, '')
      .replace(/(\.\d*?)0+$/u, '$1')
      .replace(/\.$/u, ''),
  );
}

/** The option that a text speaks of: by its label, or by the same time of day written in another way. */
export function mentionedOption({ options }: UiElement, text: string): ChoiceOption | null {
  const offered = options.filter(({ label, value }) => value !== '' && label.length > 1);
  const named = offered.filter(({ label }) => holdsPhrase(text, label.replace(/\s*\(.*?\)\s*$/u, '')));
  const time = readTime(text);
  return (
    named.sort((one, other) => other.label.length - one.label.length)[0] ??
    offered.find(({ label }) => time !== null && readTime(label) === time) ??
    null
  );
}
