import type { CellName } from '../language/read-cell.ts';
import { atCrossing } from './crossing.ts';
import type { PageModel, UiElement } from './page-model.ts';

/** The largest family of like things that stand in rows and columns, and the one at a place of it. */
export function cellAt(model: PageModel, { row, column }: { row: number; column: number }): UiElement | null {
  const shown = model.elements.filter(
    ({ isVisible, box, tag }) => isVisible && box.width > 4 && tag !== 'body',
  );
  const grids = [
    ...Map.groupBy(
      shown,
      ({ signature, tag }) => `${tag} ${signature.split('<')[0]?.split('.')[0]}`,
    ).values(),
  ]
    .map((family) => rowsOf(family))
    .filter(
      (rows) =>
        rows.length > 1 &&
        (rows[0]?.length ?? 0) > 1 &&
        rows.every(({ length }) => length === rows[0]?.length),
    )
    .toSorted((one, other) => other.length * (other[0]?.length ?? 0) - one.length * (one[0]?.length ?? 0));
  const line = grids[0]?.at(row > 0 ? row - 1 : row);
  return line?.at(column > 0 ? column - 1 : column) ?? null;
}

function rowsOf(family: UiElement[]): UiElement[][] {
  const rows: UiElement[][] = [];
  for (const element of family.toSorted((one, other) => one.box.y - other.box.y)) {
    const row = rows.find(
      ([first]) => first && Math.abs(first.box.y - element.box.y) < 0.5 * first.box.height,
    );
    if (row) row.push(element);
    else rows.push([element]);
  }
  return rows.map((row) => row.toSorted((one, other) => one.box.x - other.box.x));
}

/** Where the column headed by the letters crosses the row headed by the number; null where the page has no such heads. */
export function cellNamed(model: PageModel, { column, row }: CellName): UiElement | null {
  const [cell] = atCrossing(
    model,
    ({ text }) => text === column,
    ({ text }) => text === String(row),
  );
  return cell ?? null;
}
