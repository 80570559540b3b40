import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

/** Of the largest family of like things the one that differs from all others in its look or its words. */
export function oddOne(model: PageModel): UiElement | null {
  const things = model.elements.filter(
    ({ isVisible, isEditable, tag, box, text, shape }) =>
      isVisible &&
      !isEditable &&
      tag !== 'body' &&
      box.width > 0 &&
      (text !== '' || shape !== '') &&
      text.length < 60,
  );
  const families = [...Map.groupBy(things, (element) => familyOf(model, element)).values()]
    .filter((family) => family.length > 2)
    .toSorted((one, other) => other.length - one.length);
  for (const family of families) {
    for (const trait of TRAITS) {
      const odd = loneIn(family, trait);
      if (odd) return odd;
    }
  }
  return null;
}

/** Things beside each other belong together, also when each has a frame of its own. */
function familyOf(model: PageModel, { node, signature, shape }: UiElement): string {
  const parent = model.parents[node] ?? -1;
  const holder = shape !== '' && signature.includes('svg') ? parent : (model.parents[parent] ?? -1);
  return `${holder}`;
}

type Trait = (element: UiElement) => string;

const TRAITS: readonly Trait[] = [
  ({ text }) => normalize(text),
  ({ colour }) => colour,
  ({ shape }) => shape,
  ({ box }) => `${Math.round(box.width / 3)} ${Math.round(box.height / 3)}`,
  ({ hints }) => hints.replace(/\d+/gu, ''),
];

/** The only one of its value where all others share one. */
function loneIn(family: UiElement[], trait: Trait): UiElement | null {
  const groups = [...Map.groupBy(family, trait).values()].toSorted((one, other) => one.length - other.length);
  const [lone, shared] = groups;
  return groups.length === 2 && lone?.length === 1 && shared && shared.length > 1 ? (lone[0] ?? null) : null;
}
