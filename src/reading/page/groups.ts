import { addDefinitions } from './definitions.ts';
import { givenNames, headingLevel, isUnseen, squeeze, textOf } from './dom.ts';
import { headingText, labelPair, readItem } from './item-fields.ts';
import { type Collection, type Field, type Item, MAX_ITEMS } from './page.ts';
import { ownSignature } from './signature.ts';
import type { Walk } from './walk.ts';

/** Finds the like things among the children of an element. Returns the children that are such things. */
export function findGroups(parent: Element, walk: Walk, isAside: boolean): Set<Element> {
  const members = new Set<Element>();
  if (parent.childElementCount < 2) return members;
  const seen = [...parent.children].filter((child) => !isUnseen(child));
  const children = seen.slice(0, MAX_ITEMS);
  walk.reading.isCut ||= children.length < seen.length;
  const above = headingsAbove(children, walk.headings.at(-1)?.text ?? '');
  const about = (first: Element | undefined) => aboutOf(parent, (first && above.get(first)) ?? '');
  if (parent.localName === 'dl') {
    addDefinitions(children, about(children[0]), walk, isAside);
    return members;
  }
  for (const [signature, group] of bySignature(children)) {
    const collection = readGroup(group, about(group[0]), { walk, above, isAside });
    if (!collection) continue;
    addMerged(collection, `${ownSignature(parent)}>${signature}`, group, walk);
    if (collection.kind === 'cards') for (const element of group) members.add(element);
  }
  const segments = bySections(children);
  if (segments.length > 1) {
    const items = segments.map((roots) => sectionItem(roots, walk, above));
    const names = segments[0]?.[0] ? givenNames(segments[0][0]) : [];
    walk.reading.collections.push({
      kind: 'sections',
      about: [...about(segments[0]?.[0]), ...names],
      items,
      isAside,
    });
  }
  return members;
}

function aboutOf(parent: Element, heading: string): string[] {
  const label = parent.getAttribute('aria-label') ?? '';
  const box = parent.parentElement;
  const isOnly = LISTS.has(parent.localName) && box?.querySelectorAll('ul, ol').length === 1;
  return [heading, label, ...givenNames(parent), ...(box && isOnly ? givenNames(box) : [])].filter(Boolean);
}

const LISTS = new Set(['ul', 'ol']);

/** The heading each child stands under; a heading itself stands under the one before it that is above its level. */
function headingsAbove(children: Element[], outer: string): Map<Element, string> {
  const above = new Map<Element, string>();
  const open: { level: number; text: string }[] = [];
  for (const child of children) {
    const level = headingLevel(child);
    while (level > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    above.set(child, open.at(-1)?.text ?? outer);
    if (level > 0) open.push({ level, text: headingText(child) });
  }
  return above;
}

function bySignature(children: Element[]): [string, Element[]][] {
  const candidates = children.filter((child) => !NEVER.has(child.localName) && headingLevel(child) === 0);
  const classes = Map.groupBy(candidates, (child) => child.getAttribute('class') ?? '');
  const groups = Map.groupBy(candidates, (child) => {
    const signature = ownSignature(child);
    const made = child.getAttribute('class') ?? '';
    // A name made by a tool tells nothing, but like things share it.
    const isShared = signature.endsWith('.') && made !== '' && (classes.get(made)?.length ?? 0) > 1;
    return isShared ? `${signature}${made}` : signature;
  });
  return [...groups].filter(([signature, group]) => {
    if (group.length < 2) return false;
    // Bare paragraphs, boxes and spans are alike by nature: only their number among the children makes a list.
    const isBare = signature.endsWith('.') && !group[0]?.getAttribute('class');
    if (!isBare) return true;
    return (
      LISTED.has(group[0]?.localName ?? '') ||
      group[0]?.getAttribute('role') === 'listitem' ||
      (BOXES.has(group[0]?.localName ?? '') && group.length >= 3 && group.length >= children.length * 0.6)
    );
  });
}

const NEVER = new Set(
  'td th thead tbody tfoot colgroup option br hr img input label p button dt dd picture source'.split(' '),
);
const LISTED = new Set(['li', 'article', 'section', 'details', 'a', 'figure']);
const BOXES = new Set(['div', 'span']);

interface Group {
  walk: Walk;
  above: Map<Element, string>;
  isAside: boolean;
}

function readGroup(group: Element[], about: string[], { walk, above, isAside }: Group): Collection | null {
  const items = group
    .map((element) => groupItem(element, walk, above.get(element) ?? ''))
    .filter(({ text, fields }) => text !== '' || fields.length > 0)
    .filter(({ fields }) => !fields.some(({ value }) => ADVERTISED.test(value)));
  if (items.length < 2) return null;
  const isLabels =
    items.every(({ text, fields }) => fields.length <= 3 && labelPair(text) !== null) &&
    new Set(items.map(({ text }) => labelPair(text)?.label)).size === items.length;
  if (isLabels) return null;
  // Around the page's own heading stands the page, not one of several things.
  if (group.some((element) => element.querySelector('h1') !== null) && !group.every(hasHeading)) return null;
  const isPlain = items.every((item) => item.fields.length <= 1 || item.text === item.title);
  const kind = isPlain ? 'list' : isBoxes(group, items) ? 'sections' : 'cards';
  const names = group[0] ? givenNames(group[0]) : [];
  return { kind, about: [...about, ...names], items, isAside };
}

const ADVERTISED =
  /^(?:sponsored|ad|promoted|advertisement|anzeige|gesponsert|werbung|sponsoris[ée]e?|patrocinad[oa]|publicidad|広告|PR)$/i;

function hasHeading(element: Element): boolean {
  return element.querySelector('h1') !== null;
}

/** Parts of a page (prices here, a list there, opening hours below) look alike from outside and share little inside. */
function isBoxes(group: Element[], items: Item[]): boolean {
  if (group.every((element) => element.querySelectorAll('h2, h3, h4, h5').length >= 2)) return true;
  if (
    group.length > 12 ||
    !group.some((element) => element.querySelector('ul, ol, table, dl, form') !== null)
  )
    return false;
  const shapes = group.map(
    (element) => new Set([...element.querySelectorAll('*')].slice(0, 300).map(ownSignature)),
  );
  const all = new Set(shapes.flatMap((shape) => [...shape]));
  const shared = [...all].filter(
    (name) => shapes.filter((shape) => shape.has(name)).length * 2 > shapes.length,
  );
  return shared.length < all.size * 0.5 && new Set(items.map(({ title }) => title)).size === items.length;
}

function groupItem(element: Element, walk: Walk, under: string): Item {
  const item = readItem([element], under, walk.url, walk.budget);
  if (element.localName === 'li' && item.fields.length <= 1) item.title = item.text.slice(0, 500);
  if (element.localName === 'details') {
    const rest = [...element.children].filter((child) => child.localName !== 'summary');
    item.fields.push(contentField(rest, ['answer', 'content']));
    item.fields.push({ names: ['question', 'title'], value: item.title });
  }
  return item;
}

function addMerged(collection: Collection, key: string, group: Element[], walk: Walk): void {
  const isClassed = givenNames(group[0] as Element).length > 0;
  const before = isClassed ? walk.merged.get(key) : undefined;
  if (!before || before.kind !== collection.kind) {
    walk.merged.set(key, collection);
    walk.reading.collections.push(collection);
    return;
  }
  before.items.push(...collection.items.slice(0, Math.max(0, MAX_ITEMS - before.items.length)));
  // A heading above some of them is no name for all.
  const parts = new Set(before.items.map(({ under }) => under));
  before.about = [...new Set([...before.about, ...collection.about])].filter(
    (name) => parts.size === 1 || !parts.has(name),
  );
}

/** A heading and what follows it up to the next of its level, at the highest level that has several. */
function bySections(children: Element[]): Element[][] {
  const levels = children.map(headingLevel).filter((level) => level > 1);
  const level = levels.toSorted((one, other) => one - other).find((one, at, all) => all[at + 1] === one);
  return level === undefined ? [] : sectionsOf(children, level);
}

function sectionsOf(children: Element[], level: number): Element[][] {
  const segments: Element[][] = [];
  let isOpen = false;
  for (const child of children) {
    const own = headingLevel(child);
    if (own === level) segments.push([child]);
    isOpen = own === level || (isOpen && (own === 0 || own > level));
    if (isOpen && own !== level) segments.at(-1)?.push(child);
  }
  return segments.filter((segment) => segment.length > 1);
}

function sectionItem(roots: Element[], walk: Walk, above: Map<Element, string>): Item {
  const [head, ...rest] = roots;
  const item = readItem(roots, (head && above.get(head)) ?? '', walk.url, walk.budget);
  if (head && headingLevel(head) > 0) {
    item.title = headingText(head);
    item.fields.push({ names: ['title'], value: item.title }, contentField(rest, ['content']));
  }
  return item;
}

function contentField(elements: Element[], names: string[]): Field {
  return { names, value: squeeze(elements.map((element) => textOf(element, 2_000)).join(' ')) };
}
