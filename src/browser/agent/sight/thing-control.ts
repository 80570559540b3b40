import { canonical } from '../language/words.ts';
import { isField } from './fields.ts';
import { elementsIn, itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';
import { isStepped } from './stepper.ts';

/** Of like controls, one to a thing, the one whose row or card is called so; null where it is not exactly one. */
export function controlOfThing(model: PageModel, peers: UiElement[], name: string): UiElement | null {
  if (peers.length === 1) return isHeaded(model, name) ? (peers[0] ?? null) : null;
  const rows = peers.map((peer) => {
    const item = itemOf(model, peer, peers);
    const texts = elementsIn(model, item)
      .filter(({ isVisible }) => isVisible)
      .map(({ text }) => canonical(text));
    return { peer, texts, whole: canonical(wholeTextOf(model, item)).split(' ') };
  });
  const asked = canonical(name);
  const exact = rows.filter(({ texts }) => texts.includes(asked));
  const held = rows.filter(({ texts }) => texts.some((text) => ` ${text} `.includes(` ${asked} `)));
  // "Bedroom shelves": what it is and what it is for stand apart in its card.
  const words = asked.split(' ');
  const said = rows.filter(({ whole }) => words.length > 1 && words.every((word) => whole.includes(word)));
  const [meant = []] = [exact, held, said].filter((found) => found.length > 0);
  return meant.length === 1 ? (meant[0]?.peer ?? null) : null;
}

/** Whether the page is the thing's own. */
export function isHeaded({ elements }: PageModel, name: string): boolean {
  return elements.some(
    ({ isVisible, tag, text }) => isVisible && /^h[12]$/u.test(tag) && canonical(text) === canonical(name),
  );
}

/** The fields, lists and numbers between buttons that say how many of each thing there are. */
export function countsOn(model: PageModel): UiElement[] {
  const fields = model.elements.filter(
    (element) => element.isVisible && !element.isDisabled && isField(element) && isCountField(element),
  );
  if (fields.length > 0) return fields;
  return model.elements.filter(
    (element) => element.isVisible && /^\d{1,3}$/u.test(element.text) && isStepped(model, element),
  );
}

/** "Promo code [   ] Apply": a button right behind a field that is no count hands in what that says. */
export function isOfOtherField(model: PageModel, button: UiElement): boolean {
  const counts = countsOn(model);
  const before = model.elements.findLast(
    (element) =>
      element.node < button.node && element.isVisible && (isField(element) || element.role === 'button'),
  );
  return before !== undefined && isField(before) && !counts.includes(before);
}

function isCountField({ tag, type, role, value, options, name, hints }: UiElement): boolean {
  if (tag === 'select') return options.filter(({ label }) => /^\d{1,3}\b/u.test(label)).length > 1;
  return (
    type === 'number' ||
    role === 'spinbutton' ||
    (/^\d{0,3}$/u.test(value) &&
      (value !== '' || /\b(?:quantity|qty|how many|count)\b/iu.test(`${name} ${hints}`)))
  );
}
