import { normalize, similarity } from '../language/words.ts';
import { isField } from './fields.ts';
import { isInside, type PageModel, type UiElement } from './page-model.ts';

/**
 * "Set the zoom to 50%" where a menu has "View › Zoom › 50%": the way down to the value, through the entry that is called
 * like what is set. Null where no such entry holds the value.
 */
export function menuPath(model: PageModel, field: string, value: string): string[] | null {
  const own = field.replace(/\s+(?:of|for|in|on)\s.*$/iu, '');
  const ways = model.elements
    .filter((element) => !isField(element) && normalize(element.text) === normalize(value))
    .map((entry) => ({ entry, above: branchesAbove(model, entry) }))
    .filter(({ above }) =>
      above.some(({ text }) => [field, own].some((name) => similarity(plain(text), name) > 0.8)),
    );
  const [way, ...more] = ways;
  return way && more.length === 0 ? [...way.above, way.entry].map(({ text }) => plain(text)) : null;
}

/** What stands around an entry and has words of its own, from the outside in. */
function branchesAbove(model: PageModel, entry: UiElement): UiElement[] {
  return model.elements.filter(
    (element) =>
      element.node < entry.node &&
      isInside(model, entry.node, element.node) &&
      plain(element.text) !== '' &&
      element.text.length < 40 &&
      element.role !== 'heading',
  );
}

/** Without the sign that says it can be opened. */
function plain(text: string): string {
  return text.replace(/[\s›▸▶►>…]+$/u, '').trim();
}
