import type { ExtractedPage } from './extract.ts';

/** Looks a named value up in what a page says about itself. Returns the page's own words, never a guess. */
export type Scalar = string | number | boolean;

/** Names people use for a thing, and the names pages use; both normalised. The first list entry is our word for it. */
const SYNONYMS: readonly (readonly string[])[] = [
  [
    'price',
    'cost',
    'amount',
    'priceamount',
    'productprice',
    'saleprice',
    'currentprice',
    'lowprice',
    'ogpriceamount',
    'productpriceamount',
  ],
  ['currency', 'pricecurrency', 'productpricecurrency', 'ogpricecurrency'],
  [
    'title',
    'headline',
    'name',
    'productname',
    'producttitle',
    'pagetitle',
    'ogtitle',
    'heading',
    'twittertitle',
  ],
  ['author', 'authorname', 'writer', 'byline', 'writtenby', 'creator', 'articleauthor', 'dccreator'],
  [
    'date',
    'datepublished',
    'published',
    'publishedat',
    'publishdate',
    'publicationdate',
    'publisheddate',
    'articlepublishedtime',
    'posted',
    'uploaddate',
    'datecreated',
    'dcdate',
  ],
  ['modified', 'datemodified', 'updated', 'updatedat', 'lastupdated', 'articlemodifiedtime', 'ogupdatedtime'],
  [
    'description',
    'summary',
    'abstract',
    'ogdescription',
    'productdescription',
    'twitterdescription',
    'shortdescription',
  ],
  ['rating', 'ratingvalue', 'averagerating', 'stars', 'score', 'customerrating'],
  ['reviewcount', 'reviews', 'numberofreviews', 'ratingcount', 'numreviews', 'reviewscount'],
  [
    'availability',
    'instock',
    'stock',
    'isavailable',
    'available',
    'stockstatus',
    'ogavailability',
    'productavailability',
  ],
  ['brand', 'brandname', 'manufacturer', 'make', 'productbrand'],
  ['sku', 'productid', 'mpn', 'itemnumber', 'articlenumber', 'productcode'],
  ['image', 'imageurl', 'ogimage', 'photo', 'picture', 'thumbnail', 'thumbnailurl'],
  ['url', 'link', 'pageurl', 'canonicalurl', 'ogurl', 'href'],
  ['site', 'sitename', 'ogsitename', 'publisher', 'source'],
  ['category', 'section', 'articlesection', 'genre'],
  ['language', 'lang', 'inlanguage', 'oglocale'],
  ['phone', 'telephone', 'phonenumber', 'tel'],
  ['email', 'emailaddress', 'mail'],
  ['address', 'streetaddress', 'location'],
  ['keywords', 'tags'],
  ['color', 'colour'],
  ['ingredients', 'recipeingredient'],
  ['salary', 'basesalary'],
  ['company', 'hiringorganization', 'employer', 'organization'],
];

/** `price_usd`, `Price (USD)` and `priceUsd` are one key. */
export function normalizeKey(key: string): string {
  return key
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Every name the same thing goes by, the asked one first. */
export function namesOf(key: string): string[] {
  const asked = normalizeKey(key);
  const group = SYNONYMS.find((names) => names.includes(asked));
  return group ? [asked, ...group.filter((name) => name !== asked)] : [asked];
}

/** All values for one key, best source first. `focus` (the task's words) picks among several things on a page. */
export function findFacts(page: ExtractedPage, key: string, focus = ''): Scalar[] {
  const names = namesOf(key);
  const found: Scalar[] = [];
  const nodes = rankNodes(page.jsonLd, focus);
  for (const name of names) {
    for (const node of nodes) {
      const values = scalars(valueInNode(node, name, 0));
      if (values.length > 0) return values;
    }
  }
  for (const source of ['itemprop', 'label'] as const) found.push(...labelled(page, names, source));
  if (found.length > 0) return found;
  const own = ownFact(page, names);
  if (own !== null) return [own];
  for (const name of names) {
    for (const [tag, value] of Object.entries(page.metadata)) if (normalizeKey(tag) === name) return [value];
  }
  return labelled(page, names, 'name');
}

/** The object a page's JSON-LD holds under a key, for nested objects of a schema. */
export function findNodes(page: ExtractedPage, key: string, focus = ''): Record<string, unknown>[] {
  for (const name of namesOf(key)) {
    for (const node of rankNodes(page.jsonLd, focus)) {
      const value = Object.entries(node).find(([property]) => normalizeKey(property) === name)?.[1];
      const objects = [value].flat().filter(isObject);
      if (objects.length > 0) return objects;
    }
  }
  return [];
}

/** A property of one JSON-LD node, looking into the parts that describe the thing itself (its offer, its rating). */
export function valueInNode(node: Record<string, unknown>, name: string, depth = 0): unknown {
  for (const [property, value] of Object.entries(node)) {
    if (normalizeKey(property) === name && scalars(value).length > 0) return value;
  }
  if (depth >= 3) return undefined;
  for (const part of [
    'offers',
    'aggregateRating',
    'priceSpecification',
    'mainEntity',
    'hasVariant',
    'address',
    'baseSalary',
  ]) {
    const inner = [node[part]].flat().find(isObject);
    const value =
      inner && name !== 'name' && name !== 'title' ? valueInNode(inner, name, depth + 1) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

export function scalars(value: unknown): Scalar[] {
  if (Array.isArray(value)) return value.flatMap(scalars);
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value === 'number' || typeof value === 'boolean') return [value];
  if (isObject(value))
    return scalars(value.name ?? value['@value'] ?? value.value ?? value.text ?? value.url ?? []).slice(0, 1);
  return [];
}

function labelled(page: ExtractedPage, names: string[], source: string): string[] {
  for (const name of names) {
    const values = page.labels.filter(
      (entry) => entry.source === source && normalizeKey(entry.label) === name,
    );
    if (values.length > 0) return [...new Set(values.map((entry) => entry.value))];
  }
  return [];
}

function ownFact(page: ExtractedPage, names: string[]): string | null {
  if (names.includes('title')) {
    const heading = page.headings.find(({ level }) => level === 1)?.text ?? null;
    return names[0] === 'pagetitle' || names[0] === 'title'
      ? (page.title ?? heading)
      : (heading ?? page.title);
  }
  if (names.includes('language')) return page.language;
  if (names[0] === 'url' || names[0] === 'pageurl') return page.url;
  if (names[0] === 'canonicalurl') return page.canonicalUrl;
  return null;
}

/** The thing the page is about before the things every page carries; a thing named in the task before all others. */
function rankNodes(nodes: Record<string, unknown>[], focus: string): Record<string, unknown>[] {
  const words = focus.toLowerCase();
  const rank = (node: Record<string, unknown>): number => {
    const name = scalars(node.name)[0];
    if (typeof name === 'string' && name.length > 2 && words.includes(name.toLowerCase())) return 0;
    const type = String(scalars(node['@type'])[0] ?? '');
    return /^(?:WebSite|WebPage|Organization|BreadcrumbList|ImageObject|Person|SearchAction|ItemList|SiteNavigationElement|CollectionPage)$/.test(
      type,
    )
      ? 2
      : 1;
  };
  return nodes.toSorted((one, other) => rank(one) - rank(other));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
