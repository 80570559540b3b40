import type { ExtractedPage } from '../page/page.ts';
import { typeOf } from './facts.ts';
import { siteName } from './page-name.ts';
import { asRequest } from './part-request.ts';

/** What a page says of itself for programs: one kind of data whole, or one value of it. */
export type DataName = { kind: Kind } | { tag: string };

type Kind =
  | 'structured'
  | 'schema'
  | 'metadata'
  | 'json_ld'
  | 'microdata'
  | 'rdfa'
  | 'open_graph'
  | 'twitter'
  | 'meta';

/** "The JSON-LD", "og:title and the canonical URL": null where anything else is asked for beside it. */
export function readDataRequest(goal: string): DataName[] | null {
  if (goal.length > MAX_GOAL_CHARS) return null;
  const parts = asRequest(goal)
    .split(/\s*(?:[,;()/+&]|\b(?:and|or|plus|including|includes?|such as|i\.e\.|e\.g\.)(?!\S))\s*/i)
    .map((part) => part.replace(LEADING, '').replace(TRAILING, '').trim())
    .filter((part) => part !== '');
  const names = parts.map(dataNamed);
  if (names.every((name) => name === null)) return null;
  const meant = names.map((name, at) => name ?? beside(parts[at] ?? ''));
  return meant.every((name) => name !== null) ? meant : null;
}

/** Longer ones tell what is to be done with it. */
const MAX_GOAL_CHARS = 300;
const LEADING =
  /^(?:(?:all|every|the|an?|its|any|full|complete|entire|whole|raw|embedded|page['’]s|of|from|value|content|contents|each|both|only|just|exact|available)\s+)+/i;
const TRAILING = /\s+(?:values?|contents?|you (?:can )?find|(?:of|on|in|from) (?:it|the page|this page))$/i;

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  [
    'structured',
    /^(?:structured|semantic|machine[- ]readable) (?:meta)?data(?: markup| blocks?| objects?)?$/i,
  ],
  ['schema', /^schema(?:\.org| org)(?: (?:structured )?(?:data|markup|annotations?|objects?|json))?$/i],
  ['metadata', /^(?:page |html |head )?meta[ -]?data$/i],
  ['json_ld', /^json[- ]?ld(?: (?:structured )?(?:data|blocks?|scripts?|markup|objects?|graph|schema))?$/i],
  ['microdata', /^micro[- ]?data(?: items?| objects?| markup)?$/i],
  ['rdfa', /^rdf-?a(?: data| markup| lite)?$/i],
  [
    'open_graph',
    /^(?:open ?graph|og)(?: (?:protocol )?(?:meta ?)?(?:tags?|data|properties|info|information|objects?|metadata))?$/i,
  ],
  ['twitter', /^twitter(?:[ -]cards?)?(?: (?:meta ?)?(?:tags?|data|properties|info|metadata))?$/i],
  ['meta', /^(?:html )?meta[ -]?(?:tags?|elements?|info|information)$/i],
];

function dataNamed(part: string): DataName | null {
  const kind = KINDS.find(([, look]) => look.test(part))?.[0];
  if (kind) return { kind };
  const bare = part.replace(/\s+(?:meta )?(?:tag|property|attribute|element|field)$/i, '');
  if (/^(?:rel[= ]?["']?)?canonical["']?(?: (?:url|link|address|href|uri))?$/i.test(bare))
    return { tag: 'canonical_url' };
  if (/^(?:site|web ?site)(?:['’]s)? name$|^name of the (?:web ?)?site$/i.test(bare))
    return { tag: 'site_name' };
  const [, family, name] =
    /^(og|twitter|fb|article|product|dc|dcterms|citation|al):([\w:.-]+)$/i.exec(bare) ??
    /^(open ?graph|og|twitter)(?: card)?(?:['’]s)? ((?:site )?[\w-]+)$/i.exec(bare) ??
    [];
  if (family && name) {
    const prefix = /^open/i.test(family) ? 'og' : family.toLowerCase();
    return { tag: `${prefix}:${name.toLowerCase().replace(/ /g, '_')}` };
  }
  const meta = /^meta[ -]([\w:.-]+)$/i.exec(bare)?.[1] ?? /^([\w:-]+) meta$/i.exec(bare)?.[1];
  return meta ? { tag: meta.toLowerCase() } : null;
}

/** Beside such data a title is the page's own, and a description its tag. */
function beside(part: string): DataName | null {
  const word =
    /^(?:page |html |meta )?(title|description|keywords|author|robots|viewport|language)(?: tag)?$/i.exec(
      part,
    )?.[1];
  return word ? { tag: word.toLowerCase() } : null;
}

/** What is asked for: the value itself, or an object where several things are. Undefined when there is none of it. */
export function answerData(page: ExtractedPage, names: DataName[]): unknown {
  const [only, ...others] = names;
  if (!only) return undefined;
  // "The structured data (JSON-LD, meta tags)" says which.
  const told =
    others.length > 0 ? names.filter((name) => !('kind' in name && name.kind === 'structured')) : names;
  const [first] = told;
  if (told.length === 1 && first) return valueNamed(page, first);
  const entries = told.map(
    (name) => ['kind' in name ? name.kind : name.tag, valueNamed(page, name)] as const,
  );
  return filled(Object.fromEntries(entries));
}

function valueNamed(page: ExtractedPage, name: DataName): unknown {
  return 'kind' in name ? dataOf(page, name.kind) : tagOf(page, name.tag);
}

function dataOf(page: ExtractedPage, kind: Kind): unknown {
  const { jsonLd, microdata, rdfa } = page.written;
  switch (kind) {
    case 'json_ld':
      return single(jsonLd);
    case 'microdata':
      return single(microdata);
    case 'rdfa':
      return single(rdfa);
    case 'open_graph':
      return filled(tagsOf(page, (tag) => tag.startsWith('og:')));
    case 'twitter':
      return filled(tagsOf(page, (tag) => tag.startsWith('twitter:')));
    case 'meta':
      return filled(tagsOf(page, () => true));
    case 'schema':
      return filled({ json_ld: single(jsonLd), microdata: single(microdata), rdfa: single(rdfa) });
    case 'metadata':
      return filled({
        title: page.title ?? undefined,
        language: page.language ?? undefined,
        canonical_url: page.canonicalUrl ?? undefined,
        ...page.metadata,
      });
    default:
      return filled({
        json_ld: single(jsonLd),
        microdata: single(microdata),
        rdfa: single(rdfa),
        open_graph: dataOf(page, 'open_graph'),
        twitter: dataOf(page, 'twitter'),
        meta: filled(tagsOf(page, (tag) => !/^(?:og|twitter):/.test(tag))),
        canonical_url: page.canonicalUrl ?? undefined,
      });
  }
}

function single(values: unknown[]): unknown {
  return values.length > 1 ? values : values[0];
}

function filled(object: Record<string, unknown>): Record<string, unknown> | undefined {
  const told = Object.entries(object).filter(([, value]) => value !== undefined);
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}

function tagsOf({ metadata }: ExtractedPage, isMeant: (tag: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter(([tag]) => isMeant(tag)));
}

/** One value by the name of its tag, whatever signs part the words of it. */
export function tagOf(page: ExtractedPage, tag: string): string | undefined {
  if (tag === 'canonical_url') return page.canonicalUrl ?? undefined;
  if (tag === 'site_name') return statedSite(page);
  const letters = (name: string) => name.replace(/[^a-z\d]/g, '');
  const stated = Object.entries(page.metadata).find(([name]) => letters(name) === letters(tag))?.[1];
  if (stated !== undefined) return stated;
  if (tag === 'title') return page.title ?? undefined;
  return tag === 'language' ? (page.language ?? undefined) : undefined;
}

/** What a site says to be called, before what its pages look like. */
function statedSite(page: ExtractedPage): string | undefined {
  const site = page.nodes.find((node) => typeOf(node) === 'WebSite')?.name;
  return (
    page.metadata['og:site_name'] ??
    (typeof site === 'string' && site !== '' ? site : undefined) ??
    page.metadata['application-name'] ??
    siteName(page)
  );
}
