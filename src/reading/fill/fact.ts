import { nameWords, snakeCase, stemsOf } from '../../platform/text/words.ts';
import type { DataNode, ExtractedPage, Field } from '../page/page.ts';
import { isObject } from './schema-shape.ts';

/** One thing a page says of what it is about: a name and a value. */
export interface Fact {
  name: string[];
  /** The names of what it belongs to: `offers` of a price, the heading above a label. */
  within: string[];
  field: Field;
  /** How sure the pairing of name and value is. */
  trust: number;
  /** It belongs to one of several like things. */
  isOfItem: boolean;
  /** It is said of a thing that belongs to what the page is about: the name of a brand is not its name. */
  isNested?: boolean;
  /** It is said of a thing of another name than that of the page: its shop, its blog. */
  isOther?: boolean;
}

/** Types that describe the site or the document, and not what the page is about. */
const AROUND =
  /^(?:WebSite|WebPage|BreadcrumbList|ListItem|SearchAction|ImageObject|SiteNavigationElement|ItemList|CollectionPage)$/;
const PARTS = new Set(
  'offers aggregateRating address nutrition geo location mainEntity baseSalary value priceSpecification'.split(
    ' ',
  ),
);

export function factsOf(page: ExtractedPage): Fact[] {
  return [...dataFacts(page), ...labelFacts(page), ...metaFacts(page)];
}

const AROUND_PAGE = new Set(['url', 'language', 'image', 'site', 'logo', 'sameAs', 'inLanguage', 'id']);

/** Facts of the structured data and the head of a page, a line each: "date published: 2026-05-14". */
export function factLines(page: ExtractedPage): string[] {
  const lines = [...dataFacts(page), ...metaFacts(page)]
    .filter(
      ({ field, isOfItem }) =>
        !isOfItem && field.value.length <= 600 && !AROUND_PAGE.has(field.names[0] ?? ''),
    )
    .map(({ field, within }) => {
      const name = snakeCase(field.names[0] ?? '').replaceAll('_', ' ');
      return `${within.length > 0 && !name.includes(within[0] ?? '') ? `${within.join(' ')} ${name}` : name}: ${termOf(field.value)}`;
    });
  return [...new Set(lines)].slice(0, 60);
}

/** A value that schema.org keeps as an address: `https://schema.org/OutOfStock` is "Out of stock". */
export function termOf(value: string): string {
  const [, term] = /^https?:\/\/schema\.org\/(\p{Lu}\p{L}*)$/u.exec(value) ?? [];
  return term?.replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`) ?? value;
}

function dataFacts({ nodes, title, headings }: ExtractedPage): Fact[] {
  const called = headings.find(({ level }) => level === 1)?.text ?? title ?? '';
  const main = nodes.filter((node) => !AROUND.test(typeOf(node)));
  const kinds = Map.groupBy(main, typeOf);
  const isShop = (node: DataNode) =>
    /Organization|LocalBusiness|Corporation$/.test(typeOf(node)) && kinds.size > 1;
  return main
    .slice(0, 50)
    .filter((node) => !isShop(node))
    .flatMap((node) => {
      const isOther = !isNamedIn(called, String(node.name ?? node.headline ?? ''));
      const facts = nodeFacts(node, [], isOneOf(kinds.get(typeOf(node)) ?? []), 0);
      return facts.map((fact) => ({ ...fact, isOther }));
    });
}

/** Whether what the page calls itself holds most of a thing's name; what has none may be meant. */
function isNamedIn(called: string, name: string): boolean {
  const words = stemsOf(name);
  const said = stemsOf(called);
  return said.length === 0 || words.filter((word) => said.includes(word)).length >= words.length / 2;
}

/** Several things of one type; the same thing may be told twice, in two notations. */
function isOneOf(nodes: readonly DataNode[]): boolean {
  return new Set(nodes.map(({ name, headline }) => String(name ?? headline))).size > 1;
}

function typeOf(node: DataNode): string {
  return String([node['@type']].flat()[0] ?? '');
}

function nodeFacts(node: DataNode, within: string[], isOfItem: boolean, depth: number): Fact[] {
  const currency = typeof node.priceCurrency === 'string' ? ` ${node.priceCurrency}` : '';
  return Object.entries(node).flatMap(([key, value]) => {
    if (key.startsWith('@') || depth > 3) return [];
    const name = nameWords(key);
    const values = [value].flat();
    const texts = values.flatMap(textIn);
    const text = texts.join(', ');
    const fact: Fact = {
      name,
      within,
      field: {
        names: [key],
        value: key === 'price' ? `${text}${currency}` : text,
        machine: text,
        ...(texts.length > 1 && { parts: texts }),
      },
      trust: 1,
      isOfItem,
      isNested: within.length > 0,
    };
    const [inner, ...others] = values.filter(isObject);
    const isPart = PARTS.has(key);
    const around = isPart ? within : [...within, ...name];
    const named = isPart && inner && typeof inner.name === 'string' ? { ...inner, name: undefined } : inner;
    return [
      ...(text === '' || key === 'aggregateRating' || key === 'offers' ? [] : [fact]),
      ...(named ? nodeFacts(named, around, isOfItem || (isPart && others.length > 0), depth + 1) : []),
    ];
  });
}

/** The text of a value of structured data: itself, or the name of its thing. */
function textIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (!isObject(value)) return [];
  if (value['@type'] === 'PostalAddress') {
    const parts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode', 'addressCountry'];
    return [parts.flatMap((part) => textIn(value[part])).join(', ')].filter(Boolean);
  }
  return textIn(value.name ?? value.text ?? value['@value'] ?? value.url ?? '').slice(0, 1);
}

function labelFacts({ labels }: ExtractedPage): Fact[] {
  return labels
    .filter(({ value }) => value.length <= 2_000)
    .map(({ label, value, machine, href, parts, source, under, isOfItem }) => ({
      name: nameWords(label),
      within: nameWords(under),
      field: {
        names: [label],
        value,
        ...(machine && { machine }),
        ...(href && { href }),
        ...(parts && { parts }),
      },
      trust: source === 'label' ? 0.9 : 0.6,
      isOfItem,
    }));
}

/** Facts from the head of a page. */
const META: readonly (readonly [string, string])[] = [
  ['description', 'description'],
  ['og:description', 'description'],
  ['author', 'author'],
  ['article:author', 'author'],
  ['article:published_time', 'date published'],
  ['date', 'date published'],
  ['article:modified_time', 'date modified'],
  ['article:section', 'category'],
  ['keywords', 'keywords'],
  ['og:image', 'image'],
  ['og:site_name', 'site'],
  ['product:price:amount', 'price'],
  ['product:price:currency', 'currency'],
];

function metaFacts(page: ExtractedPage): Fact[] {
  const heading = page.headings.find(({ level }) => level === 1)?.text ?? page.title;
  const told: [string, string | null | undefined][] = [
    ['title', heading],
    ['url', page.canonicalUrl ?? page.url],
    ['language', page.language],
    ...META.map(([tag, name]) => [name, page.metadata[tag]] as [string, string | undefined]),
  ];
  return told.flatMap(([name, value]) =>
    value
      ? [{ name: nameWords(name), within: [], field: { names: [name], value }, trust: 0.7, isOfItem: false }]
      : [],
  );
}
