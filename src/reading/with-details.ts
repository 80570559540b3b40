import type { ExtractedPage, Item } from './page/page.ts';

/** The things of a page with what their own pages say of them beside what their list says. */
export function withDetails(page: ExtractedPage, details: ReadonlyMap<string, ExtractedPage>): ExtractedPage {
  const collections = page.collections.map((collection) => ({
    ...collection,
    items: collection.isAside
      ? collection.items
      : collection.items.map((item) => detailed(item, details.get(addressOfItem(item) ?? ''))),
  }));
  return { ...page, collections };
}

function detailed(item: Item, own: ExtractedPage | undefined): Item {
  const known = new Set(item.fields.flatMap(({ names }) => names));
  const labels = (own?.labels ?? []).filter(
    ({ source, isOfItem, label, value }) =>
      source === 'label' && !isOfItem && !known.has(label) && value.length <= 200,
  );
  const fields = labels.map(({ label, value, machine }) => ({
    names: [label],
    value,
    ...(machine && { machine }),
  }));
  const said = labels.map(({ label, value }) => `${label}: ${value}`).join(' ');
  return { ...item, fields: [...item.fields, ...fields], text: `${item.text} ${said}`.slice(0, 4_000) };
}

/** Where a thing of a list has a page of its own: the link on its name, else its first. */
export function addressOfItem({ title, fields }: Item): string | null {
  const links = fields.filter(({ href }) => href !== undefined);
  return (links.find(({ value }) => value === title) ?? links[0])?.href ?? null;
}
