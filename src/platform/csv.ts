/** Lines as spreadsheets read them, below their header (null: it stands already). A text that a spreadsheet would take for a formula is marked as text. */
export function csv(
  header: readonly string[] | null,
  rows: ReadonlyArray<ReadonlyArray<string | number | null>>,
): string {
  return (header ? [header, ...rows] : rows).map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
