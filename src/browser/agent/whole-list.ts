import type { Collection, ExtractedPage } from '../../reading/page/page.ts';
import { isDoing } from '../../reading/site/link-fit.ts';
import { addressOfItem, withDetails } from '../../reading/with-details.ts';
import { type Agent, isSpent, rest, see } from './agent-context.ts';
import { click } from './hands/hands.ts';
import { goTo } from './perform.ts';
import { nextPage } from './sight/locate.ts';
import type { SitePage, SiteReader } from './site-reader.ts';

const MOST_PAGES = 20;
const MOST_DETAILS = 24;

/**
 * A list that goes on over further pages, turned to its end and read as one; `visited` are the pages known by then. Null
 * where the end is too far and a part is of no use.
 */
export async function readSeries(
  agent: Agent,
  reader: SiteReader,
  first: SitePage,
  visited: Set<string>,
): Promise<ExtractedPage | null> {
  const pages = [first];
  const turned = new Set(['1']);
  const read = new Set([agent.run.front.url()]);
  while (pages.length < MOST_PAGES && !isSpent(agent)) {
    const scene = await see(agent);
    const next = nextPage(scene.model, turned);
    if (!next) break;
    const isNumber = /^\d+$/u.test(next.name);
    // A number is taken once; some button is pressed again and again.
    if (isNumber) turned.add(next.name);
    const isRead = next.href !== '' && read.has(URL.parse(next.href, scene.model.url)?.href ?? '');
    if (isRead && isNumber) continue;
    if (isRead || !(await click(agent, scene, next))) break;
    await rest(agent);
    for (const known of [read, visited]) known.add(agent.run.front.url());
    const further = await reader.open();
    if (!further || further.page.text === pages.at(-1)?.page.text) break;
    pages.push(further);
  }
  if (pages.length === 1) return first.page;
  if (pages.length >= MOST_PAGES && nextPage((await see(agent)).model, turned)) {
    reader.partly = `Only a part of the list was read: it goes on beyond the ${MOST_PAGES} pages that were read.`;
    if (!reader.takesPart) return null;
  }
  return reader.join(pages);
}

/** The things of a page's main list with what their own pages say; null when they have none. `onPage` is told of each while it is open. */
export async function readDetails(
  agent: Agent,
  reader: SiteReader,
  page: ExtractedPage,
  visited: Set<string>,
  onPage: (name: string) => Promise<void>,
): Promise<ExtractedPage | null> {
  const list = mainList(page);
  const titles = new Map(list?.items.flatMap((item) => pairOf(addressOfItem(item), item.title)));
  if (titles.size < 2 || titles.size > MOST_DETAILS) return null;
  const details = new Map<string, ExtractedPage>();
  for (const [url, title] of titles) {
    if (isSpent(agent)) break;
    visited.add(url);
    const detail = (await goTo(agent, url)).ok ? await reader.open() : null;
    if (!detail) continue;
    details.set(url, detail.page);
    await onPage(title);
  }
  return details.size === 0 ? null : withDetails(page, details);
}

function pairOf(address: string | null, title: string): [string, string][] {
  return address === null ? [] : [[address, title]];
}

/** Whether things of one kind stand on it side by side. */
export function isListing(page: ExtractedPage): boolean {
  return page.collections.some(({ isAside, items }) => !isAside && items.length > 1);
}

export function sizeOf({ collections }: ExtractedPage): number {
  return Math.max(0, ...collections.filter(({ isAside }) => !isAside).map(lengthOf));
}

/** The largest list of things that have pages of their own on this site. */
function mainList({ collections, url }: ExtractedPage): Collection | undefined {
  const { host, pathname } = new URL(url);
  const isOwn = (address: string | null) => {
    if (address === null || !URL.canParse(address)) return false;
    const there = new URL(address);
    // Where scripts draw the pages, theirs differ only behind the "#".
    const isOther = there.pathname !== pathname || /^#!?\/?[\w-]+\/./u.test(there.hash);
    return there.host === host && isOther && !isDoing('', `${there.pathname}${there.hash}`);
  };
  return collections
    .filter(({ isAside, kind }) => !isAside && kind !== 'sections')
    .map((list) => ({ list, own: list.items.filter((item) => isOwn(addressOfItem(item))).length }))
    .filter(({ list, own }) => own >= 3 && own >= list.items.length * 0.8)
    .sort((one, other) => lengthOf(other.list) - lengthOf(one.list))[0]?.list;
}

function lengthOf({ items }: Collection): number {
  return items.reduce((sum, { text }) => sum + text.length, 0);
}
