import type { Target } from '../language/target.ts';
import { elementsIn, isInside, isPressable, type PageModel, type UiElement } from '../sight/page-model.ts';
import { type Row, rowsOf } from '../sight/rows.ts';
import { stemsOf, tellingStems } from '../words.ts';
import { contextOf, extremeRow, type Match, matches, pressables, rowsFor, SURE } from './match.ts';

/** The one thing of the page that a target means; null when there is none. */
export function pick(model: PageModel, target: Target, about = ''): Match | null {
  if (target.extreme) {
    const row = extremeRow(rowsLike(model, target.phrase), target.extreme);
    return row && asMatch(mainOf(model, row));
  }
  if (target.ordinal !== null) {
    const nth = nthOf(model, target);
    if (nth) return { element: nth, score: 0.9 };
  }
  const found = matches(model, target);
  const best = nearest(model, found, about) ?? null;
  if (best && best.score >= SURE) return best;
  // A text that shows nothing of being pressable may be so all the same.
  const texts = model.elements.filter(
    (one) => one.isVisible && !one.isEditable && one.text !== '' && !isPressable(one),
  );
  const plain = matches(model, target, texts)[0];
  const wanted = tellingStems(target.phrase);
  const said = (match: Match | null) =>
    stemsOf(match?.element.name ?? '').filter((stem) => wanted.includes(stem));
  // "Delete" beside "Ann" is what the words say, and "Ann" alone is less.
  const isLess = said(best).some((stem) => plain && !said(plain).includes(stem));
  const text = plain && !isLess && plain.score >= SURE ? { ...plain, score: plain.score - 0.1 } : null;
  return text && text.score > (best?.score ?? 0) ? text : best;
}

/** Of several that are called the same, the one that stands by what the task speaks of. */
function nearest(model: PageModel, found: readonly Match[], about: string): Match | undefined {
  const [best] = found;
  const wanted = tellingStems(about);
  if (!best || wanted.length === 0) return best;
  const held = ({ element }: Match) => {
    const stems = stemsOf(contextOf(model, element));
    return wanted.filter((stem) => stems.includes(stem)).length;
  };
  return found
    .filter(({ score }) => score >= best.score - 0.05)
    .toSorted((one, other) => held(other) - held(one))[0];
}

function asMatch(element: UiElement | null): Match | null {
  return element && { element, score: 0.85 };
}

function nthOf(model: PageModel, { ordinal, kind, phrase }: Target): UiElement | null {
  const at = (list: readonly UiElement[]) =>
    ordinal === null ? null : (list.at(ordinal > 0 ? ordinal - 1 : ordinal) ?? null);
  if (kind === 'link' || kind === 'button' || kind === 'tab') {
    const isOf = ({ role, hints }: UiElement) =>
      role === kind || (kind === 'button' && role === '' && /\b(?:btn|button)\b/u.test(hints));
    const pool = pressables(model).filter(isOf);
    const wanted = tellingStems(phrase).filter((stem) =>
      pool.some(({ name }) => stemsOf(name).includes(stem)),
    );
    return at(
      pool.filter(({ name, isFraming }) =>
        wanted.length === 0 ? !isFraming : wanted.every((stem) => stemsOf(name).includes(stem)),
      ),
    );
  }
  const rows = rowsLike(model, phrase);
  const row = ordinal === null ? undefined : rows.at(ordinal > 0 ? ordinal - 1 : ordinal);
  return row ? mainOf(model, row) : null;
}

/** The rows of the list that the words speak of: those that hold them, else those of the largest list. */
export function rowsLike(model: PageModel, phrase: string): Row[] {
  const told = rowsFor(model, phrase).filter(({ node }) => !isFramed(model, node));
  const families = Map.groupBy(
    rowsOf(model).filter(({ node }) => !isFramed(model, node)),
    ({ node }) => model.parents[node] ?? -1,
  );
  const lists = [...families.values()].filter((rows) => rows.length > 1);
  const weight = (rows: Row[]) => rows.reduce((sum, { text }) => sum + Math.min(300, text.length), 0);
  const largest = lists.sort((one, other) => weight(other) - weight(one))[0] ?? [];
  const isAll =
    told.length > 1 && told.every(({ node }) => model.parents[node] === model.parents[told[0]?.node ?? -1]);
  return isAll ? told : largest.filter(({ node }) => elementsIn(model, node).some(isPressable));
}

function isFramed(model: PageModel, node: number): boolean {
  return elementsIn(model, node)[0]?.isFraming ?? false;
}

/** The opener of a row: its heading's link, its first link, its first control, or the row itself. */
export function mainOf(model: PageModel, { node }: Row): UiElement | null {
  const inside = elementsIn(model, node);
  const links = inside.filter((one) => isPressable(one) && one.role === 'link' && one.name.trim() !== '');
  const headings = inside.filter(({ role }) => role === 'heading');
  const titled = links.find((link) =>
    headings.some(
      (heading) => isInside(model, link.node, heading.node) || isInside(model, heading.node, link.node),
    ),
  );
  return (
    titled ??
    links[0] ??
    inside.find((one) => one.node === node && isPressable(one)) ??
    inside.find((one) => isPressable(one) && one.role !== 'checkbox') ??
    inside.find(({ isVisible }) => isVisible) ??
    null
  );
}
