import { readTime } from '../language/read-date.ts';
import { holdsPhrase, similarity } from '../language/words.ts';
import type { ChoiceOption, UiElement } from './page-model.ts';

/** The number of the option a value means, -1 when there is none. */
export function bestOption(element: UiElement, value: string): number {
  const scores = element.options.map((option) =>
    Math.max(similarity(option.label, value), option.value === value ? 0.98 : 0),
  );
  const best = Math.max(0, ...scores);
  return best >= 0.5 ? scores.indexOf(best) : -1;
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
