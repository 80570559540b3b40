import type { ExtractedPage } from '../page/page.ts';
import { contentStems, stemsOf, wordsOf } from '../words/words.ts';

/** What the site calls itself, where its head, its title or the way to its first page says so. */
export function siteName(page: ExtractedPage): string | undefined {
  const { title, blocks, links, url, metadata } = page;
  const parts = partsOf(title);
  const first = URL.canParse(url) ? new URL('/', url).href : '';
  const leading = links.filter(({ href, name }) => href === first && isName(name)).map(({ name }) => name);
  const titled = parts.length < 2 ? [] : parts;
  const heading = firstHeading(page);
  const at = blocks.findIndex(({ text }) => text === heading);
  const above = new Set(
    blocks.slice(0, Math.max(0, at)).flatMap(({ text, pieces = [] }) => [text, ...pieces]),
  );
  // "Prices - Quarry Lido" over "Prices": what is left of the title.
  const [rest, ...more] = titled.filter((part) => !isAlike(part, heading) && !isOfSite(part));
  const isRest = more.length === 0 && titled.length === 2 && rest !== undefined && isName(rest);
  return (
    titled.find((part) => leading.includes(part)) ??
    metadata['og:site_name'] ??
    titled.find((part) => above.has(part) && isName(part) && part !== heading) ??
    leading[0] ??
    (isRest ? rest : undefined)
  );
}

/** "Ferry strike ends | The Coast Herald". */
function partsOf(title: string | null): string[] {
  return title?.split(/\s[-–—|·:]\s/) ?? [];
}

function isName(text: string): boolean {
  return text.length <= 50 && /^[\p{Lu}\d]/u.test(text) && wordsOf(text).length <= 6 && !isOfSite(text);
}

function isAlike(one: string, other: string): boolean {
  return letters(one) === letters(other);
}

function firstHeading({ headings }: ExtractedPage): string {
  return headings.find(({ level }) => level === 1)?.text ?? '';
}

/** Whether the text tells of those whose site it is, and not of somebody else. */
export function speaksOfItself({ blocks }: ExtractedPage, site: string): boolean {
  const [first = ''] = site.replace(/^The\s/, '').split(/[\s,]/);
  const look = first.length >= 4 ? first : site;
  return blocks.some(
    ({ text, isAside }) => !isAside && text.length > site.length + 20 && text.includes(look),
  );
}

/** What the page is about by its name: that of the site, where the heading only says which part of it this is or praises it. */
export function ownName(page: ExtractedPage): string | null {
  const title = mainTitle(page);
  const site = siteName(page);
  if (title === null || site === undefined) return title;
  const heading = firstHeading(page);
  const isPart = isOfSite(title) || FIRST_PERSON.test(title);
  return isPart || isSlogan(heading, page.title ?? '', site) ? site : title;
}

/** Whether the page is of those whose site it is: nothing else is named by its heading or its title. */
export function isOfItself(page: ExtractedPage): boolean {
  const name = ownName(page);
  return (
    name !== null &&
    (name === siteName(page) || partsOf(page.title).every((part) => isAlike(part, name) || isOfSite(part)))
  );
}

const FIRST_PERSON = /\b(?:we|us|our|your)\b/i;

/** "Fire, flour and patience" on a page titled "Osteria Lupa | Wood-fired kitchen". */
function isSlogan(heading: string, title: string, site: string): boolean {
  const words = contentStems(heading);
  const titled = new Set(contentStems(title));
  const said = words.filter((word) => titled.has(word)).length;
  return words.length > 0 && said < words.length / 2 && isAlike(partsOf(title)[0] ?? '', site);
}

/** The first heading where the title only adds the site's name to it. */
export function mainTitle(page: ExtractedPage): string | null {
  const headings = page.headings.filter(({ level }) => level === 1);
  const titled = letters(page.title ?? '');
  const texts = headings.map(({ text }) => text.replace(/^(?:Title|Titel|Titre):\s?/, ''));
  const heading = (texts.length > 1 && texts.find((text) => titled.includes(letters(text)))) || texts[0];
  if (!heading) return withoutSite(page);
  if (!page.title || letters(page.title).includes(letters(heading))) return heading;
  // "Car" over a page headed "Volta 3" says what kind of thing it is.
  const isNamed = headings.length === 1 && heading.length > 3 && !isOfSite(heading);
  if (isNamed && wordsOf(page.title).length === 1) return heading;
  return headings.length === 1 &&
    heading.length > 3 &&
    stemsOf(heading).some((word) => stemsOf(page.title ?? '').includes(word))
    ? heading
    : page.title;
}

/** "About us", "Details": a part that any site may have, and nobody's name. */
function isOfSite(heading: string): boolean {
  return /^(?:home|home ?page|start|welcome|menu|(?:about|contact|find|join|visit|reach)(?: us| me)?|about .+|our .+|your .+|all .+|services?|pric(?:es|ing)|products?|shop|news|blog|events?|jobs|careers|team|staff|search|results?|invoice|orders?|log ?in|sign ?in|faq|help|overview|details?|impressum|kontakt)$/i.test(
    heading,
  );
}

/** "Gearbox whine? - Tractor Board", "Tractor Works - Fitter": the part that is a heading, or stands on the page by itself. */
function withoutSite(page: ExtractedPage): string | null {
  const { title, headings, blocks } = page;
  const parts = partsOf(title);
  const site = siteName(page);
  const [only, ...more] = parts.filter((part) => part !== site);
  if (site !== undefined && only !== undefined && more.length === 0) return only;
  const bare = (part: string) => part.replace(/\s\(\d{4}\)$/, '');
  const headed = headings.find(({ text }) => parts.some((part) => text === part || text === bare(part)));
  if (headed) return headed.text;
  const [part = ''] = parts;
  return part !== '' && blocks.some(({ text }) => text === part || text.startsWith(`${part} (`))
    ? part
    : title;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
