import { textOf } from './dom.ts';

const MAX_DEPTH = 40;

/** Puts the things on a further page of a list beside those of the page before: one list, and each thing once. */
export function joinLists(page: Document, further: Document): void {
  if (page.body && further.body) join(page.body, further.body, 0);
}

function join(place: Element, further: Element, depth: number): void {
  if (depth > MAX_DEPTH) return;
  const families = Map.groupBy(further.children, markOf);
  for (const [mark, theirs] of families) {
    const ours = [...place.children].filter((child) => markOf(child) === mark);
    const [only] = ours;
    if (!only) continue;
    if (isLayout(ours, theirs)) for (const [at, child] of ours.entries()) pair(child, theirs[at], depth);
    else append(place, ours, theirs);
  }
}

function pair(ours: Element, theirs: Element | undefined, depth: number): void {
  if (theirs && textOf(ours) !== textOf(theirs)) join(ours, theirs, depth + 1);
}

/** As many boxes on both pages, some of them the same, or just one: what is new stands inside them. */
function isLayout(ours: Element[], theirs: Element[]): boolean {
  if (ours.length === 1 && theirs.length === 1) return !ITEM.has(ours[0]?.localName ?? '');
  if (ours.length !== theirs.length) return false;
  return ours.some((child, at) => {
    const other = theirs[at];
    return other !== undefined && textOf(child) === textOf(other);
  });
}

const ITEM = new Set(['li', 'tr', 'article', 'dt', 'dd']);

function append(place: Element, ours: Element[], theirs: Element[]): void {
  const known = new Set(ours.map((child) => textOf(child)));
  const last = ours.at(-1);
  const added = theirs.filter((child) => !known.has(textOf(child)));
  for (const child of added.toReversed()) place.insertBefore(child, last?.nextSibling ?? null);
}

/** What it is made as, without what only says its place or state. */
function markOf(element: Element): string {
  const classes = [...element.classList].filter((name) => !STATE.test(name)).sort();
  return `${element.localName} ${classes.join('.')}`;
}

const STATE = /^(?:is-)?(?:active|current|selected|first|last|odd|even|open|new)$/i;
