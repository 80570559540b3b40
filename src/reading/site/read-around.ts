import { type Answer, isOfThisPage } from '../answer.ts';
import { type Asked, readingFor } from '../asked.ts';
import type { ExtractedPage } from '../page/page.ts';
import { addressIn } from '../page/page-series.ts';
import { LIKELY, type Way, waysOn } from './ways.ts';

/** A page that was read for a task. */
interface Place {
  page: ExtractedPage;
  answer: Answer | null;
}

/** The answer of a site's pages to a task, with the address of its page. */
export type SaidOnSite = Answer & { url: string };

/** The abilities of a reader for one task. */
interface SiteShell<At> {
  /** Null for a page that cannot be read. */
  open(url: string): Promise<At | null>;
  /** The common answer of all these pages. */
  ask(pages: readonly ExtractedPage[]): Promise<SaidOnSite | null>;
}

/** A site is asked as a visitor would: the pages whose names promise most, and not all of them. */
const MOST_PAGES = 9;
const AT_ONCE = 4;
/** So likely right, an answer of the page itself is taken without looking further. */
const ENOUGH = 0.6;

/**
 * Where a page does not answer a task for certain, the pages of its site that it leads to are read as well, and all of
 * them are asked together. The address of the front page means the site.
 */
export async function readAround<At extends Place>(
  asked: Asked,
  here: At,
  { open, ask }: SiteShell<At>,
): Promise<At> {
  if (!leavesOpen(asked, here)) return here;
  const places = [here];
  const seen = new Set([addressIn(here.page.url)]);
  const ways: Way[] = waysOn(here.page, asked.goal).filter(
    ({ fit }) => fit >= LIKELY || isFront(here.page.url),
  );
  while (places.length < MOST_PAGES) {
    const next = ways
      .filter(({ url }) => !seen.has(url))
      .sort((one, other) => other.fit - one.fit)
      .slice(0, Math.min(AT_ONCE, MOST_PAGES - places.length));
    if (next.length === 0) break;
    for (const { url } of next) seen.add(url);
    for (const place of await Promise.all(next.map(({ url }) => open(url)))) {
      if (!place || places.some(({ page }) => page.url === place.page.url)) continue;
      places.push(place);
      ways.push(...waysOn(place.page, asked.goal).filter(({ fit }) => fit >= LIKELY));
    }
  }
  if (places.length === 1) return here;
  const others = places.filter((place) => place !== here);
  const said = await ask(others.map(({ page }) => page));
  const place = others.find(({ page }) => page.url === said?.url);
  if (!place || !said?.found || !isClearlyBetter(said, here.answer)) return here;
  const output = typeof said.output === 'string' ? `${said.output}\n\nFrom ${said.url}` : said.output;
  return { ...place, answer: { ...said, output } };
}

/** An answer of another page must beat the answer of the page that the caller named. */
function isClearlyBetter(said: Answer, here: Answer | null): boolean {
  if (!said.found || said.rung === 'text') return false;
  const own = here?.found && here.rung !== 'text' ? (here.likely ?? 1) : 0;
  return (said.likely ?? 1) >= own + MARGIN;
}

const MARGIN = 0.15;

/**
 * A question in words that the page leaves open. The page that the caller named is the page: others are read where the
 * task says so, and where it named the front page and nothing on it matches.
 */
export function leavesOpen(asked: Asked, { page, answer }: Place): boolean {
  if (asked.outputSchema || readingFor(asked).asks.kind === 'whole' || isOfThisPage(asked)) return false;
  if (answer === null || !URL.canParse(page.url)) return false;
  const likely = answer.found && answer.rung !== 'text' ? (answer.likely ?? 1) : 0;
  if (likely >= ENOUGH) return false;
  return OF_SITE.test(asked.goal) || (isFront(page.url) && likely < MATCHED);
}

/** From here on something on the page matches the task. */
const MATCHED = 0.45;
const OF_SITE =
  /\b(?:search|find|look|locate)\b.*\b(?:site|website|shop|store|catalogu?e)\b|\b(?:on|across|anywhere on|throughout) (?:the|this|their) (?:whole |entire )?(?:site|website|shop|store)\b|\b(?:all|other|every) (?:the |of the )?pages?\b|^\s*(?:please\s+)?search\b/iu;

function isFront(url: string): boolean {
  const { pathname, search } = new URL(url);
  return search === '' && /^\/(?:index\.\w+|[a-z]{2})?\/?$/i.test(pathname);
}
