import type { DataNode, ExtractedPage, LabelledValue } from '../page/page.ts';
import { authorName, shortName } from '../values/convert-value.ts';
import { isKnown, isSameThing, isThing } from '../words/concepts.ts';
import { nameWords, stemsOf } from '../words/words.ts';
import { bylineFacts } from './byline-facts.ts';
import { type Fact, plain } from './fact.ts';
import { fareFacts } from './fare-facts.ts';
import { leadFacts } from './lead-facts.ts';
import { lookFacts } from './look-facts.ts';
import { isOfItself, mainTitle, ownName, siteName, speaksOfItself } from './page-name.ts';

const MAX_FACTS = 20_000;

/** Everything named on a page as one list: structured data, labels, meta tags, and what holds of every page. */
export function readFacts(page: ExtractedPage): Fact[] {
  const facts: Fact[] = [];
  const kinds = new Map<string, number>();
  for (const node of page.nodes) kinds.set(typeOf(node), (kinds.get(typeOf(node)) ?? 0) + 1);
  const isAuthorOnly = page.nodes.some(
    (node) => BACKGROUND.test(typeOf(node)) && !OWN_PAGE.test(typeOf(node)),
  );
  const isBehind = (node: DataNode) =>
    BACKGROUND.test(typeOf(node)) || (isAuthorOnly && BESIDE.test(typeOf(node)));
  page.nodes.forEach((node, index) => {
    if (isBehind(node)) return;
    const isOne = (kinds.get(typeOf(node)) ?? 0) > 1;
    // An organization's name is what a question for the organization wants.
    if (!isOne && typeof node.name === 'string' && typeOf(node) !== '')
      facts.push(plain(nameWords(typeOf(node)), node.name.slice(0, 500), 0.7));
    readNode(
      node,
      { facts, context: nodeContext(node), trust: 1, isOfItem: isOne, node: index, prefix: [] },
      0,
    );
  });
  const said = page.labels
    .filter(({ source }) => source === 'label')
    .map(({ label, value }) => `${label} ${value}`);
  const listed = Map.groupBy(
    page.labels.filter(
      ({ source, isOfItem, value }) => source === 'label' && !isOfItem && value.length <= 80,
    ),
    ({ label, under, box }) => [under === label ? '' : under, ...(box ?? [])].join('\n'),
  );
  const beside = new Map(
    [...listed.values()].flatMap((list) => {
      const words = new Set(list.flatMap(({ value }) => stemsOf(value)));
      return list.map((label) => [label, words] as const);
    }),
  );
  const prefixed = commonPrefix(page.labels);
  for (const label of page.labels) {
    // A box of several names and values is not the value of its own.
    const isBox = label.source === 'name' && label.value.length > 40;
    if (isBox && new Set(said.filter((pair) => label.value.includes(pair))).size > 1) continue;
    // What a heading is called by in the address of the page is that heading in short.
    if (label.source === 'name' && label.value === label.under && isShortened(label.label, label.value))
      continue;
    facts.push({
      // In `c-price` and `w-temp` the letter says which of the site's style sheets it is.
      name: nameWords(
        label.source === 'name' ? prefixed(label.label).replace(/^[a-z]-(?=[a-z]{3})/, '') : label.label,
      ),
      value: cleanValue(label.label, label.value),
      context: new Set(stemsOf(label.under)),
      beside: beside.get(label) ?? new Set(),
      trust: label.source === 'label' ? 0.95 : 0.75,
      isOfItem: label.isOfItem,
      node: -1,
      ...(label.machine && { machine: label.machine }),
      ...(label.href && { href: label.href }),
      ...(label.parts && { parts: label.parts }),
      ...(label.box && { box: new Set(label.box.flatMap(nameWords)) }),
    });
  }
  facts.push(...panelFacts(page));
  facts.push(...facts.flatMap(halves));
  for (const [name, value] of Object.entries(page.metadata).filter(([tag]) => tag !== 'og:type'))
    facts.push(
      plain(
        nameWords(
          name.replace(/^(?:og|article|product|twitter|dc|dcterms|citation|prism|bepress_citation)[:._]/, ''),
        ),
        value,
        0.7,
      ),
    );
  page.nodes.forEach((node, index) => {
    if (isBehind(node))
      readNode(
        node,
        { facts, context: nodeContext(node), trust: 0.5, isOfItem: false, node: index, prefix: [] },
        0,
      );
  });
  facts.push(...ownFacts(page, facts));
  return facts.slice(0, MAX_FACTS);
}

function isShortened(name: string, heading: string): boolean {
  const words = stemsOf(heading);
  return nameWords(name).every((each) => words.some((word) => word.startsWith(each)));
}

/** A panel beside the content that says one thing under each of its headings: "Assignee", "Priya Nair". */
function panelFacts({ collections }: ExtractedPage): Fact[] {
  return collections
    .filter(({ kind, isAside, items }) => kind === 'sections' && isAside && items.length > 1)
    .flatMap(({ items }) =>
      items.flatMap(({ title, fields }) => {
        const value = fields.find((field) => field.value !== title)?.value ?? '';
        const isShort = title.length <= 30 && value !== '' && value.length <= 60;
        return isShort ? [plain(nameWords(title), value, 0.6)] : [];
      }),
    );
}

/** `wprm-recipe-rating`, `wprm-recipe-summary`: what many names begin with says nothing of any. */
function commonPrefix(labels: readonly LabelledValue[]): (name: string) => string {
  const names = new Set(labels.flatMap(({ label, source }) => (source === 'name' ? [label] : [])));
  const counts = new Map<string, number>();
  for (const name of names) {
    const [, prefix] = /^([a-z\d]+-[a-z\d]+-)[a-z]/i.exec(name) ?? [];
    if (prefix) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  const common = [...counts].filter(([, count]) => count >= 6).map(([prefix]) => prefix);
  return (name) => {
    const prefix = common.find((each) => name.startsWith(each));
    return prefix === undefined ? name : name.slice(prefix.length);
  };
}

/** "Capital and largest town" is a name for both. */
function halves(fact: Fact): Fact[] {
  const at = fact.name.indexOf('and');
  if (fact.node !== -1 || fact.trust < 0.9 || at < 1 || at === fact.name.length - 1) return [];
  return [fact.name.slice(0, at), fact.name.slice(at + 1)].map((name) => ({ ...fact, name, trust: 0.85 }));
}

/** "by Ann Lee" names Ann Lee. */
function cleanValue(label: string, value: string): string {
  return isThing(nameWords(label), 'author') ? authorName(value) : value;
}

export function typeOf(node: DataNode): string {
  const type = [node['@type']].flat()[0];
  return typeof type === 'string' ? type.replace(/^.*[/:#]/, '') : '';
}

/** Things that every page of a site carries. */
const BACKGROUND =
  /^(?:WebSite|WebPage|BreadcrumbList|ImageObject|SearchAction|SiteNavigationElement|CollectionPage|ItemPage|ListItem|WPHeader|WPFooter|ReadAction|EntryPoint)$/;

/** Who writes and who publishes, in the graph that describes a page of theirs; a page about a person says so. */
const BESIDE = /^(?:Person|Organization)$/;
const OWN_PAGE = /^(?:ProfilePage|AboutPage)$/;

export function isBackground(node: DataNode): boolean {
  return BACKGROUND.test(typeOf(node));
}

function nodeContext(node: DataNode): Set<string> {
  const names = [node.name, node.headline, node.title].filter((name) => typeof name === 'string');
  return new Set([...stemsOf(names.join(' ')), ...nameWords(typeOf(node))]);
}

/** What one thing of the structured data says of itself. */
export function factsOfNode(node: DataNode): Fact[] {
  const facts: Fact[] = [];
  readNode(node, { facts, context: nodeContext(node), trust: 1, isOfItem: false, node: 0, prefix: [] }, 0);
  return facts.slice(0, 200);
}

interface NodeWalk {
  facts: Fact[];
  context: Set<string>;
  trust: number;
  isOfItem: boolean;
  node: number;
  /** The way to here: `offers`, `address`. */
  prefix: string[];
}

function readNode(node: DataNode, walk: NodeWalk, depth: number): void {
  if (depth > 5 || walk.facts.length > MAX_FACTS) return;
  for (const [property, value] of Object.entries(node).slice(0, 200)) {
    if (property.startsWith('@') || property === '__proto__') continue;
    readValue(property, value, walk, depth);
  }
}

function readValue(property: string, value: unknown, walk: NodeWalk, depth: number): void {
  const name = nameWords(property);
  if (Array.isArray(value)) {
    for (const part of value.slice(0, 200))
      readValue(
        property,
        part,
        { ...walk, isOfItem: walk.isOfItem || (value.length > 1 && typeof part === 'object') },
        depth + 1,
      );
    return;
  }
  if (typeof value === 'object' && value !== null) {
    const inner = value as DataNode;
    const isPair = typeOf(inner) === 'PropertyValue';
    const said = (isPair ? inner.value : inner.name) ?? inner['@value'] ?? inner.text ?? townOf(inner);
    if (typeof said === 'string' || typeof said === 'number') add(walk, name, said);
    if (isPair && typeof inner.name === 'string' && (typeof said === 'string' || typeof said === 'number'))
      add(walk, nameWords(inner.name), said);
    const whole = rangeOf(inner) ?? measureOf(inner);
    if (whole) add(walk, name, whole);
    readNode(
      inner,
      {
        ...walk,
        trust: walk.trust * 0.97,
        prefix: [...walk.prefix, ...name],
        context: new Set([...walk.context, ...name]),
      },
      depth + 1,
    );
    return;
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    if (TRANSPARENT.test(property) && walk.prefix.length > 0) add(walk, [...walk.prefix.slice(-2)], value);
    // What the maker is called is not what the thing is called.
    if (property !== 'name' || walk.prefix.length === 0) add(walk, name, value);
    if (walk.prefix.length > 0)
      add({ ...walk, trust: walk.trust * 0.9 }, [...walk.prefix.slice(-2), ...name], value);
  }
}

/** Properties that only carry the value of the thing around them. */
const TRANSPARENT = /^(?:value|@value|text)$/;

function rangeOf(node: DataNode): string | undefined {
  const inner = (typeof node.value === 'object' && node.value !== null ? node.value : node) as DataNode;
  const [low, high] = [inner.minValue, inner.maxValue];
  if (low === undefined || high === undefined) return undefined;
  return `${low}–${high}${node.currency ? ` ${node.currency}` : ''}${inner.unitText ? ` per ${String(inner.unitText).toLowerCase()}` : ''}`;
}

/** Where a place without a name is. */
function townOf({ address }: DataNode): unknown {
  return typeof address === 'object' && address !== null ? (address as DataNode).addressLocality : undefined;
}

/** "420 g" of a value and its unit. */
function measureOf({ value, unitText }: DataNode): string | undefined {
  const isMeasure = typeof value === 'number' || (typeof value === 'string' && /^\d[\d.,]*$/.test(value));
  return isMeasure && typeof unitText === 'string' && /^\p{L}{1,3}$/u.test(unitText)
    ? `${value} ${unitText}`
    : undefined;
}

function add(walk: NodeWalk, name: string[], value: string | number | boolean): void {
  const text = typeof value === 'string' ? shortName(value.trim().slice(0, 5_000)) : value;
  if (text === '') return;
  walk.facts.push({
    name,
    value: text,
    context: walk.context,
    trust: walk.trust,
    isOfItem: walk.isOfItem,
    node: walk.node,
  });
}

const [LANGUAGE] = nameWords('language');

function ownFacts(page: ExtractedPage, told: Fact[]): Fact[] {
  const facts: Fact[] = [];
  const title = mainTitle(page);
  const name = ownName(page);
  if (title) facts.push(plain(nameWords('title'), title, 0.8));
  if (name) facts.push(plain(nameWords('name'), name, 0.8));
  if (page.title) facts.push(plain(nameWords('page title'), page.title, 0.8));
  const site = siteName(page);
  if (site) facts.push(plain(nameWords('site'), site, 0.65));
  if (site && (isOfItself(page) || speaksOfItself(page, site)))
    facts.push(plain(nameWords('company'), site, 0.35));
  // What a book is written in is not what its page is.
  if (page.language && !told.some(({ name }) => name.at(-1) === LANGUAGE))
    facts.push({ ...plain(nameWords('language'), page.language, 0.9), isOfMarkup: true });
  facts.push(plain(nameWords('page url'), page.url, 0.9), plain(nameWords('url'), page.url, 0.6));
  if (page.canonicalUrl) facts.push(plain(nameWords('canonical url'), page.canonicalUrl, 0.9));
  const looked = [...bylineFacts(page), ...leadFacts(page), ...lookFacts(page), ...fareFacts(page)];
  facts.push(...contacts(page), ...looked.filter((fact) => !isCalledOther(fact, page)));
  return facts;
}

/** "Apply by: 15 June" is a day, and not the page's; "Salary: €48,000" is no price. */
function isCalledOther({ name, value }: Fact, { labels }: ExtractedPage): boolean {
  if (!LOOKS.some((look) => isThing(name, look))) return false;
  const called = labels.filter((label) => label.source === 'label' && label.value === value);
  return (
    called.length > 0 &&
    called.every(({ label }) => {
      const words = nameWords(label);
      return isKnown(words) && !isSameThing(words, name) && !isThing(words, 'start date');
    })
  );
}

/** What many different things look like. */
const LOOKS = ['date', 'price', 'duration', 'author', 'location', 'brand'];

function contacts(page: ExtractedPage): Fact[] {
  const facts: Fact[] = [];
  const other = new Set(page.labels.filter(({ label }) => isIdentity(label)).map(({ value }) => value));
  for (const { text, under, box: boxes } of page.blocks.slice(0, 3_000)) {
    const box = new Set(boxes?.flatMap(nameWords));
    const context = new Set(under.slice(-2).flatMap(stemsOf));
    for (const match of text
      .slice(0, 2_000)
      .matchAll(/[\w.+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{2,63}){1,4}/gu))
      facts.push({
        ...plain(nameWords('email'), match[0], 0.7),
        box,
        context: new Set([...context, ...stemsOf(match[0].split('@')[0] ?? ''), ...near(text, match.index)]),
      });
    for (const match of text
      .slice(0, 2_000)
      .matchAll(
        /(?<![\d\p{L}.,-])(?:\+\d{1,3}[\s.-]?)?(?:\(\d{1,5}\)[\s.-]?)?\d(?:[\s.-]?\d){6,12}(?![\d\p{L}])/gu,
      )) {
      // A number that the page calls something else is no telephone.
      if (other.has(text) || other.has(match[0].trim())) continue;
      if (
        match[0].trim() !== text.trim() &&
        !isDialled(text, match) &&
        !/^(?:contact|phone|telephone|call)/i.test(under.at(-1) ?? '') &&
        !/@\S+,?\s(?:or|oder|ou|o|of|lub|und|and)\s*\d[\d\s]*$|\b(?:bel|bellen|bookings?|reservas?|reservations?|prenotazioni|chiama|llame|ligue|zadzwoń|tel|phone|call|fax|mobile|hotline|office|dial|ring|ruf|appel|t[eé]l|whatsapp|number|urgencias?|emergency|urgences|notruf|hotline|kontakt|contact|clients?)\b|^\+/i.test(
          `${text.slice(Math.max(0, match.index - 60), match.index)} ${match[0]}`,
        )
      )
        continue;
      facts.push({
        ...plain(nameWords('telephone'), match[0].trim(), 0.7),
        box,
        context: new Set([...context, ...near(text, match.index)]),
      });
    }
    if (facts.length > 200) break;
  }
  return facts;
}

/** "Questions? 0117 496 0155": written in groups as numbers to call are, and said to be nothing else. */
function isDialled(text: string, { 0: written, index }: RegExpMatchArray): boolean {
  const digits = written.replace(/\D/g, '').length;
  const before = text.slice(Math.max(0, (index ?? 0) - 24), index);
  return (
    /^(?:\+|\(?0)[\d()]*[\s-]/.test(written) &&
    digits >= 9 &&
    digits <= 13 &&
    !/(?:no|nr|number|vat|ust|reg|iban|account|ref|isbn|issn|id|code|charity|company)\W{0,3}$/i.test(before)
  );
}

/** A number that tells one thing of many from the others. */
function isIdentity(label: string): boolean {
  const words = nameWords(label);
  return (
    !words.some((word) => isThing([word], 'telephone')) &&
    (['reference', 'sku'].some((thing) => isThing(words, thing)) ||
      /(?:number|nummer|numer|ref|\bid|isbn|issn|code|sku|vat|iva|nip|siret)$/i.test(label))
  );
}

function near(text: string, at: number): string[] {
  return stemsOf(text.slice(Math.max(0, at - 60), at));
}
