import type { GridPoint } from '../language/read-target.ts';
import type { PageModel, UiElement } from './page-model.ts';

/**
 * The thing at a place of a grid. Numbers along its edges say how it counts; without them a grid with a middle counts
 * from there, with y upwards, and any other from its first column and row.
 */
export function atPoint(model: PageModel, { x, y }: GridPoint): UiElement | null {
  const shown = model.elements.filter((element) => element.isVisible);
  const named = shown.find(({ name }) => name.replace(/\s+/gu, '') === `(${x},${y})`);
  if (named) return named;
  const points = gridIn(shown);
  const columns = lines(points.map(middleX));
  const rows = lines(points.map(middleY));
  if (columns.length < 2 || rows.length < 2) return null;
  const isCentred = columns.length % 2 === 1 && rows.length % 2 === 1;
  const numbers = shown.filter(({ text }) => /^[-−]?\d+$/u.test(text));
  const column =
    labelled(numbers, columns, x, middleX) ??
    columns[isCentred && Math.abs(x) <= (columns.length - 1) / 2 ? x + (columns.length - 1) / 2 : x];
  const upwards = rows.toReversed();
  const row =
    labelled(numbers, rows, y, middleY) ??
    (isCentred && Math.abs(y) <= (rows.length - 1) / 2 ? upwards[y + (rows.length - 1) / 2] : rows[y]);
  if (column === undefined || row === undefined) return null;
  return (
    points.find(
      (element) => Math.abs(middleX(element) - column) <= NEAR && Math.abs(middleY(element) - row) <= NEAR,
    ) ?? null
  );
}

const NEAR = 3;

/** The largest family of like things that could be pressed. */
function gridIn(elements: UiElement[]): UiElement[] {
  const members = elements.filter(
    ({ shape, isClickable, tag }) => (shape !== '' || isClickable || tag === 'td') && tag !== 'line',
  );
  const families = Map.groupBy(members, ({ tag, signature }) => `${tag} ${signature}`);
  return [...families.values()].reduce((most, family) => (family.length > most.length ? family : most), []);
}

function labelled(
  numbers: UiElement[],
  places: number[],
  wanted: number,
  middle: (element: UiElement) => number,
): number | undefined {
  const across = middle === middleX ? middleY : middleX;
  const aligned = numbers.filter((element) =>
    places.some((place) => Math.abs(place - middle(element)) <= 2 * NEAR),
  );
  // A row of labels shares its other coordinate; anything else only happens to be a number.
  const edge = [...Map.groupBy(aligned, (element) => Math.round(across(element) / 6)).values()].find(
    (group) => group.length === places.length,
  );
  const label = edge?.find(({ text }) => Number(text.replace('−', '-')) === wanted);
  return label && places.find((place) => Math.abs(place - middle(label)) <= 2 * NEAR);
}

function lines(values: number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted.filter((value, index) => index === 0 || value - (sorted[index - 1] ?? 0) > NEAR);
}

function middleX({ box }: UiElement): number {
  return box.x + box.width / 2;
}

function middleY({ box }: UiElement): number {
  return box.y + box.height / 2;
}
