import { amountsIn, isMoney } from '../../platform/text/number.ts';
import { isAside } from './aside.ts';
import {
  absoluteUrl,
  givenNames,
  headingLevel,
  isInline,
  isUnseen,
  partsOf,
  squeeze,
  textOf,
} from './dom.ts';
import { findGroups } from './groups.ts';
import { headingText, isStruck, labelPair, linePairs, trimLabel } from './item-fields.ts';
import type { Collection, LabelledValue } from './page.ts';
import { readTable } from './tables.ts';
import type { BodyReading, Walk } from './walk.ts';

const MAX_ELEMENTS = 250_000;
const MAX_BLOCKS = 60_000;
const MAX_BLOCK_CHARS = 3_000;
const MAX_LABELS = 10_000;
const MAX_DEPTH = 200;

/** One walk through the body: its text in pieces, its labelled values, and the things that stand side by side. */
export function readBody(document: Document, url: string): BodyReading {
  const root = document.body ?? document.documentElement;
  const state: Walk = {
    reading: { collections: [], labels: [], blocks: [], isCut: false },
    url,
    headings: [],
    line: [],
    elements: MAX_ELEMENTS,
    budget: { elements: MAX_ELEMENTS, chars: 5_000_000 },
    merged: new Map(),
  };
  const top: Place = { isAside: false, isOfItem: false, depth: 0 };
  if (root) visit(root, state, top);
  flush(state, top);
  const { collections, blocks } = state.reading;
  const { elements, budget } = state;
  if (Math.min(elements, budget.elements, budget.chars) <= 0 || blocks.length >= MAX_BLOCKS)
    state.reading.isCut = true;
  state.reading.collections = collections.filter(({ items }) => items.length > 0).slice(0, 300);
  return state.reading;
}

interface Place {
  isAside: boolean;
  isOfItem: boolean;
  depth: number;
}

const OLD_PRICE = 'original price';

function visit(element: Element, walk: Walk, around: Place): void {
  if (walk.elements-- <= 0 || around.depth > MAX_DEPTH) return;
  const place = {
    ...around,
    isAside: around.isAside || isAside(element),
    depth: around.depth + 1,
  };
  const level = headingLevel(element);
  if (level > 0) {
    enterHeading(element, level, walk, place);
    return;
  }
  if (element.localName === 'table' && readDataTable(element, walk, place)) return;
  if (element.localName === 'select') return;
  readNames(element, walk, place);
  const items = findGroups(element, walk, place.isAside);
  for (const node of element.childNodes) {
    if (node.nodeType === 3) walk.line.push(node.textContent ?? '');
    else if (node.nodeType === 1) {
      const child = node as Element;
      if (isUnseen(child)) continue;
      if (SILENT.has(child.localName)) {
        if (child.hasAttribute('aria-expanded') && !place.isAside) enterQuestion(child, walk, place);
        continue;
      }
      if (child.previousSibling?.nodeType === 1) walk.line.push(' ');
      visitChild(child, walk, { ...place, isOfItem: place.isOfItem || items.has(child) });
    }
  }
  // The last line of a box belongs to it, and not to what stands around.
  if (!isInline(element)) flush(walk, place);
}

const SILENT = new Set(['button', 'input', 'textarea', 'option']);

function visitChild(child: Element, walk: Walk, place: Place): void {
  if (child.localName === 'br') {
    flush(walk, place);
    return;
  }
  if (isInline(child)) {
    const isPair = isLabel(child) || (child.localName === 'span' && labelPair(textOf(child, 200)) !== null);
    if (isPair) walk.line.push(APART);
    visit(child, walk, place);
    if (isPair && child.localName === 'span') walk.line.push(APART);
    return;
  }
  flush(walk, place);
  const opensAside = !place.isAside && isAside(child);
  const depthBefore = walk.headings.length;
  const around = walk.headings;
  // What stands around the content is not said under the content's last heading.
  if (opensAside) walk.headings = [];
  if (child.localName === 'dd' || child.localName === 'dt') readTerm(child, walk, place);
  if (child.localName === 'summary') pushHeading(walk, 7, headingText(child));
  visit(child, walk, place);
  flush(walk, place);
  walk.headings = opensAside ? around : walk.headings;
  // A summary names what is inside its details, and nothing after them.
  if (child.localName === 'details' || child.localName === 'dl')
    walk.headings.length = Math.min(depthBefore, walk.headings.length);
}

/** The button of an accordion is the heading of what it opens. */
function enterQuestion(button: Element, walk: Walk, place: Place): void {
  const text = textOf(button, 300);
  if (text.length < 4 || button.hasAttribute('aria-haspopup')) return;
  flush(walk, place);
  pushHeading(walk, 7, text);
  addBlock(walk, text, place);
}

/** `<b>Serves:</b> 4`: a name in bold, and a value behind it. */
function isLabel(element: Element): boolean {
  return ['b', 'strong'].includes(element.localName) && /^[^:：]{2,40}[:：]$/u.test(textOf(element, 60));
}

function enterHeading(element: Element, level: number, walk: Walk, place: Place): void {
  flush(walk, place);
  const text = headingText(element);
  if (text === '') return;
  pushHeading(walk, level, text);
  if (level > 1 || element.hasAttribute('itemprop')) readNames(element, walk, place);
  addBlock(walk, textOf(element, 500), place);
}

/** Between two labelled values of one line. */
const APART = '\u0001';

function pushHeading(walk: Walk, level: number, text: string): void {
  while ((walk.headings.at(-1)?.level ?? 0) >= level) walk.headings.pop();
  walk.headings.push({ level, text });
}

function flush(walk: Walk, place: Place): void {
  const raw = walk.line.join('').slice(0, MAX_BLOCK_CHARS * 2);
  walk.line.length = 0;
  const segments = raw.split(APART).map(squeeze).filter(Boolean);
  if (segments.length === 0) return;
  addBlock(walk, segments.join(' ').slice(0, MAX_BLOCK_CHARS), place);
  for (const pair of segments.flatMap(linePairs)) addLabel(walk, { ...pair, source: 'label' }, place);
}

function addBlock(walk: Walk, text: string, { isAside }: Place): void {
  const { blocks } = walk.reading;
  if (blocks.length >= MAX_BLOCKS) return;
  const under = walk.headings.map((heading) => heading.text);
  blocks.push({ text, under, isAside });
}

type Said = Omit<LabelledValue, 'under' | 'isOfItem'>;

function addLabel(walk: Walk, said: Said, place: Place): void {
  const name = trimLabel(said.label);
  if (name === '' || name.length > 80 || said.value === '' || walk.reading.labels.length >= MAX_LABELS)
    return;
  walk.reading.labels.push({
    ...said,
    label: name,
    under: walk.headings.at(-1)?.text ?? '',
    isOfItem: place.isOfItem,
  });
}

function readDataTable(table: Element, walk: Walk, place: Place): boolean {
  if (table.querySelector('table')) return false;
  const { collection, pairs, isCut } = readTable(table, walk.url);
  walk.reading.isCut ||= isCut;
  for (const { label, cell } of pairs)
    addLabel(
      walk,
      {
        label,
        value: cell.text,
        source: 'label',
        ...(cell.machine && { machine: cell.machine }),
        ...(cell.href && { href: cell.href }),
        ...(cell.parts && { parts: cell.parts }),
      },
      place,
    );
  const isList =
    collection?.items.some(({ fields }) => fields.some(({ names }) => names.length > 0)) ?? false;
  const rows = [...table.querySelectorAll('tr')];
  // A row of heads says what the others are about, and nothing of it.
  const isTold = (row: Element) => row.querySelector('td') !== null && row.closest('thead') === null;
  for (const row of isList || rows.some(isTold) ? rows.filter(isTold) : rows)
    addBlock(
      walk,
      [...row.children]
        .map((cell) => textOf(cell, 500))
        .filter(Boolean)
        .join(', '),
      place,
    );
  const heading = walk.headings.at(-1)?.text ?? '';
  if (!collection) {
    walk.reading.collections.push(
      pairedList(pairs, [heading, ...givenNames(table)].filter(Boolean), place.isAside),
    );
    return true;
  }
  const about = [...collection.about, heading, ...givenNames(table)];
  walk.reading.collections.push({
    ...collection,
    about: about.filter(Boolean),
    isAside: place.isAside,
    items: collection.items.map((item) => ({
      ...item,
      under: item.under || heading,
    })),
  });
  return true;
}

/** Names and values, row by row: opening hours, exit codes. */
function pairedList(
  pairs: { label: string; cell: { text: string } }[],
  about: string[],
  isAside: boolean,
): Collection {
  const items = pairs.map(({ label, cell }) => ({
    title: label,
    fields: [
      { names: ['term', 'title'], value: label },
      { names: ['definition', 'value'], value: cell.text },
    ],
    text: `${label} ${cell.text}`,
    under: '',
  }));
  return { kind: 'list', about, items: items.length < 2 ? [] : items, isAside };
}

function readTerm(element: Element, walk: Walk, place: Place): void {
  if (element.localName === 'dt') {
    pushHeading(walk, 7, textOf(element, 300));
    return;
  }
  const term = element.previousElementSibling;
  if (term?.localName !== 'dt') return;
  const parts = partsOf(element);
  const time = element.firstElementChild ? element.querySelector('time[datetime]') : null;
  const machine = time?.getAttribute('datetime');
  const href =
    element.childElementCount === 1 ? element.querySelector('a[href]')?.getAttribute('href') : null;
  addLabel(
    walk,
    {
      label: textOf(term, 200),
      ...(href && { href: absoluteUrl(href, walk.url) }),
      value: textOf(element, 2_000),
      source: 'label',
      ...(parts && { parts }),
      ...(machine && { machine }),
    },
    place,
  );
}

/** A short element named by its class or id: `<span class="price">19.90</span>`. */
function readNames(element: Element, walk: Walk, place: Place): void {
  if (element.childElementCount > 3 || element === element.ownerDocument?.body) return;
  readRating(element, walk, place);
  const names = element.querySelector('nav')
    ? []
    : [...givenNames(element), element.getAttribute('itemprop') ?? ''].filter(Boolean);
  if (names.length === 0 && element.localName !== 'address' && !isStruck(element)) return;
  const text = textOf(element, 400);
  const machine = element.getAttribute('datetime') ?? element.getAttribute('content') ?? undefined;
  const said = /[\p{L}\p{N}]/u.test(text)
    ? text
    : squeeze(element.getAttribute('aria-label') ?? element.getAttribute('title') ?? '');
  if (said === '' || said.length > 300) return;
  const href = element.getAttribute('href') ?? undefined;
  // A link elsewhere says nothing of this page, but in the foot of an article it names the article's place.
  const leadsElsewhere =
    place.isAside &&
    (href !== undefined || element.querySelector('a[href]') !== null || element.closest('a[href]') !== null);
  if (leadsElsewhere && !element.closest('article footer')) return;
  const struck = element.firstElementChild ? element.querySelector('s, del, strike') : null;
  if (isStruck(element) || (struck && textOf(struck, 400) === text)) {
    if (isMoney(said)) addLabel(walk, { label: OLD_PRICE, value: said, source: 'name' }, place);
    return;
  }
  // Beside a struck out price stands the one that holds.
  const old = struck ? textOf(struck, 60) : '';
  const [sum = '', ...others] = isMoney(old) ? amountsIn(said.replace(old, ' ')) : [];
  const value = sum !== '' && others.length === 0 ? sum : said;
  if (value !== said) addLabel(walk, { label: OLD_PRICE, value: old, source: 'name' }, place);
  for (const label of element.localName === 'address' ? ['address', ...names] : names)
    addLabel(
      walk,
      { label, value, source: 'name', ...(machine && { machine }), ...(href && { href }) },
      place,
    );
}

/** "Rated 4.4 out of 5", for those who cannot see the stars. */
function readRating(element: Element, walk: Walk, place: Place): void {
  const said = element.getAttribute('aria-label') ?? element.getAttribute('title') ?? '';
  if (said.length < 60 && RATING.test(said))
    addLabel(walk, { label: 'rating', value: squeeze(said), source: 'label' }, place);
}

const RATING = /\d\s*(?:out of|of|\/|von|van|sur|de)\s*(?:5|10)(?!\d)/i;
