/** The value of a candidate in a column; a column has one for each. */
export function cell(column: ArrayLike<number>, at: number): number {
  return column[at] ?? Number.NaN;
}
