import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

/** The page without the lists by which it shows only some of its things: they change none of them. */
export function withoutFilters(model: PageModel): PageModel {
  const texts = model.elements
    .filter(({ isVisible, tag }) => isVisible && tag !== 'option')
    .map(({ text }) => normalize(text));
  return { ...model, elements: model.elements.filter((element) => !isFilter(element, texts)) };
}

/** Its first choice is everything, and the others stand beside the things below it. */
function isFilter({ tag, options }: UiElement, texts: string[]): boolean {
  const [first, ...others] = options.map(({ label }) => normalize(label));
  if (tag !== 'select' || first === undefined || !/^(?:all|any|every)\b/u.test(first)) return false;
  return texts.filter((text) => others.includes(text)).length > 1;
}

/** Whether a task changes something that is there, and does not look for it. */
export function isOfRecord(task: string): boolean {
  return /^(?:please\s+)?(?:set|change|update|mark|close|reopen|resolve|edit|assign)\b(?!.*\b(?:filter|only|show|list)\b)/iu.test(
    task.trim(),
  );
}
