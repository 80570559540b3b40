/** A page as data: everything that a question or a schema can be answered from. Plain values, bounded in size. */
export interface ExtractedPage {
  url: string;
  title: string | null;
  language: string | null;
  canonicalUrl: string | null;
  /** Meta tags by lower-case name or property; the first of a name wins. */
  metadata: Record<string, string>;
  headings: { level: number; text: string }[];
  /** JSON-LD, microdata and RDFa in one form: objects with `@type`, graphs and lists flattened. */
  nodes: DataNode[];
  /** Tables, cards, lists and sections: wherever things of one kind stand side by side. */
  collections: Collection[];
  labels: LabelledValue[];
  links: PageLink[];
  /** Its statements, part by part. */
  parts: Part[];
  /** The main content, under its title. */
  markdown: string;
  /** The same without markup. */
  text: string;
  /** There is more of it than is read of one page: its last list may go on. */
  isCut: boolean;
}

/** How many things of one list are read. */
export const MAX_ITEMS = 20_000;

export type DataNode = Record<string, unknown>;

export interface Collection {
  kind: 'table' | 'cards' | 'list' | 'sections' | 'data';
  /** The page's names for the things: caption, heading above, names in the markup. */
  about: string[];
  items: Item[];
  /** Stands in navigation, a footer, a list of related things. */
  isAside: boolean;
}

export interface Item {
  title: string;
  fields: Field[];
  /** All of its text. */
  text: string;
  /** The heading above it. */
  under: string;
}

export interface Field {
  /** A column header, a label, a class name: what the page calls the value, the surest first. */
  names: string[];
  value: string;
  /** The value as meant for programs, where the markup has one (`datetime`, `content`). */
  machine?: string;
  href?: string;
  /** Struck out: what something cost before. */
  isOld?: boolean;
  /** The texts that a box of several is made of. */
  parts?: string[];
}

export interface LabelledValue {
  label: string;
  value: string;
  machine?: string;
  href?: string;
  /** How sure the pairing is: a visible label, or only a class or id name. */
  source: 'label' | 'name';
  /** The heading above it. */
  under: string;
  /** It belongs to one of several like things, not to the page. */
  isOfItem: boolean;
  /** A value of several lines or entries, one by one. */
  parts?: string[];
}

export interface PageLink {
  name: string;
  href: string;
  /** Stands in navigation, header or footer. */
  isAside: boolean;
}

/** A line of the page. */
export interface Block {
  text: string;
  /** From the page's first heading to the nearest; summaries and terms count as headings. */
  under: string[];
  /** Stands in navigation, header or footer. */
  isAside: boolean;
}

/** A piece of a page in its own words, small enough to be an answer. */
export interface Part {
  text: string;
  /** The headings it stands under, the nearest last. */
  under: string[];
  /** The cells of the head of its table. */
  head: string[];
  /** Its rows, entries or sentences. */
  lines: string[];
  kind: 'prose' | 'list' | 'table' | 'aside' | 'data';
  /** Its place on the page, from 0. */
  at: number;
}

/** A thing that comes as values alone, without a text of its own. */
export function itemWith(title: string, fields: Field[]): Item {
  const values = fields.map(({ value }) => value);
  return { title, fields, text: values.join(' ').slice(0, 4_000), under: '' };
}

export function emptyPage(url: string): ExtractedPage {
  return {
    url,
    title: null,
    language: null,
    canonicalUrl: null,
    metadata: {},
    headings: [],
    nodes: [],
    collections: [],
    links: [],
    labels: [],
    parts: [],
    markdown: '',
    text: '',
    isCut: false,
  };
}
