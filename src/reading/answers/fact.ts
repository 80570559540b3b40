/** One thing the page says of itself or of what it is about: a name and a value. */
export interface Fact {
  name: string[];
  value: string | number | boolean;
  /** The value as meant for programs. */
  machine?: string;
  href?: string;
  /** Words of where it stands: the heading above, the name and kind of the thing it is about. */
  context: Set<string>;
  /** Words of the values that stand beside it in the same list of names and values. */
  beside?: Set<string>;
  /** How much its pairing can be trusted. */
  trust: number;
  /** The thing it belongs to is one of several. */
  isOfItem: boolean;
  /** Which thing of the structured data it is about; -1 for none. */
  node: number;
  /** A value of several entries, one by one. */
  parts?: string[];
  /** It is told of the document, not of what the document is about. */
  isOfMarkup?: boolean;
  /** Only what is asked for by all of its name is meant: what adults pay is not any other price. */
  isWhole?: boolean;
  /** What the markup calls the boxes around it. */
  box?: Set<string>;
}

/** A fact of the page, in the page's own place. */
export function plain(name: string[], value: string, trust: number): Fact {
  return { name, value, context: new Set(), trust, isOfItem: false, node: -1 };
}
