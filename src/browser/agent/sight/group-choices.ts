import { meantWords } from '../language/stated-facts.ts';
import { canonical, holdsPhrase, normalize, patternOf, wordsOf } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

/** Radio buttons and boxes in named groups: "Size: Small", "the milk to Oat". */
export function readGroupChoices(model: PageModel, words: string): UiElement[] {
  const text = meantWords(words);
  const radios = model.elements.filter(
    (element) => element.role === 'radio' && !element.isDisabled && element.name !== '',
  );
  return radios.filter((radio) => {
    if (!holdsPhrase(text, radio.name) && !holdsHead(text, radio.name)) return false;
    const rivals = radios.filter(
      (other) => other !== radio && normalize(other.name) === normalize(radio.name),
    );
    if (rivals.length === 0) return true;
    // Of the answers to one question the one that comes first after it.
    const asked = normalize(text).indexOf(normalize(radio.group));
    if (radio.group === '' || asked < 0) return false;
    const after = normalize(text).slice(asked + radio.group.length);
    const place = (name: string) =>
      after.search(new RegExp(`(?<!\\p{L})${patternOf(normalize(name))}(?!\\p{L})`, 'u'));
    const answers = radios.filter(({ group }) => group === radio.group).map(({ name }) => place(name));
    return place(radio.name) >= 0 && place(radio.name) === Math.min(...answers.filter((at) => at >= 0));
  });
}

/** "4 star" for "4 stars", "express" for "Express, next day (+ 8.50)". */
function holdsHead(text: string, name: string): boolean {
  const head = canonical(name.split(/[,(–:]|\s-\s/u)[0] ?? '');
  return head.length > 2 && ` ${canonical(wordsOf(text).join(' '))} `.includes(` ${head} `);
}
