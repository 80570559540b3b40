import { isDoing, linkFit } from '../../reading/site/link-fit.ts';
import type { Way } from '../../reading/site/ways.ts';
import { holdsPhrase, similarity, wordsOf } from './language/words.ts';
import { itemOf, type PageModel, type UiElement, wholeTextOf } from './sight/page-model.ts';

/** The pages that a page leads to, the likeliest first. `names` are the things the question speaks of. */
export function waysFrom(model: PageModel, question: string, names: readonly string[]): Way[] {
  const found = new Map<string, number>();
  const links = model.elements.filter((link) => addressOf(model, link) !== null);
  const families = Map.groupBy(links, ({ signature }) => signature);
  for (const link of links) {
    const url = addressOf(model, link) ?? '';
    const peers = families.get(link.signature) ?? [];
    const named = Math.max(0, ...names.map((name) => nameFit(model, link, peers, name)));
    const fit = named > 0 ? named : linkFit(link, question);
    if (
      fit >= LEAST_FIT ||
      link.isFraming ||
      isOfMenu(
        link,
        peers.filter(({ isFraming }) => !isFraming),
      )
    )
      found.set(url, Math.max(fit, found.get(url) ?? 0));
  }
  return [...found].map(([url, fit]) => ({ url, fit })).sort((one, other) => other.fit - one.fit);
}

const LEAST_FIT = 0.5;
const MOST_IN_A_MENU = 12;

/** Links of the content that lead on, and what a closed menu holds; not the things of a list. */
function isOfMenu({ isVisible, name }: UiElement, peers: UiElement[]): boolean {
  const fewest = isVisible ? 1 : 2;
  const most = isVisible ? 5 : MOST_IN_A_MENU;
  return peers.length >= fewest && peers.length <= most && wordsOf(name).length <= 5;
}

/** The link bears the name, or stands in a row or card that speaks of it. */
export function nameFit(model: PageModel, link: UiElement, peers: UiElement[], name: string): number {
  const own = similarity(link.name, name);
  if (own >= 0.75) return 2 + own;
  if (peers.length < 2 || link.isFraming) return 0;
  // A whole card that is one link.
  const inside = wholeTextOf(model, link.node);
  if (inside.length < 300 && holdsPhrase(inside, name)) return 2.9;
  const around = wholeTextOf(model, itemOf(model, link, peers));
  return around.length < 400 && holdsPhrase(around, name) ? 1.8 : 0;
}

/** On the same site, not this page, and nothing that does more than show. A menu may be closed. */
function addressOf(
  { url }: PageModel,
  { href, isRoute, name }: Pick<UiElement, 'href' | 'isRoute' | 'name'>,
): string | null {
  if (href === '' || !URL.canParse(href, url)) return null;
  const [there, here] = [new URL(href, url), new URL(url)];
  if (!isRoute) there.hash = '';
  const isSame = `${there.pathname}${there.search}` === `${here.pathname}${here.search}`;
  if (there.host !== here.host || (isSame && (!isRoute || there.hash === here.hash))) return null;
  return isDoing(name, `${there.pathname}${there.hash}`) ? null : there.href;
}
