/** One page of the documentation, before it is drawn. */
export interface Page {
  /** From the origin on, such as `/docs/guides/vault`. */
  address: string;
  title: string;
  /** The heading in the navigation. */
  section: string;
  markdown: string;
  /** The file that it was read from; null for one that was made from data. */
  file: string | null;
  /** Of a page that is not in the navigation: the address of the page that lists it. */
  listedAt?: string;
}

/** The text of the first heading, without its marks. */
export function titleOf(markdown: string): string | null {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? null;
}
