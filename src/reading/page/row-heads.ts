import type { Collection } from './page.ts';

/** A line of names above rows that are no table to the parser: the parts of each row go by them. */
export function withRowHeads(collections: Collection[]): Collection[] {
  const heads = new Set<Collection>();
  const named = collections.map((rows, at) => {
    const head = collections[at - 1];
    if (!head || !isHeadOf(head, rows)) return rows;
    heads.add(head);
    const columns = head.items.map(({ title }) => title);
    const items = rows.items.map((item) => ({
      ...item,
      fields: item.fields.map((field, index) => ({
        ...field,
        names: [columns[index] ?? '', ...field.names],
      })),
    }));
    return { ...rows, columns, items };
  });
  return named.filter((collection) => !heads.has(collection));
}

function isHeadOf(head: Collection, rows: Collection): boolean {
  return (
    head.kind === 'list' &&
    rows.kind === 'cards' &&
    head.items.length > 1 &&
    head.items.every(({ title, fields }) => isHeadName(title) && fields.every(({ href }) => !href)) &&
    rows.items.length > 1 &&
    rows.items.every(
      ({ fields }) =>
        fields.length === head.items.length &&
        fields.every(({ names, isPiece }) => !isPiece && !names.some((name) => LABELLED.test(name))),
    )
  );
}

function isHeadName(title: string): boolean {
  return title.length > 1 && title.length <= 30 && /^\p{Lu}[^\d.!?]*$/u.test(title);
}

/** What such a part already has a name of its own for. */
const LABELLED = /^(?:price|date|rating|author)$/i;
