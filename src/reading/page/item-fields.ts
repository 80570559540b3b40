import { isMoney } from '../../platform/text/number.ts';
import {
  absoluteUrl,
  givenNames,
  headingLevel,
  imageSource,
  isInline,
  isUnseen,
  partsOf,
  SPOKEN,
  squeeze,
  take,
  textOf,
} from './dom.ts';
import type { Field, Item } from './page.ts';
import { contactBehind } from './read-links.ts';

const MAX_FIELDS = 60;
const MAX_LABEL_CHARS = 60;

/** Shared by all items of a page, so that a page of many large cards stays bounded. */
export interface FieldBudget {
  elements: number;
  chars: number;
}

/** The parts of one card, row or section, each under the names the markup gives it. */
export function readItem(roots: Element[], under: string, url: string, budget: FieldBudget): Item {
  const fields: Field[] = [];
  let title = '';
  const add = (field: Field): void => {
    if (field.value === '' || fields.length >= MAX_FIELDS) return;
    fields.push(field);
    budget.chars -= field.value.length;
  };
  for (const root of roots) {
    title ||= titleOf(root);
    readElement(root, { add, url, budget, root, inherited: [], isOld: false }, 0);
  }
  const text = squeeze(roots.map((root) => textOf(root, 4_000)).join(' '));
  title ||=
    namedTitle(fields) ??
    linkTitle(roots) ??
    fields.find(
      ({ value, names, parts }) => value.length <= 150 && !names.includes('image') && parts === undefined,
    )?.value ??
    '';
  return { title, fields, text, under };
}

/** The heading of a card, without the badges set beside it. */
function titleOf(root: Element): string {
  const heading =
    headingLevel(root) > 0 || root.localName === 'dt' || root.localName === 'summary'
      ? root
      : root.querySelector('h1, h2, h3, h4, h5, h6, summary, [role="heading"]');
  return heading ? headingText(heading) : '';
}

export function headingText(heading: Element): string {
  const extra = [...heading.children].filter(
    (child) => child.localName === 'small' || isBadge(child) || /^[¶#§]$/.test(textOf(child, 5)),
  );
  extra.push(
    ...take(heading.querySelectorAll('a > *, span > *'), 6).filter((each) =>
      givenNames(each).some((name) => SPOKEN.test(name)),
    ),
  );
  const whole = textOf(heading, 500);
  const own = extra.reduce((text, child) => text.replace(textOf(child, 200), ' '), whole);
  return unshortened(heading, squeeze(own) || whole);
}

/** "A Light in the ..." of what is called "A Light in the Attic": the title of the element or of its link. */
function unshortened(element: Element, text: string): string {
  const [, begun] = /^(.{3,}?)\s*(?:\.{3}|…)$/u.exec(text) ?? [];
  if (begun === undefined) return text;
  const title =
    element.getAttribute('title') ?? element.querySelector('[title]')?.getAttribute('title') ?? '';
  return title.startsWith(begun) ? squeeze(title) : text;
}

function isBadge(element: Element): boolean {
  return givenNames(element).some((name) =>
    /(?:^|[-_])(?:tag|badge|label|chip|flag|pill|new|anchor|permalink)s?$/i.test(name),
  );
}

function namedTitle(fields: Field[]): string | undefined {
  const named = fields.find(
    ({ names, value }) =>
      value.length <= 200 &&
      /\p{L}/u.test(value) &&
      names.some((name) => /(?:^|[-_\s])(?:name|title|headline|heading|subject)$/i.test(name)),
  );
  return named?.value;
}

function linkTitle(roots: Element[]): string | undefined {
  for (const root of roots) {
    const element = root.querySelector('a[href]:not([href^="mailto:"]):not([href^="tel:"]), strong, b');
    const text = element ? unshortened(element, textOf(element, 300)) : '';
    // "Adults <b>€12.50</b>": what is set out is what it costs.
    const rest =
      element && (isMoney(text) || /^free$/i.test(text)) ? squeeze(textOf(root, 300).replace(text, ' ')) : '';
    if (/\p{L}{2}/u.test(rest) && rest.length <= 80) return rest;
    if (text !== '') return text;
  }
  return undefined;
}

interface Walk {
  add(field: Field): void;
  url: string;
  budget: FieldBudget;
  root: Element;
  /** Names of an element around that holds nothing else. */
  inherited: string[];
  isOld: boolean;
}

function readElement(element: Element, walk: Walk, depth: number): void {
  if (walk.budget.elements-- <= 0 || walk.budget.chars <= 0 || depth > 40) return;
  if (isUnseen(element)) return;
  const isOld = walk.isOld || isStruck(element);
  const names = [...namesOf(element, element === walk.root), ...walk.inherited];
  if (element.localName === 'table') {
    readRows(element, walk);
    return;
  }
  if (element.localName === 'select') return;
  const children = [...element.children].filter((child) => !isUnseen(child));
  const hasText = [...element.childNodes].some(
    (node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '',
  );
  const isLeaf =
    children.length === 0 ||
    (hasText && children.every((child) => isInline(child) || child.localName === 'br'));
  if (element.localName === 'img') {
    const src = imageSource(element);
    if (src) walk.add({ names: ['image', ...names], value: absoluteUrl(src, walk.url) });
    return;
  }
  if ((element.localName === 'audio' || element.localName === 'video') && element.hasAttribute('src')) {
    const href = absoluteUrl(element.getAttribute('src') ?? '', walk.url);
    walk.add({ names: [element.localName, ...names], value: href, href });
    return;
  }
  if (isLeaf || element !== walk.root) addValue(element, names, isLeaf, { ...walk, isOld });
  const isList = element.localName === 'ul' || element.localName === 'ol';
  const passed = (hasText || children.length > 1) && !isList ? [] : names;
  for (const child of children) {
    if (child.localName === 'dd' && child.previousElementSibling?.localName === 'dt')
      walk.add({
        names: [trimLabel(textOf(child.previousElementSibling, 200))],
        value: textOf(child, 2_000),
      });
    else readElement(child, { ...walk, inherited: passed, isOld }, depth + 1);
  }
}

function addValue(element: Element, names: string[], isLeaf: boolean, walk: Walk): void {
  const text = walk.isOld ? textOf(element, 3_000) : withoutStruck(element);
  const href = linkOf(element, walk.url);
  const contact = isLeaf && href ? contactBehind(href, text) : null;
  if (contact) {
    walk.add({ names: [contact.label, ...names], value: contact.value });
    return;
  }
  const machine = element.getAttribute('datetime') ?? element.getAttribute('content') ?? undefined;
  const said = headingLevel(element) > 0 ? headingText(element) : unshortened(element, saidOf(element, text));
  const isOld = walk.isOld || (isLeaf && OLD_SAID.test(said));
  const more = { ...(href && { href }), ...(machine && { machine }), ...(isOld && { isOld }) };
  const lines = isLeaf ? partsOf(element) : undefined;
  if (
    lines &&
    lines.length <= 12 &&
    lines.every((line) => line.length <= 120) &&
    element.localName !== 'address'
  ) {
    for (const line of lines) {
      const pair = labelPair(line);
      walk.add(pair ? { names: [pair.label], value: pair.value } : { names, value: line });
    }
  } else if (isLeaf) {
    const pairs = names.includes('title') ? [] : linePairs(text);
    if (pairs.length > 0)
      for (const pair of pairs) walk.add({ ...more, names: [pair.label, ...names], value: pair.value });
    else walk.add({ ...more, names, value: said });
  } else if (names.length > 0) {
    // A name that runs over several parts of a box is not one.
    const pair = element.childElementCount <= 2 && !names.includes('title') ? labelPair(text) : null;
    const isPair = pair !== null && isValue(pair.value);
    walk.add({ ...more, names: isPair ? [pair.label, ...names] : names, value: isPair ? pair.value : said });
  } else if (text.length <= 200 && element.childElementCount <= 2) {
    const pair = labelPair(text);
    if (pair) walk.add({ ...more, names: [pair.label], value: pair.value });
  }
}

/** "Update: it is gone. Thank you!" is something said, and no name with a value. */
function isValue(text: string): boolean {
  return text.length < 180 && !(text.length > 40 && /[.!?]\s+\p{Lu}.*[.!?]$/u.test(text));
}

/** Beside a struck out price stands the one that holds. */
function withoutStruck(element: Element): string {
  const text = textOf(element, 3_000);
  if (element.firstElementChild === null || text.length > 60) return text;
  const struck = [...element.querySelectorAll('del, s, strike')].map((each) => textOf(each, 60));
  return struck.length === 0
    ? text
    : squeeze(struck.reduce((rest, each) => rest.replace(each, ' '), text)) || text;
}

/** "4.5 out of 5 stars" stands in a name for those who cannot see the stars. */
function saidOf(element: Element, text: string): string {
  if (/[\p{L}\p{N}]/u.test(text)) {
    const title = element.getAttribute('title') ?? '';
    return /^\s*(?:rated\s+)?\d[\d.,]*\s*(?:out\s+)?of\s+\d/i.test(title) ? squeeze(title) : text;
  }
  const label =
    element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.getAttribute('alt');
  return label ? squeeze(label.slice(0, 300)) : text;
}

function readRows(table: Element, walk: Walk): void {
  for (const row of [...table.querySelectorAll('tr')].slice(0, 60)) {
    const [head, ...rest] = row.children;
    const value = rest.at(-1);
    const isHead = row.children.length > 2 && [...row.children].every((cell) => cell.localName === 'th');
    if (head && value && row.children.length <= 3 && !isHead)
      walk.add({ names: [trimLabel(textOf(head, 200))], value: textOf(value, 1_000) });
  }
}

function namesOf(element: Element, isRoot: boolean): string[] {
  const stated = element.getAttribute('itemprop') ?? element.getAttribute('property');
  const names = stated ? stated.split(/\s+/).slice(0, 3) : [];
  if (element.localName === 'time') names.push('date');
  if (headingLevel(element) > 0) names.push('title');
  if (element.localName === 'li') names.push('list-item');
  if (element.localName === 'address') names.push('address');
  return isRoot ? names : [...names, ...givenNames(element)];
}

export function isStruck(element: Element): boolean {
  if (['del', 's', 'strike'].includes(element.localName)) return true;
  return givenNames(element).some((name) => OLD_NAME.test(name));
}

const OLD_NAME =
  /(?:^|[-_])(?:old|was|before|regular|original|(?<!price-)list-?price|compare|compare-at|strike|striked?-?through|line-through|crossed|rrp|msrp|previous)(?:$|[-_])/i;

/** "Was £40", "Original price € 260". */
const OLD_SAID =
  /^(?:was|rrp|msrp|uvp|statt|instead of|before|(?:original|regular|list|old|previous)(?:\sprice)?)[:\s]+\D{0,4}\d[\d.,]*\D{0,4}$/i;

function linkOf(element: Element, url: string): string | undefined {
  const link =
    element.closest('a[href]') ?? (element.firstElementChild ? element.querySelector('a[href]') : null);
  const href = link?.getAttribute('href');
  return href && !href.startsWith('#') && !/^javascript:/i.test(href) ? absoluteUrl(href, url) : undefined;
}

/** `Weight: 1.2 kg`, one line. Times and addresses have colons too. */
export function labelPair(text: string): { label: string; value: string } | null {
  if (text.length > 400) return null;
  const at = text.search(/[:：]/);
  if (at < 1 || at > MAX_LABEL_CHARS) return null;
  const label = trimLabel(text.slice(0, at));
  const value = text.slice(at + 1).trim();
  if (value === '' || value.startsWith('//') || !/^\p{L}/u.test(label) || /[.!?]\s/.test(label)) return null;
  if (/\d$/.test(label) && /^\d/.test(value)) return null;
  // "Tickets are valid for a year: come back" is a sentence.
  if (/\s(?:is|are|was|were|will|has|have|can|must)\s.*\s/i.test(label)) return null;
  return { label, value };
}

/** All `name: value` pairs of one line: `Received: 14 Feb / Accepted: 1 Sep`. */
export function linePairs(text: string): { label: string; value: string }[] {
  const parts = text.split(
    /(?<!\s)\s+[|·•/]\s+|;\s+|(?<!\s)\s+(?=[^\s：]{1,12}：)|(?<=[\p{L}\d])\.\s+(?=\p{Lu}[^:.]{1,40}:\s)/u,
  );
  const pairs = parts.length > 1 ? parts.map(labelPair).filter((pair) => pair !== null) : [];
  const whole = labelPair(text);
  if (pairs.length > 1 || (pairs.length === 1 && !whole))
    return pairs.map(({ label, value }) => ({ label, value: value.replace(/(?<=[\p{L}\d])\.$/u, '') }));
  return whole ? [whole] : [];
}

export function trimLabel(text: string): string {
  return text.replace(/(?<![\s:：])[\s:：]+$/u, '').trim();
}
