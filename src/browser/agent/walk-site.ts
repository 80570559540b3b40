import { linkFit } from '../../reading/site/link-fit.ts';
import { type Agent, isSpent, rest, see } from './agent-context.ts';
import { waysFrom } from './elsewhere.ts';
import { click } from './hands/hands.ts';
import { searchFor, statedSearchField } from './hands/search.ts';
import { isDeedNamed } from './language/deeds.ts';
import { holdsPhrase, wordsOf } from './language/words.ts';
import { goTo } from './perform.ts';
import { nextPage } from './sight/locate.ts';
import type { PageModel, UiElement } from './sight/page-model.ts';
import type { Scene } from './sight/scene.ts';

const MOST_LOOKS = 14;
const LOOKING_LIMIT_MS = 60_000;

/** What is looked for on a site, and how its pages are told. */
export interface Quest {
  /** Things whose own links, rows or search hits lead on. */
  names: string[];
  /** The words by which links are judged. */
  said: string;
  /** How likely a way must at least seem: 0 for going through the whole site, `SURE_WAY` for what shares its words. */
  least: number;
  /** How much nearer a page is that is about this already. */
  nearness?(model: PageModel): number;
  /** Whether this page is it. `from` is what the page before called itself, with the name whose row led here. */
  isThere(scene: Scene, from: string): boolean | Promise<boolean>;
}

/** A page, by its address and what must be pressed or searched for there. */
interface Stop {
  url: string;
  presses: readonly string[];
  query: string | null;
  fit: number;
  from: string;
  /** What it is known by. */
  key: string;
}

/**
 * Goes through the pages of the site, the likeliest first: along links, through closed menus and tabs, by its search. True
 * as soon as one is what is looked for; else it is back where it began.
 */
export async function walkSite(agent: Agent, quest: Quest): Promise<boolean> {
  const start = agent.run.front.url();
  const end = agent.clock.mono() + LOOKING_LIMIT_MS;
  const ways = new Map<string, Stop>();
  let here: Stop = { url: start, presses: [], query: null, fit: 0, from: '', key: start };
  const seen = new Set([here.key]);
  for (let look = 0; look < MOST_LOOKS && agent.clock.mono() < end && !isSpent(agent); look += 1) {
    const scene = await see(agent);
    if (await quest.isThere(scene, here.from)) return true;
    for (const stop of stopsFrom(scene, quest, here)) note(ways, seen, stop);
    const next = best(ways);
    if (!next || next.fit < quest.least) break;
    ways.delete(next.key);
    seen.add(next.key);
    if (await take(agent, next)) here = next;
  }
  if (agent.run.front.url() !== start) await goTo(agent, start);
  return false;
}

/** A link that shares enough words with what is looked for. */
export const SURE_WAY = 0.5;
const NAMED_FIT = 1.8;
/** What is folded away may be anything. */
const MENU_FIT = 0.45;
const TAB_FIT = 0.3;

function note(ways: Map<string, Stop>, seen: ReadonlySet<string>, stop: Stop): void {
  const known = ways.get(stop.key);
  if (!seen.has(stop.key) && (!known || (known.fit < stop.fit && stop.fit >= SURE_WAY)))
    ways.set(stop.key, stop);
}

function best(ways: Map<string, Stop>): Stop | undefined {
  return [...ways.values()].toSorted((one, other) => other.fit - one.fit)[0];
}

async function take(agent: Agent, { url, presses, query }: Stop): Promise<boolean> {
  if (agent.run.front.url() !== url && !(await goTo(agent, url)).ok) return false;
  await rest(agent);
  for (const name of presses) if (!(await press(agent, name))) return false;
  if (query !== null) return searchFor(agent, query);
  return (agent.run.document?.status ?? 200) < 400;
}

/** What is open already stays so. */
async function press(agent: Agent, name: string): Promise<boolean> {
  const scene = await see(agent);
  const opener = scene.model.elements.find((element) => element.isVisible && element.name === name);
  if (!opener) return false;
  if (opener.isExpanded === true || opener.isSelected === true) return true;
  if (!(await click(agent, scene, opener))) return false;
  await rest(agent);
  return true;
}

/** Links that bear a name or stand beside it, those that share the words, what is folded away, and the page's own search. */
function stopsFrom({ model, text }: Scene, quest: Quest, here: Stop): Stop[] {
  const head = model.elements.find(({ isVisible, tag }) => isVisible && tag === 'h1')?.name ?? '';
  const about = headOf(model);
  const missing = quest.names.filter((name) => !holdsPhrase(about.replaceAll('#', ' '), name));
  const depth = Math.min(1, here.fit * 0.3);
  const near = depth + (quest.nearness?.(model) ?? 0);
  const stop = (url: string, fit: number, more: Partial<Stop> = {}): Stop => ({
    url,
    presses: [],
    query: null,
    fit: fit + (fit >= SURE_WAY ? near : depth),
    from: head,
    key: url,
    ...more,
  });
  const links = waysFrom(model, quest.said, missing).map(({ url, fit }) =>
    // What stands in the row of a name leads to that thing, also where its page is called by a number.
    stop(url, fit, missing.length === 1 && fit >= NAMED_FIT ? { from: `${head} ${missing[0]}` } : {}),
  );
  const openers = foldsOn(model).map(({ name, role, isFraming }) =>
    stop(model.url, Math.max(linkFit({ name, hints: '' }, quest.said), role === 'tab' ? TAB_FIT : MENU_FIT), {
      presses: here.url === model.url ? [...here.presses, name] : [name],
      // It is the same on every page, or on all that are headed alike: tabs may change the address.
      key: isFraming ? name : `${head} ${name}`,
    }),
  );
  const next = nextPage(model);
  const onward =
    next && missing.length > 0 && next.href !== '' && URL.canParse(next.href, model.url)
      ? [stop(new URL(next.href, model.url).href, 0.6)]
      : [];
  const field = missing.every((name) => holdsPhrase(text, name)) ? null : statedSearchField(model);
  // The search in the frame around the pages is the same on all of them.
  const at = field?.isFraming ? new URL('/', model.url).href : model.url;
  const searches = field
    ? missing.slice(0, 2).map((query) => stop(at, 0.65, { query, key: `${at} ${query}` }))
    : [];
  return [...links, ...openers, ...onward, ...searches];
}

/** Closed menus and tabs: a press shows more of the site than is known, and does nothing else. */
export function foldsOn(model: PageModel): UiElement[] {
  return model.elements.filter((element) => {
    const { isVisible, isClickable, isDisabled, isEditable, role, name, href } = element;
    if (!isVisible || !isClickable || isDisabled || isEditable || name === '' || wordsOf(name).length > 4)
      return false;
    if (href !== '' && !/^(?:#$|javascript:)/u.test(href)) return false;
    if (isDeedNamed(element)) return false;
    if (role === 'tab') return element.isSelected !== true;
    return role === 'button' && element.isExpanded === false && !holdsKnown(model, element);
  });
}

/** The links of a closed menu stand in the page all the same, right behind its button. */
function holdsKnown({ elements, ends }: PageModel, opener: UiElement): boolean {
  const behind = elements.find(
    ({ node, isVisible, href }) => node > (ends[opener.node] ?? opener.node) && (isVisible || href !== ''),
  );
  return behind !== undefined && !behind.isVisible;
}

/** What a page says that it is about: its title, headings and the way to it. */
export function headOf({ title, elements, url }: PageModel): string {
  const heads = elements
    .filter(({ isVisible, tag, role }) => isVisible && (/^h[1-3]$/u.test(tag) || role === 'heading'))
    .map(({ name, text }) => name || text);
  return [title, ...heads.slice(0, 12), pathWords(url)].join(' ');
}

function pathWords(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname.replace(/[/_-]+/gu, ' ') : '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
