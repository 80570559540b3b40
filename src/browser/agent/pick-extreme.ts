import { itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';
import { cellInColumn } from './read-tables.ts';
import type { Extreme } from './read-target.ts';
import { holdsPhrase, normalize } from './words.ts';

/** Of several like things the one with the lowest or highest price, duration, number ... */
export function pickExtreme(model: PageModel, peers: UiElement[], extreme: Extreme): UiElement | null {
  const measured = peers
    .map((element) => ({ element, amount: measure(model, element, peers, extreme.of) }))
    .filter((entry): entry is { element: UiElement; amount: number } => entry.amount !== null);
  const sorted = measured.sort(
    (one, other) => one.amount - other.amount || one.element.node - other.element.node,
  );
  return (extreme.end === 'min' ? sorted[0] : sorted.at(-1))?.element ?? null;
}

function measure(model: PageModel, element: UiElement, peers: UiElement[], of: string): number | null {
  const own = numberIn(element.text || element.name);
  if (of === '' && own !== null) return own;
  const cell = of === '' ? null : cellInColumn(model, element, of);
  if (cell !== null) return amountOf(cell, of);
  return amountOf(wholeTextOf(model, itemOf(model, element, peers)), of) ?? own;
}

/** The asked quantity in a text: a price has a currency, a duration hours and minutes, anything else its label. */
function amountOf(text: string, of: string): number | null {
  const asked = normalize(of);
  if (/price|cost|cheap|fare/u.test(asked)) {
    const price = text.match(
      /(?:[$€£¥]|\b(?:usd|eur|gbp)\b)\s*([\d.,]+)|([\d.,]+)\s*(?:[$€£¥]|\b(?:usd|eur|gbp)\b)/iu,
    );
    return numberIn(price?.[1] ?? price?.[2] ?? text);
  }
  if (/duration|time|length/u.test(asked)) {
    const parts =
      text.match(/(?:(\d+)\s*h(?:ours?|rs?)?\b)?\s*(?:(\d+)\s*m(?:in(?:utes?|s)?)?\b)/iu) ??
      text.match(/(\d+)\s*h(?:ours?|rs?)?\b/iu);
    if (parts && (parts[1] || parts[2])) return Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0);
  }
  if (asked !== '' && holdsPhrase(text, asked)) {
    const after = normalize(text).split(asked)[1];
    const labelled = after === undefined ? null : numberIn(after);
    if (labelled !== null) return labelled;
  }
  return numberIn(text);
}

export function numberIn(text: string): number | null {
  const match = text.replaceAll('−', '-').match(/-?\d[\d,]*(?:\.\d+)?/u)?.[0];
  if (match === undefined) return null;
  const number = Number(match.replaceAll(',', ''));
  return Number.isFinite(number) ? number : null;
}
