import { contentStems, wordsOf } from '../../task/index.ts';
import type { ExtractedPage } from '../page/page.ts';
import { addressIn, isSameSite } from '../page/page-series.ts';
import { readClause } from '../parts/task.ts';
import { isDoing, linkFit } from './link-fit.ts';

/** A page of the site that may answer a question. */
export interface Way {
  url: string;
  /** From 0 on; what bears the name of the thing asked about has 2 and more. */
  fit: number;
}

/** Where a page leads to on its own site, the likeliest to answer first. */
export function waysOn({ url, links }: ExtractedPage, question: string): Way[] {
  const { words } = readClause(question);
  const found = new Map<string, Way & { isMenu: boolean }>();
  const here = addressIn(url);
  const bearers = new Map<string, Set<string>>();
  for (const { name, href } of links)
    for (const word of contentStems(name))
      if (words.includes(word)) bearers.set(word, (bearers.get(word) ?? new Set()).add(addressIn(href)));
  // "The kettle" means the one kettle of a list, whose name may say more.
  const isOnly = (name: string) => contentStems(name).some((word) => bearers.get(word)?.size === 1);
  for (const { name, href, isAside } of links) {
    const address = addressIn(href);
    if (!isSameSite(url, href) || address === here || isDoing(name, reference(href))) continue;
    const spoken = linkFit({ name, hints: pathWords(href) }, question);
    const fit = isNamed(name, words) ? 2 : isOnly(name) ? Math.max(spoken, LIKELY) : spoken;
    const known = found.get(address);
    found.set(address, {
      url: address,
      fit: Math.max(fit, known?.fit ?? 0),
      isMenu: isAside || wordsOf(name).length <= MOST_MENU_WORDS || (known?.isMenu ?? false),
    });
  }
  return [...found.values()]
    .filter(({ fit, isMenu }) => fit >= LIKELY || isMenu)
    .map(({ url: address, fit }) => ({ url: address, fit }))
    .sort((one, other) => other.fit - one.fit);
}

const MOST_MENU_WORDS = 4;
/** From here on the name of a way speaks of what is asked. */
export const LIKELY = 0.5;

/** A link that says nothing but words of the task, and more than one of them. */
function isNamed(name: string, asked: readonly string[]): boolean {
  const said = contentStems(name);
  return said.length > 1 && said.every((word) => asked.includes(word));
}

/** The effect of an address on its site: `?action=delete` does more than show, too. */
function reference(href: string): string {
  const { pathname, search } = new URL(href);
  return `${pathname}${search}`;
}

function pathWords(href: string): string {
  return new URL(href).pathname.replace(/[/_.-]+/g, ' ');
}
