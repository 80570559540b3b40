import type { PageModel, UiElement } from '../sight/page-model.ts';

/** A question and what can be pressed for an answer. */
interface DrawnChoice {
  label: string;
  element: UiElement;
  options: { label: string; element: UiElement }[];
}

const MOST_OPTIONS = 12;

/**
 * Questions whose answers are plain boxes to press, side by side: tiles, segments, the numbers of a scale. Only what ends
 * with a question mark is taken for one, since anything may be pressed.
 */
export function drawnChoices(model: PageModel, seen: UiElement[]): DrawnChoice[] {
  const pressed = seen.filter(
    ({ isHeard, isEditable, role, tag, text, href }) =>
      isHeard &&
      !isEditable &&
      (role === '' || role === 'button') &&
      tag !== 'label' &&
      href === '' &&
      text !== '' &&
      text.length <= 40,
  );
  const families = Map.groupBy(pressed, ({ node }) => model.parents[node] ?? -1);
  return [...families.values()].flatMap((family): DrawnChoice[] => {
    const [first] = family;
    const label = first ? questionOver(model, seen, first) : null;
    const least = family.some(({ role }) => role === 'button') ? 3 : 2;
    if (!first || !label || family.length < least || family.length > MOST_OPTIONS) return [];
    const options = family.map((element) => ({ label: element.text, element }));
    return [{ label, element: first, options }];
  });
}

/** What is asked right before the answers: nothing else stands between them. */
export function questionOver({ parents }: PageModel, seen: UiElement[], first: UiElement): string | null {
  const parent = parents[first.node] ?? -1;
  const before = seen.findLast(({ node, text }) => node < first.node && node !== parent && text !== '');
  return before && !before.isHeard && /\?\s*\*?$/u.test(before.text) ? before.text : null;
}
