import { amountOf, numberIn } from './amounts.ts';
import { itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';
import { cellInColumn } from './read-tables.ts';
import type { Extreme } from './read-target.ts';

/** Of several like things the one with the lowest or highest price, duration, number ... */
export function pickExtreme(model: PageModel, peers: UiElement[], extreme: Extreme): UiElement | null {
  const measured = peers
    .map((element) => ({ element, amount: measure(model, element, peers, extreme.of) }))
    .filter((entry): entry is { element: UiElement; amount: number } => entry.amount !== null);
  // Where nothing has a number, the drawn size is compared.
  const sized = peers.map((element) => ({ element, amount: element.box.width * element.box.height }));
  const sorted = (measured.length > 0 ? measured : sized).sort(
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
