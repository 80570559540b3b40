import { textOf } from './dom.ts';

const MAX_DEPTH = 40;

/** Puts the things on a further page of a list beside those of the page before: one list, and each thing once. */
export function joinLists(page: Document, further: Document): void {
  if (page.body && further.body) join(page.body, further.body, 0);
}

function join(place: Element, further: Element, depth: number): void {
  if (depth > MAX_DEPTH) return;
  const families = Map.groupBy(further.children, markOf);
  const last: Element[] = [];
  const added = new Set<Element>();
  for (const [mark, theirs] of families) {
    const ours = [...place.children].filter((child) => markOf(child) === mark);
    const [only] = ours;
    if (!only) continue;
    if (isLayout(ours, theirs)) for (const [at, child] of ours.entries()) pair(child, theirs[at], depth);
    else {
      for (const child of newIn(ours, theirs)) added.add(child);
      last.push(ours.at(-1) ?? only);
    }
  }
  // A heading and the list below it, a term and its text: what alternates stays together.
  const end = [...place.children].findLast((child) => last.includes(child))?.nextSibling ?? null;
  for (const child of [...further.children].filter((one) => added.has(one))) place.insertBefore(child, end);
}

function pair(ours: Element, theirs: Element | undefined, depth: number): void {
  if (theirs && textOf(ours) !== textOf(theirs)) join(ours, theirs, depth + 1);
}

/** As many boxes on both pages, some of them the same, or just one: what is new stands inside them. */
function isLayout(ours: Element[], theirs: Element[]): boolean {
  const [first] = ours;
  if (ours.length === 1 && theirs.length === 1) return !ITEM.has(first?.localName ?? '');
  if (ours.length !== theirs.length || (first && isHead(first))) return false;
  const same = ours.filter((child, at) => {
    const other = theirs[at];
    return other !== undefined && textOf(child) === textOf(other);
  });
  // One line that both pages have among many others is the head of a list, or a thing that stands on every page.
  return same.length > 0 && (ours.length <= MOST_BOXES || same.length * 3 >= ours.length);
}

const MOST_BOXES = 4;

/** The row that names the columns of a table, which stands above every part of it. */
function isHead({ localName, children }: Element): boolean {
  return localName === 'tr' && children.length > 1 && [...children].every((cell) => cell.localName === 'th');
}

const ITEM = new Set(['li', 'tr', 'article', 'dt', 'dd']);

function newIn(ours: Element[], theirs: Element[]): Element[] {
  const known = new Set(ours.map((child) => textOf(child)));
  return theirs.filter((child) => !known.has(textOf(child)));
}

/** Its tag and classes, without those for place or state. */
function markOf(element: Element): string {
  const classes = [...element.classList].filter((name) => !STATE.test(name)).sort();
  return `${element.localName} ${classes.join('.')}`;
}

const STATE = /^(?:is-)?(?:active|current|selected|first|last|odd|even|open|new)$/i;
