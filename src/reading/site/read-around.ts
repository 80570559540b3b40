import { type Answer, asksOfAll, isOfThisPage } from '../answer.ts';
import { readQuestion } from '../answers/question.ts';
import type { Asked } from '../asked.ts';
import type { ExtractedPage } from '../page/page.ts';
import { addressIn } from '../page/page-series.ts';
import { isFront } from './front-page.ts';
import { LIKELY, type Way, waysOn } from './ways.ts';

/** A page that was read for a question. */
interface Place {
  page: ExtractedPage;
  answer: Answer | null;
}

/** What pages of a site say to a question, with the address of the page that says it. */
export type SaidOnSite = Answer & { url: string };

/** What a reader can do for one question. */
interface SiteShell<At> {
  /** Null for a page that cannot be read. */
  open(url: string): Promise<At | null>;
  /** What all these pages say together. */
  ask(pages: readonly ExtractedPage[]): Promise<SaidOnSite | null>;
}

/** A site is asked as a visitor would: the pages whose names promise most, and not all of them. */
const MOST_PAGES = 12;
const AT_ONCE = 4;
/** An answer of the page itself that accounts for so much of the question is taken without looking further. */
const SURE = 0.95;
/** So likely right, what the likely pages say together need not be looked for on the others. */
const LIKELY_RIGHT = 0.85;

/**
 * Where a page does not answer a question for certain, the pages of its site that it leads to are read as well, and all of
 * them are asked together. Whoever gives the front page means the site.
 */
export async function readAround<At extends Place>(
  asked: Asked,
  here: At,
  shell: SiteShell<At>,
): Promise<At> {
  if (!leavesOpen(asked, here)) return here;
  const site = new Site(asked.goal, here);
  let said: SaidOnSite | null = null;
  for (let isLikely = true; ; isLikely = site.isLikely) {
    const ways = site.next();
    if (ways.length === 0) break;
    for (const place of await Promise.all(ways.map(({ url }) => shell.open(url)))) if (place) site.add(place);
    said = isLikely && !site.isLikely ? await shell.ask(site.pages) : null;
    if (said?.found && (said.certainty ?? 1) >= LIKELY_RIGHT) break;
  }
  // Where no other page could be read, there is nothing to weigh it against.
  if (site.pages.length === 1) return here;
  said ??= await shell.ask(site.pages);
  return site.placeOf(said) ?? { ...here, answer: NOWHERE };
}

export const NOWHERE = {
  found: false as const,
  reason: 'The page and those of its site that it leads to do not say what the task asks for.',
};

/** "What is the title of the site?" asks for what the page is called, and not for what it says. */
const OF_PAGE =
  /\b(?:title|heading|headline|h1|url|address|language|text|name)\b.{0,20}\b(?:page|site|website)\b|\b(?:page|site|website)['’]?s?\s+(?:title|heading|headline|url|language|name)\b/i;

/** A question in words that the page may leave open, and not one about this very page. */
export function leavesOpen(asked: Asked, { page, answer }: Place): boolean {
  const { form } = readQuestion(asked.goal);
  if (asked.outputSchema || form === 'text' || form === 'summary' || isOfThisPage(asked)) return false;
  if (OF_PAGE.test(asked.goal)) return false;
  if (answer === null || !URL.canParse(page.url)) return false;
  if (!answer.found) return true;
  const isUnsure = isFront(page.url) || (answer.certainty ?? 1) < SURE;
  return isUnsure && !asksOfAll(asked) && waysOn(page, asked.goal).length > 0;
}

/** The page at hand and those that may answer: every likely one, and from the front page the others of its menu. */
class Site<At extends Place> {
  readonly #goal: string;
  readonly #places: At[] = [];
  readonly #seen = new Set<string>();
  readonly #ways = new Map<string, Way>();

  constructor(goal: string, start: At) {
    this.#goal = goal;
    this.add(start);
  }

  get pages(): ExtractedPage[] {
    return this.#places.map(({ page }) => page);
  }

  /** Whether a page is left whose name speaks of what is asked. */
  get isLikely(): boolean {
    return this.#open.some(({ fit }) => fit >= LIKELY);
  }

  get #open(): Way[] {
    return [...this.#ways.values()].filter(({ url }) => !this.#seen.has(url));
  }

  add(place: At): void {
    const isStart = this.#places.length === 0;
    this.#seen.add(addressIn(place.page.url));
    if (this.#places.some(({ page }) => page.url === place.page.url)) return;
    this.#places.push(place);
    for (const way of waysOn(place.page, this.#goal)) {
      const isWanted = way.fit >= LIKELY || (isStart && isFront(place.page.url));
      if (isWanted && way.fit >= (this.#ways.get(way.url)?.fit ?? 0)) this.#ways.set(way.url, way);
    }
  }

  next(): Way[] {
    const ways = this.#open
      .sort((one, other) => other.fit - one.fit)
      .slice(0, Math.max(0, Math.min(AT_ONCE, MOST_PAGES + 1 - this.#places.length)));
    for (const { url } of ways) this.#seen.add(url);
    return ways;
  }

  placeOf(said: SaidOnSite | null): At | null {
    const place = this.#places.find(({ page }) => page.url === said?.url);
    return place && said ? { ...place, answer: said } : null;
  }
}
